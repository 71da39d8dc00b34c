//! Admin commands that need the homeserver.

use std::time::{Duration, Instant};

use lobby::admin::{AdminAction, AdminReport, RoomInfo};
use matrix_sdk::{
    BaseRoom, Room, RoomDisplayName, RoomHero, RoomMemberships, RoomState, room::RoomMember,
};
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

/// Maximum number of members in the name of a room without one.
const MAX_MEMBERS_IN_NAME: usize = 5;

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
                Ok(members) => members,
                Err(error) => {
                    warn!(room = %room.room_id(), error = %error, "cannot count room members");
                    return AdminReport::Failed;
                }
            };
            rooms.push(RoomInfo {
                id: room.room_id().to_string(),
                name: name(&room, &members).to_string(),
                members: members.len(),
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

/// Returns the name of a room; one of its members if it has none.
fn name(room: &Room, members: &[RoomMember]) -> RoomDisplayName {
    let others = members
        .iter()
        .filter(|member| member.user_id() != room.own_user_id());
    let others = others.take(MAX_MEMBERS_IN_NAME).map(|member| RoomHero {
        user_id: member.user_id().to_owned(),
        display_name: Some(member.name().to_owned()),
        avatar_url: None,
    });
    BaseRoom::compute_display_name_with_fields(
        room.name(),
        room.canonical_alias().as_deref(),
        others.collect(),
        members.len() as u64,
    )
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
