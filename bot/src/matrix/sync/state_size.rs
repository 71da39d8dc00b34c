//! Bounds on the stored state of a room: the SDK stores every state event it receives, in full.
//!
//! Power levels decide. State that only members with power can set counts in full, and the bot leaves a room
//! that has too much of it. Any member can write into their own membership, or invite users that do not
//! exist; such events are trimmed to the fields that the bot reads, and only some 20,000 of them make the bot leave.

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

use matrix_sdk::{
    ruma::{OwnedRoomId, OwnedUserId, RoomId, UserId, events::room::power_levels::RoomPowerLevels},
    sync::JoinedRoomUpdate,
};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::state;

/// Maximum bytes of a room's state that only members with power can set.
const MAX_POWERFUL: usize = 1 << 20;
/// Maximum bytes of a room's state that any member can set, enough for 20,000 memberships.
const MAX_OPEN: usize = 40 << 20;
/// Maximum stored bytes of an event that any member can set under any number of keys.
pub(super) const MAX_OPEN_EVENT: usize = 2 << 10;

/// Maximum bytes of the content of a create event: the users with all power that it names are in memory.
const MAX_CREATE_CONTENT: usize = 16 << 10;

/// Estimated bytes of an event besides its state key and content.
const ENVELOPE: usize = 300;

/// The state sizes of rooms, as far as seen since the program started, with the members before.
#[derive(Debug, Default)]
pub(super) struct StateSizes {
    rooms: HashMap<OwnedRoomId, StateSize>,
}

#[derive(Debug, Default)]
struct StateSize {
    /// The bytes of each stored event, by a hash of its type and state key.
    events: HashMap<u64, Bytes>,
    powerful: usize,
    open: usize,
    is_reported: bool,
}

#[derive(Clone, Copy, Debug)]
enum Bytes {
    Powerful(usize),
    Open(usize),
}

/// The type and state key of an event: it replaces older events with the same.
#[derive(PartialEq, Eq, Hash, Deserialize)]
pub(super) struct StateKey {
    pub(super) r#type: String,
    pub(super) state_key: String,
}

/// The part of an event that counts. The replaced content (`prev_content`), which homeservers add, is not
/// stored.
#[derive(Deserialize)]
struct Sized<'a> {
    #[serde(borrow)]
    content: &'a RawValue,
}

