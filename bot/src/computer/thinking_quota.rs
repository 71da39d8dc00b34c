//! Quotas of thinking time, per user.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// Thinking time of a user per minute before others have priority.
const PER_MINUTE: Duration = Duration::from_secs(30);

const MINUTE: Duration = Duration::from_secs(60);

/// Number of users from which those are dropped whose used time has drained.
const CLEANUP_THRESHOLD: usize = 1000;

/// Used thinking time, which drains at a constant rate (a leaky bucket).
#[derive(Debug, Default)]
pub struct ThinkingQuotas {
    users: HashMap<String, UsedTime>,
}

#[derive(Clone, Copy, Debug)]
struct UsedTime {
    time: Duration,
    /// Time at which this amount was used.
    since: Instant,
}

impl UsedTime {
    fn left_at(self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.since);
        let back = passed.mul_f64(PER_MINUTE.as_secs_f64() / MINUTE.as_secs_f64());
        self.time.saturating_sub(back)
    }
}

impl ThinkingQuotas {
    /// Returns the wait until a user is within the quota again; `None` if that is now.
    pub fn wait(&self, user: &str, now: Instant) -> Option<Duration> {
        let used = self.users.get(user)?.left_at(now);
        let over = used.checked_sub(PER_MINUTE)?;
        if over.is_zero() {
            return None;
        }
        Some(over.mul_f64(MINUTE.as_secs_f64() / PER_MINUTE.as_secs_f64()))
    }

    /// Charges thinking time to a user.
    pub fn charge(&mut self, user: &str, time: Duration, now: Instant) {
        if self.users.len() >= CLEANUP_THRESHOLD {
            self.users
                .retain(|_, used| used.left_at(now) > Duration::ZERO);
        }
        let used = self
            .users
            .get(user)
            .map_or(Duration::ZERO, |it| it.left_at(now));
        let used = UsedTime {
            time: used.saturating_add(time),
            since: now,
        };
        self.users.insert(user.to_owned(), used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn quotas_are_per_user_and_refill() {
        let begin = Instant::now();
        let mut quotas = ThinkingQuotas::default();
        for turn in 0..5 {
            quotas.charge("@a:x", 5 * SECOND, begin);
            assert_eq!(quotas.wait("@a:x", begin), None, "{turn}");
        }
        quotas.charge("@a:x", 7 * SECOND, begin);
        assert_eq!(quotas.wait("@a:x", begin), Some(4 * SECOND));
        assert_eq!(quotas.wait("@b:x", begin), None);
        assert_eq!(quotas.wait("@a:x", begin + 4 * SECOND), None);
        // 2 s over the quota are regained in 4 s.
        assert_eq!(quotas.wait("@a:x", begin + 2 * SECOND), Some(2 * SECOND));
        assert_eq!(quotas.wait("@a:x", begin + 5 * SECOND), None);
        // This rate can go on for ever.
        let long = (1..100).map(|round| begin + 10 * round * SECOND);
        for now in long {
            quotas.charge("@b:x", 5 * SECOND, now);
            assert_eq!(quotas.wait("@b:x", now), None);
        }
    }

    #[test]
    fn refilled_quotas_are_dropped() {
        let begin = Instant::now();
        let mut quotas = ThinkingQuotas::default();
        for number in 0..3 * CLEANUP_THRESHOLD as u32 {
            let now = begin + number * SECOND;
            quotas.charge(&format!("@{number}:x"), SECOND, now);
        }
        assert!(quotas.users.len() <= CLEANUP_THRESHOLD);
    }
}
