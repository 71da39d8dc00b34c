//! Thinking time used by each person.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// Thinking time of one person in a minute before others come first.
const PER_MINUTE: Duration = Duration::from_secs(30);

const MINUTE: Duration = Duration::from_secs(60);

/// People known before those who have used up nothing are dropped.
const MAX_PEOPLE: usize = 1000;

/// The time that people have used up, which is given back steadily.
#[derive(Debug, Default)]
pub struct Budgets {
    people: HashMap<String, Used>,
}

#[derive(Clone, Copy, Debug)]
struct Used {
    time: Duration,
    /// When that was so much.
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
    /// The wait until there is time for somebody again; `None` if there is some.
    pub fn wait(&self, user: &str, now: Instant) -> Option<Duration> {
        let used = self.people.get(user)?.at(now);
        let over = used
            .checked_sub(PER_MINUTE)
            .filter(|_| used > Duration::ZERO)?;
        Some(over.mul_f64(MINUTE.as_secs_f64() / PER_MINUTE.as_secs_f64()))
    }

    /// Notes for how long it has thought for somebody.
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
    fn half_a_minute_in_each_is_there_for_everybody() {
        let begin = Instant::now();
        let mut budgets = Budgets::default();
        for turn in 0..5 {
            budgets.charge("@a:x", 5 * SECOND, begin);
            assert_eq!(budgets.wait("@a:x", begin), None, "{turn}");
        }
        budgets.charge("@a:x", 7 * SECOND, begin);
        assert_eq!(budgets.wait("@a:x", begin), Some(4 * SECOND));
        assert_eq!(budgets.wait("@b:x", begin), None);
        // 2 s too much are given back in 4 s.
        assert_eq!(budgets.wait("@a:x", begin + 2 * SECOND), Some(2 * SECOND));
        assert_eq!(budgets.wait("@a:x", begin + 5 * SECOND), None);
        // At that rate somebody can go on for ever.
        let long = (1..100).map(|round| begin + 10 * round * SECOND);
        for now in long {
            budgets.charge("@b:x", 5 * SECOND, now);
            assert_eq!(budgets.wait("@b:x", now), None);
        }
    }

    #[test]
    fn who_has_used_nothing_is_let_go() {
        let begin = Instant::now();
        let mut budgets = Budgets::default();
        for number in 0..3 * MAX_PEOPLE as u32 {
            let now = begin + number * SECOND;
            budgets.charge(&format!("@{number}:x"), SECOND, now);
        }
        assert!(budgets.people.len() <= MAX_PEOPLE);
    }
}
