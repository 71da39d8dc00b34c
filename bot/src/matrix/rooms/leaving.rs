//! Leaving rooms, and forgetting rooms that were left.

use std::{collections::HashSet, time::Duration};

use futures_util::{StreamExt, stream};
use matrix_sdk::{
    Client, Room, RoomState,
    ruma::{OwnedRoomId, api::client::membership::leave_room},
};
use tokio::time::timeout;
use tracing::{debug, info};

use crate::matrix::failure::Failure;

/// Longest time for which receiving waits for left rooms to be forgotten.
const FORGET_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of rooms forgotten concurrently.
const FORGET_AT_ONCE: usize = 8;

/// The left rooms that the bot has tried to forget, each once per start.
#[derive(Debug, Default)]
pub(in crate::matrix) struct ForgetAttempts {
    tried: HashSet<OwnedRoomId>,
}

/// Leaves a room, or declines the invitation to it. The SDK's own call also leaves every room that this one
/// names as its predecessor, and the creator of a room can name any.
pub(in crate::matrix) async fn leave(room: &Room) -> Result<(), Failure> {
    let request = leave_room::v3::Request::new(room.room_id().to_owned());
    let left = room.client().send(request).await;
    left.map(drop)
        .map_err(|error| Failure::from(matrix_sdk::Error::from(error)))
}

impl ForgetAttempts {
    /// Forgets left rooms: deletes what is stored of them. Call it once all effects of leaving are stored, and before
    /// the next sync: the SDK would delete an invitation that the response brings to such a room.
    pub(in crate::matrix) async fn forget_left_rooms(
        &mut self,
        client: &Client,
        joined: &HashSet<OwnedRoomId>,
    ) {
        let is_left = |state| matches!(state, RoomState::Left | RoomState::Banned);
        self.tried.retain(|room| !joined.contains(room));
        let mut left = Vec::new();
        for room in client.rooms() {
            // No response has reported yet that a room in `joined` was left.
            let is_over = is_left(room.state()) && !joined.contains(room.room_id());
            if is_over && self.tried.insert(room.room_id().to_owned()) {
                left.push(room);
            }
        }
        let forgetting = stream::iter(left).for_each_concurrent(FORGET_AT_ONCE, async |room| {
            let id = room.room_id();
            match room.forget().await.map_err(Failure::from) {
                Ok(()) => info!(room = %id, "forgot left room"),
                Err(failure) => {
                    debug!(room = %id, error = %failure.reason(), "cannot forget left room")
                }
            }
        });
        if timeout(FORGET_TIMEOUT, forgetting).await.is_err() {
            debug!("forgetting left rooms timed out: retrying at the next start");
        }
    }
}
