//! Hours in which a person gets no notices and digests.

use std::{fmt, str::FromStr};

use jiff::{Timestamp, ToSpan, Zoned, civil::Time};

/// The quiet hours of a person, in their own time zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuietHours {
    /// None.
    #[default]
    Off,
    /// From a time of the day until another one, which may be on the next day.
    Between(Time, Time),
}

/// The error for a text that is no quiet hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidQuietHours;

impl QuietHours {
    /// Returns whether a time of the day is within the quiet hours.
    pub fn contain(self, time: Time) -> bool {
        match self {
            QuietHours::Off => false,
            QuietHours::Between(from, until) if from < until => from <= time && time < until,
            QuietHours::Between(from, until) => from <= time || time < until,
        }
    }

    /// Returns the end of the quiet hours, if a moment is within them.
    pub fn end(self, now: &Zoned) -> Option<Timestamp> {
        let QuietHours::Between(_, until) = self else {
            return None;
        };
        if !self.contain(now.time()) {
            return None;
        }
        let end = now.with().time(until).build().ok()?;
        let end = if end <= *now {
            end.checked_add(1.day()).ok()?
        } else {
            end
        };
        Some(end.timestamp())
    }
}

/// Parses `22` or `22:30`; `24` is midnight.
fn time_of_day(text: &str) -> Option<Time> {
    let number = |text: &str| {
        let is_short = matches!(text.len(), 1 | 2) && text.bytes().all(|b| b.is_ascii_digit());
        is_short.then(|| text.parse::<i8>().ok()).flatten()
    };
    let (hour, minute) = text.split_once(':').unwrap_or((text, "00"));
    let (hour, minute) = (number(hour)?, number(minute)?);
    let hour = if (hour, minute) == (24, 0) { 0 } else { hour };
    Time::new(hour, minute, 0, 0).ok()
}

impl FromStr for QuietHours {
    type Err = InvalidQuietHours;

    /// Parses `off`, `22-7` or `22:30-07:00`.
    fn from_str(text: &str) -> Result<QuietHours, InvalidQuietHours> {
        if text == "off" {
            return Ok(QuietHours::Off);
        }
        let (from, until) = text.split_once(['-', '–']).ok_or(InvalidQuietHours)?;
        let from = time_of_day(from.trim()).ok_or(InvalidQuietHours)?;
        let until = time_of_day(until.trim()).ok_or(InvalidQuietHours)?;
        let differ = from != until;
        differ
            .then_some(QuietHours::Between(from, until))
            .ok_or(InvalidQuietHours)
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuietHours::Off => f.write_str("off"),
            QuietHours::Between(from, until) => {
                let (from, until) = (from.strftime("%H:%M"), until.strftime("%H:%M"));
                write!(f, "{from}-{until}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_read_with_or_without_minutes() {
        for (text, written) in [
            ("22-7", "22:00-07:00"),
            ("22:30 – 07:05", "22:30-07:05"),
            ("20-24", "20:00-00:00"),
            ("off", "off"),
        ] {
            let hours: QuietHours = text.parse().unwrap();
            assert_eq!(hours.to_string(), written);
            assert_eq!(written.parse(), Ok(hours));
        }
        for text in [
            "", "22", "22-", "22-25", "7-7", "22:60-7", "-1-3", "022-7", "24:30-2",
        ] {
            assert_eq!(text.parse::<QuietHours>(), Err(InvalidQuietHours), "{text}");
        }
    }

    #[test]
    fn quiet_hours_may_pass_midnight() {
        let check = |hours: &str, time: &str, expected| {
            let hours: QuietHours = hours.parse().unwrap();
            assert_eq!(
                hours.contain(time.parse().unwrap()),
                expected,
                "{hours} {time}"
            );
        };
        check("22-7", "22:00", true);
        check("22-7", "06:59", true);
        check("22-7", "07:00", false);
        check("13-14", "13:30", true);
        check("13-14", "12:59", false);
        check("off", "03:00", false);
    }
}
