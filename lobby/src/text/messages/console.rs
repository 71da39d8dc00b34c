//! Messages of the console and of the engine protocol.

use games::Typed;
use serde::Serialize;

use crate::text::messages::TableId;

/// A message of the console.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ConsoleMessage {
    /// Prompt in the room.
    Room { name: String },
    /// Prompt in a thread.
    Thread {
        name: String,
        table: TableId,
        turn: Option<ConsoleTurn>,
        mover: Option<String>,
    },
    /// Prompt in a direct message.
    Direct {
        name: String,
        table: Option<TableId>,
        turn: Option<ConsoleTurn>,
    },
    /// The room is entered.
    AtRoom { name: String },
    /// Heading of the tables in a direct message.
    InDirect { name: String },
    /// Refusal: no such table.
    NoTable { text: Typed },
    /// A game has begun beside others, of which `old` is the newest.
    Second {
        new: TableId,
        count: usize,
        open: String,
        old: TableId,
    },
    /// Greeting.
    Hello,
    /// Greeting with the games in progress.
    Back { count: usize, tables: String },
    /// Help on the console's commands.
    Commands,
    /// Refusal: no time to wait.
    Wait,
    /// The clock was put forward.
    Waited { time: String },
    /// Refusal: the name of the file is missing.
    Picture,
    /// A game can be written into a file.
    Replay { file: String },
    /// Refusal: no board was shown yet.
    NoPicture,
    /// A file was written.
    PictureWritten { file: String, bytes: usize },
    /// A file can't be written.
    PictureNotWritten { file: String, reason: String },
    /// Refusal: not a name.
    As,
}

/// The turn at a table, as the speaker sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ConsoleTurn {
    /// The speaker's own turn.
    Own,
    /// The turn of another player.
    Other,
    /// Nobody's turn: another game decides first.
    Waits,
    /// A challenge that waits for an answer.
    Challenge,
    /// Nobody's turn: the game is over.
    Over,
}

/// A refusal of the engine protocol.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum EngineMessage {
    /// Refusal: no such command.
    UnknownCommand { text: Typed },
    /// Refusal: no such option.
    UnknownOption { text: Typed },
    /// Refusal: a missing or misplaced word.
    BadForm { form: &'static str },
    /// Refusal: an invalid value of this option.
    BadValue { name: String, text: Typed },
    /// Refusal: no number within the range.
    OutOfRange {
        name: String,
        text: Typed,
        lowest: usize,
        highest: usize,
    },
    /// Refusal: a surplus word.
    TooMuch { text: Typed },
    /// Refusal: perft can't start in the middle of a turn.
    PerftInTurn,
    /// Refusal: perft can't count the turns of a game with dice.
    PerftChance,
    /// Refusal: nothing can be changed during a search.
    Thinks,
    /// Refusal: the game is over.
    GameOver,
    /// Refusal: the game waits for a contest.
    Contest,
    /// Refusal: a game for one player.
    PlaysDuels,
    /// Refusal: the system provides no thread.
    NoThread { reason: String },
}
