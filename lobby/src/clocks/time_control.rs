//! Time controls: a bank of time for each player, and an increment for each turn up to a cap.

use std::{fmt, str::FromStr};

use jiff::SignedDuration;
use serde::{Deserialize, Serialize, Serializer, de};

use crate::clocks::parse_duration;

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Shortest bank, increment and cap.
const MIN_TIME: SignedDuration = SignedDuration::from_secs(10);
/// Longest bank, increment and cap.
const MAX_TIME: SignedDuration = SignedDuration::from_hours(24 * 60);

/// The time that each player of a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The time at the start of the game.
    bank: SignedDuration,
    /// The time gained with each turn.
    increment: SignedDuration,
    /// The limit above which nothing is gained.
    cap: SignedDuration,
}

/// A text that is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidTimeControl;

impl TimeControl {
    /// 10 days and 36 hours a turn, at most 10 days.
    pub const SLOW: TimeControl = TimeControl {
        bank: SignedDuration::from_hours(240),
        increment: SignedDuration::from_hours(36),
        cap: SignedDuration::from_hours(240),
    };
    /// 2 days and 1 day a turn, at most 4 days.
    pub const NORMAL: TimeControl = TimeControl {
        bank: SignedDuration::from_hours(48),
        increment: SignedDuration::from_hours(24),
        cap: SignedDuration::from_hours(96),
    };
    /// 10 minutes and 15 seconds a turn, without a cap.
    pub const FAST: TimeControl = TimeControl {
        bank: SignedDuration::from_mins(10),
        increment: SignedDuration::from_secs(15),
        cap: MAX_TIME,
    };

    /// The time controls with a name.
    const NAMED: [(&str, TimeControl); 3] = [
        ("slow", TimeControl::SLOW),
        ("normal", TimeControl::NORMAL),
        ("fast", TimeControl::FAST),
    ];

    /// Returns the time at the start of the game.
    pub fn bank(self) -> SignedDuration {
        self.bank
    }

    /// Returns the time gained with each turn.
    pub fn increment(self) -> SignedDuration {
        self.increment
    }

    /// Returns the limit above which nothing is gained, if there is one.
    pub fn cap(self) -> Option<SignedDuration> {
        (self.cap < MAX_TIME).then_some(self.cap)
    }

    /// Returns whether each turn has the same time, whatever the turns before it took.
    pub fn is_by_turn(self) -> bool {
        self.bank == self.increment && self.bank == self.cap
    }

    /// Returns the time left after a turn that began with `left` and took `used`.
    pub fn after_turn(self, left: SignedDuration, used: SignedDuration) -> SignedDuration {
        let left = left - used;
        (left + self.increment).min(self.cap.max(left))
    }

    /// Returns whether it is counted in days, so that vacations and reminders make sense.
    pub fn is_in_days(self) -> bool {
        self.bank >= DAY
    }

    /// Returns the name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        let named = TimeControl::NAMED.iter();
        let mut same = named.filter(|(_, control)| *control == self);
        same.next().map(|(name, _)| *name)
    }
}

impl FromStr for TimeControl {
    type Err = InvalidTimeControl;

    /// Parses a name, a time for each turn (`3d`), or bank, increment and cap (`2d+12h/4d`), where the cap may be
    /// left out.
    fn from_str(text: &str) -> Result<TimeControl, InvalidTimeControl> {
        let named = TimeControl::NAMED.iter();
        if let Some((_, control)) = named.clone().find(|(name, _)| *name == text) {
            return Ok(*control);
        }
        let Some((bank, rest)) = text.split_once('+') else {
            let turn = duration(text)?;
            return Ok(TimeControl {
                bank: turn,
                increment: turn,
                cap: turn,
            });
        };
        let (increment, cap) = match rest.split_once('/') {
            Some((increment, cap)) => (increment, duration(cap)?),
            None => (rest, MAX_TIME),
        };
        let control = TimeControl {
            bank: duration(bank)?,
            increment: duration(increment)?,
            cap,
        };
        if control.cap < control.bank.max(control.increment) {
            return Err(InvalidTimeControl);
        }
        Ok(control)
    }
}

/// Parses a duration within the limits.
fn duration(text: &str) -> Result<SignedDuration, InvalidTimeControl> {
    let time = parse_duration(text).ok_or(InvalidTimeControl)?;
    let is_valid = (MIN_TIME..=MAX_TIME).contains(&time);
    is_valid.then_some(time).ok_or(InvalidTimeControl)
}

/// Writes a duration in the largest unit that divides it.
fn write_duration(f: &mut fmt::Formatter<'_>, time: SignedDuration) -> fmt::Result {
    let seconds = time.as_secs();
    let units = [(24 * 60 * 60, 'd'), (60 * 60, 'h'), (60, 'm')];
    let fitting = units.into_iter().find(|(unit, _)| seconds % unit == 0);
    let (unit, letter) = fitting.unwrap_or((1, 's'));
    write!(f, "{}{letter}", seconds / unit)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        write_duration(f, self.bank)?;
        if self.is_by_turn() {
            return Ok(());
        }
        f.write_str("+")?;
        write_duration(f, self.increment)?;
        if self.cap == MAX_TIME {
            return Ok(());
        }
        f.write_str("/")?;
        write_duration(f, self.cap)
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        let text = String::deserialize(deserializer)?;
        let control = text.parse();
        control.map_err(|InvalidTimeControl| de::Error::custom("that is no time control"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_reads_as_it_is_written() {
        let all = [
            "slow",
            "normal",
            "fast",
            "3d",
            "12h",
            "2d+12h/4d",
            "36h+1h",
            "90s+10s/2m",
        ];
        for text in all {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
        let same: TimeControl = "2d+1d/4d".parse().expect("it is a time control");
        assert_eq!(same, TimeControl::NORMAL);
    }

    #[test]
    fn other_texts_are_no_time_control() {
        let all = [
            "", "d", "3", "3x", "-3d", "0d", "5s", "61d", "3d+", "2d+1d/1d", "1d+2d/3", "9999999d",
            "3é", "2d+1d/",
        ];
        for text in all {
            assert_eq!(
                text.parse::<TimeControl>(),
                Err(InvalidTimeControl),
                "{text}"
            );
        }
    }

    #[test]
    fn a_turn_gains_time_up_to_the_cap() {
        let hours = SignedDuration::from_hours;
        let normal = TimeControl::NORMAL;
        assert_eq!(normal.after_turn(hours(48), hours(10)), hours(62));
        assert_eq!(normal.after_turn(hours(96), hours(1)), hours(96));
        let by_turn: TimeControl = "3d".parse().expect("it is a time control");
        assert_eq!(by_turn.after_turn(hours(72), hours(50)), hours(72));
    }
}
