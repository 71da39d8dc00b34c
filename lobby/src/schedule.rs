//! The schedule of the lobby: its last wake-up, and the day up to which expired data was deleted.

use jiff::{SignedDuration, Timestamp};

use crate::day::Day;

/// Retry delay after a wake-up at which something was missing.
const RETRY_DELAY: SignedDuration = SignedDuration::from_mins(1);

/// The last wake-up and the latest day seen. Held in memory only.
#[derive(Debug, Default)]
pub struct Schedule {
    woken: Option<Timestamp>,
    today: Option<Day>,
}

impl Schedule {
    /// Notes a time; a clock that is set back must not delay the next wake-up.
    pub fn note_time(&mut self, now: Timestamp) {
        self.woken = self.woken.map(|woken| woken.min(now));
    }

    /// Notes a wake-up.
    pub fn note_wake_up(&mut self, now: Timestamp) {
        self.woken = Some(now);
    }

    /// Returns whether a day is seen for the first time.
    pub fn begin_day(&mut self, today: Day) -> bool {
        let is_new = self.today < Some(today);
        if is_new {
            self.today = Some(today);
        }
        is_new
    }

    /// Returns the time of the next wake-up: the end of the day, another deadline, or a retry if something was
    /// missing at the last one. Immediately after a start, as a deadline may have passed.
    pub fn next_wake_up(
        &self,
        today: Day,
        is_missing: bool,
        deadline: Option<Timestamp>,
    ) -> Timestamp {
        let Some(woken) = self.woken else {
            return Timestamp::MIN;
        };
        let retry = woken.checked_add(RETRY_DELAY).unwrap_or(Timestamp::MAX);
        let moments = [is_missing.then_some(retry), deadline]
            .into_iter()
            .flatten();
        moments.fold(today.end(), Timestamp::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_begins_once() {
        let mut schedule = Schedule::default();
        let today = Day::of(Timestamp::UNIX_EPOCH);
        assert!(schedule.begin_day(today) && !schedule.begin_day(today));
        assert!(
            !schedule.begin_day(today.before()),
            "the clock was set back"
        );
    }

    #[test]
    fn the_earliest_deadline_comes_first() {
        let mut schedule = Schedule::default();
        let now = Timestamp::UNIX_EPOCH;
        let today = Day::of(now);
        assert_eq!(schedule.next_wake_up(today, false, None), Timestamp::MIN);
        schedule.note_wake_up(now);
        assert_eq!(schedule.next_wake_up(today, false, None), today.end());
        assert_eq!(schedule.next_wake_up(today, false, Some(now)), now);
        assert_eq!(schedule.next_wake_up(today, true, None), now + RETRY_DELAY);
    }
}
