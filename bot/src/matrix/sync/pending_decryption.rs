//! Encrypted events whose room keys are late, or have come from other users than their senders so far. They are stored,
//! because the sync token moves on past them.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet, VecDeque},
    hash::Hash,
};

use jiff::{SignedDuration, Timestamp};

use lobby::{Line, ROOM_KEY_TIMEOUT, UndecryptedFrom};
use matrix_sdk::{Room, RoomState, deserialized_responses::TimelineEvent, ruma::RoomId};

use super::{
    event_filter::UndecryptableEvent,
    new_room_keys::{KeySessions, NewRoomKeys},
    replay_guard,
};
use crate::{
    clock::now,
    logging::rate_limited::log_rate_limited,
    matrix::{
        rooms::members::Members,
        session::{Session, session_error::SessionError},
    },
    store::{MegolmIndex, Undecrypted},
};

/// Maximum number of events that wait for their room keys.
const MAX_PENDING: usize = 100;

/// Time after which a room key counts as overdue and its message as unreadable. Most late keys come within
/// seconds; after a minute, people have given up.
const NOTICE_DELAY: SignedDuration = SignedDuration::from_secs(30);

/// Maximum tries of an event for new room keys: others can send any number for its session.
const MAX_KEY_TRIES: usize = 10;
/// Time after which an event is tried again in any case; it doubles each time. If the room key is from the backup, the
/// sender's device may become known later.
const MIN_RETRY_DELAY: SignedDuration = SignedDuration::from_secs(5);

/// The waiting events, the oldest first, with the changes that are not stored yet.
#[derive(Debug, Default)]
pub(super) struct PendingDecryptions {
    waiting: VecDeque<Undecrypted>,
    new: Vec<Undecrypted>,
    done: Vec<String>,
    /// The ids of the waiting events that can be decrypted, but follow with a later response.
    deferred: HashSet<String>,
    /// The tries to decrypt waiting events since the start of the program, by event id.
    tries: HashMap<String, Tries>,
    room_keys: NewRoomKeys,
}

/// The tries to decrypt an event.
#[derive(Clone, Copy, Debug)]
struct Tries {
    count: usize,
    last: Timestamp,
}

/// A waiting event that can be decrypted by now.
#[derive(Debug)]
pub(super) struct LateEvent {
    pub(super) room: Room,
    /// The event as the homeserver has it.
    pub(super) encrypted: UndecryptableEvent,
    /// The decrypted event.
    pub(super) event: TimelineEvent,
    /// Its place in its Megolm session.
    pub(super) place: MegolmIndex,
    /// The stored event.
    pub(super) waiting: Undecrypted,
}

impl PendingDecryptions {
    /// Continues to wait for the stored events.
    pub(super) fn new(stored: Vec<Undecrypted>) -> Self {
        Self {
            waiting: stored.into(),
            ..Self::default()
        }
    }

    /// Keeps an encrypted event, unless it is the bot's own or can't be a message.
    pub(super) fn keep(&mut self, room: &RoomId, json: &str, own: &str) {
        let Some(event) = UndecryptableEvent::read(json).filter(|event| event.sender != own) else {
            return;
        };
        self.add(Undecrypted {
            event: event.event,
            room: room.to_string(),
            json: json.to_owned(),
            since: now(),
            told: false,
            is_choice: false,
        });
    }

    /// Returns whether any event waits for its room key.
    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Returns whether events that can be decrypted follow with the next response.
    pub(super) fn has_deferred(&self) -> bool {
        !self.deferred.is_empty()
    }

    /// Returns some of the events whose room keys are overdue, as JSON and each once. Their consequences are stored with
    /// the sync response.
    pub(super) fn overdue(&mut self, session: &Session, max_rooms: usize) -> Vec<(Room, String)> {
        let mut rooms = HashSet::new();
        let overdue = self.waiting.iter_mut();
        let overdue = overdue.filter(|waiting| {
            !waiting.told
                && waiting.is_older_than(now(), NOTICE_DELAY)
                && !self.deferred.contains(&waiting.event)
        });
        overdue
            .filter_map(|waiting| {
                if rooms.len() == max_rooms && !rooms.contains(&waiting.room) {
                    return None;
                }
                rooms.insert(waiting.room.clone());
                waiting.told = true;
                Some((session.known_room(&waiting.room)?, waiting.json.clone()))
            })
            .collect()
    }