impl StateKey {
    /// Reads the key of a state event; `None` for other events.
    pub(super) fn of(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    fn of_member(user: &UserId) -> Self {
        Self {
            r#type: "m.room.member".to_owned(),
            state_key: user.to_string(),
        }
    }

    /// Returns whether any member can set this state.
    pub(super) fn is_open(&self, levels: &RoomPowerLevels) -> bool {
        let needed = levels.for_state(self.r#type.as_str().into());
        self.is_member() || needed <= levels.users_default
    }

    /// Returns whether any member can set this state under any number of keys.
    pub(super) fn is_repeatable(&self, levels: &RoomPowerLevels) -> bool {
        self.is_open(levels) && !self.state_key.is_empty()
    }

    pub(super) fn is_member(&self) -> bool {
        self.r#type == "m.room.member"
    }
}

impl StateSizes {
    /// Returns whether nothing of a room was added yet.
    pub(super) fn is_unknown(&self, room: &RoomId) -> bool {
        !self.rooms.contains_key(room)
    }

    /// Adds the stored memberships of a room.
    pub(super) fn note_members(&mut self, room: &RoomId, users: &[OwnedUserId]) {
        let known = self.rooms.entry(room.to_owned()).or_default();
        for user in users {
            known.add_event(&StateKey::of_member(user), Bytes::Open(MAX_OPEN_EVENT));
        }
    }

    /// Adds the state events of a sync response. Returns `true` the first time that a room exceeds a limit.
    pub(super) fn note(
        &mut self,
        room: &RoomId,
        update: &JoinedRoomUpdate,
        levels: &RoomPowerLevels,
    ) -> bool {
        let known = self.rooms.entry(room.to_owned()).or_default();
        for json in state::events(update) {
            known.add(json, levels);
        }
        let is_new = known.is_too_large() && !known.is_reported;
        known.is_reported |= is_new;
        is_new
    }

    /// Forgets a room that was left.
    pub(super) fn forget(&mut self, room: &RoomId) {
        self.rooms.remove(room);
    }
}

impl StateSize {
    fn add(&mut self, json: &str, levels: &RoomPowerLevels) {
        let (Some(key), Ok(Sized { content })) = (StateKey::of(json), serde_json::from_str(json))
        else {
            return;
        };
        let bytes = key.state_key.len() + content.get().len() + ENVELOPE;
        let bytes = if key.is_member() {
            // Each takes more memory than that, however short.
            Bytes::Open(MAX_OPEN_EVENT)
        } else if key.r#type == "m.room.create" && content.get().len() > MAX_CREATE_CONTENT {
            Bytes::Powerful(MAX_POWERFUL + 1)
        } else if key.is_repeatable(levels) {
            Bytes::Open(bytes.min(MAX_OPEN_EVENT))
        } else if key.is_open(levels) {
            Bytes::Open(bytes)
        } else {
            Bytes::Powerful(bytes)
        };
        self.add_event(&key, bytes);
    }

    fn add_event(&mut self, key: &StateKey, bytes: Bytes) {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        match self.events.insert(hasher.finish(), bytes) {
            Some(Bytes::Powerful(replaced)) => self.powerful -= replaced,
            Some(Bytes::Open(replaced)) => self.open -= replaced,
            None => {}
        }
        match bytes {
            Bytes::Powerful(added) => self.powerful += added,
            Bytes::Open(added) => self.open += added,
        }
    }

    fn is_too_large(&self) -> bool {
        self.powerful > MAX_POWERFUL || self.open > MAX_OPEN
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{
        events::room::power_levels::RoomPowerLevelsSource, room_version_rules::AuthorizationRules,
    };

    use super::*;

    /// Power levels in which any state needs `state_default`.
    fn needing(state_default: u32) -> RoomPowerLevels {
        let content = format!(r#"{{"state_default":{state_default}}}"#);
        let content = serde_json::from_str(&content).unwrap();
        let source = RoomPowerLevelsSource::Original(content);
        RoomPowerLevels::new(source, &AuthorizationRules::V11, [])
    }

    /// Checks whether events of a type, each with another key and of this size, exceed a limit.
    #[track_caller]
    fn check(levels: &RoomPowerLevels, kind: &str, events: usize, size: usize, expected: bool) {
        let mut known = StateSize::default();
        for key in 0..events {
            let filling = "x".repeat(size);
            let event = format!(r#"{{"type":"{kind}","state_key":"{key}","content":"{filling}"}}"#);
            for _ in 0..2 {
                known.add(&event, levels);
            }
        }
        let text = format!("{events} {kind} of {size} bytes");
        assert_eq!(known.is_too_large(), expected, "{text}");
    }

    #[test]
    fn only_powerful_members_make_rooms_too_large() {
        let closed = needing(50);
        check(&closed, "m.room.member", 3000, 600, false);
        check(&closed, "m.room.member", 300, 60_000, false);
        check(&closed, "m.room.name", 1, 60_000, false);
        check(&closed, "m.room.name", 20, 60_000, true);
        check(&closed, "m.room.name", 3000, 300, true);
        let open = needing(0);
        check(&open, "m.room.name", 300, 60_000, false);
    }

    #[test]
    fn many_creators_make_rooms_too_large() {
        let levels = needing(50);
        check(&levels, "m.room.create", 1, 10_000, false);
        check(&levels, "m.room.create", 1, 20_000, true);
    }

    #[test]
    fn memberships_have_a_larger_limit() {
        let levels = needing(50);
        check(&levels, "m.room.member", 20_000, 60, false);
        check(&levels, "m.room.member", 20_481, 2100, true);
    }

    #[test]
    fn members_from_before_the_start_count_once() {
        let users: Vec<OwnedUserId> = (0..20_000)
            .map(|number| UserId::parse(format!("@{number}:x")).unwrap())
            .collect();
        let room = RoomId::parse("!r:x").unwrap();
        let mut sizes = StateSizes::default();
        assert!(sizes.is_unknown(&room));
        sizes.note_members(&room, &users);
        assert!(!sizes.is_unknown(&room));
        let known = sizes.rooms.get_mut(&room).unwrap();
        for (number, expected) in [(10_000..20_400, false), (20_400..20_500, true)] {
            for user in number {
                let event =
                    format!(r#"{{"type":"m.room.member","state_key":"@{user}:x","content":{{}}}}"#);
                known.add(&event, &needing(50));
            }
            assert_eq!(known.is_too_large(), expected);
        }
    }

    #[test]
    fn replaced_content_does_not_count() {
        let mut known = StateSize::default();
        let event = r#"{"type":"m.room.name","state_key":"","content":{"name":"Club"},"#;
        let unsigned = format!(
            r#""unsigned":{{"prev_content":"{}"}}}}"#,
            "x".repeat(60_000)
        );
        known.add(&format!("{event}{unsigned}"), &needing(50));
        assert_eq!(known.powerful, ENVELOPE + r#"{"name":"Club"}"#.len());
    }

    #[test]
    fn messages_are_no_state() {
        let mut known = StateSize::default();
        let levels = needing(50);
        let message = r#"{"type":"m.room.message","content":{"body":"no state"}}"#;
        known.add(message, &levels);
        known.add("no JSON", &levels);
        assert!(known.events.is_empty());
    }
}
