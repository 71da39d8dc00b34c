//! Vacations and weekends, during which the clocks of a player are stopped.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Weekday, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::{
    clocks::{ClockTime, Uptime},
    key::Key,
    preferences::Zone,
    traffic::Effect,
};

/// Vacation of a player in a calendar year.
pub const VACATION_A_YEAR: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Length of a vacation that begins by itself.
pub const AUTOMATIC_VACATION: SignedDuration = SignedDuration::from_hours(24);

/// Time for which past vacations are kept: the clock of a turn may still ask for them.
const RETENTION: SignedDuration = SignedDuration::from_hours(24 * 120);

/// Maximum number of vacations in that time, so that short ones don't fill the store.
pub const MAX_VACATIONS: usize = 60;

/// A time during which a player is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct TimeSpan {
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    from: Timestamp,
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    to: Timestamp,
}

impl TimeSpan {
    /// Returns whether it has no end. Stored times have no fractions of a second.
    fn is_endless(&self) -> bool {
        self.to.as_second() == Timestamp::MAX.as_second()
    }
}

/// The absences of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// Vacations, in the order of their starts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    vacations: Vec<TimeSpan>,
    /// Vacation used in a calendar year.
    #[serde(default)]
    year: i16,
    #[serde(default)]
    used: SignedDuration,
    /// `true` if no vacation begins by itself.
    #[serde(default)]
    is_manual: bool,
    /// Times of which the weekends do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    weekends: Vec<TimeSpan>,
}

/// The absences of all players.
#[derive(Debug, Default)]
pub struct Absences {
    players: BTreeMap<String, Absence>,
}

impl Absence {
    /// Returns the vacation left in the year of a moment.
    pub fn left(&self, now: Timestamp) -> SignedDuration {
        if self.year == year(now) {
            VACATION_A_YEAR - self.used
        } else {
            VACATION_A_YEAR
        }
    }

    /// Returns whether a vacation begins by itself when a flag would fall.
    pub fn is_automatic(&self) -> bool {
        !self.is_manual
    }

    /// Returns whether weekends do not count, now or from the next week on.
    pub fn skips_weekends(&self) -> bool {
        let last = self.weekends.last();
        last.is_some_and(TimeSpan::is_endless)
    }

    /// Returns the end of the vacation at a moment.
    pub fn vacation(&self, now: Timestamp) -> Option<Timestamp> {
        let on = |span: &&TimeSpan| span.from <= now && now < span.to;
        self.vacations.iter().find(on).map(|span| span.to)
    }

    /// Returns the end of the vacation or weekend at a moment.
    pub fn away_until(&self, now: Timestamp, zone: Zone) -> Option<Timestamp> {
        let vacation = self.vacation(now);
        let week_before = now.checked_sub(SignedDuration::from_hours(7 * 24)).ok()?;
        let weekends = self.weekend_spans(week_before, now, zone);
        let on = weekends
            .into_iter()
            .find(|span| span.from <= now && now < span.to);
        vacation.max(on.map(|span| span.to))
    }

    /// Returns the part of a time that does not count for the player's clocks.
    pub fn between(
        &self,
        since: ClockTime,
        now: Timestamp,
        uptime: &Uptime,
        zone: Zone,
    ) -> SignedDuration {
        let begin = uptime.wall_time(since).min(now);
        // Outages extend the interval, so the search begins earlier.
        let begin = begin.checked_sub(RETENTION).unwrap_or(Timestamp::MIN);
        let mut spans = self.vacations.clone();
        spans.extend(self.weekend_spans(begin, now, zone));
        spans.sort_by_key(|span| span.from);
        let (mut covered, mut away) = (since, SignedDuration::ZERO);
        for span in spans {
            let from = uptime.clock_time(span.from.min(now)).max(covered);
            let to = uptime.clock_time(span.to.min(now));
            if to > from {
                away += to.since(from);
                covered = to;
            }
        }
        away
    }

    /// Returns the weekends that do not count, of those that touch a time.
    fn weekend_spans(&self, from: Timestamp, to: Timestamp, zone: Zone) -> Vec<TimeSpan> {
        let mut spans = Vec::new();
        if self.weekends.is_empty() {
            return spans;
        }
        let local = zone.at(to);
        let rules = local.time_zone();
        for chosen in &self.weekends {
            let begin = chosen.from.max(from);
            let end = chosen.to.min(to);
            let Some(mut weekend) = weekend_of(begin, rules) else {
                continue;
            };
            while weekend.from <= end {
                // After a change of the zone, a weekend may have begun before the week from which on they pause.
                if weekend.to > begin && weekend.from >= chosen.from {
                    spans.push(weekend);
                }
                let Some(next) = weekend_of(weekend.to, rules) else {
                    break;
                };
                weekend = next;
            }
        }
        spans
    }
}

