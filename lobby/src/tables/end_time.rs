//! The time at which a game ended, by which finished games are listed.

use std::{fmt, str::FromStr};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::day::Day;

/// The time at which a game ended. Older records know only the day, and count as ended at its start. As texts,
/// `2026-11-21T12:00:00Z` or `2026-11-21`, the times have the same order, in which the store sorts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct EndTime {
    day: Day,
    /// In whole seconds.
    at: Option<Timestamp>,
}

/// The error for a text that is no time of an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidEndTime(String);

impl EndTime {
    /// Returns the day on which the game ended.
    pub fn day(self) -> Day {
        self.day
    }

    /// Returns the time at which the game ended, in whole seconds, if it is known.
    pub fn time(self) -> Option<Timestamp> {
        self.at
    }
}

impl From<Timestamp> for EndTime {
    fn from(at: Timestamp) -> EndTime {
        EndTime {
            day: Day::of(at),
            at: Timestamp::from_second(at.as_second()).ok(),
        }
    }
}

impl From<Day> for EndTime {
    fn from(day: Day) -> EndTime {
        EndTime { day, at: None }
    }
}

impl fmt::Display for EndTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => at.fmt(f),
            None => self.day.fmt(f),
        }
    }
}

impl FromStr for EndTime {
    type Err = InvalidEndTime;

    fn from_str(text: &str) -> Result<EndTime, InvalidEndTime> {
        let at = text.parse::<Timestamp>().map(EndTime::from);
        let read = at.or_else(|_| text.parse::<Day>().map(EndTime::from));
        read.map_err(|_| InvalidEndTime(text.to_owned()))
    }
}

impl From<EndTime> for String {
    fn from(time: EndTime) -> String {
        time.to_string()
    }
}

impl TryFrom<String> for EndTime {
    type Error = InvalidEndTime;

    fn try_from(text: String) -> Result<EndTime, InvalidEndTime> {
        text.parse()
    }
}

impl fmt::Display for InvalidEndTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no time like 2026-11-21T12:00:00Z", self.0)
    }
}

impl std::error::Error for InvalidEndTime {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_their_texts_have_one_order() {
        let noon: Timestamp = "2026-11-21T12:00:00.25Z".parse().expect("it is a time");
        let day = Day::of(noon);
        let later = noon + jiff::SignedDuration::from_secs(1);
        let times = [
            EndTime::from(day.before()),
            EndTime::from(day),
            EndTime::from(noon),
            EndTime::from(later),
        ];
        assert!(times.is_sorted());
        let texts = times.map(|time| time.to_string());
        assert!(texts.is_sorted(), "{texts:?}");
        assert_eq!(texts[2], "2026-11-21T12:00:00Z");
        assert_eq!(texts.map(|text| text.parse()), times.map(Ok));
    }

    #[test]
    fn a_day_alone_is_read() {
        let read: EndTime = serde_json::from_str(r#""2026-11-21""#).expect("it is a time");
        assert_eq!(read.day().to_string(), "2026-11-21");
        assert!("yesterday".parse::<EndTime>().is_err());
    }
}
