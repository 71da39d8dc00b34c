//! Whoever invites the bot gets it.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use matrix_sdk::{Room, RoomState, ruma::OwnedRoomId};
use tracing::{info, warn};

use super::failure::Failure;
use crate::backoff::Backoff;

const TRIES: usize = 12;

/// The rooms that are being joined just now.
#[derive(Clone, Debug, Default)]
pub(super) struct Invitations {
    joining: Arc<Mutex<HashSet<OwnedRoomId>>>,
}

impl Invitations {
    /// Joins in the background. A room that cannot be joined is tried again at the next start.
    pub(super) fn accept(&self, room: Room) {
        let id = room.room_id().to_owned();
        if !self.locked().insert(id.clone()) {
            return;
        }
        let invitations = self.clone();
        tokio::spawn(async move {
            join(&room).await;
            invitations.locked().remove(&id);
        });
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, HashSet<OwnedRoomId>> {
        self.joining.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn join(room: &Room) {
    let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
    for _ in 0..TRIES {
        if room.state() != RoomState::Invited {
            return;
        }
        let failure = match room.join().await {
            Ok(()) => {
                info!(room = %room.room_id(), "joined");
                return;
            }
            Err(error) => Failure::from(error),
        };
        // Not even a refusal is final: other servers of the room may not know of it yet.
        let wait = match &failure {
            Failure::SessionOver(_) => return,
            Failure::Unreachable {
                after: Some(after), ..
            } => (*after).max(backoff.step()),
            _ => backoff.step(),
        };
        warn!(room = %room.room_id(), "cannot join, next try in {wait:?}: {}", failure.reason());
        tokio::time::sleep(wait).await;
    }
    warn!(room = %room.room_id(), "giving the invitation up");
}
