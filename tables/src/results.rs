//! What came out of finished games, and the figures that follow from it.

mod duel;
mod puzzle;
mod run;

pub use duel::{DuelFigures, DuelResult, How};
pub use puzzle::PuzzleScore;
pub use run::{Figures, RunResult, days_in_a_row};

use serde::{Deserialize, Serialize};

/// Something in a row: up to now, and at best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// As many as it is now.
    pub now: usize,
    /// As many as it ever was.
    pub best: usize,
}

impl Row {
    /// Takes one more into account, which goes on with the row or breaks it off.
    fn take(&mut self, goes_on: bool, counts: bool) {
        self.now = usize::from(counts) + if goes_on { self.now } else { 0 };
        self.best = self.best.max(self.now);
    }
}
