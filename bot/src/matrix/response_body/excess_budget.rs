//! The budget of large lists of rooms. A server whose rooms fork all the time makes homeservers send all members of a
//! room with each message, which take long to store.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

/// Time after which the whole budget is there again.
const REFILL_TIME: Duration = Duration::from_secs(10 * 60);

/// The size of lists of rooms, besides what is free for each, up to which more are read.
#[derive(Clone, Debug)]
pub(super) struct ExcessBudget {
    max: usize,
    level: Arc<Mutex<(usize, Instant)>>,
}

impl ExcessBudget {
    /// Makes a full budget.
    pub(super) fn new(max: usize, now: Instant) -> Self {
        Self {
            max,
            level: Arc::new(Mutex::new((max, now))),
        }
    }

    /// Returns what is left.
    pub(super) fn available(&self, now: Instant) -> usize {
        let mut level = self.level.lock();
        let (left, at) = *level;
        let passed = now.saturating_duration_since(at);
        let max = u128::try_from(self.max).unwrap_or(u128::MAX);
        let more = max.saturating_mul(passed.as_millis()) / REFILL_TIME.as_millis();
        let more = usize::try_from(more).unwrap_or(self.max);
        *level = (left.saturating_add(more).min(self.max), now);
        level.0
    }

    /// Takes the size of a response.
    pub(super) fn spend(&self, size: usize) {
        let mut level = self.level.lock();
        level.0 = level.0.saturating_sub(size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_refills_in_ten_minutes() {
        let now = Instant::now();
        let budget = ExcessBudget::new(1_000, now);
        assert_eq!(budget.available(now), 1_000);
        budget.spend(900);
        budget.spend(900);
        assert_eq!(budget.available(now), 0);
        assert_eq!(budget.available(now + REFILL_TIME / 4), 250);
        assert_eq!(budget.available(now + REFILL_TIME * 3), 1_000);
    }
}
