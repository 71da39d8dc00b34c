//! How much is kept of a room: the SDK keeps every state event, however large and however many there are.

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

use matrix_sdk::{
    ruma::{OwnedRoomId, RoomId},
    sync::JoinedRoomUpdate,
};
use serde::Deserialize;

use super::state;

/// So many bytes of state a room may have, and so many more for each member.
const ROOM: usize = 1 << 20;
const MEMBER: usize = 2 << 10;

/// What is known of the state of rooms since the program has started.
#[derive(Debug, Default)]
pub(super) struct StateSizes {
    rooms: HashMap<OwnedRoomId, StateSize>,
}

#[derive(Debug, Default)]
struct StateSize {
    /// The bytes of each event that is kept, by a hash of its type and state key.
    events: HashMap<u64, usize>,
    bytes: usize,
    members: usize,
}

/// What decides which event a state event replaces.
#[derive(Deserialize, Hash)]
struct Key {
    r#type: String,
    state_key: String,
}

impl StateSizes {
    /// Notes what a sync response brings of a room; whether that is more than is kept of one.
    pub(super) fn note(&mut self, room: &RoomId, update: &JoinedRoomUpdate) -> bool {
        let known = self.rooms.entry(room.to_owned()).or_default();
        state::events(update).for_each(|json| known.add(json));
        known.bytes > ROOM + MEMBER * known.members
    }

    /// To be called when a room is left.
    pub(super) fn forget(&mut self, room: &RoomId) {
        self.rooms.remove(room);
    }
}

impl StateSize {
    fn add(&mut self, json: &str) {
        let Ok(key) = serde_json::from_str::<Key>(json) else {
            return;
        };
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let replaced = self.events.insert(hasher.finish(), json.len());
        if replaced.is_none() && key.r#type == "m.room.member" {
            self.members += 1;
        }
        self.bytes = self.bytes + json.len() - replaced.unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether so many events of a type, each for another key and so large, are too much.
    fn check(kind: &str, events: usize, size: usize, expected: bool) {
        let mut known = StateSize::default();
        for key in 0..events {
            let filling = "x".repeat(size);
            let event = format!(r#"{{"type":"{kind}","state_key":"{key}","content":"{filling}"}}"#);
            for _ in 0..2 {
                known.add(&event);
            }
        }
        let is_too_much = known.bytes > ROOM + MEMBER * known.members;
        assert_eq!(is_too_much, expected, "{events} {kind} of {size} bytes");
    }

    #[test]
    fn rooms_may_have_many_members_but_not_much_else() {
        check("m.room.member", 3000, 600, false);
        check("m.room.member", 40, 60_000, true);
        check("m.room.name", 1, 60_000, false);
        check("m.room.name", 20, 60_000, true);
        check("m.room.name", 3000, 600, true);
    }

    #[test]
    fn what_is_said_weighs_nothing() {
        let mut known = StateSize::default();
        known.add(r#"{"type":"m.room.message","content":{"body":"no state"}}"#);
        known.add("no JSON");
        assert_eq!(known.bytes, 0);
    }
}
