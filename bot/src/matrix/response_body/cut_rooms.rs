//! Rooms of which a sync response had more state than is read.

use std::{collections::HashSet, sync::Arc};

use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use parking_lot::Mutex;

/// The rooms whose state was cut, until the bot leaves them.
#[derive(Clone, Debug, Default)]
pub(in crate::matrix) struct CutRooms {
    rooms: Arc<Mutex<HashSet<OwnedRoomId>>>,
}

impl CutRooms {
    /// Adds the room with this key in a JSON object.
    pub(super) fn add(&self, key: &[u8]) {
        let id = [b"\"", key, b"\""].concat();
        if let Ok(id) = serde_json::from_slice(&id) {
            self.rooms.lock().insert(id);
        }
    }

    /// Returns whether the state of a room was cut, once.
    pub(in crate::matrix) fn take(&self, room: &RoomId) -> bool {
        self.rooms.lock().remove(room)
    }
}
