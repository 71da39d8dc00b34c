//! Messages of a player's own statistics.

use serde::Serialize;

use crate::text::messages::{RunEnd, TableId, TimeLeft};

/// A message of a player's own statistics.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum MeMessage {
    /// Heading.
    Runs { name: String },
    /// Runs with plain breakers.
    Basic(RunFigures),
    /// Runs with custom breakers.
    Custom(RunFigures),
    /// Runs that don't count in statistics.
    Uncounted { count: usize },
    /// Streak of days with a run of the day.
    Days { now: usize, best: usize },
    /// Today's run is finished.
    TodayDone(RunEnd),
    /// Today's run is finished, and its result was deleted.
    TodayGone,
    /// Today's run is in progress.
    TodayOn { table: TableId },
    /// Today's run is available.
    TodayFree(TimeLeft),
    /// All duels.
    Duels(DuelCounts),
    /// Duels of a game.
    DuelsOf {
        game: &'static str,
        #[serde(flatten)]
        duels: DuelCounts,
    },
    /// The player is listed publicly.
    Listed,
    /// The player is not listed publicly.
    Unlisted,
    /// The public listing was turned on.
    On,
    /// The public listing was turned off.
    Off,
}

/// Statistics of a player's runs; `damage` and `steps` are those of the best won run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct RunFigures {
    pub runs: usize,
    pub won: usize,
    pub damage: u8,
    pub steps: u32,
    pub average: String,
    pub now: usize,
    pub best: usize,
}

/// Statistics of a player's duels.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct DuelCounts {
    pub count: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    pub now: usize,
    pub best: usize,
}
