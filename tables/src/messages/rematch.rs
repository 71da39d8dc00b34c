//! Messages about rematches.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

use super::TableId;

/// A message about a rematch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum RematchMessage {
    /// A rematch was asked for.
    Asked { name: String, other: String },
    /// Refusal: the player has asked before.
    AskedAlready,
    /// Refusal: a newer table has the thread.
    OnAlready { table: TableId },
    /// The rematch was declined.
    Declined { name: String },
    /// Refusal: the game is on.
    TooEarly,
    /// Refusal: runs have no rematch.
    Run,
    /// Refusal: lessons have no rematch.
    Lesson,
    /// Refusal: puzzles have no rematch.
    Puzzle,
    /// Refusal: contests have no rematch.
    Contest,
    /// Refusal: somebody else played here.
    NotSeated,
    /// Refusal: the writer has no finished game here.
    NotFound,
    /// Refusal: the opponent is forgotten.
    Gone,
    /// Refusal: the opponent has left.
    Left,
}

impl Message for RematchMessage {
    const AREA: &'static str = "rematch";
}
