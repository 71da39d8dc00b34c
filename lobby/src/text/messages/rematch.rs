//! Messages about rematches.

use serde::Serialize;

use crate::text::messages::TableId;

/// A message about a rematch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum RematchMessage {
    /// A rematch was requested.
    Asked { name: String, other: String },
    /// Refusal: the player has already requested one.
    AskedAlready,
    /// Refusal: the thread has a newer table.
    OnAlready { table: TableId },
    /// The rematch was declined.
    Declined { name: String },
    /// Refusal: the game is in progress.
    TooEarly,
    /// Refusal: runs have no rematch.
    Run,
    /// Refusal: lessons have no rematch.
    Lesson,
    /// Refusal: puzzles have no rematch.
    Puzzle,
    /// Refusal: contests have no rematch.
    Contest,
    /// Refusal: the user did not play here.
    NotSeated,
    /// Refusal: the user has no finished game here.
    NotFound,
    /// Refusal: the opponent was forgotten.
    Gone,
    /// Refusal: the opponent has left.
    Left,
}
