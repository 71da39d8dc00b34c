//! The clock of the console, which `/wait` puts forward.

use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp};

use crate::clock;

/// The longest wait: a year.
const MAX_SKIPPED_TIME: SignedDuration = SignedDuration::from_hours(366 * 24);

/// Time between two looks at the clocks of games; a longer time counts as an outage.
const STEP: SignedDuration = SignedDuration::from_mins(1);

/// Returns the moment at which the clocks of games are looked at next.
pub fn next_step(now: Timestamp) -> Timestamp {
    now.checked_add(STEP).unwrap_or(now)
}

/// Returns the time on a clock that is some seconds ahead.
pub fn ahead_by(seconds: i64) -> Timestamp {
    let now = clock::now();
    let ahead = SignedDuration::from_secs(seconds);
    now.checked_add(ahead).unwrap_or(now)
}

/// Returns the seconds by which a clock is ahead that shows a time.
pub fn seconds_ahead(at: Timestamp) -> i64 {
    clock::now().duration_until(at).as_secs()
}

/// Parses a duration such as `10m`, `2h` or `1d12h`, up to a year.
pub fn parse(text: &str) -> Option<SignedDuration> {
    let span: Span = text.parse().ok()?;
    let days = SpanRelativeTo::days_are_24_hours();
    let time = span.to_duration(days).ok()?;
    (time.is_positive() && time <= MAX_SKIPPED_TIME).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_read_in_days_hours_and_minutes() {
        let minutes = |text: &str| parse(text).map(|time| time.as_mins());
        for (text, expected) in [
            ("10m", Some(10)),
            ("2h", Some(120)),
            ("3d", Some(3 * 24 * 60)),
            ("1d12h", Some(36 * 60)),
            ("366d", Some(366 * 24 * 60)),
            ("367d", None),
            ("0m", None),
            ("-2h", None),
            ("2h ago", None),
            ("1mo", None),
            ("3", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(minutes(text), expected, "{text}");
        }
    }

    #[test]
    fn a_clock_ahead_shows_a_later_time() {
        let later = ahead_by(3600);
        assert!((3599..=3601).contains(&seconds_ahead(later)));
        assert!(ahead_by(i64::MAX) <= clock::now());
    }
}
