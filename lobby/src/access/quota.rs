//! Sliding-window rate limit per key: a fixed number of events per hour.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Events of the last hour by key. Held in memory only.
#[derive(Clone, Debug)]
pub struct Quota {
    per_hour: usize,
    times: HashMap<String, Vec<Timestamp>>,
}

impl Quota {
    /// Creates a quota of `per_hour` events for each key.
    pub fn new(per_hour: usize) -> Quota {
        Quota {
            per_hour,
            times: HashMap::new(),
        }
    }

    /// Returns whether a key is within its quota. Expired entries of all keys are removed.
    pub fn allows(&mut self, key: &str, now: Timestamp) -> bool {
        self.times.retain(|_, times| {
            times.retain(|at| at.duration_until(now) < HOUR);
            !times.is_empty()
        });
        self.times
            .get(key)
            .is_none_or(|times| times.len() < self.per_hour)
    }

    /// Counts an event of a key.
    pub fn note(&mut self, key: &str, now: Timestamp) {
        self.times.entry(key.to_owned()).or_default().push(now);
    }

    /// Counts the events of a key for another one as well.
    pub fn copy(&mut self, key: &str, other: &str) {
        let times = self.times.get(key).cloned().unwrap_or_default();
        self.times
            .entry(other.to_owned())
            .or_default()
            .extend(times);
    }

    /// Counts an event for each of the keys, if all of them are within their quota; otherwise for none.
    pub fn take(&mut self, keys: &[&str], now: Timestamp) -> bool {
        let allowed = keys.iter().all(|key| self.allows(key, now));
        if allowed {
            keys.iter().for_each(|key| self.note(key, now));
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_second(60 * minute).unwrap()
    }

    #[test]
    fn a_quota_holds_for_any_hour() {
        let mut quota = Quota::new(3);
        for minute in [0, 10, 50] {
            assert!(quota.allows("@bob:x", at(minute)));
            quota.note("@bob:x", at(minute));
        }
        assert!(!quota.allows("@bob:x", at(50)));
        assert!(!quota.allows("@bob:x", at(59)));
        assert!(quota.allows("@alice:x", at(59)), "keys are independent");
        assert!(quota.allows("@bob:x", at(60)));
        quota.note("@bob:x", at(60));
        assert!(!quota.allows("@bob:x", at(69)), "any hour counts");
        assert!(quota.allows("@bob:x", at(70)));
        assert!(quota.allows("@bob:x", at(200)) && quota.times.is_empty());
    }

    #[test]
    fn copied_events_count_for_both_keys() {
        let mut quota = Quota::new(2);
        quota.note("old", at(0));
        quota.copy("old", "new");
        quota.copy("unknown", "new");
        assert!(quota.take(&["new"], at(1)));
        assert!(!quota.allows("new", at(2)) && quota.allows("old", at(2)));
    }

    #[test]
    fn a_key_without_quota_counts_for_none() {
        let mut quota = Quota::new(1);
        assert!(quota.take(&["room", "alice"], at(0)));
        assert!(!quota.take(&["room", "bob"], at(1)));
        assert!(quota.take(&["other", "bob"], at(1)), "bob was not counted");
    }
}
