//! The date of a record.

use std::{fmt, str::FromStr};

/// A calendar day in UTC, written as `2026-11-21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// An error for a text that is no date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoDate(String);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Date, NoDate> {
        let date = read(text).filter(|date| (1..=days(date.year, date.month)).contains(&date.day));
        // Strict: exactly the form of `Display`, without signs and with leading zeros.
        date.filter(|date| date.to_string() == text)
            .ok_or_else(|| NoDate(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    let mut number = || parts.next()?.parse().ok();
    let (month, day) = (number()?, number()?);
    (year <= 9999).then_some(Date { year, month, day })
}

/// Returns the number of days of a month; 0 if there is no such month.
fn days(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u8::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

impl fmt::Display for NoDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no day like 2026-11-21", self.0)
    }
}

impl std::error::Error for NoDate {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valid_date_is_read_and_written_unchanged() {
        for text in [
            "2026-11-21",
            "2026-01-31",
            "2026-04-30",
            "2026-12-01",
            "2028-02-29",
            "2000-02-29",
            "9999-12-31",
            "0000-01-01",
        ] {
            let date = text.parse::<Date>().unwrap_or_else(|no| panic!("{no}"));
            assert_eq!(date.to_string(), text);
        }
    }

    #[test]
    fn an_invalid_date_is_refused() {
        for text in [
            "",
            "-",
            "2026",
            "2026-11",
            "2026-00-10",
            "2026-13-01",
            "2026-11-00",
            "2026-11-31",
            "2026-12-32",
            "2026-02-29",
            "1900-02-29",
            "2026-1-1",
            "+2026-11-21",
            "2026-+1-21",
            "10000-01-01",
            "2026-11-21-1",
            "2026-11-21 12:00",
            "21.11.2026",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