impl Absences {
    /// Restores the stored absences of a player.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn recall(&mut self, player: String, value: &str) -> Result<(), String> {
        let absence = serde_json::from_str(value).map_err(|error| error.to_string())?;
        self.players.insert(player, absence);
        Ok(())
    }

    /// Returns the absences of a player.
    pub fn of(&self, player: &str) -> Absence {
        self.players.get(player).cloned().unwrap_or_default()
    }

    /// Begins a vacation, which ends a running one. Returns `None` if not so much is left this year.
    pub fn begin_vacation(
        &mut self,
        player: &str,
        length: SignedDuration,
        now: Timestamp,
    ) -> Option<Effect> {
        self.edit(player, now, |absence| {
            absence.end_vacation(now);
            if length > absence.left(now) {
                return false;
            }
            if absence.year != year(now) {
                (absence.year, absence.used) = (year(now), SignedDuration::ZERO);
            }
            if !absence.may_begin_vacation(now) {
                return false;
            }
            absence.used += length;
            let to = now.checked_add(length).unwrap_or(Timestamp::MAX);
            absence.vacations.push(TimeSpan { from: now, to });
            true
        })
    }

    /// Ends the running vacation; what is left of it can be used later. Returns `None` if there is none.
    pub fn end_vacation(&mut self, player: &str, now: Timestamp) -> Option<Effect> {
        self.edit(player, now, |absence| absence.end_vacation(now))
    }

    /// Sets whether a vacation begins by itself when a flag would fall. Returns `None` if that is set already.
    pub fn set_automatic(
        &mut self,
        player: &str,
        automatic: bool,
        now: Timestamp,
    ) -> Option<Effect> {
        self.edit(player, now, |absence| {
            let is_changed = absence.is_automatic() != automatic;
            absence.is_manual = !automatic;
            is_changed
        })
    }

    /// Sets whether weekends count, from the next week on.
    pub fn set_weekends(
        &mut self,
        player: &str,
        skip: bool,
        now: Timestamp,
        zone: Zone,
    ) -> Option<Effect> {
        let next_week = weekend_of(now, zone.at(now).time_zone())?.to;
        self.edit(player, now, |absence| {
            if skip == absence.skips_weekends() {
                return false;
            }
            // The next week depends on the zone, which can change in between.
            match absence.weekends.last_mut() {
                Some(last) if !skip && last.from > now => {
                    absence.weekends.pop();
                }
                Some(last) if !skip => last.to = next_week,
                // Chosen, left and chosen again in the same week.
                Some(last) if last.to > now => last.to = Timestamp::MAX,
                _ => absence.weekends.push(TimeSpan {
                    from: next_week,
                    to: Timestamp::MAX,
                }),
            }
            true
        })
    }

    /// Deletes the absences of a player.
    pub fn forget(&mut self, player: &str) -> Option<Effect> {
        let known = self.players.remove(player);
        known.map(|_| Effect::Unset(Key::Absence(player.to_owned())))
    }

    fn edit(
        &mut self,
        player: &str,
        now: Timestamp,
        change: impl FnOnce(&mut Absence) -> bool,
    ) -> Option<Effect> {
        let mut absence = self.of(player);
        let is_changed = change(&mut absence);
        absence.vacations.retain(|span| span.is_recent(now));
        absence.weekends.retain(|span| span.is_recent(now));
        let effect = is_changed.then(|| Effect::set(Key::Absence(player.to_owned()), &absence));
        if is_changed {
            self.players.insert(player.to_owned(), absence);
        }
        effect
    }
}

impl Absence {
    /// Returns whether few enough vacations are recent to begin another.
    pub fn may_begin_vacation(&self, now: Timestamp) -> bool {
        let recent = self.vacations.iter().filter(|span| span.is_recent(now));
        recent.count() < MAX_VACATIONS
    }

