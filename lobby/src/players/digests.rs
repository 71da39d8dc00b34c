//! Digests: a message a day or a week with the games that wait for a person.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jiff::{SignedDuration, Timestamp, ToSpan, Zoned};
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

/// Interval of digests: half of the rate limit that homeservers set by default.
const INTERVAL: SignedDuration = SignedDuration::from_secs(10);

/// Interval at which persons whose digest is due are searched for.
const SEARCH_INTERVAL: SignedDuration = SignedDuration::from_mins(5);

/// Maximum number of digests after one sync response.
const MAX_AT_ONCE: usize = 3;

/// The digests of a person who wants them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestState {
    /// The direct message in which the person has written last.
    pub room: String,
    /// The name they had then.
    pub name: String,
    /// The time of the last one.
    #[serde(default, with = "jiff::fmt::serde::timestamp::second::optional")]
    last: Option<Timestamp>,
}

/// The digests of all persons who want them.
#[derive(Debug, Default)]
pub struct Digests {
    states: BTreeMap<String, DigestState>,
    /// The persons whose digest is due, in the order in which it is sent.
    queue: VecDeque<String>,
    /// The persons in the queue.
    queued: BTreeSet<String>,
    /// The time at which the last ones were queued.
    searched: Option<Timestamp>,
    /// The earliest time of the next one.
    next: Option<Timestamp>,
}

impl Digests {
    /// Restores the stored state of a person.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn recall(&mut self, user: String, value: &str) -> Result<(), String> {
        let state = serde_json::from_str(value).map_err(|error| error.to_string())?;
        self.states.insert(user, state);
        Ok(())
    }

    /// Returns the state of a person who wants digests.
    pub fn of(&self, user: &str) -> Option<&DigestState> {
        self.states.get(user)
    }

    /// Notes the direct message with a person; `None` if nothing changes.
    pub fn note_room(
        &mut self,
        user: &str,
        room: &str,
        name: &str,
        now: Timestamp,
    ) -> Option<Effect> {
        let known = self.states.get(user);
        if known.is_some_and(|known| known.room == room) {
            return None;
        }
        let state = DigestState {
            room: room.to_owned(),
            name: name.to_owned(),
            last: Some(known.and_then(|known| known.last).unwrap_or(now)),
        };
        let effect = Effect::set(Key::Digest(user.to_owned()), &state);
        self.states.insert(user.to_owned(), state);
        Some(effect)
    }

    /// Deletes the state of a person.
    pub fn forget(&mut self, user: &str) -> Option<Effect> {
        self.queue.retain(|other| other != user);
        self.queued.remove(user);
        let known = self.states.remove(user);
        known.map(|_| Effect::Unset(Key::Digest(user.to_owned())))
    }

    /// Queues the digests that are due; `wanted` returns the interval and the zone of a person.
    pub fn queue_due(&mut self, now: Timestamp, wanted: impl Fn(&str) -> (Digest, Zone)) {
        let is_recent = |at: Timestamp| (at..at + SEARCH_INTERVAL).contains(&now);
        if self.searched.is_some_and(is_recent) {
            return;
        }
        self.searched = Some(now);
        for (user, state) in &self.states {
            let (digest, zone) = wanted(user);
            let Some(due) = last_due(digest, zone, user, now) else {
                continue;
            };
            let is_due = state.last < Some(due) && due.duration_until(now) < MAX_DELAY;
            if is_due && self.queued.insert(user.clone()) {
                self.queue.push_back(user.clone());
            }
        }
    }

    /// Takes the persons who get their digest now.
    pub fn take(&mut self, now: Timestamp) -> Vec<String> {
        let mut taken = Vec::new();
        let burst = INTERVAL * (MAX_AT_ONCE as i32);
        while taken.len() < MAX_AT_ONCE && self.next.is_none_or(|next| next <= now) {
            let Some(user) = self.queue.pop_front() else {
                break;
            };
            self.queued.remove(&user);
            let earliest = now.checked_sub(burst).unwrap_or(Timestamp::MIN);
            let next = self.next.unwrap_or(earliest).max(earliest);
            self.next = next.checked_add(INTERVAL).ok();
            taken.push(user);
        }
        taken
    }

    /// Notes that a person has got a digest, or has none today as nothing waits.
    pub fn note_sent(&mut self, user: &str, now: Timestamp) -> Option<Effect> {
        let state = self.states.get_mut(user)?;
        state.last = Some(now);
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
        let mut digests = Digests::default();
        let begin = at("2026-11-25T12:00Z");
        for number in 0..2_000 {
            digests.note_room(&format!("@p{number}:x"), &format!("!{number}"), "p", begin);
        }
        let mut now = at("2026-11-26T08:00Z");
        let (mut taken, mut sent) = (Vec::new(), 0);
        while now < at("2026-11-26T15:00Z") {
            digests.queue_due(now, |_| (Digest::Daily, Zone::UTC));
            let next = digests.take(now);
            for user in &next {
                digests.note_sent(user, now);
            }
            taken.push(next.len());
            sent += next.len();
            now += SignedDuration::from_secs(30);
        }
        assert_eq!(sent, 2_000);
        for hour in taken.windows(120) {
            assert!(hour.iter().sum::<usize>() <= 363);
        }
    }

    #[test]
    fn late_digests_are_dropped() {
        let mut digests = Digests::default();
        digests.note_room("@a:x", "!a", "a", at("2026-11-25T12:00Z"));
        digests.queue_due(at("2026-11-26T16:00Z"), |_| (Digest::Daily, Zone::UTC));
        assert!(digests.take(at("2026-11-26T16:00Z")).is_empty());
    }
}
