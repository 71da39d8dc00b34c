//! Rooms whose state exceeds what is read of a sync response; the limit is lower for rooms that the bot was in before.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use parking_lot::Mutex;

/// The reason why not all state of a room was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::matrix) enum Cut {
    /// All rooms together have too many members, or more were sent of a room than may be new.
    Shared,
    /// The room has too many members or settings.
    Own,
}

/// The rooms whose state was cut in the last response.
#[derive(Clone, Debug, Default)]
pub(in crate::matrix) struct CutRooms {
    rooms: Arc<Mutex<HashMap<OwnedRoomId, Cut>>>,
    /// The rooms that the bot was in after the last response.
    joined: Arc<Mutex<HashSet<OwnedRoomId>>>,
    /// The number of events left out of pages of missed events so far.
    dropped: Arc<AtomicUsize>,
}

impl CutRooms {
    /// Notes rooms that the bot is in.
    pub(in crate::matrix) fn note_joined(&self, rooms: impl IntoIterator<Item = OwnedRoomId>) {
        self.joined.lock().extend(rooms);
    }

    /// Notes that the bot has left a room.
    pub(in crate::matrix) fn note_left(&self, room: &RoomId) {
        self.joined.lock().remove(room);
    }

    /// Returns whether the bot was in the room with this key in a JSON object.
    pub(super) fn was_joined(&self, key: &[u8]) -> bool {
        room_of(key).is_some_and(|id| self.joined.lock().contains(&id))
    }

    /// Adds the room with this key in a JSON object.
    pub(super) fn add(&self, key: &[u8], cut: Cut) {
        if let Some(id) = room_of(key) {
            let mut rooms = self.rooms.lock();
            let known = rooms.entry(id).or_insert(cut);
            *known = (*known).max(cut);
        }
    }

    /// Adds events left out of a page of missed events.
    pub(super) fn add_dropped(&self, count: usize) {
        self.dropped.fetch_add(count, Ordering::Relaxed);
    }

    /// Returns the number of events left out of pages of missed events so far, of any room.
    pub(in crate::matrix) fn dropped(&self) -> usize {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Returns the reason why the state of a room was cut, once.
    pub(in crate::matrix) fn take(&self, room: &RoomId) -> Option<Cut> {
        self.rooms.lock().remove(room)
    }

    /// Returns whether the members of a room were cut because the bot knows most of them, or all rooms together have too
    /// many.
    pub(in crate::matrix) fn is_shared(&self, room: &RoomId) -> bool {
        self.rooms.lock().get(room) == Some(&Cut::Shared)
    }

    /// The same, once.
    pub(in crate::matrix) fn take_shared(&self, room: &RoomId) -> bool {
        let is_shared = self.is_shared(room);
        if is_shared {
            self.rooms.lock().remove(room);
        }
        is_shared
    }
}

fn room_of(key: &[u8]) -> Option<OwnedRoomId> {
    serde_json::from_slice(&[b"\"", key, b"\""].concat()).ok()
}
