//! Leaving rooms, and letting go of those that were left.

use std::{collections::HashSet, time::Duration};

use futures_util::{StreamExt, stream};
use matrix_sdk::{
    Client, Room, RoomState,
    ruma::{OwnedRoomId, api::client::membership::leave_room},
};
use tokio::time::timeout;
use tracing::{debug, info};

use super::failure::Failure;

/// Longest time for which receiving waits for left rooms to be forgotten.
const FORGET_TIMEOUT: Duration = Duration::from_secs(5);
/// Rooms forgotten at the same time.
const FORGET_AT_ONCE: usize = 8;

/// The rooms that were left and have not been forgotten, which is tried once a start.
#[derive(Debug, Default)]
pub(super) struct LeftRooms {
    tried: HashSet<OwnedRoomId>,
}

/// Leaves a room, or declines the invitation to it. The SDK's own way also leaves every room that this one
/// calls its predecessor, and whoever makes a room can say so of any.
pub(super) async fn leave(room: &Room) -> Result<(), Failure> {
    let request = leave_room::v3::Request::new(room.room_id().to_owned());
    let left = room.client().send(request).await;
    left.map(drop)
        .map_err(|error| Failure::from(matrix_sdk::Error::from(error)))
}

impl LeftRooms {
    /// Removes what is kept of rooms that the bot has left. To be called when everything that leaving leads to
    /// has been stored, and before the next response: the SDK would delete an invitation that it brings back into
    /// such a room.
    pub(super) async fn forget(&mut self, client: &Client, joined: &HashSet<OwnedRoomId>) {
        let is_left = |state| matches!(state, RoomState::Left | RoomState::Banned);
        self.tried.retain(|room| !joined.contains(room));
        let mut left = Vec::new();
        for room in client.rooms() {
            // Of a room that is still taken for joined no response has told yet that it was left.
            let is_over = is_left(room.state()) && !joined.contains(room.room_id());
            if is_over && self.tried.insert(room.room_id().to_owned()) {
                left.push(room);
            }
        }
        let forgetting = stream::iter(left).for_each_concurrent(FORGET_AT_ONCE, async |room| {
            let id = room.room_id();
            match room.forget().await.map_err(Failure::from) {
                Ok(()) => info!(room = %id, "nothing is kept of a room that was left"),
                Err(failure) => debug!(room = %id, "not forgotten: {}", failure.reason()),
            }
        });
        if timeout(FORGET_TIMEOUT, forgetting).await.is_err() {
            debug!("left rooms will be forgotten at the next start");
        }
    }
}
