//! Messages of the chat, the console and the engine protocol, one enum for each area.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

pub mod access;
pub mod admin;
pub mod advice;
pub mod again;
pub mod analysis;
pub mod answer;
pub mod boards;
pub mod challenge;
pub mod command;
pub mod command_help;
pub mod computer;
pub mod console;
pub mod contest;
pub mod day;
pub mod direct;
pub mod draw;
pub mod duel;
pub mod end;
pub mod engine;
pub mod export;
pub mod forget;
pub mod hello;
pub mod help;
pub mod lesson;
pub mod limit;
pub mod list;
pub mod me;
pub mod moves;
pub mod next;
pub mod nothing;
pub mod offer;
pub mod page;
pub mod person;
pub mod puzzle;
pub mod rematch;
pub mod replay;
pub mod resign;
pub mod seed;
pub mod table;
pub mod takeback;
pub mod teach;
pub mod top;
pub mod undo;
pub mod upgraded;
pub mod verify;
pub mod words;

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
    access::AccessMessage: "access",
    admin::AdminMessage: "admin",
    advice::HintMessage: "hint",
    advice::OddsMessage: "odds",
    advice::ThinkingMessage: "thinking",
    again::AgainMessage: "again",
    analysis::AnalysisMessage: "analysis",
    analysis::AnalyseMessage: "analyse",
    answer::AnswerMessage: "answer",
    boards::BoardsMessage: "boards",
    challenge::ChallengeMessage: "challenge",
    command::CommandMessage: "command",
    command_help::CommandHelp: "help",
    computer::ComputerMessage: "computer",
    console::ConsoleMessage: "console",
    contest::ContestMessage: "contest",
    day::DayMessage: "day",
    direct::DirectMessage: "direct",
    draw::DrawMessage: "draw",
    duel::DuelMessage: "duel",
    end::EndMessage: "end",
    engine::EngineMessage: "engine",
    export::ExportMessage: "export",
    forget::ForgetMessage: "forget",
    hello::HelloMessage: "hello",
    help::HelpMessage: "help",
    lesson::LessonMessage: "lesson",
    limit::LimitMessage: "limit",
    list::ListMessage: "list",
    me::MeMessage: "me",
    moves::MovesMessage: "moves",
    next::NextMessage: "next",
    nothing::NothingMessage: "nothing",
    offer::OfferMessage: "offer",
    page::PageMessage: "page",
    person::PersonMessage: "person",
    puzzle::PuzzleMessage: "puzzle",
    rematch::RematchMessage: "rematch",
    replay::ReplayMessage: "replay",
    replay::LookBackMessage: "look-back",
    resign::ResignMessage: "resign",
    seed::SeedMessage: "seed",
    table::TableMessage: "table",
    takeback::TakebackMessage: "takeback",
    teach::TeachMessage: "teach",
    top::TopMessage: "top",
    undo::UndoMessage: "undo",
    upgraded::UpgradedMessage: "upgraded",
    verify::VerifyMessage: "verify",
    words::WordsMessage: "words",
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
