//! Quotas of thinking time, per user.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// Thinking time of a user per minute before all others have priority.
const PER_MINUTE: Duration = Duration::from_secs(30);
/// Thinking time of a user per minute that doesn't count when the order of turns is decided.
const FREE_PER_MINUTE: Duration = Duration::from_secs(3);
/// Maximum recent thinking time beyond [`FREE_PER_MINUTE`].
const MAX_RECENT: Duration = Duration::from_secs(60);

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
    /// Drains by [`PER_MINUTE`].
    time: Duration,
    /// Drains by [`FREE_PER_MINUTE`].
    recent: Duration,
    /// Time at which these amounts were used.
    since: Instant,
}

impl UsedTime {
    const fn none(now: Instant) -> Self {
        Self {
            time: Duration::ZERO,
            recent: Duration::ZERO,
            since: now,
        }
    }

    fn is_drained(self) -> bool {
        self.time.is_zero() && self.recent.is_zero()
    }

    fn left_at(self, now: Instant) -> Self {
        let passed = now.saturating_duration_since(self.since);
        let drained =
            |per_minute: Duration| passed.mul_f64(per_minute.as_secs_f64() / MINUTE.as_secs_f64());
        Self {
            time: self.time.saturating_sub(drained(PER_MINUTE)),
            recent: self.recent.saturating_sub(drained(FREE_PER_MINUTE)),
            since: now,
        }
    }
}

impl ThinkingQuotas {
    /// Returns the wait until a user is within the quota again; `None` if that is now.
    pub fn wait(&self, user: &str, now: Instant) -> Option<Duration> {
        let used = self.users.get(user)?.left_at(now);
        let over = used.time.checked_sub(PER_MINUTE)?;
        if over.is_zero() {
            return None;
        }
        Some(over.mul_f64(MINUTE.as_secs_f64() / PER_MINUTE.as_secs_f64()))
    }

    /// Returns the recent thinking time of a user beyond [`FREE_PER_MINUTE`], in whole seconds.
    pub fn recent_time(&self, user: &str, now: Instant) -> Duration {
        let used = self.users.get(user);
        let recent = used.map_or(Duration::ZERO, |used| used.left_at(now).recent);
        Duration::from_secs(recent.as_secs())
    }

    /// Charges thinking time to a user.
    pub fn charge(&mut self, user: &str, time: Duration, now: Instant) {
        if self.users.len() >= CLEANUP_THRESHOLD {
            self.users.retain(|_, used| !used.left_at(now).is_drained());
        }
        let used = self.users.entry(user.to_owned());
        let used = used.or_insert(UsedTime::none(now));
        *used = used.left_at(now);
        used.time = used.time.saturating_add(time);
        used.recent = used.recent.saturating_add(time).min(MAX_RECENT);
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
    fn thinking_beyond_a_few_seconds_is_remembered() {
        let begin = Instant::now();
        let mut quotas = ThinkingQuotas::default();
        for minute in 0..10 {
            quotas.charge("@light:x", 3 * SECOND, begin + minute * MINUTE);
            quotas.charge("@heavy:x", 9 * SECOND, begin + minute * MINUTE);
        }
        let end = begin + 10 * MINUTE;
        assert_eq!(quotas.recent_time("@light:x", end), Duration::ZERO);
        assert_eq!(quotas.recent_time("@heavy:x", end), MAX_RECENT - 3 * SECOND);
        assert_eq!(quotas.recent_time("@new:x", end), Duration::ZERO);
        assert_eq!(
            quotas.recent_time("@heavy:x", end + 20 * MINUTE),
            Duration::ZERO
        );
    }

    #[test]
    fn refilled_quotas_are_dropped() {
        let begin = Instant::now();
        let mut quotas = ThinkingQuotas::default();
        for number in 0..3 * CLEANUP_THRESHOLD as u32 {
            let now = begin + number * 20 * SECOND;
            quotas.charge(&format!("@{number}:x"), SECOND, now);
        }
        assert!(quotas.users.len() <= CLEANUP_THRESHOLD);
    }
}
