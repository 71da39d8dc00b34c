//! Messages about the choice of a table and refusals there.

use games::{Seat, Typed};
use serde::Serialize;

use crate::text::messages::TableId;

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