    /// Notes which events leave no choice: those after which the first of their user in a room can be decrypted together
    /// with all others up to them.
    pub(super) fn note_no_choices(&self, decrypted: &mut [LateEvent]) {
        let mut begun = HashSet::new();
        for late in decrypted {
            let Some(origin) = late.waiting.origin() else {
                continue;
            };
            let is_between = |other: &Undecrypted| {
                let user = other.origin().map(|origin| origin.user);
                other.room == origin.room
                    && user.as_ref() == Some(&origin.user)
                    && other.since <= late.waiting.since
            };
            let key = (origin.room.clone(), origin.user.clone());
            if !late.waiting.is_choice {
                begun.insert(key);
            } else if begun.contains(&key) && !self.waiting.iter().any(is_between) {
                late.waiting.is_choice = false;
            }
        }
    }

    /// Defers events that can be decrypted, the oldest first.
    pub(super) fn defer(&mut self, events: Vec<Undecrypted>) {
        self.deferred = events.iter().map(|event| event.event.clone()).collect();
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting = events.into_iter().chain(waiting).collect();
    }

    /// Ends the wait for an event.
    pub(super) fn settle(&mut self, event: Undecrypted) {
        self.done.push(event.event);
    }

    fn add(&mut self, mut event: Undecrypted) {
        if self.waiting.iter().any(|known| known.event == event.event) {
            return;
        }
        let origin = event.origin();
        event.is_choice =
            origin.is_some_and(|origin| self.has_waiting_from(&origin.room, &origin.user));
        if self.waiting.len().saturating_sub(self.deferred.len()) >= MAX_PENDING
            && let Some(oldest) = self.least_missed()
        {
            log_rate_limited!(
                &oldest.room,
                warn!(
                    room = oldest.room,
                    event = oldest.event,
                    "undecrypted event dropped: too many are waiting"
                )
            );
            self.done.push(oldest.event);
        }
        self.new.push(event.clone());
        self.waiting.push_back(event);
    }

    /// Evicts the oldest event of the room or user with most of them, so that a flood of undecryptable events in one
    /// room or by one user evicts no others.
    fn least_missed(&mut self) -> Option<Undecrypted> {
        let senders: Vec<Option<String>> = self
            .waiting
            .iter()
            .map(|waiting| waiting.origin().map(|origin| origin.user))
            .collect();
        let by_sender = counts(&senders);
        let by_room = counts(self.waiting.iter().map(|waiting| &waiting.room));
        let is_deferred = |waiting: &Undecrypted| self.deferred.contains(&waiting.event);
        let flood = |(place, (waiting, sender)): &(usize, (&Undecrypted, &Option<String>))| {
            let of_sender = by_sender.get(sender).filter(|_| sender.is_some()).copied();
            let of_room = by_room.get(&waiting.room).copied();
            (of_sender.max(of_room), of_sender, Reverse(*place))
        };
        let events = self.waiting.iter().zip(&senders).enumerate();
        let events = events.filter(|(_, (waiting, _))| !is_deferred(waiting));
        let (place, _) = events.max_by_key(flood)?;
        self.waiting.remove(place)
    }

    /// Takes the events that can be decrypted by now, the oldest first, to be settled or deferred. Drops those that have
    /// waited too long. Large ones take long to decrypt, so they are seldom tried again without a new room key.
    pub(super) async fn take_decrypted(
        &mut self,
        session: &Session,
    ) -> Result<Vec<LateEvent>, SessionError> {
        let mut decrypted = Vec::new();
        self.deferred.clear();
        let new_keys = self.room_keys.take(&session.client).await;
        let all_tries = std::mem::take(&mut self.tries);
        for waiting in std::mem::take(&mut self.waiting) {
            let room = session
                .known_room(&waiting.room)
                .filter(|room| room.state() == RoomState::Joined);
            let Some(room) = room else {
                self.done.push(waiting.event);
                continue;
            };
            let now = now();
            let mut tries = all_tries.get(&waiting.event).copied();
            let event = if waiting.is_due(tries, now, &new_keys) {
                tries = Some(Tries {
                    count: tries.map_or(1, |tries| tries.count + 1),
                    last: now,
                });
                replay_guard::decrypt(&room, &waiting.json).await?
            } else {
                None
            };
            if let Some(event) = event.filter(|event| !replay_guard::is_borrowed(event)) {
                let place = replay_guard::read(&waiting.json);
                let encrypted = UndecryptableEvent::read(&waiting.json);
                let Some((encrypted, place)) = encrypted.zip(place) else {
                    self.done.push(waiting.event);
                    continue;
                };
                decrypted.push(LateEvent {
                    room,
                    encrypted,
                    event,
                    place,
                    waiting,
                });
            } else if waiting.is_older_than(now, ROOM_KEY_TIMEOUT) {
                log_rate_limited!(
                    &waiting.room,
                    warn!(
                        room = waiting.room,
                        event = waiting.event,
                        "undecrypted event dropped: timed out waiting for the room key"
                    )
                );
                self.done.push(waiting.event);
            } else {
                self.tries
                    .extend(tries.map(|tries| (waiting.event.clone(), tries)));
                self.waiting.push_back(waiting);
            }
        }
        Ok(decrypted)
    }

