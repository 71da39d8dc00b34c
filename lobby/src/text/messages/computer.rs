//! Messages about duels with the computer.

use games::Seat;
use serde::Serialize;

use crate::text::messages::TableId;

/// A message about a duel with the computer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ComputerMessage {
    /// Name of the computer player.
    Name { level: u8 },
    /// A duel with the computer began.
    Begun { level: u8, highest: u8 },
    /// The computer is to move.
    Thinks { seat: Seat },
    /// Refusal: the thread belongs to another table.
    ThreadTaken { owner: Option<TableId> },
}
