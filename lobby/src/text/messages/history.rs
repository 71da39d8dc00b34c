//! Messages about earlier turns of a game.

use games::Seat;
use serde::Serialize;

use crate::text::messages::{Place, TableId};

/// A message about the turns of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum HistoryMessage {
    /// Caption of the board after a turn, with the commands for the next and the previous one.
    Shown {
        table: TableId,
        seat: Seat,
        turn: usize,
        turns: usize,
        actions: String,
        next: Option<String>,
        back: String,
    },
    /// Caption of the board before the first turn.
    Start {
        table: TableId,
        turns: usize,
        next: Option<String>,
    },
    /// Heading of a list of turns; `right` is the second player, if there are two.
    Listed {
        table: TableId,
        from: usize,
        to: usize,
        count: usize,
        turns: usize,
        left: String,
        right: Option<String>,
    },
    /// The commands for earlier and later turns, and for a board.
    More {
        earlier: Option<String>,
        later: Option<String>,
        show: String,
    },
    /// There is no turn of that number.
    NoSuchTurn { turns: usize, last: String },
}

/// A message about the board after a move that is not played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PreviewMessage {
    /// Caption of the board; `place` is that of the game.
    Shown {
        table: TableId,
        actions: String,
        place: Place,
    },
    /// The sender has no direct message in which to show it.
    NoDirect,
    /// The move would roll a die or reveal a structure.
    Reveals { actions: String },
}

/// A message about people who watch a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum WatchMessage {
    /// The sender watches a game.
    On { table: TableId },
    /// The sender watches a game no longer.
    Off { table: TableId },
    /// Refusal: the sender watches it already.
    Already { table: TableId },
    /// Refusal: the sender does not watch it.
    NotWatched { table: TableId },
    /// Refusal: as many people as possible watch it.
    Full { limit: usize },
    /// Refusal: the sender plays in it.
    OwnGame,
    /// Below the end of a game: the people who have watched it.
    Over { names: String },
}

/// A message about a thread that is left to the players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum QuietMessage {
    /// The bot ignores everybody else.
    On { table: TableId },
    /// The bot answers everybody.
    Off { table: TableId },
    /// Refusal: nobody else is in a direct message.
    Direct,
}

/// A message about the confirmation of own moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ConfirmMessage {
    /// The user confirms each move.
    On,
    /// The user's moves are played at once.
    Off,
    /// The question about a move, above the board after it.
    Asked { actions: String },
}
