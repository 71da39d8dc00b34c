//! Rate limit of commands: a token bucket per user or room.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

/// Units of one command in a bucket; at a rate per minute, every second adds a whole number of them.
const PARTS_PER_COMMAND: i64 = 60;

/// Number of buckets before full ones, which carry no information, are evicted; after that, twice the number
/// left.
const MAX_BUCKETS: usize = 1000;

/// Age of commands that count as missed for a while, as in an outage.
const MIN_MISSED_AGE: SignedDuration = SignedDuration::from_secs(10);

/// Maximum number of missed commands in a row that count at the time at which they were sent.
const MAX_MISSED: u32 = 200;

/// The time of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandTime {
    /// The time at which it was sent, as far as that is possible.
    pub sent: Timestamp,
    /// The time at which it is processed.
    pub now: Timestamp,
}

impl From<Timestamp> for CommandTime {
    fn from(now: Timestamp) -> Self {
        Self { sent: now, now }
    }
}

/// A rate limit for commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The sustained rate, in commands per minute.
    pub per_minute: u32,
    /// The size of the bucket: commands at once after a pause.
    pub burst: u32,
}

impl Rate {
    /// No limit.
    pub const UNLIMITED: Rate = Rate {
        per_minute: u32::MAX,
        burst: u32::MAX,
    };

    fn full(self) -> i64 {
        i64::from(self.burst) * PARTS_PER_COMMAND
    }

    /// Returns the level at which a user over the limit is answered again: half a bucket, so that not every other
    /// command leads to a warning.
    fn recovered(self) -> i64 {
        (self.full() / 2).max(PARTS_PER_COMMAND)
    }
}

/// The decision of the rate limiter about a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateDecision {
    /// The command is within the limit.
    Allowed,
    /// The first command over the limit, with the seconds until commands are allowed again.
    Warned(u64),
    /// A further command, after a warning was sent.
    Ignored,
}

/// The rate limiter of users, or of rooms.
#[derive(Debug, Default)]
pub struct RateLimiter {
    buckets: BTreeMap<String, Bucket>,
    /// The number of buckets left after the last eviction.
    left: usize,
}

#[derive(Debug)]
struct Bucket {
    /// Negative after a command that counts as several.
    level: i64,
    /// The time of that level.
    at: Timestamp,
    /// `true` from an empty bucket until it has recovered.
    closed: bool,
    /// The number of missed commands in a row.
    missed: u32,
}

impl Bucket {
    fn level(&self, rate: Rate, at: Timestamp) -> i64 {
        // A clock that is set back adds nothing.
        let passed = self.at.duration_until(at).as_secs().max(0);
        let more = passed.saturating_mul(i64::from(rate.per_minute));
        self.level.saturating_add(more).min(rate.full())
    }

    /// Returns the time at which a command counts: when it was sent, but after the one before. Many missed ones count
    /// now, as users of other servers can name any time.
    fn time_of(&mut self, time: CommandTime) -> Timestamp {
        let CommandTime { sent, now } = time;
        if sent.duration_until(now) < MIN_MISSED_AGE {
            self.missed = 0;
            return now;
        }
        if self.at > now || self.missed >= MAX_MISSED {
            return now;
        }
        self.missed += 1;
        sent.max(self.at)
    }
}

impl RateLimiter {
    /// Takes the `cost` of a command, in commands, from the bucket of a user or a room. A level of one command is
    /// enough; the rest becomes debt.
    pub fn take(
        &mut self,
        id: &str,
        rate: Rate,
        cost: u32,
        time: impl Into<CommandTime>,
    ) -> RateDecision {
        let time = time.into();
        if self.buckets.len() >= MAX_BUCKETS.max(2 * self.left) && !self.buckets.contains_key(id) {
            let is_used = |bucket: &Bucket| bucket.level(rate, time.now) < rate.full();
            self.buckets.retain(|_, bucket| is_used(bucket));
            self.left = self.buckets.len();
        }
        let bucket = self.buckets.entry(id.to_owned()).or_insert(Bucket {
            level: rate.full(),
            at: time.sent,
            closed: false,
            missed: 0,
        });
        let at = bucket.time_of(time);
        bucket.level = bucket.level(rate, at);
        bucket.at = at;
        if bucket.closed && bucket.level < rate.recovered() {
            return RateDecision::Ignored;
        }
        bucket.closed = bucket.level < PARTS_PER_COMMAND;
        if bucket.closed {
            let missing = rate.recovered().saturating_sub(bucket.level);
            let missing = u64::try_from(missing).unwrap_or(0);
            return RateDecision::Warned(missing.div_ceil(u64::from(rate.per_minute).max(1)));
        }
        bucket.level = bucket
            .level
            .saturating_sub(PARTS_PER_COMMAND * i64::from(cost));
        RateDecision::Allowed
    }

    /// Takes the cost of a command that is allowed in any case, without adding debt.
    pub fn drain(&mut self, id: &str, rate: Rate, commands: u32, time: CommandTime) {
        if let Some(bucket) = self.buckets.get_mut(id) {
            let at = bucket.time_of(time);
            let level = bucket.level(rate, at);
            let rest = level.saturating_sub(PARTS_PER_COMMAND * i64::from(commands));
            (bucket.level, bucket.at) = (rest.max(level.min(0)), at);
        }
    }

