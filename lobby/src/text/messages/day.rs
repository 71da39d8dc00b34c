//! Messages of the run of the day.

use games::Reason;
use serde::Serialize;

use crate::{
    day::Day,
    text::messages::{RunEnd, TableId, TimeLeft},
};

/// A message about the run of the day.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DayMessage {
    /// Refusal: the seed is secret until the day is over.
    SeedLater(TimeLeft),
    /// Refusal: today's run is finished.
    Tried {
        #[serde(flatten)]
        left: TimeLeft,
        #[serde(flatten)]
        end: RunEnd,
    },
    /// Refusal: today's run is finished, and its result was deleted.
    TriedForgotten(TimeLeft),
    /// Refusal: today's run is in progress in another direct message.
    Elsewhere { table: TableId },
    /// Refusal: the leaderboard of the day is posted only in rooms.
    NeedsRoom,
    /// After another run: today's run is still available.
    StillFree(TimeLeft),
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
    /// Heading of today's leaderboard.
    SoFar { day: Day },
    /// Today's leaderboard is empty.
    Nobody { day: Day },
    /// Columns of the leaderboard.
    Columns,
    /// End of a run in the leaderboard.
    End { reason: Reason },
    /// Below today's leaderboard: runs in progress, and the time left.
    Foot {
        count: usize,
        #[serde(flatten)]
        left: TimeLeft,
    },
    /// The room gets the daily leaderboard.
    Posted,
    /// The room does not get the daily leaderboard.
    NotPosted,
    /// Heading of the posted leaderboard.
    Over { day: Day },
    /// Below the posted leaderboard: the next run.
    Next,
    /// The daily leaderboard was turned on.
    On,
    /// The daily leaderboard was turned off.
    Off,
}
