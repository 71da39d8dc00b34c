//! Messages of `next`.

use games::Seat;
use serde::Serialize;

/// A message of `next`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum NextMessage {
    /// No reading position and no game here.
    Nothing,
    /// The game is over.
    Over,
    /// The other player's turn.
    OthersTurn { seat: Seat },
    /// Heading of a question the user has to answer.
    Waits,
}
