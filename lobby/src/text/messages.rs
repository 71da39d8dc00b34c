//! Messages of the chat, the console and the engine protocol, one enum for each area.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

mod access;
mod agreements;
mod challenge;
mod clocks;
mod console;
mod help;
mod hints;
mod history;
mod own_games;
mod puzzle;
mod replay;
mod rooms;
mod runs;
mod settings;
mod statistics;
mod tables;
mod words;

pub use self::{
    access::*, agreements::*, challenge::*, clocks::*, console::*, help::*, hints::*, history::*,
    own_games::*, puzzle::*, replay::*, rooms::*, runs::*, settings::*, statistics::*, tables::*,
    words::*,
};

use std::fmt;

use games::{Message, Reason};
use serde::{Serialize, Serializer};

use crate::players::results::RunResult;

/// Implements [`Message`] for enums, with the prefix of their ids.
macro_rules! areas {
    ($($messages:ty: $area:literal,)*) => {$(
        impl Message for $messages {
            const AREA: &'static str = $area;
        }
    )*};
}

areas! {
    PauseMessage: "pause",
    VacationMessage: "vacation",
    AccessMessage: "access",
    AdminMessage: "admin",
    HintMessage: "hint",
    OddsMessage: "odds",
    ThinkingMessage: "thinking",
    AgainMessage: "again",
    AnalysisMessage: "analysis",
    AnalyseMessage: "analyse",
    AnswerMessage: "answer",
    BoardsMessage: "boards",
    ChallengeMessage: "challenge",
    ClockMessage: "clock",
    CommandMessage: "command",
    ComputerMessage: "computer",
    ConfirmMessage: "confirm",
    ConsoleMessage: "console",
    ContestMessage: "contest",
    DayMessage: "day",
    DirectMessage: "direct",
    DrawMessage: "draw",
    DuelMessage: "duel",
    EndMessage: "end",
    EngineMessage: "engine",
    ExportMessage: "export",
    ForgetMessage: "forget",
    HelloMessage: "hello",
    HelpMessage: "help",
    HistoryMessage: "history",
    LessonMessage: "lesson",
    LimitMessage: "limit",
    ListMessage: "list",
    MeMessage: "me",
    MineMessage: "mine",
    MovesMessage: "moves",
    NextMessage: "next",
    NothingMessage: "nothing",
    OfferMessage: "offer",
    PageMessage: "page",
    PersonMessage: "person",
    PhraseMessage: "phrase",
    PreviewMessage: "preview",
    PuzzleMessage: "puzzle",
    QuietMessage: "quiet",
    RematchMessage: "rematch",
    ReplayMessage: "replay",
    LookBackMessage: "look-back",
    ResignMessage: "resign",
    SeedMessage: "seed",
    SeekMessage: "seek",
    SettingMessage: "setting",
    TableMessage: "table",
    TakebackMessage: "takeback",
    TeachMessage: "teach",
    LeaderboardMessage: "top",
    UndoMessage: "undo",
    UpgradedMessage: "upgraded",
    UserMessage: "user",
    VerifyMessage: "verify",
    WatchMessage: "watch",
    WordsMessage: "words",
}

/// A table number, written `t5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableId(pub u32);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl TableId {
    /// Returns several numbers, separated by commas.
    pub fn listed(tables: &[TableId]) -> String {
        let tables: Vec<String> = tables.iter().map(TableId::to_string).collect();
        tables.join(", ")
    }
}

impl Serialize for TableId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Fields of a message: the time left, in hours and minutes.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct TimeLeft {
    hours: u64,
    minutes: u64,
}

impl TimeLeft {
    /// Splits a number of minutes.
    pub fn of(minutes: u64) -> TimeLeft {
        TimeLeft {
            hours: minutes / 60,
            minutes: minutes % 60,
        }
    }
}

/// Fields of a message: the end of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct RunEnd {
    reason: Reason,
    damage: u8,
    steps: u32,
}

impl From<&RunResult> for RunEnd {
    fn from(result: &RunResult) -> RunEnd {
        RunEnd {
            reason: result.reason,
            damage: result.damage,
            steps: result.steps,
        }
    }
}
