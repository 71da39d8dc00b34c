//! Days, counted in UTC, since the run of the day is the same for everybody everywhere.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use time::{Date, Month, OffsetDateTime, UtcDateTime};

/// A day in UTC, written as `2026-11-21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Day(Date);

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoDay(String);

impl Day {
    /// The day of a moment, in seconds since 1970.
    pub fn of(time: u64) -> Day {
        let moment = i64::try_from(time)
            .ok()
            .and_then(|seconds| UtcDateTime::from_unix_timestamp(seconds).ok());
        Day(moment.map_or(Date::MAX, UtcDateTime::date))
    }

    /// The day before.
    pub fn before(self) -> Day {
        Day(self.0.previous_day().unwrap_or(Date::MIN))
    }

    /// Whether this is the day after another one.
    pub fn follows(self, earlier: Day) -> bool {
        earlier.0.next_day() == Some(self.0)
    }

    /// How long it is from a moment, in seconds since 1970, until this day is over: minutes, rounded
    /// up.
    pub fn minutes_left(self, time: u64) -> u64 {
        let midnight = self.0.next_day().unwrap_or(Date::MAX).midnight();
        let end = OffsetDateTime::unix_timestamp(midnight.assume_utc());
        u64::try_from(end)
            .unwrap_or(0)
            .saturating_sub(time)
            .div_ceil(60)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Day, NoDay> {
        let day = read(text).map(Day);
        // Only what `Display` writes: two texts for one day would be two keys.
        day.filter(|day| day.to_string() == text)
            .ok_or_else(|| NoDay(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let mut number = || parts.next()?.parse::<u16>().ok();
    let (year, month, day) = (number()?, number()?, number()?);
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(i32::from(year), month, u8::try_from(day).ok()?).ok()
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.to_string()
    }
}

impl TryFrom<String> for Day {
    type Error = NoDay;

    fn try_from(text: String) -> Result<Day, NoDay> {
        text.parse()
    }
}

impl fmt::Display for NoDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no day like 2026-11-21", self.0)
    }
}

impl std::error::Error for NoDay {}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-21, 00:00 UTC.
    const MIDNIGHT: u64 = 1_795_219_200;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_goes_from_midnight_to_midnight_in_utc() {
        let check = |time, expected: &str| assert_eq!(Day::of(time).to_string(), expected);
        check(0, "1970-01-01");
        check(MIDNIGHT - 1, "2026-11-20");
        check(MIDNIGHT, "2026-11-21");
        check(MIDNIGHT + 86_399, "2026-11-21");
        check(u64::MAX, "9999-12-31");
    }

    #[test]
    fn days_follow_each_other_over_the_ends_of_months_and_years() {
        let check = |earlier: &str, later: &str| {
            assert!(day(later).follows(day(earlier)));
            assert_eq!(day(later).before(), day(earlier));
        };
        check("2026-11-21", "2026-11-22");
        check("2026-12-31", "2027-01-01");
        check("2028-02-28", "2028-02-29");
        check("2026-02-28", "2026-03-01");
        assert!(!day("2026-11-21").follows(day("2026-11-19")));
        assert!(!day("2026-11-21").follows(day("2026-11-21")));
    }

    #[test]
    fn the_time_left_of_a_day_is_counted_to_midnight() {
        let check = |time, minutes| assert_eq!(day("2026-11-21").minutes_left(time), minutes);
        check(MIDNIGHT, 24 * 60);
        check(MIDNIGHT + 86_399, 1);
        check(MIDNIGHT + 86_400, 0);
        check(MIDNIGHT + 100_000, 0);
    }

    #[test]
    fn a_day_is_read_as_it_is_written() {
        assert_eq!(day("2026-11-21").to_string(), "2026-11-21");
        for text in [
            "",
            "2026",
            "2026-11",
            "2026-13-01",
            "2026-02-29",
            "2026-1-1",
            "2026-11-21-1",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
