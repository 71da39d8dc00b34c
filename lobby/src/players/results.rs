//! Results of finished games, and statistics computed from them.

mod computer;
mod duel;
mod puzzle;
mod run;

pub use computer::{ComputerResults, LevelCounts};
pub use duel::{DuelFigures, DuelResult, How};
pub use puzzle::PuzzleScore;
pub use run::{RunResult, RunStatistics, days_in_a_row};

use serde::{Deserialize, Serialize};

/// A streak: its current and its best length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The current length.
    pub now: usize,
    /// The best length so far.
    pub best: usize,
}

impl Streak {
    /// Records one more result: `counts` if it is a hit, `goes_on` if it can extend the current
    /// streak.
    fn record(&mut self, goes_on: bool, counts: bool) {
        self.now = usize::from(counts) + if goes_on { self.now } else { 0 };
        self.best = self.best.max(self.now);
    }
}
