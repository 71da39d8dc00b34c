//! Digests: a message a day or a week with the games that wait for a person.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jiff::{SignedDuration, Timestamp, ToSpan, Zoned, civil::Weekday};
use serde::{Deserialize, Serialize};

use crate::{
    key::Key,
    preferences::{Digest, Zone},
    traffic::Effect,
};

/// The hour of digests, in the zone of each person. They are spread over it.
const HOUR: i8 = 8;

/// Time after which a digest that could not be sent is dropped.
const MAX_DELAY: SignedDuration = SignedDuration::from_hours(6);

/// Interval at which a digest that is due is queued until it is sent.
const RETRY_INTERVAL: SignedDuration = SignedDuration::from_mins(5);

/// Maximum number of persons looked at after a sync response.
const MAX_DIGESTS_AT_ONCE: usize = 500;

/// The digests of a person who wants them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct DigestState {
    /// The time of the last one, or of the wish for them.
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    last: Timestamp,
}

/// The digests of all persons who want them.
#[derive(Debug, Default)]
pub struct Digests {
    states: BTreeMap<String, DigestState>,
    /// The persons whose digest is due, in the order in which it is sent.
    queue: VecDeque<String>,
    /// The persons in the queue.
    queued: BTreeSet<String>,
    /// The times at which persons are looked at.
    looks: BTreeSet<(Timestamp, String)>,
    /// The same times, by person.
    planned: BTreeMap<String, Timestamp>,
}

impl Digests {
    /// Restores the stored state of a person.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn recall(&mut self, user: String, value: &str) -> Result<(), String> {
        let state = serde_json::from_str(value).map_err(|error| error.to_string())?;
        self.plan(&user, Timestamp::MIN);
        self.states.insert(user, state);
        Ok(())
    }

    /// Notes that a person wants digests, or may have changed their interval or zone; `None` if the wish is known.
    pub fn add(&mut self, user: &str, now: Timestamp) -> Option<Effect> {
        self.plan(user, now);
        if self.states.contains_key(user) {
            return None;
        }
        let state = DigestState { last: now };
        let effect = Effect::set(Key::Digest(user.to_owned()), &state);
        self.states.insert(user.to_owned(), state);
        Some(effect)
    }

    /// Deletes the state of a person.
    pub fn forget(&mut self, user: &str) -> Option<Effect> {
        self.queue.retain(|other| other != user);
        self.queued.remove(user);
        if let Some(at) = self.planned.remove(user) {
            self.looks.remove(&(at, user.to_owned()));
        }
        let known = self.states.remove(user);
        known.map(|_| Effect::Unset(Key::Digest(user.to_owned())))
    }

    /// Checks a person who wants digests soon, as their zone may have changed.
    pub fn schedule_check(&mut self, user: &str, now: Timestamp) {
        if self.states.contains_key(user) {
            self.plan(user, now);
        }
    }

    /// Queues the digests that are due; `wanted` returns the interval and the zone of a person.
    pub fn queue_due(&mut self, now: Timestamp, wanted: impl Fn(&str) -> (Digest, Zone)) {
        for _ in 0..MAX_DIGESTS_AT_ONCE {
            let Some((_, user)) = self.looks.first().filter(|(at, _)| *at <= now) else {
                return;
            };
            let user = user.clone();
            let (digest, zone) = wanted(&user);
            let mut next = next_due(digest, zone, &user, now);
            if self.is_due(digest, zone, &user, now) {
                next = now.checked_add(RETRY_INTERVAL).ok();
                if self.queued.insert(user.clone()) {
                    self.queue.push_back(user.clone());
                }
            }
            self.plan(&user, next.unwrap_or(Timestamp::MAX));
        }
    }

    /// Returns whether the last digest of a person is neither sent nor late.
    fn is_due(&self, digest: Digest, zone: Zone, user: &str, now: Timestamp) -> bool {
        let due = last_due(digest, zone, user, now);
        due.zip(self.states.get(user))
            .is_some_and(|(due, state)| state.last < due && due.duration_until(now) < MAX_DELAY)
    }

    /// Sets the time at which a person is looked at.
    fn plan(&mut self, user: &str, at: Timestamp) {
        if let Some(before) = self.planned.insert(user.to_owned(), at) {
            self.looks.remove(&(before, user.to_owned()));
        }
        self.looks.insert((at, user.to_owned()));
    }

    /// Takes the person whose digest comes next.
    pub fn take(&mut self) -> Option<String> {
        let user = self.queue.pop_front()?;
        self.queued.remove(&user);
        Some(user)
    }

    /// Notes that a person has got a digest, or has none today as nothing waits.
    pub fn note_sent(&mut self, user: &str, now: Timestamp) -> Option<Effect> {
        let state = self.states.get_mut(user)?;
        state.last = now;
        Some(Effect::set(Key::Digest(user.to_owned()), state))
    }
}

/// Returns the last moment at which a digest was due.
fn last_due(digest: Digest, zone: Zone, user: &str, now: Timestamp) -> Option<Timestamp> {
    let local = zone.at(now);
    let today = at_hour(&local, user)?;
    let due = if today.timestamp() <= now {
        today
    } else {
        at_hour(&local.checked_sub(1.day()).ok()?, user)?
    };
    let since_monday = i64::from(due.weekday().to_monday_zero_offset());
    let due = match digest {
        Digest::Off => return None,
        Digest::Daily => due,
        Digest::Weekly => due.checked_sub(since_monday.days()).ok()?,
    };
    Some(due.timestamp())
}

