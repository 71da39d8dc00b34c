//! The messages of one's own figures.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

use super::{RunEnd, TableId, TimeLeft};

/// A message about one's own figures.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum MeMessage {
    /// Heading.
    Runs { name: String },
    /// Runs with plain breakers.
    Basic {
        #[serde(flatten)]
        runs: RunFigures,
    },
    /// Runs with custom breakers.
    Custom {
        #[serde(flatten)]
        runs: RunFigures,
    },
    /// Runs that don't count.
    Uncounted { count: usize },
    /// Runs of the day in a row.
    Days { now: usize, best: usize },
    /// Today's run was made.
    TodayDone {
        #[serde(flatten)]
        end: RunEnd,
    },
    /// Today's run was made, and is forgotten.
    TodayGone,
    /// Today's run is on.
    TodayOn { table: TableId },
    /// Today's run can be made.
    TodayFree {
        #[serde(flatten)]
        left: TimeLeft,
    },
    /// All duels.
    Duels {
        #[serde(flatten)]
        duels: DuelCounts,
    },
    /// Duels of a game.
    DuelsOf {
        game: &'static str,
        #[serde(flatten)]
        duels: DuelCounts,
    },
    /// Others see one in lists.
    Listed,
    /// Nobody else sees one in lists.
    Unlisted,
    /// From now on others see one in lists.
    On,
    /// From now on nobody else sees one in lists.
    Off,
}

impl Message for MeMessage {
    const AREA: &'static str = "me";
}

/// Figures of somebody's runs; those of the best run are of a run that was won.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunFigures {
    pub runs: usize,
    pub won: usize,
    pub damage: u8,
    pub steps: u32,
    pub average: String,
    pub now: usize,
    pub best: usize,
}

/// Figures of somebody's duels.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DuelCounts {
    pub count: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    pub now: usize,
    pub best: usize,
}