    /// Charges further commands after one that took long, as debt.
    pub fn charge(&mut self, id: &str, commands: u32) {
        if let Some(bucket) = self.buckets.get_mut(id) {
            bucket.level = bucket
                .level
                .saturating_sub(PARTS_PER_COMMAND * i64::from(commands));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate {
        per_minute: 30,
        burst: 4,
    };

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    /// Sends commands at these times; `y` answered, `!` warned, `.` ignored.
    fn check(rate: Rate, times: &[i64], expected: &str) {
        let mut throttle = RateLimiter::default();
        let took = times
            .iter()
            .map(|time| match throttle.take("@a:x", rate, 1, at(*time)) {
                RateDecision::Allowed => 'y',
                RateDecision::Warned(_) => '!',
                RateDecision::Ignored => '.',
            });
        assert_eq!(took.collect::<String>(), expected, "{times:?}");
    }

    #[test]
    fn lines_beyond_a_burst_get_one_notice() {
        check(RATE, &[0; 10], "yyyy!.....");
        // Half a burst is refilled after four seconds.
        check(RATE, &[0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 4, 5], "yyyy!...yy!.");
        check(RATE, &[9, 9, 9, 9, 9, 3, 3], "yyyy!..");
    }

    #[test]
    fn users_within_the_rate_are_always_answered() {
        let times: Vec<i64> = (0..200).map(|turn| 2 * turn).collect();
        check(RATE, &times, &"y".repeat(200));
        let one = Rate {
            per_minute: 1,
            burst: 1,
        };
        check(one, &[0, 0, 59, 60, 61, 120], "y!.y!y");
        check(Rate::UNLIMITED, &[0; 500], &"y".repeat(500));
    }

    #[test]
    fn missed_commands_count_when_they_were_sent() {
        let mut limiter = RateLimiter::default();
        let mut take = |sent: i64| {
            let (sent, now) = (at(sent), at(10_000));
            limiter.take("@a:x", RATE, 1, CommandTime { sent, now })
        };
        // One in two seconds, then all at once.
        assert!((0..50).all(|number| take(2 * number) == RateDecision::Allowed));
        for _ in 0..3 {
            take(98);
        }
        assert!(matches!(take(98), RateDecision::Warned(_)));
        assert_eq!(take(0), RateDecision::Ignored, "times don't go back");
        assert_eq!(take(9_000), RateDecision::Allowed);
    }

    #[test]
    fn few_missed_commands_can_name_their_time() {
        let mut limiter = RateLimiter::default();
        let mut take = |sent: i64, now: i64| {
            let (sent, now) = (at(sent), at(now));
            limiter.take("@a:x", RATE, 1, CommandTime { sent, now })
        };
        let forged = (0..1_000).filter(|number| take(2 * number, 10_000) == RateDecision::Allowed);
        let most = i64::from(MAX_MISSED + RATE.burst);
        assert!((i64::from(MAX_MISSED)..=most).contains(&(forged.count() as i64)));
        // Usual commands follow.
        assert_eq!(take(10_100, 10_100), RateDecision::Allowed);
        assert_eq!(take(10_102, 10_140), RateDecision::Allowed);
    }

    #[test]
    fn the_notice_tells_when_the_next_answer_comes() {
        let mut throttle = RateLimiter::default();
        for _ in 0..4 {
            assert_eq!(throttle.take("@a:x", RATE, 1, at(7)), RateDecision::Allowed);
        }
        assert_eq!(
            throttle.take("@a:x", RATE, 1, at(7)),
            RateDecision::Warned(4)
        );
        assert_eq!(
            throttle.take("@a:x", RATE, 1, at(10)),
            RateDecision::Ignored
        );
        assert_eq!(
            throttle.take("@b:x", RATE, 1, at(10)),
            RateDecision::Allowed
        );
        assert_eq!(
            throttle.take("@a:x", RATE, 1, at(11)),
            RateDecision::Allowed
        );
    }

    #[test]
    fn draining_adds_no_debt_and_forgives_none() {
        let mut limiter = RateLimiter::default();
        let take = |limiter: &mut RateLimiter, second| limiter.take("@a:x", RATE, 1, at(second));
        for _ in 0..3 {
            take(&mut limiter, 0);
        }
        limiter.drain("@a:x", RATE, 5, at(0).into());
        assert_eq!(take(&mut limiter, 2), RateDecision::Allowed);
        limiter.charge("@a:x", 2);
        limiter.drain("@a:x", RATE, 1, at(2).into());
        assert!(matches!(take(&mut limiter, 5), RateDecision::Warned(_)));
    }

    #[test]
    fn a_command_can_count_as_several() {
        let mut throttle = RateLimiter::default();
        let mut take = |cost, second| throttle.take("@a:x", RATE, cost, at(second));
        assert_eq!(take(1, 0), RateDecision::Allowed);
        // Three are left: two become debt, and two more are needed to recover.
        assert_eq!(take(5, 0), RateDecision::Allowed);
        assert_eq!(take(1, 0), RateDecision::Warned(8));
        assert_eq!(take(5, 7), RateDecision::Ignored);
        assert_eq!(take(1, 8), RateDecision::Allowed);
        // At a sustained rate of one in ten seconds.
        let films = (1..100).map(|film| take(5, 60 + 10 * film));
        assert!(films.into_iter().all(|took| took == RateDecision::Allowed));
    }

    #[test]
    fn buckets_that_tell_nothing_are_let_go() {
        let mut throttle = RateLimiter::default();
        for user in 0..10 * MAX_BUCKETS {
            let time = at(user as i64 * 10);
            throttle.take(&format!("@{user}:x"), RATE, 1, time);
        }
        assert!(throttle.buckets.len() <= MAX_BUCKETS);
    }
}
