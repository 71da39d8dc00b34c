//! Messages about giving up a game.

use games::Seat;
use serde::Serialize;

use crate::text::messages::TableId;

/// A message about giving up a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ResignMessage {
    /// Question: resign a duel?
    Sure {
        game: &'static str,
        table: TableId,
        again: String,
    },
    /// Question: give up a run?
    SureRun,
    /// The player chose to play on.
    Off { seat: Seat },
}
