//! Letting go of rooms: of those that were left, and of those of which more would have to be kept than is
//! reasonable.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use matrix_sdk::{
    RoomState,
    ruma::{OwnedRoomId, RoomId},
};
use tracing::{debug, info};

use super::{failure::Failure, session::Session};
use crate::seldom::seldom;

/// The rooms that are being let go of, or could not be.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaving {
    rooms: Arc<Mutex<HashSet<OwnedRoomId>>>,
}

impl Leaving {
    fn locked(&self) -> MutexGuard<'_, HashSet<OwnedRoomId>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Removes what is kept of rooms that the bot has left, in the background. What fails is tried again
    /// at the next start. To be called when everything that leaving leads to has been stored.
    pub(super) fn forget_left_rooms(&self) {
        let is_left = |state| matches!(state, RoomState::Left | RoomState::Banned);
        for room in self.client.rooms() {
            let id = room.room_id().to_owned();
            if !is_left(room.state()) || !self.leaving.locked().insert(id.clone()) {
                continue;
            }
            let leaving = self.leaving.clone();
            tokio::spawn(async move {
                match room.forget().await.map_err(Failure::from) {
                    Ok(()) => {
                        info!(room = %id, "nothing is kept of a room that was left");
                        leaving.locked().remove(&id);
                    }
                    Err(failure) => debug!(room = %id, "not forgotten: {}", failure.reason()),
                }
            });
        }
    }

    /// Leaves a room of which too much would have to be kept, in the background.
    pub(super) fn leave_heavy(&self, room: &RoomId) {
        let Some(room) = self.client.get_room(room) else {
            return;
        };
        let id = room.room_id().to_owned();
        if !self.leaving.locked().insert(id.clone()) {
            return;
        }
        seldom!(
            id.as_str(),
            warn!(room = %id, "this room is left, for its state is larger than is kept of a room")
        );
        let leaving = self.leaving.clone();
        tokio::spawn(async move {
            if let Err(failure) = room.leave().await.map_err(Failure::from) {
                debug!(room = %id, "not left: {}", failure.reason());
            }
            leaving.locked().remove(&id);
        });
    }
}