    /// Returns room and sender of each event in encrypted rooms that still waits for its key. In other rooms no move can
    /// wait for one.
    pub(super) fn waiting_from(&self, is_encrypted: impl Fn(&str) -> bool) -> Vec<UndecryptedFrom> {
        let now = now();
        let waiting = self.waiting.iter();
        let waiting = waiting.filter(|waiting| is_encrypted(&waiting.room));
        let waiting = waiting.filter(|waiting| !waiting.is_older_than(now, ROOM_KEY_TIMEOUT));
        waiting.filter_map(Undecrypted::origin).collect()
    }

    /// Returns whether an event of a user in a room waits for its room key.
    fn has_waiting_from(&self, room: &str, user: &str) -> bool {
        let in_room = |waiting: &&Undecrypted| waiting.room == room;
        let mut senders = self
            .waiting
            .iter()
            .filter(in_room)
            .filter_map(Undecrypted::origin);
        senders.any(|origin| origin.user == user)
    }

    /// Returns the number of waiting events.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Takes the changes since the last call for the store: events that wait now, and ids of those that no
    /// longer do.
    pub(super) fn changes(&mut self) -> (Vec<Undecrypted>, Vec<String>) {
        (
            std::mem::take(&mut self.new),
            std::mem::take(&mut self.done),
        )
    }
}

impl UndecryptableEvent {
    /// Returns the line with an empty text.
    pub(super) fn line(self, room: &str, members: &Members) -> Line {
        Line {
            room: room.to_owned(),
            direct: members.direct,
            event: self.event,
            thread: self.thread,
            sender: members.person(&self.sender),
            may_change_room: false,
            people: members.people.clone(),
            by_name: false,
            body: String::new(),
            received: None,
            delivered: None,
            sent: None,
            seed: rand::random(),
        }
    }
}

impl Undecrypted {
    fn origin(&self) -> Option<UndecryptedFrom> {
        Some(UndecryptedFrom {
            room: self.room.clone(),
            user: UndecryptableEvent::read(&self.json)?.sender,
            since: self.since,
        })
    }

    /// Returns whether to decrypt the event after these tries.
    fn is_due(&self, tries: Option<Tries>, now: Timestamp, new_keys: &KeySessions) -> bool {
        let Some(Tries { count, last }) = tries else {
            return true;
        };
        let delay = self.since.duration_until(last).max(MIN_RETRY_DELAY);
        last.duration_until(now) >= delay
            || count < MAX_KEY_TRIES && new_keys.may_include(self)
            // Once more before it is dropped.
            || self.is_older_than(now, ROOM_KEY_TIMEOUT)
    }

    fn is_older_than(&self, now: Timestamp, max_age: SignedDuration) -> bool {
        self.since.duration_until(now) > max_age
    }
}

