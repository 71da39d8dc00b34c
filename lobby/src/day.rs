//! Calendar days in UTC, so that the run of the day is the same for everybody everywhere.

use std::{fmt, str::FromStr};

use jiff::{Timestamp, civil::Date, tz::Offset};
use serde::{Deserialize, Serialize};

/// A calendar day in UTC, written as `2026-11-21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[serde(into = "String", try_from = "String")]
pub struct Day(Date);

/// The error for a text that is no day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidDay(String);

impl Day {
    /// Returns the day of a timestamp.
    pub fn of(at: Timestamp) -> Day {
        Day(Offset::UTC.to_datetime(at).date())
    }

    /// Returns the date.
    pub fn date(self) -> Date {
        self.0
    }

    /// Returns the previous day.
    pub fn before(self) -> Day {
        Day(self.0.yesterday().unwrap_or(Date::MIN))
    }

    /// Returns whether this day is the one right after another.
    pub fn follows(self, earlier: Day) -> bool {
        earlier.0.tomorrow().ok() == Some(self.0)
    }

    /// Returns the end of this day, which is the start of the next.
    pub fn end(self) -> Timestamp {
        let next = self.0.tomorrow().map(|next| next.at(0, 0, 0, 0));
        let end = next.and_then(|midnight| Offset::UTC.to_timestamp(midnight));
        end.unwrap_or(Timestamp::MAX)
    }

    /// Returns the minutes from a timestamp to the end of this day, rounded up.
    pub fn minutes_left(self, at: Timestamp) -> u64 {
        let left = at.duration_until(self.end()).as_secs();
        u64::try_from(left).unwrap_or(0).div_ceil(60)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Day {
    type Err = InvalidDay;

    fn from_str(text: &str) -> Result<Day, InvalidDay> {
        let day = text.parse().map(Day).ok();
        // Only the canonical form is accepted: a second text for one day would be a second key.
        day.filter(|day: &Day| day.to_string() == text)
            .ok_or_else(|| InvalidDay(text.to_owned()))
    }
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.to_string()
    }
}

impl TryFrom<String> for Day {
    type Error = InvalidDay;

    fn try_from(text: String) -> Result<Day, InvalidDay> {
        text.parse()
    }
}

impl fmt::Display for InvalidDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no day like 2026-11-21", self.0)
    }
}

impl std::error::Error for InvalidDay {}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-21, 00:00 UTC.
    const MIDNIGHT: i64 = 1_795_219_200;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_begins_at_midnight_in_utc() {
        let check = |time, expected: &str| assert_eq!(Day::of(at(time)).to_string(), expected);
        check(0, "1970-01-01");
        check(MIDNIGHT - 1, "2026-11-20");
        check(MIDNIGHT, "2026-11-21");
        check(MIDNIGHT + 86_399, "2026-11-21");
    }

    #[test]
    fn a_day_ends_where_the_next_one_begins() {
        assert_eq!(day("2026-11-20").end(), at(MIDNIGHT));
        assert_eq!(Day::of(day("2026-12-31").end()), day("2027-01-01"));
        assert_eq!(Day::of(Timestamp::MAX).end(), Timestamp::MAX);
    }

    #[test]
    fn days_follow_across_months_and_years() {
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
    fn the_time_left_is_counted_to_midnight() {
        let check = |time, minutes| {
            assert_eq!(day("2026-11-21").minutes_left(at(time)), minutes);
        };
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
