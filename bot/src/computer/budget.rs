//! Budgets of thinking time, per user.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// Thinking time of a user per minute before others have priority.
const PER_MINUTE: Duration = Duration::from_secs(30);

const MINUTE: Duration = Duration::from_secs(60);

/// Maximum number of tracked users before those who have used nothing are dropped.
const MAX_PEOPLE: usize = 1000;

/// Used thinking time, which drains at a constant rate (a leaky bucket).
#[derive(Debug, Default)]
pub struct Budgets {
    people: HashMap<String, Used>,
}

#[derive(Clone, Copy, Debug)]
struct Used {
    time: Duration,
    /// Time at which this amount was used.
    at: Instant,
}

impl Used {
    fn at(self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.at);
        let back = passed.mul_f64(PER_MINUTE.as_secs_f64() / MINUTE.as_secs_f64());
        self.time.saturating_sub(back)
    }
}

impl Budgets {
    /// Returns the wait until a user is within the budget again; `None` if that is now.
    pub fn wait(&self, user: &str, now: Instant) -> Option<Duration> {
        let used = self.people.get(user)?.at(now);
        let over = used
            .checked_sub(PER_MINUTE)
            .filter(|_| used > Duration::ZERO)?;
        Some(over.mul_f64(MINUTE.as_secs_f64() / PER_MINUTE.as_secs_f64()))
    }

    /// Charges thinking time to a user.
    pub fn charge(&mut self, user: &str, time: Duration, now: Instant) {
        if self.people.len() >= MAX_PEOPLE {
            self.people.retain(|_, used| used.at(now) > Duration::ZERO);
        }
        let used = self
            .people
            .get(user)
            .map_or(Duration::ZERO, |it| it.at(now));
        let used = Used {
            time: used.saturating_add(time),
            at: now,
        };
        self.people.insert(user.to_owned(), used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn budgets_are_per_user_and_refill() {
        let begin = Instant::now();
        let mut budgets = Budgets::default();
        for turn in 0..5 {
            budgets.charge("@a:x", 5 * SECOND, begin);
            assert_eq!(budgets.wait("@a:x", begin), None, "{turn}");
        }
        budgets.charge("@a:x", 7 * SECOND, begin);
        assert_eq!(budgets.wait("@a:x", begin), Some(4 * SECOND));
        assert_eq!(budgets.wait("@b:x", begin), None);
        // 2 s over the budget are regained in 4 s.
        assert_eq!(budgets.wait("@a:x", begin + 2 * SECOND), Some(2 * SECOND));
        assert_eq!(budgets.wait("@a:x", begin + 5 * SECOND), None);
        // This rate can go on for ever.
        let long = (1..100).map(|round| begin + 10 * round * SECOND);
        for now in long {
            budgets.charge("@b:x", 5 * SECOND, now);
            assert_eq!(budgets.wait("@b:x", now), None);
        }
    }

    #[test]
    fn refilled_budgets_are_dropped() {
        let begin = Instant::now();
        let mut budgets = Budgets::default();
        for number in 0..3 * MAX_PEOPLE as u32 {
            let now = begin + number * SECOND;
            budgets.charge(&format!("@{number}:x"), SECOND, now);
        }
        assert!(budgets.people.len() <= MAX_PEOPLE);
    }
}
