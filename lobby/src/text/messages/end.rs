//! Messages about ends outside the rules of a game.

use games::Seat;
use serde::Serialize;

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
    /// End: abandoned without a winner.
    Abandoned,
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
