//! Time that requests may take for which all rooms wait.

use std::time::{Duration, Instant};

/// Share of the passing time that is added to the budget again: one tenth.
const REFILL_DIVISOR: u32 = 10;

/// A budget of time that is used up by slow requests, and refilled slowly.
#[derive(Debug)]
pub(super) struct TimeBudget {
    max: Duration,
    left: Duration,
    /// The time of the last refill.
    refilled: Instant,
}

impl TimeBudget {
    pub(super) fn new(max: Duration) -> Self {
        Self {
            max,
            left: max,
            refilled: Instant::now(),
        }
    }

    /// Returns the time left.
    pub(super) fn left(&mut self) -> Duration {
        let now = Instant::now();
        let refill = now.duration_since(self.refilled) / REFILL_DIVISOR;
        self.left = (self.left + refill).min(self.max);
        self.refilled = now;
        self.left
    }

    /// Uses up the time that a request has taken.
    pub(super) fn spend(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_used_up_budget_refills_slowly() {
        let seconds = Duration::from_secs;
        let mut budget = TimeBudget::new(seconds(15));
        budget.spend(seconds(20));
        assert_eq!(budget.left().as_secs(), 0);
        for (later, left) in [(50, 5), (50, 10), (600, 15)] {
            budget.refilled -= seconds(later);
            assert_eq!(budget.left().as_secs(), left);
        }
    }
}
