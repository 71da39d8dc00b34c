//! Requests of the bot to join rooms.

use std::{collections::HashMap, sync::Arc};

use jiff::Timestamp;
use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use parking_lot::Mutex;

/// The times of the last requests to join rooms in which the bot has not been seen since. A homeserver can show a room
/// long after the join: Synapse waits for the members of large ones.
#[derive(Clone, Debug, Default)]
pub(in crate::matrix) struct JoinRequests(Arc<Mutex<HashMap<OwnedRoomId, Timestamp>>>);

impl JoinRequests {
    /// Notes that the bot asks to join a room now.
    pub(in crate::matrix) fn note(&self, room: &RoomId) {
        self.0.lock().insert(room.to_owned(), Timestamp::now());
    }

    /// Removes the request for a room, and returns its time.
    pub(in crate::matrix) fn take(&self, room: &RoomId) -> Option<Timestamp> {
        self.0.lock().remove(room)
    }
}
