//! Replies to invitations. The event processor decides which ones are accepted.

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use matrix_sdk::{
    Client, Room, RoomState,
    ruma::{OwnedRoomId, RoomId, UserId},
};
use parking_lot::Mutex;
use tracing::info;

use super::{join_requests::JoinRequests, leaving::leave};
use crate::{
    backoff::Backoff,
    keyed_queues::KeyedQueues,
    logging::rate_limited::{log_rate_limited, server},
    matrix::failure::Failure,
};

/// Maximum attempts to reply to an invitation.
const MAX_REPLY_ATTEMPTS: usize = 12;
/// Minimum time between two replies, a rate limit. Each joined room has to be read before the next response,
/// so hundreds at once would delay everybody. Only the starts are spaced out, as a join can hang.
const MIN_REPLY_INTERVAL: Duration = Duration::from_millis(300);
/// Longest delay for which the homeserver limits joins of all rooms. Synapse's default limit of a user asks for up to ten
/// seconds; that of a single room, which others can prolong by joins and new names, for any time.
const MAX_SHARED_DELAY: Duration = Duration::from_secs(15);

/// An invitation of the bot to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The room's id.
    pub room: String,
    /// The inviter's user id, if the homeserver sends it.
    pub inviter: Option<String>,
}

/// A reply to an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The bot joins.
    Accept,
    /// The bot declines, which the inviter sees.
    Decline,
}

/// The invitations that are being replied to.
#[derive(Clone, Debug, Default)]
pub(in crate::matrix) struct Invitations {
    rooms: Arc<Mutex<HashSet<OwnedRoomId>>>,
    /// The rooms whose invitation was accepted, until the bot leaves them or restarts.
    accepted: Arc<Mutex<HashSet<OwnedRoomId>>>,
    /// One queue per inviter: invitations to thousands of rooms delay nobody else's, and are sent one at a
    /// time.
    queues: Arc<KeyedQueues<String, Pending>>,
    pub(in crate::matrix) join_requests: JoinRequests,
    /// Locked by the inviter whose reply is next.
    pace: Arc<tokio::sync::Mutex<()>>,
    /// The time until which the homeserver limits joins.
    limited_until: Arc<Mutex<Option<Instant>>>,
}

/// An invitation without a reply so far.
#[derive(Clone, Debug)]
struct Pending {
    room: Room,
    reply: Reply,
    tries: usize,
    backoff: Backoff,
}

impl Invitations {
    /// Replies in the background, with retries. An invitation that is given up is tried again at the next
    /// start.
    pub(in crate::matrix) fn reply(&self, client: &Client, invitation: &Invitation, reply: Reply) {
        let id = RoomId::parse(&invitation.room).ok();
        let Some(room) = id.and_then(|id| client.get_room(&id)) else {
            return;
        };
        if reply == Reply::Accept {
            self.accepted.lock().insert(room.room_id().to_owned());
        }
        if !self.rooms.lock().insert(room.room_id().to_owned()) {
            return;
        }
        let backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        let pending = Pending {
            room,
            reply,
            tries: 0,
            backoff,
        };
        self.push(invitation.inviter.clone().unwrap_or_default(), pending);
    }

    /// Returns whether an invitation to a room was accepted.
    pub(in crate::matrix) fn is_accepted(&self, room: &RoomId) -> bool {
        self.accepted.lock().contains(room)
    }

    /// Forgets a room that the bot has left.
    pub(in crate::matrix) fn forget(&self, room: &RoomId) {
        self.accepted.lock().remove(room);
        self.join_requests.take(room);
    }

    fn push(&self, inviter: String, pending: Pending) {
        if self.queues.push(&inviter, pending) {
            tokio::spawn(self.clone().work(inviter));
        }
    }

    async fn work(self, inviter: String) {
        while let Some(mut pending) = self.queues.front(&inviter) {
            {
                let _next = self.pace.lock().await;
                tokio::time::sleep(self.limit().max(MIN_REPLY_INTERVAL)).await;
            }
            let outcome = pending.send(&inviter, &self.join_requests).await;
            self.queues.drop_front(&inviter);
            match outcome {
                Outcome::Over => {
                    self.rooms.lock().remove(pending.room.room_id());
                    if pending.room.state() != RoomState::Joined {
                        self.forget(pending.room.room_id());
                    }
                }
                Outcome::Limited(wait) => {
                    *self.limited_until.lock() = Some(Instant::now() + wait);
                    self.push(inviter.clone(), pending);
                }
                // During the retry delay, the inviter's next invitation is served.
                Outcome::Failed(wait) => {
                    let (invitations, inviter) = (self.clone(), inviter.clone());
                    tokio::spawn(async move {
                        tokio::time::sleep(wait).await;
                        invitations.push(inviter, pending);
                    });
                }
            }
        }
    }

