//! The messages of the run of the day.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::{Message, Reason};
use serde::Serialize;

use super::{RunEnd, TableId, TimeLeft};
use crate::day::Day;

/// A message about the run of the day.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DayMessage {
    /// Refusal: the seed is secret until the day is over.
    SeedLater {
        #[serde(flatten)]
        left: TimeLeft,
    },
    /// Refusal: today's run was made.
    Tried {
        #[serde(flatten)]
        left: TimeLeft,
        #[serde(flatten)]
        end: RunEnd,
    },
    /// Refusal: today's run was made, and its end is forgotten.
    TriedForgotten {
        #[serde(flatten)]
        left: TimeLeft,
    },
    /// Refusal: today's run is on in another direct message.
    Elsewhere { table: TableId },
    /// Refusal: the table of the day is posted in rooms.
    NeedsRoom,
    /// After another run: today's run can still be made.
    StillFree {
        #[serde(flatten)]
        left: TimeLeft,
    },
    /// Heading of the text to share.
    ToShare,
    /// Text to share.
    Share {
        day: Day,
        bar: String,
        #[serde(flatten)]
        end: RunEnd,
        row: usize,
        late: bool,
    },
    /// Heading of today's table.
    SoFar { day: Day },
    /// Today's table is empty.
    Nobody { day: Day },
    /// Columns of the table.
    Columns,
    /// End of a run in the table.
    End { reason: Reason },
    /// Below today's table: runs that are on, and the time left.
    Foot {
        count: usize,
        #[serde(flatten)]
        left: TimeLeft,
    },
    /// The room gets the table of every day.
    Posted,
    /// The room does not get the table of every day.
    NotPosted,
    /// Heading of the posted table.
    Over { day: Day },
    /// Below the posted table: the next run.
    Next,
    /// From now on the room gets the table of every day.
    On,
    /// From now on the room does not get the table of every day.
    Off,
}

impl Message for DayMessage {
    const AREA: &'static str = "day";
}
