//! Rooms of which a sync response had more state than is read.

use std::{
    collections::HashMap,
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
    /// All rooms together have too many members.
    Shared,
    /// The room has too many members or settings.
    Own,
}

/// The rooms whose state was cut in the last response.
#[derive(Clone, Debug, Default)]
pub(in crate::matrix) struct CutRooms {
    rooms: Arc<Mutex<HashMap<OwnedRoomId, Cut>>>,
    /// The number of events left out of pages of missed events so far.
    dropped: Arc<AtomicUsize>,
}

impl CutRooms {
    /// Adds the room with this key in a JSON object.
    pub(super) fn add(&self, key: &[u8], cut: Cut) {
        let id = [b"\"", key, b"\""].concat();
        if let Ok(id) = serde_json::from_slice(&id) {
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

    /// Returns whether the members of a room were cut because all rooms together have too many, once.
    pub(in crate::matrix) fn take_shared(&self, room: &RoomId) -> bool {
        let mut rooms = self.rooms.lock();
        let is_shared = rooms.get(room) == Some(&Cut::Shared);
        if is_shared {
            rooms.remove(room);
        }
        is_shared
    }
}