    /// Ends the running vacation and returns the rest of it to the year. Returns whether there was one.
    fn end_vacation(&mut self, now: Timestamp) -> bool {
        let current_year = self.year;
        let on = |span: &&mut TimeSpan| span.from <= now && now < span.to;
        let Some(span) = self.vacations.iter_mut().find(on) else {
            return false;
        };
        let rest = now.duration_until(span.to);
        let began_in = year(span.from);
        span.to = now;
        if began_in == current_year {
            self.used = (self.used - rest).max(SignedDuration::ZERO);
        }
        true
    }
}

impl TimeSpan {
    /// Returns whether it is not empty and a clock may still ask for it.
    fn is_recent(&self, now: Timestamp) -> bool {
        self.from < self.to && self.to.duration_until(now) < RETENTION
    }
}

fn year(at: Timestamp) -> i16 {
    Zone::UTC.at(at).year()
}

/// Returns the weekend of the week of a moment: from Saturday to Monday at midnight.
fn weekend_of(at: Timestamp, time_zone: &TimeZone) -> Option<TimeSpan> {
    let today = at.to_zoned(time_zone.clone()).date();
    let days = i64::from(today.weekday().until(Weekday::Saturday));
    // A Sunday belongs to the Saturday before it.
    let days = if today.weekday() == Weekday::Sunday {
        -1
    } else {
        days
    };
    let saturday = today.checked_add(days.days()).ok()?;
    let monday = saturday.checked_add(2.days()).ok()?;
    Some(TimeSpan {
        from: saturday.to_zoned(time_zone.clone()).ok()?.timestamp(),
        to: monday.to_zoned(time_zone.clone()).ok()?.timestamp(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: SignedDuration = SignedDuration::from_hours(24);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("it is a time")
    }

    fn away(absences: &Absences, since: &str, now: &str) -> i64 {
        let uptime = Uptime::default();
        let since = uptime.clock_time(at(since));
        let absence = absences.of("@a:x");
        absence
            .between(since, at(now), &uptime, Zone::UTC)
            .as_hours()
    }

    #[test]
    fn changes_within_a_week_are_stored_once() {
        let mut absences = Absences::default();
        let now = at("2026-11-25T12:00Z");
        for _ in 0..10 {
            assert!(
                absences
                    .set_weekends("@a:x", true, now, Zone::UTC)
                    .is_some()
            );
            assert!(
                absences
                    .set_weekends("@a:x", false, now, Zone::UTC)
                    .is_some()
            );
        }
        assert!(absences.of("@a:x").weekends.is_empty());
        for _ in 0..10 {
            absences.begin_vacation("@a:x", DAY, now);
        }
        assert_eq!(absences.of("@a:x").vacations.len(), 1);
    }

    #[test]
    fn changes_in_two_zones_are_stored_once() {
        let mut absences = Absences::default();
        let [east, west] = ["Pacific/Kiritimati", "Pacific/Niue"]
            .map(|name| Zone::near(name).expect("it is a zone"));
        let now = at("2026-11-25T12:00Z");
        for _ in 0..10 {
            let on = absences.set_weekends("@a:x", true, now, east);
            let off = absences.set_weekends("@a:x", false, now, west);
            assert!(on.is_some() && off.is_some());
        }
        assert!(absences.of("@a:x").weekends.is_empty());
        absences.set_weekends("@a:x", true, now, east);
        let later = at("2026-12-09T12:00Z");
        for _ in 0..10 {
            absences.set_weekends("@a:x", false, later, west);
            absences.set_weekends("@a:x", true, later, east);
        }
        assert_eq!(absences.of("@a:x").weekends.len(), 1);
    }

    #[test]
    fn vacations_are_limited_in_number() {
        let mut absences = Absences::default();
        let mut now = at("2026-11-25T12:00Z");
        for _ in 0..MAX_VACATIONS {
            assert!(absences.begin_vacation("@a:x", DAY, now).is_some());
            now = now.checked_add(SignedDuration::from_secs(1)).unwrap();
            absences.end_vacation("@a:x", now);
        }
        assert_eq!(absences.begin_vacation("@a:x", DAY, now), None);
        let later = now.checked_add(RETENTION).unwrap();
        assert!(absences.begin_vacation("@a:x", DAY, later).is_some());
    }

    #[test]
    fn a_vacation_does_not_count() {
        let mut absences = Absences::default();
        let begin = at("2026-11-26T12:00Z");
        assert!(absences.begin_vacation("@a:x", DAY * 10, begin).is_some());
        assert_eq!(
            away(&absences, "2026-11-25T12:00Z", "2026-11-27T12:00Z"),
            24
        );
        assert_eq!(
            away(&absences, "2026-11-27T12:00Z", "2026-12-27T12:00Z"),
            9 * 24
        );
        let end = at("2026-12-06T12:00Z");
        assert_eq!(absences.of("@a:x").vacation(begin), Some(end));
        assert_eq!(absences.of("@a:x").vacation(end), None);
    }

    #[test]
    fn a_year_has_30_days_of_vacation() {
        let mut absences = Absences::default();
        let begin = at("2026-06-01T00:00Z");
        assert!(absences.begin_vacation("@a:x", DAY * 31, begin).is_none());
        assert!(absences.begin_vacation("@a:x", DAY * 20, begin).is_some());
        let back = at("2026-06-06T00:00Z");
        assert!(absences.end_vacation("@a:x", back).is_some());
        assert!(absences.end_vacation("@a:x", back).is_none());
        assert_eq!(absences.of("@a:x").left(back), DAY * 25);
        assert!(absences.begin_vacation("@a:x", DAY * 26, back).is_none());
        let next_year = at("2027-01-01T00:00Z");
        assert_eq!(absences.of("@a:x").left(next_year), DAY * 30);
    }

    #[test]
    fn weekends_pause_from_the_next_week_on() {
        let mut absences = Absences::default();
        // A Thursday.
        let now = at("2026-11-26T12:00Z");
        let zone = Zone::UTC;
        assert!(absences.set_weekends("@a:x", true, now, zone).is_some());
        assert!(absences.set_weekends("@a:x", true, now, zone).is_none());
        assert_eq!(away(&absences, "2026-11-26T12:00Z", "2026-12-01T00:00Z"), 0);
        assert_eq!(
            away(&absences, "2026-11-26T12:00Z", "2026-12-06T12:00Z"),
            36
        );
        assert_eq!(
            away(&absences, "2026-11-26T12:00Z", "2026-12-20T00:00Z"),
            4 * 24 + 24
        );
        let sunday = at("2026-12-06T12:00Z");
        let monday = at("2026-12-07T00:00Z");
        let absence = absences.of("@a:x");
        assert_eq!(absence.away_until(sunday, zone), Some(monday));
        assert_eq!(absence.away_until(monday, zone), None);
        assert!(absences.set_weekends("@a:x", false, sunday, zone).is_some());
        assert_eq!(
            away(&absences, "2026-11-26T12:00Z", "2026-12-20T00:00Z"),
            48
        );
    }

    #[test]
    fn a_change_of_zone_adds_no_weekend() {
        let mut absences = Absences::default();
        let kiritimati: Zone = "pacific/kiritimati".parse().expect("it is a zone");
        let saturday = at("2026-11-28T12:00Z");
        absences.set_weekends("@a:x", true, saturday, kiritimati);
        let absence = absences.of("@a:x");
        let away = |text: &str| absence.away_until(at(text), Zone::UTC);
        assert_eq!(away("2026-11-29T20:00Z"), None);
        assert_eq!(away("2026-12-05T20:00Z"), Some(at("2026-12-07T00:00Z")));
    }

    #[test]
    fn weekends_begin_at_midnight_in_the_zone() {
        let mut absences = Absences::default();
        let auckland: Zone = "pacific/auckland".parse().expect("it is a zone");
        absences.set_weekends("@a:x", true, at("2026-11-26T12:00Z"), auckland);
        let absence = absences.of("@a:x");
        let away = |text: &str| absence.away_until(at(text), auckland);
        let monday = Some(at("2026-12-06T11:00Z"));
        assert_eq!(away("2026-12-04T10:59Z"), None);
        assert_eq!(away("2026-12-04T11:00Z"), monday);
        assert_eq!(away("2026-12-06T10:59Z"), monday);
        assert_eq!(away("2026-12-06T11:00Z"), None);
    }

    #[test]
    fn a_vacation_over_a_weekend_counts_once() {
        let mut absences = Absences::default();
        let now = at("2026-11-26T12:00Z");
        absences.set_weekends("@a:x", true, now, Zone::UTC);
        absences.begin_vacation("@a:x", DAY * 10, at("2026-12-04T00:00Z"));
        assert_eq!(
            away(&absences, "2026-12-01T00:00Z", "2026-12-20T00:00Z"),
            11 * 24
        );
    }
}
