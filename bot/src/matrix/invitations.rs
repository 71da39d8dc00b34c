//! Invitations: the host decides which of them are followed.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use matrix_sdk::{
    Room, RoomState,
    ruma::{OwnedRoomId, RoomId},
};
use tracing::{info, warn};

use super::{failure::Failure, session::Session};
use crate::backoff::Backoff;

const TRIES: usize = 12;

/// Somebody has invited the bot to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The room's id.
    pub room: String,
    /// The user id of whoever invites, if the homeserver tells it.
    pub inviter: Option<String>,
}

/// What is done about an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The bot joins.
    Accept,
    /// The bot declines, which the inviter sees.
    Decline,
}

/// The rooms whose invitations are being replied to just now.
#[derive(Clone, Debug, Default)]
pub(super) struct Invitations {
    replying: Arc<Mutex<HashSet<OwnedRoomId>>>,
}

impl Invitations {
    /// Replies in the background. What fails is tried again at the next start.
    pub(super) fn reply(&self, room: Room, reply: Reply) {
        let id = room.room_id().to_owned();
        if !self.locked().insert(id.clone()) {
            return;
        }
        let invitations = self.clone();
        tokio::spawn(async move {
            send(&room, reply).await;
            invitations.locked().remove(&id);
        });
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, HashSet<OwnedRoomId>> {
        self.replying.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Replies to an invitation, in the background.
    pub fn reply(&self, invitation: &Invitation, reply: Reply) {
        let id = RoomId::parse(&invitation.room).ok();
        if let Some(room) = id.and_then(|id| self.client.get_room(&id)) {
            self.invitations.reply(room, reply);
        }
    }
}

/// The invitation to a room.
pub(super) async fn of(room: &Room) -> Invitation {
    let details = room.invite_details().await;
    Invitation {
        room: room.room_id().to_string(),
        inviter: details.ok().map(|details| details.inviter_id.to_string()),
    }
}

async fn send(room: &Room, reply: Reply) {
    let id = room.room_id();
    let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
    for _ in 0..TRIES {
        if room.state() != RoomState::Invited {
            return;
        }
        let sent = match reply {
            Reply::Accept => room.join().await,
            Reply::Decline => room.leave().await,
        };
        let failure = match (sent, reply) {
            (Ok(()), Reply::Accept) => {
                info!(room = %id, "joined");
                return;
            }
            (Ok(()), Reply::Decline) => {
                info!(room = %id, "invitation declined");
                return;
            }
            (Err(error), _) => Failure::from(error),
        };
        // Not even a refusal is final: other servers of the room may not know of it yet.
        let wait = match &failure {
            // The receiving side ends the program; the next start sees the invitation again.
            Failure::SessionOver(_) | Failure::SoftLogout(_) | Failure::Unwritable(_) => return,
            Failure::Unreachable {
                after: Some(after), ..
            } => (*after).max(backoff.step()),
            _ => backoff.step(),
        };
        warn!(room = %id, "cannot reply to an invitation, next try in {wait:?}: {}", failure.reason());
        tokio::time::sleep(wait).await;
    }
    warn!(room = %id, "giving the invitation up");
}
