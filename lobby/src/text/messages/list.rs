//! Messages in lists of tables and games.

use serde::Serialize;

use crate::{day::Day, text::messages::TableId};

/// A line of a list of tables or games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ListMessage {
    /// No open table in a room.
    Nothing,
    /// Heading: finished games.
    GamesOver { example: TableId },
    /// Note: finished games of the direct message are listed there.
    GamesOverDirect,
    /// No finished game in a room.
    NoneOver,
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
        from: String,
        to: String,
    },
    /// An open challenge to anyone.
    Anyone {
        table: TableId,
        game: String,
        from: String,
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