/// Counts equal values.
fn counts<T: Eq + Hash>(values: impl IntoIterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SINCE: Timestamp = Timestamp::constant(1000, 0);

    fn event(number: usize) -> Undecrypted {
        Undecrypted {
            event: format!("${number}"),
            room: "!r".into(),
            json: "{}".into(),
            since: SINCE,
            told: false,
            is_choice: false,
        }
    }

    /// An undecrypted message of a user.
    fn of(sender: &str, number: usize) -> Undecrypted {
        let json = json!({
            "type": "m.room.encrypted", "event_id": format!("${number}"), "sender": sender, "content": {},
        });
        Undecrypted {
            json: json.to_string(),
            ..event(number)
        }
    }

    #[test]
    fn only_the_first_waiting_message_is_no_choice() {
        let mut late = PendingDecryptions::new(vec![of("@ann:x", 0)]);
        for (sender, number) in [("@ben:x", 1), ("@ann:x", 2), ("@ann:x", 3)] {
            late.add(of(sender, number));
        }
        let (new, _) = late.changes();
        let choices: Vec<bool> = new.iter().map(|event| event.is_choice).collect();
        assert_eq!(choices, [false, true, true]);
        assert!(!late.waiting[0].is_choice);
    }

    #[test]
    fn a_message_is_a_choice_although_the_first_is_evicted() {
        let flood = (0..MAX_PENDING).map(|number| of("@ann:x", number));
        let mut late = PendingDecryptions::new(flood.collect());
        late.add(of("@ann:x", MAX_PENDING));
        let (new, done) = late.changes();
        assert_eq!(done, ["$0"]);
        assert!(new[0].is_choice);
    }

    #[test]
    fn the_store_learns_everything_once() {
        let mut late = PendingDecryptions::new(vec![event(0)]);
        late.add(event(0));
        late.add(event(1));
        late.add(event(1));
        assert_eq!(late.changes(), (vec![event(1)], vec![]));
        assert_eq!(late.changes(), (vec![], vec![]));
    }

    #[test]
    fn the_oldest_event_is_dropped_at_the_limit() {
        let mut late = PendingDecryptions::new((0..MAX_PENDING).map(event).collect());
        late.add(event(MAX_PENDING));
        let (new, done) = late.changes();
        assert_eq!(
            (new, done),
            (vec![event(MAX_PENDING)], vec!["$0".to_owned()])
        );
        assert_eq!(late.waiting.len(), MAX_PENDING);
    }

    #[test]
    fn a_flood_does_not_evict_other_users() {
        let mut late = PendingDecryptions::new(vec![of("@ben:x", 0)]);
        for number in 1..=2 * MAX_PENDING {
            late.add(of("@ann:x", number));
        }
        let (_, done) = late.changes();
        assert!(!done.contains(&"$0".to_owned()));
        assert_eq!(late.waiting[0], of("@ben:x", 0));
        assert_eq!(late.waiting.len(), MAX_PENDING);
    }

    #[test]
    fn a_flood_over_many_rooms_evicts_its_own() {
        let mut late = PendingDecryptions::new((0..3).map(|number| of("@ben:x", number)).collect());
        for number in 3..2 * MAX_PENDING {
            late.add(Undecrypted {
                room: format!("!{}", number / 2),
                ..of("@ann:x", number)
            });
        }
        let (_, done) = late.changes();
        assert_eq!(done.first().map(String::as_str), Some("$3"));
        assert_eq!(late.waiting[2], of("@ben:x", 2));
    }

    #[test]
    fn a_flood_does_not_evict_other_rooms() {
        let mut flood: Vec<_> = (0..MAX_PENDING).map(event).collect();
        flood[0].room = "!other".into();
        let mut late = PendingDecryptions::new(flood);
        for number in 0..3 * MAX_PENDING {
            late.add(event(MAX_PENDING + number));
        }
        assert_eq!(late.waiting.len(), MAX_PENDING);
        assert_eq!(
            late.waiting[0],
            Undecrypted {
                room: "!other".into(),
                ..event(0)
            }
        );
    }

    #[test]
    fn waiting_events_have_a_sender_and_a_time() {
        let now = now();
        let mut new = of("@alice:x", 1);
        new.since = now;
        let late = PendingDecryptions::new(vec![new, of("@bob:x", 2)]);
        let expected = UndecryptedFrom {
            room: "!r".into(),
            user: "@alice:x".into(),
            since: now,
        };
        assert_eq!(late.waiting_from(|_| true), [expected]);
        assert_eq!(late.waiting_from(|_| false), []);
        assert!(late.has_waiting_from("!r", "@alice:x"));
        assert!(!late.has_waiting_from("!other", "@alice:x"));
    }

    #[test]
    fn deferred_events_stay_first_and_are_not_evicted() {
        let flood = (1..MAX_PENDING).map(|number| of("@ben:x", number));
        let mut late = PendingDecryptions::new(flood.collect());
        assert!(!late.has_deferred());
        late.defer(vec![of("@ann:x", 0)]);
        assert!(late.has_deferred());
        assert_eq!(late.waiting[0], of("@ann:x", 0));
        for number in 0..2 * MAX_PENDING {
            late.add(of("@ann:x", MAX_PENDING + number));
        }
        assert_eq!(late.waiting[0], of("@ann:x", 0));
        late.settle(of("@ben:x", 7));
        let (_, done) = late.changes();
        assert_eq!(done.last().map(String::as_str), Some("$7"));
    }

    #[test]
    fn retries_become_rare() {
        let tries = |keys: KeySessions| {
            let (mut count, mut last) = (1, SINCE);
            for second in 1..ROOM_KEY_TIMEOUT.as_secs() {
                let now = SINCE + SignedDuration::from_secs(second);
                if event(0).is_due(Some(Tries { count, last }), now, &keys) {
                    (count, last) = (count + 1, now);
                }
            }
            count
        };
        assert_eq!(tries(KeySessions::Known(HashSet::new())), 8);
        assert!(tries(KeySessions::Unknown) <= MAX_KEY_TRIES + 8);
    }

    #[test]
    fn patience_ends() {
        let waits = |now| event(0).is_older_than(now, ROOM_KEY_TIMEOUT);
        let end = SINCE + ROOM_KEY_TIMEOUT;
        assert!(!waits(end) && waits(end + SignedDuration::from_secs(1)));
        assert!(!waits(Timestamp::UNIX_EPOCH), "a clock that was put back");
    }
}
