//! Letting go of rooms: of those that were left, and of those of which more would have to be kept than is
//! reasonable.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use matrix_sdk::{
    Client, Room, RoomState,
    ruma::{OwnedRoomId, RoomId, api::client::membership::leave_room},
};
use tracing::{debug, info};

use super::failure::Failure;
use crate::seldom::seldom;

/// The rooms that are being let go of.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaving {
    /// Those that are being left.
    left: Rooms,
    /// Those of which nothing is to be kept, or could not be.
    forgotten: Rooms,
}

#[derive(Clone, Debug, Default)]
struct Rooms(Arc<Mutex<HashSet<OwnedRoomId>>>);

impl Rooms {
    fn locked(&self) -> MutexGuard<'_, HashSet<OwnedRoomId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leaves a room, or declines the invitation to it. The SDK's own way also leaves every room that this one
/// calls its predecessor, and whoever makes a room can say so of any.
pub(super) async fn leave(room: &Room) -> Result<(), Failure> {
    let request = leave_room::v3::Request::new(room.room_id().to_owned());
    let left = room.client().send(request).await;
    left.map(drop)
        .map_err(|error| Failure::from(matrix_sdk::Error::from(error)))
}

impl Leaving {
    /// Removes what is kept of rooms that the bot has left, in the background. What fails is tried again
    /// at the next start. To be called when everything that leaving leads to has been stored.
    pub(super) fn forget_left(&self, client: &Client, joined: &HashSet<OwnedRoomId>) {
        let is_left = |state| matches!(state, RoomState::Left | RoomState::Banned);
        for room in client.rooms() {
            let id = room.room_id().to_owned();
            // Of a room that is still taken for joined no response has told yet that it was left.
            let is_over = is_left(room.state()) && !joined.contains(&id);
            if !is_over || !self.forgotten.locked().insert(id.clone()) {
                continue;
            }
            let forgotten = self.forgotten.clone();
            tokio::spawn(async move {
                match room.forget().await.map_err(Failure::from) {
                    Ok(()) => {
                        info!(room = %id, "nothing is kept of a room that was left");
                        forgotten.locked().remove(&id);
                    }
                    Err(failure) => debug!(room = %id, "not forgotten: {}", failure.reason()),
                }
            });
        }
    }

    /// Leaves a room of which too much would have to be kept, in the background.
    pub(super) fn leave_heavy(&self, client: &Client, room: &RoomId) {
        let Some(room) = client.get_room(room) else {
            return;
        };
        let id = room.room_id().to_owned();
        if !self.left.locked().insert(id.clone()) {
            return;
        }
        seldom!(
            id.as_str(),
            warn!(room = %id, "this room is left, for its state is larger than is kept of a room")
        );
        let left = self.left.clone();
        tokio::spawn(async move {
            if let Err(failure) = leave(&room).await {
                debug!(room = %id, "not left: {}", failure.reason());
            }
            left.locked().remove(&id);
        });
    }
}
