//! How fast somebody may give commands: a bucket of them that fills up again over time.

use std::collections::BTreeMap;

use jiff::Timestamp;

/// The parts of one command that a bucket is counted in: with a rate for a minute, every second
/// brings a whole number of them.
const PARTS: i64 = 60;

/// As many buckets are kept before the full ones, which tell nothing, are let go; after that, twice as
/// many as are left.
const BUCKETS: usize = 1000;

/// How many commands are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// In a minute, in the long run.
    pub per_minute: u32,
    /// At once, after a pause.
    pub burst: u32,
}

impl Rate {
    /// As many as anybody likes.
    pub const UNLIMITED: Rate = Rate {
        per_minute: u32::MAX,
        burst: u32::MAX,
    };

    fn full(self) -> i64 {
        i64::from(self.burst) * PARTS
    }

    /// Who was too fast is answered again when half of the bucket is there, so that not every other
    /// command is followed by a notice.
    fn recovered(self) -> i64 {
        (self.full() / 2).max(PARTS)
    }
}

/// What becomes of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Took {
    /// It is answered.
    Answered,
    /// It is the first one too many; it will be that many seconds until another one is answered.
    TooFast(u64),
    /// It is not answered, and that has been said.
    Silence,
}

/// The buckets of users, or of rooms.
#[derive(Debug, Default)]
pub struct Throttle {
    buckets: BTreeMap<String, Bucket>,
    /// How many there were when the full ones were let go last.
    left: usize,
}

#[derive(Debug)]
struct Bucket {
    /// Below zero after something that counts as several commands.
    level: i64,
    /// When that was the level.
    at: Timestamp,
    /// Whether it was empty and has not recovered yet.
    closed: bool,
}

impl Bucket {
    fn level(&self, rate: Rate, at: Timestamp) -> i64 {
        // A clock that was put back brings nothing.
        let passed = self.at.duration_until(at).as_secs().max(0);
        let more = passed.saturating_mul(i64::from(rate.per_minute));
        self.level.saturating_add(more).min(rate.full())
    }
}

impl Throttle {
    /// Counts a command of a user or a room, for as many as `cost` says. What is left has to be enough
    /// for one; the rest is owed.
    pub fn take(&mut self, id: &str, rate: Rate, cost: u32, at: Timestamp) -> Took {
        if self.buckets.len() >= BUCKETS.max(2 * self.left) && !self.buckets.contains_key(id) {
            let is_used = |bucket: &Bucket| bucket.level(rate, at) < rate.full();
            self.buckets.retain(|_, bucket| is_used(bucket));
            self.left = self.buckets.len();
        }
        let bucket = self.buckets.entry(id.to_owned()).or_insert(Bucket {
            level: rate.full(),
            at,
            closed: false,
        });
        bucket.level = bucket.level(rate, at);
        bucket.at = at;
        if bucket.closed && bucket.level < rate.recovered() {
            return Took::Silence;
        }
        bucket.closed = bucket.level < PARTS;
        if bucket.closed {
            let missing = rate.recovered().saturating_sub(bucket.level);
            let missing = u64::try_from(missing).unwrap_or(0);
            return Took::TooFast(missing.div_ceil(u64::from(rate.per_minute).max(1)));
        }
        bucket.level = bucket.level.saturating_sub(PARTS * i64::from(cost));
        Took::Answered
    }

    /// Counts more commands after one that took long. They are owed.
    pub fn owe(&mut self, id: &str, commands: u32) {
        if let Some(bucket) = self.buckets.get_mut(id) {
            bucket.level = bucket.level.saturating_sub(PARTS * i64::from(commands));
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

    /// Gives commands at these times; `y` answered, `!` noticed, `.` silence.
    fn check(rate: Rate, times: &[i64], expected: &str) {
        let mut throttle = Throttle::default();
        let took = times
            .iter()
            .map(|time| match throttle.take("@a:x", rate, 1, at(*time)) {
                Took::Answered => 'y',
                Took::TooFast(_) => '!',
                Took::Silence => '.',
            });
        assert_eq!(took.collect::<String>(), expected, "{times:?}");
    }

    #[test]
    fn a_burst_is_answered_and_what_follows_gets_one_notice() {
        check(RATE, &[0; 10], "yyyy!.....");
        // Half of the burst is there after four seconds.
        check(RATE, &[0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 4, 5], "yyyy!...yy!.");
        check(RATE, &[9, 9, 9, 9, 9, 3, 3], "yyyy!..");
    }

    #[test]
    fn who_keeps_to_the_rate_is_always_answered() {
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
    fn the_notice_tells_when_the_next_answer_comes() {
        let mut throttle = Throttle::default();
        for _ in 0..4 {
            assert_eq!(throttle.take("@a:x", RATE, 1, at(7)), Took::Answered);
        }
        assert_eq!(throttle.take("@a:x", RATE, 1, at(7)), Took::TooFast(4));
        assert_eq!(throttle.take("@a:x", RATE, 1, at(10)), Took::Silence);
        assert_eq!(throttle.take("@b:x", RATE, 1, at(10)), Took::Answered);
        assert_eq!(throttle.take("@a:x", RATE, 1, at(11)), Took::Answered);
    }

    #[test]
    fn a_command_can_count_as_several() {
        let mut throttle = Throttle::default();
        let mut take = |cost, second| throttle.take("@a:x", RATE, cost, at(second));
        assert_eq!(take(1, 0), Took::Answered);
        // Three are left: two are owed, and two more have to be there.
        assert_eq!(take(5, 0), Took::Answered);
        assert_eq!(take(1, 0), Took::TooFast(8));
        assert_eq!(take(5, 7), Took::Silence);
        assert_eq!(take(1, 8), Took::Answered);
        // At the rate, one in ten seconds.
        let films = (1..100).map(|film| take(5, 60 + 10 * film));
        assert!(films.into_iter().all(|took| took == Took::Answered));
    }

    #[test]
    fn buckets_that_tell_nothing_are_let_go() {
        let mut throttle = Throttle::default();
        for user in 0..10 * BUCKETS {
            let time = at(user as i64 * 10);
            throttle.take(&format!("@{user}:x"), RATE, 1, time);
        }
        assert!(throttle.buckets.len() <= BUCKETS);
    }
}