/// Returns the next moment at which a digest is due.
fn next_due(digest: Digest, zone: Zone, user: &str, now: Timestamp) -> Option<Timestamp> {
    let local = zone.at(now);
    let until_monday = i64::from(local.weekday().until(Weekday::Monday));
    let days = match digest {
        Digest::Off => return None,
        Digest::Daily => [0, 1],
        Digest::Weekly => [until_monday, until_monday + 7],
    };
    let moments = days.into_iter().filter_map(|days| {
        let due = at_hour(&local.checked_add(days.days()).ok()?, user)?;
        Some(due.timestamp())
    });
    moments.filter(|due| *due > now).min()
}

/// Returns the moment of a person's digest on a day.
fn at_hour(day: &Zoned, user: &str) -> Option<Zoned> {
    let minute = user.bytes().fold(0u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(byte))
    }) % 60;
    let time = jiff::civil::time(HOUR, minute as i8, 0, 0);
    day.with().time(time).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::notice_pace::NoticePace;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("it is a time")
    }

    #[test]
    fn digests_come_at_eight_in_the_zone() {
        let paris: Zone = "europe/paris".parse().expect("it is a zone");
        let due = |digest, now: &str| last_due(digest, paris, "@a:x", at(now));
        let daily = due(Digest::Daily, "2026-11-26T12:00Z").expect("a time");
        let hour = paris.at(daily).hour();
        assert_eq!(hour, 8);
        assert_eq!(
            due(Digest::Daily, "2026-11-26T06:00Z"),
            due(Digest::Daily, "2026-11-25T20:00Z")
        );
        let weekly = due(Digest::Weekly, "2026-11-26T12:00Z").expect("a time");
        assert_eq!(paris.at(weekly).weekday(), jiff::civil::Weekday::Monday);
        assert_eq!(due(Digest::Off, "2026-11-26T12:00Z"), None);
    }

    #[test]
    fn many_digests_take_half_of_the_rate_limit() {
        let (mut digests, mut pace) = (Digests::default(), NoticePace::default());
        let begin = at("2026-11-25T12:00Z");
        for number in 0..2_000 {
            digests.add(&format!("@p{number}:x"), begin);
        }
        let mut now = at("2026-11-26T08:00Z");
        let (mut taken, mut sent) = (Vec::new(), 0);
        while now < at("2026-11-26T15:00Z") {
            digests.queue_due(now, |_| (Digest::Daily, Zone::UTC));
            let before = sent;
            while pace.is_free(now)
                && let Some(user) = digests.take()
            {
                digests.note_sent(&user, now);
                pace.note_sent(now);
                sent += 1;
            }
            taken.push(sent - before);
            now += SignedDuration::from_secs(30);
        }
        assert_eq!(sent, 2_000);
        for hour in taken.windows(120) {
            assert!(hour.iter().sum::<usize>() <= 363);
        }
    }

    #[test]
    fn persons_are_looked_at_when_digests_are_due() {
        let mut digests = Digests::default();
        digests.add("@a:x", at("2026-11-26T12:00Z"));
        let paris: Zone = "europe/paris".parse().expect("it is a zone");
        let wanted = |zone: Zone| move |_: &str| (Digest::Daily, zone);
        let unwanted = |_: &str| panic!("nobody is looked at");
        digests.queue_due(at("2026-11-26T12:00Z"), wanted(Zone::UTC));
        digests.queue_due(at("2026-11-27T07:59Z"), unwanted);
        // The person moves to Paris, where it is later.
        digests.schedule_check("@a:x", at("2026-11-27T07:59Z"));
        digests.queue_due(at("2026-11-27T07:59Z"), wanted(paris));
        assert_eq!(digests.take().as_deref(), Some("@a:x"));
        digests.note_sent("@a:x", at("2026-11-27T07:59Z"));
        digests.queue_due(at("2026-11-27T09:00Z"), wanted(paris));
        digests.queue_due(at("2026-11-28T06:59Z"), unwanted);
        digests.queue_due(at("2026-11-28T07:59Z"), wanted(paris));
        assert_eq!(digests.take().as_deref(), Some("@a:x"));
    }

    #[test]
    fn the_next_digest_follows_the_last_one() {
        let zone: Zone = "america/new_york".parse().expect("it is a zone");
        let mut now = at("2026-10-20T00:00Z");
        while now < at("2026-11-20T00:00Z") {
            for digest in [Digest::Daily, Digest::Weekly] {
                let next = next_due(digest, zone, "@a:x", now).expect("a time");
                assert!(next > now);
                assert_eq!(last_due(digest, zone, "@a:x", next), Some(next));
                let before = next - SignedDuration::from_secs(1);
                assert!(last_due(digest, zone, "@a:x", before) <= Some(now));
            }
            now += SignedDuration::from_mins(61);
        }
    }

    #[test]
    fn late_digests_are_dropped() {
        let mut digests = Digests::default();
        digests.add("@a:x", at("2026-11-25T12:00Z"));
        digests.queue_due(at("2026-11-26T16:00Z"), |_| (Digest::Daily, Zone::UTC));
        assert!(digests.take().is_none());
    }
}
