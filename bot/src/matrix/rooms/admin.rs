//! Admin commands that need the homeserver.

use std::time::{Duration, Instant};

use lobby::admin::{AdminAction, AdminReport, RoomInfo};
use matrix_sdk::{Room, RoomMemberships, RoomState};
use tokio::time::sleep;
use tracing::{info, warn};

use super::leaving::leave;
use crate::{
    backoff::Backoff,
    jobs::AdminApi,
    logging::rate_limited::log_rate_limited,
    matrix::{failure::Failure, session::Session},
    monitoring::metrics::Metrics,
    outbox::Outbox,
};

/// Timeout for the last messages to a room before the bot leaves it.
const SEND_BEFORE_LEAVING_TIMEOUT: Duration = Duration::from_secs(60);

/// Timeout for leaving a room after that.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(60);

/// The bot's rooms, outbox and metrics for admin commands.
#[derive(Clone, Debug)]
pub struct MatrixAdmin {
    session: Session,
    outbox: Outbox<Session>,
    metrics: Metrics,
}

impl MatrixAdmin {
    /// Creates the admin interface of a session.
    pub fn new(session: Session, outbox: Outbox<Session>, metrics: Metrics) -> Self {
        Self {
            session,
            outbox,
            metrics,
        }
    }

    async fn rooms(&self) -> AdminReport {
        let mut rooms = Vec::new();
        for room in self.session.client.joined_rooms() {
            // Sync responses bring all members, so no request is needed.
            let members = match room.members_no_sync(RoomMemberships::JOIN).await {
                Ok(members) => members.len(),
                Err(error) => {
                    warn!(room = %room.room_id(), error = %error, "cannot count room members");
                    return AdminReport::Failed;
                }
            };
            let name = room.cached_display_name().map(|name| name.to_string());
            rooms.push(RoomInfo {
                id: room.room_id().to_string(),
                name: name.unwrap_or_default(),
                members,
            });
        }
        rooms.sort_by(|one, other| one.id.cmp(&other.id));
        AdminReport::Rooms(rooms)
    }

    fn is_in(&self, id: &str) -> AdminReport {
        let room = self.session.known_room(id);
        match room.map(|room| room.state()) {
            Some(RoomState::Joined) => AdminReport::There,
            _ => AdminReport::NotThere,
        }
    }

    /// Leaves a room. Idempotent: a room that an interrupted attempt has left counts as left.
    async fn leave(&self, id: &str) -> AdminReport {
        let Some(room) = self.session.known_room(id) else {
            return AdminReport::NotThere;
        };
        if room.state() == RoomState::Joined {
            self.outbox
                .drain_room(id, SEND_BEFORE_LEAVING_TIMEOUT)
                .await;
            if let Err(failure) = leave_with_retries(&room).await {
                log_rate_limited!(
                    id,
                    warn!(room = id, error = %failure.reason(), "cannot leave room")
                );
                return AdminReport::Failed;
            }
            info!(room = id, "left room");
            return AdminReport::Left;
        }
        match room.state() {
            RoomState::Left => AdminReport::Left,
            _ => AdminReport::NotThere,
        }
    }
}

/// Leaves a room, with retries while the homeserver limits the bot or can't be reached.
async fn leave_with_retries(room: &Room) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(10));
    loop {
        let failure = match leave(room).await {
            Err(failure @ Failure::Unreachable { .. }) => failure,
            left => return left,
        };
        let delay = failure.announced_delay().unwrap_or(backoff.step());
        if begun.elapsed() + delay > LEAVE_TIMEOUT {
            return Err(failure);
        }
        sleep(delay).await;
    }
}

impl AdminApi for MatrixAdmin {
    async fn administer(&self, task: &AdminAction) -> AdminReport {
        match task {
            AdminAction::Status => AdminReport::Status(self.metrics.status()),
            AdminAction::Rooms => self.rooms().await,
            AdminAction::Leave(room) => self.leave(room).await,
            AdminAction::MoveGames { to, .. } => self.is_in(to),
        }
    }
}
