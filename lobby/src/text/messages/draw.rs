//! Messages about draws.

use serde::Serialize;

use crate::text::messages::TableId;

/// A message about a draw.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DrawMessage {
    /// A draw was offered.
    Offered { name: String, other: String },
    /// A draw was offered while the game waits for a contest.
    OfferedWaiting {
        name: String,
        other: String,
        table: TableId,
    },
    /// A move declined the draw implicitly.
    Lapsed,
    /// The draw was declined.
    Declined { name: String },
    /// Refusal: a run has no draw.
    Alone,
    /// Refusal: the computer accepts no draws.
    Computer,
    /// Refusal: a lesson has no draw.
    Lesson,
    /// Refusal: a puzzle has no draw.
    Puzzle,
}
