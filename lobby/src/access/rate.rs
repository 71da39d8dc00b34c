//! Rate limit of commands: a token bucket per user or room.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

/// Units of one command in a bucket; at a rate per minute, every second adds a whole number of them.
const PARTS_PER_COMMAND: i64 = 60;

/// Number of buckets before full ones, which carry no information, are evicted; after that, twice the number
/// left.
const MAX_BUCKETS: usize = 1000;

/// Shortest time since the last sync response after which commands may have been missed. The homeserver holds a sync
/// request for 30 s.
const MIN_MISSED_TIME: SignedDuration = SignedDuration::from_secs(40);

/// Maximum number of missed commands at once besides the burst, in bursts.
const MAX_MISSED_BURSTS: i64 = 3;

/// Time for which buckets are kept after a command, whatever they hold.
const MIN_BUCKET_TTL: SignedDuration = SignedDuration::from_mins(1);

/// The time of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandTime {
    /// The time at which it is processed.
    pub now: Timestamp,
    /// The time of the last sync response before its own.
    pub last_response: Timestamp,
}

impl From<Timestamp> for CommandTime {
    fn from(now: Timestamp) -> Self {
        Self {
            now,
            last_response: now,
        }
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

    /// Returns the level of a full bucket, with the commands that may have been missed, as in an outage.
    fn full_at(self, time: CommandTime) -> i64 {
        let missed = time.last_response.duration_until(time.now);
        if missed < MIN_MISSED_TIME {
            return self.full();
        }
        let missed = missed.as_secs().saturating_mul(i64::from(self.per_minute));
        let missed = missed.min(self.full().saturating_mul(MAX_MISSED_BURSTS));
        self.full().saturating_add(missed)
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
}

impl Bucket {
    fn level(&self, rate: Rate, time: CommandTime) -> i64 {
        // A clock that is set back adds nothing.
        let passed = self.at.duration_until(time.now).as_secs().max(0);
        let more = passed.saturating_mul(i64::from(rate.per_minute));
        self.level.saturating_add(more).min(rate.full_at(time))
    }

    /// Takes commands without adding debt.
    fn reduce(&mut self, commands: u32) {
        let rest = self.level - PARTS_PER_COMMAND * i64::from(commands);
        self.level = rest.max(self.level.min(0));
    }

    /// Returns whether the bucket carries information.
    fn is_used(&self, rate: Rate, now: Timestamp) -> bool {
        self.at.duration_until(now) < MIN_BUCKET_TTL || self.level(rate, now.into()) < rate.full()
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
        let bucket = self.bucket(id, rate, time);
        bucket.level = bucket.level(rate, time);
        bucket.at = time.now;
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

    /// Returns the bucket of a user or a room, a full one if there was none. Full ones are evicted if there are too many.
    fn bucket(&mut self, id: &str, rate: Rate, time: CommandTime) -> &mut Bucket {
        if self.buckets.len() >= MAX_BUCKETS.max(2 * self.left) && !self.buckets.contains_key(id) {
            self.buckets
                .retain(|_, bucket| bucket.is_used(rate, time.now));
            self.left = self.buckets.len();
        }
        self.buckets.entry(id.to_owned()).or_insert(Bucket {
            level: rate.full_at(time),
            at: time.now,
            closed: false,
        })
    }

    /// Takes the cost of a command that is allowed in any case, without adding debt or delaying the recovery of an empty
    /// bucket.
    pub fn drain(&mut self, id: &str, rate: Rate, commands: u32, time: CommandTime) {
        let bucket = self.bucket(id, rate, time);
        if !bucket.closed {
            (bucket.level, bucket.at) = (bucket.level(rate, time), time.now);
            bucket.reduce(commands);
        }
    }

    /// Charges further commands after one that took long, without adding debt.
    pub fn reduce(&mut self, id: &str, commands: u32) {
        let bucket = self.buckets.get_mut(id);
        if let Some(bucket) = bucket.filter(|bucket| !bucket.closed) {
            bucket.reduce(commands);
        }
    }

    /// Charges further commands after one that took long, as debt, unless that was allowed in spite of an empty bucket.
    pub fn charge(&mut self, id: &str, commands: u32) {
        let bucket = self.buckets.get_mut(id);
        if let Some(bucket) = bucket.filter(|bucket| !bucket.closed) {
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
    fn commands_missed_in_an_outage_are_answered() {
        let take = |limiter: &mut RateLimiter, passed: i64| {
            let (last_response, now) = (at(10_000), at(10_000 + passed));
            limiter.take("@a:x", RATE, 1, CommandTime { now, last_response })
        };
        for (passed, expected) in [(39, 4), (40, 16), (9_000, 16)] {
            let known = &mut RateLimiter::default();
            known.take("@a:x", RATE, 1, at(10_000));
            for limiter in [known, &mut RateLimiter::default()] {
                let mut taken = (0..100).map(|_| take(limiter, passed));
                let answered = taken.by_ref().take_while(|it| *it == RateDecision::Allowed);
                assert_eq!(answered.count(), expected, "{passed}");
                assert!(taken.all(|it| it == RateDecision::Ignored));
            }
        }
        // Afterwards, it is as before.
        let mut limiter = RateLimiter::default();
        take(&mut limiter, 9_000);
        let answered = (0..10).map(|_| limiter.take("@a:x", RATE, 1, at(19_001)));
        assert_eq!(
            answered.filter(|it| *it == RateDecision::Allowed).count(),
            4
        );
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
    fn draining_delays_no_recovery() {
        let mut limiter = RateLimiter::default();
        for _ in 0..5 {
            limiter.take("@a:x", RATE, 1, at(0));
        }
        for second in 0..4 {
            limiter.drain("@a:x", RATE, 5, at(second).into());
            limiter.charge("@a:x", 5);
        }
        let taken = limiter.take("@a:x", RATE, 1, at(4));
        assert_eq!(taken, RateDecision::Allowed);
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
