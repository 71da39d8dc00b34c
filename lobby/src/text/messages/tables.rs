//! Messages about tables and their games.

use games::{Seat, Typed};
use serde::Serialize;

use crate::{day::Day, text::messages::TableId};

/// An end outside the rules of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum EndMessage {
    /// End: a draw by agreement.
    Agreed,
    /// End: the loser resigned.
    Resigned { seat: Seat, loser: String },
    /// End: the loser resigned, and both players are forgotten.
    ResignedGone { winner: Winner },
    /// End: the loser's time was up.
    TimedOut { seat: Seat, loser: String },
    /// End: cancelled, as a player made no first turn in time.
    NotBegun { loser: String },
    /// End: nobody moved for a long time.
    Idle,
    /// End: abandoned without a winner.
    Abandoned,
    /// End: no more actions fit, without a winner.
    Full { limit: usize },
    /// End: no more actions fit, so a run is lost.
    FullRun { limit: usize },
}

/// The winner where no name is known.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The first player.
    First,
    /// The second player.
    Second,
}

/// A line of a list of tables or games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ListMessage {
    /// Heading: games in progress.
    Open,
    /// No open table in a room.
    Nothing,
    /// Heading: finished games.
    GamesOver { example: TableId },
    /// Note: finished games of the direct message are listed there.
    GamesOverDirect,
    /// No finished game in a room.
    NoneOver,
    /// Below a list: the number of further items.
    More { count: usize },
    /// A finished game.
    Over {
        what: String,
        date: Option<Day>,
        how: String,
    },
    /// An open challenge to a user by name.
    Challenge {
        table: TableId,
        game: String,
        options: Option<String>,
        from: String,
        to: String,
    },
    /// An open challenge to anyone.
    Anyone {
        table: TableId,
        game: String,
        options: Option<String>,
        from: String,
    },
    /// A standing offer to anyone.
    Seek {
        table: TableId,
        game: String,
        options: Option<String>,
        from: String,
        until: String,
    },
    /// An open request for a rematch.
    Rematch {
        table: TableId,
        game: &'static str,
        from: String,
        to: String,
    },
    /// A duel that waits for a contest.
    DuelWaits(ListedDuel),
    /// A duel.
    Duel {
        table: TableId,
        game: &'static str,
        white: String,
        black: String,
        mover: String,
    },
    /// A finished duel.
    DuelOver(ListedDuel),
    /// A run.
    Run {
        table: TableId,
        game: &'static str,
        white: String,
    },
    /// A finished run.
    RunOver {
        table: TableId,
        game: &'static str,
        white: String,
    },
    /// A lesson.
    Lesson(ListedAlone),
    /// A finished lesson.
    LessonOver(ListedAlone),
    /// A puzzle.
    Puzzle(ListedAlone),
    /// A finished puzzle.
    PuzzleOver(ListedAlone),
    /// Heading: available games.
    Games,
    /// A game that can be played.
    Game { game: &'static str },
}

/// Fields of a message: a duel.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct ListedDuel {
    pub table: TableId,
    pub game: &'static str,
    pub white: String,
    pub black: String,
}

/// Fields of a message: a lesson or a puzzle, with the person who plays it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct ListedAlone {
    pub table: TableId,
    pub game: &'static str,
    pub runner: String,
}

/// A message about legal actions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum MovesMessage {
    /// Heading: all actions.
    Found { count: usize },
    /// Heading: the first of more actions than are enumerated.
    FoundMany { count: usize },
    /// Heading: the matching actions among the first.
    FoundAmong { count: usize, seen: usize },
    /// Heading: a question that has to be answered first.
    AnswerFirst,
    /// Example of an action composed from parts.
    AnyExample { example: String },
    /// Note: further actions are not listed.
    More { count: usize, example: String },
    /// Note: actions beyond the enumerated ones are not listed.
    ManyMore { example: String },
    /// No action matches.
    NoneLike { filter: String, count: usize },
    /// None of the first actions matches.
    NoneLikeMany {
        filter: String,
        count: usize,
        example: String,
    },
}

/// A message about a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum TableMessage {
    /// Refusal: no table here matches.
    NotFound,
    /// Refusal: no game is in progress in a direct message.
    NothingOn,
    /// Refusal: this room has no table with this number.
    Unknown { table: TableId },
    /// Refusal: a table of another room.
    Elsewhere { table: TableId, place: Place },
    /// Refusal: the store could not be read, for a table or for the list of finished games.
    RecallFailed { table: Option<TableId> },
    /// Refusal: several tables match.
    Which {
        tables: String,
        example: Option<TableId>,
        text: Typed,
    },
    /// Refusal: the record of a finished game has an unknown version.
    RecordRefused { table: TableId },
    /// Refusal: the challenge has not been accepted.
    NotBegun,
    /// Refusal: the game is over.
    GameOver { table: TableId },
    /// Refusal: the user does not play here.
    NotSeated { players: String },
    /// Refusal: the turn ends before the last action of a line.
    TurnTooMuch { text: Typed },
    /// Refusal: another player is to move.
    NotYourTurn { seat: Seat },
    /// Refusal: the thread belongs to another table.
    ThreadTaken { owner: Option<TableId> },
    /// Refusal: the thread of a direct message belongs to another table, and the main timeline as well.
    DirectThreadTaken { owner: Option<TableId> },
    /// Refusal: the player has a run in progress in this room.
    RunIsOnHere { table: TableId },
    /// Refusal: a run is in progress in this direct message.
    RunIsOn { table: TableId },
    /// Refusal: a duel with the computer is in progress in this direct message.
    DuelIsOn { table: TableId },
    /// A run began.
    RunBegun { player: String },
    /// A run with a target began.
    RunBegunTarget { player: String, target: u8 },
    /// Earlier events, already worded.
    Told { told: String },
}

/// The place of a table.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A direct message.
    Direct,
    /// A room with others.
    Room,
}