    /// Returns the time for which the homeserver still limits joins.
    fn limit(&self) -> Duration {
        let until = *self.limited_until.lock();
        until.map_or(Duration::ZERO, |until| {
            until.saturating_duration_since(Instant::now())
        })
    }
}

/// Returns the invitation to a room.
pub(in crate::matrix) async fn of(room: &Room) -> Invitation {
    let details = room.invite_details().await;
    Invitation {
        room: room.room_id().to_string(),
        inviter: details.ok().map(|details| details.inviter_id.to_string()),
    }
}

/// The result of an attempt to reply.
enum Outcome {
    /// There is no further attempt.
    Over,
    /// The homeserver limits joins for so long. The inviters take turns then.
    Limited(Duration),
    /// The next attempt follows after so long.
    Failed(Duration),
}

impl Pending {
    /// Makes one attempt.
    async fn send(&mut self, inviter: &str, requests: &JoinRequests) -> Outcome {
        let id = self.room.room_id();
        if self.room.state() != RoomState::Invited {
            return Outcome::Over;
        }
        let sent = match self.reply {
            Reply::Accept => {
                requests.note(id);
                self.room.join().await.map_err(Failure::from)
            }
            Reply::Decline => leave(&self.room).await,
        };
        let failure = match (sent, self.reply) {
            (Ok(()), Reply::Accept) => {
                info!(room = %id, "joined room");
                return Outcome::Over;
            }
            (Ok(()), Reply::Decline) => {
                log_rate_limited!(server(inviter), info!(room = %id, "invitation declined"));
                return Outcome::Over;
            }
            (Err(failure), _) => failure,
        };
        // Another server can only limit joins of rooms that it is asked about.
        if let Failure::Unreachable {
            after: Some(after), ..
        } = &failure
            && *after <= MAX_SHARED_DELAY
            && self.is_inviter_local(inviter)
        {
            return Outcome::Limited(*after);
        }
        self.tries += 1;
        if self.tries >= MAX_REPLY_ATTEMPTS {
            log_rate_limited!(
                server(inviter),
                warn!(
                    room = %id,
                    error = %failure.reason(),
                    "invitation dropped: too many failed attempts"
                )
            );
            return Outcome::Over;
        }
        // Even a refusal is retried: other servers of the room may not know of the invitation yet.
        let wait = match &failure {
            // The receiving side ends the program; the next start sees the invitation again.
            Failure::SessionOver(_) | Failure::SoftLogout(_) | Failure::Unwritable(_) => {
                return Outcome::Over;
            }
            _ => failure.retry_delay(self.backoff.step()),
        };
        log_rate_limited!(
            server(inviter),
            warn!(
                room = %id,
                delay = ?wait,
                error = %failure.reason(),
                "cannot answer invitation: retrying"
            )
        );
        Outcome::Failed(wait)
    }

    /// Returns whether the inviter is on the bot's own server, so that no other server is asked for the join.
    fn is_inviter_local(&self, inviter: &str) -> bool {
        let own = self.room.own_user_id().server_name();
        UserId::parse(inviter).is_ok_and(|inviter| inviter.server_name() == own)
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk_test::InvitedRoomBuilder;
    use serde_json::json;
    use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

    use super::*;
    use crate::matrix::mocked::{BOT, Mocked, in_time, rate_limit, raw, state};

    #[tokio::test]
    async fn a_rooms_join_limit_delays_no_other_room() {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let limited = rate_limit(Duration::from_secs(60));
        let joined =
            ResponseTemplate::new(200).set_body_json(json!({ "room_id": "!b:example.org" }));
        for (path, answer) in [("a:example.org", limited), ("b:example.org", joined)] {
            let join = Mock::given(path_regex(format!("join.*{path}|{path}.*join")));
            let join = join.respond_with(answer).expect(1);
            join.mount(mocked.server.server()).await;
        }
        let invitations = ["a", "b"].map(|name| Invitation {
            room: format!("!{name}:example.org"),
            inviter: Some(format!("@{name}:example.org")),
        });
        let received = mocked.receives(&mut inbox, |sync| {
            for Invitation { room, inviter } in &invitations {
                let invite = json!({ "membership": "invite" });
                let inviter = inviter.as_deref().unwrap();
                let invite = raw(&state(inviter, "m.room.member", BOT, invite));
                let invited = InvitedRoomBuilder::new(&RoomId::parse(room).unwrap());
                sync.add_invited_room(invited.add_state_event(invite));
            }
        });
        received.await;
        session.reply(&invitations[0], Reply::Accept);
        tokio::time::sleep(2 * MIN_REPLY_INTERVAL).await;
        session.reply(&invitations[1], Reply::Accept);
        let other = session
            .client
            .get_room(&RoomId::parse("!b:example.org").unwrap());
        let other = other.unwrap();
        in_time(async {
            while other.state() != RoomState::Joined {
                tokio::time::sleep(MIN_REPLY_INTERVAL).await;
            }
        })
        .await;
    }
}
