//! Replies to invitations. The event processor decides which ones are accepted.

use std::{collections::HashSet, sync::Arc, time::Duration};

use matrix_sdk::{
    Client, Room, RoomState,
    ruma::{OwnedRoomId, RoomId},
};
use parking_lot::Mutex;
use tokio::time::Instant;
use tracing::info;

use super::{
    join_requests::JoinRequests,
    join_turns::{JoinHistory, JoinTurn, JoinTurns, MAX_LIMITED_TIME, delay_of_attempt},
    leaving::leave,
};
use crate::{
    backoff::Backoff,
    logging::rate_limited::{log_rate_limited, server},
    matrix::failure::Failure,
};

/// Maximum attempts to reply to an invitation, besides those that a rate limit refuses.
const MAX_REPLY_ATTEMPTS: usize = 12;

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
    pub(in crate::matrix) join_requests: JoinRequests,
    /// The turns of inviters, whose invitations are replied to one at a time, and of those who upgrade rooms.
    pub(in crate::matrix) turns: JoinTurns,
}

/// An invitation without a reply so far.
#[derive(Debug)]
struct Pending {
    room: Room,
    reply: Reply,
    /// The time from which on it is replied to.
    since: Instant,
    tries: usize,
    history: JoinHistory,
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
        let inviter = invitation.inviter.clone().unwrap_or_default();
        let history = JoinHistory::new(&inviter, client.user_id());
        let pending = Pending {
            room,
            reply,
            since: Instant::now(),
            tries: 0,
            history,
            backoff,
        };
        tokio::spawn(self.clone().work(inviter, pending));
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

    async fn work(self, inviter: String, mut pending: Pending) {
        let mut wait = Some(Duration::ZERO);
        while let Some(delay) = wait {
            let turn = self
                .turns
                .next(&inviter, pending.history, Instant::now() + delay)
                .await;
            wait = pending.send(&inviter, &self.join_requests, &turn).await;
            drop(turn);
        }
        let id = pending.room.room_id();
        self.rooms.lock().remove(id);
        if pending.room.state() != RoomState::Joined {
            self.forget(id);
        }
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

impl Pending {
    async fn join(&self, requests: &JoinRequests) -> Result<(), Failure> {
        requests.note(self.room.room_id());
        self.room.join().await.map_err(Failure::from)
    }

    /// Makes one attempt. Returns the delay before the next one, if there is one.
    async fn send(
        &mut self,
        inviter: &str,
        requests: &JoinRequests,
        turn: &JoinTurn,
    ) -> Option<Duration> {
        let id = self.room.room_id();
        if self.room.state() != RoomState::Invited {
            return None;
        }
        let sent = match self.reply {
            Reply::Accept => {
                let is_invited = || self.room.state() == RoomState::Invited;
                turn.attempt(is_invited, || self.join(requests)).await?
            }
            Reply::Decline => leave(&self.room).await,
        };
        let failure = match (sent, self.reply) {
            (Ok(()), Reply::Accept) => {
                info!(room = %id, "joined room");
                return None;
            }
            (Ok(()), Reply::Decline) => {
                log_rate_limited!(server(inviter), info!(room = %id, "invitation declined"));
                return None;
            }
            (Err(failure), _) => failure,
        };
        let is_limited = failure.is_rate_limit() && self.since.elapsed() < MAX_LIMITED_TIME;
        self.tries += usize::from(!is_limited);
        if self.reply == Reply::Accept {
            self.history.note(&failure);
        }
        if self.tries >= MAX_REPLY_ATTEMPTS {
            log_rate_limited!(
                server(inviter),
                warn!(
                    room = %id,
                    error = %failure.reason(),
                    "invitation dropped: too many failed attempts"
                )
            );
            return None;
        }
        // Even a refusal is retried: other servers of the room may not know of the invitation yet.
        let wait = match &failure {
            // The receiving side ends the program; the next start sees the invitation again.
            Failure::SessionOver(_) | Failure::SoftLogout(_) | Failure::Unwritable(_) => {
                return None;
            }
            _ => delay_of_attempt(&failure, &mut self.backoff),
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
        Some(wait)
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk_test::InvitedRoomBuilder;
    use serde_json::json;
    use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

    use super::*;
    use crate::matrix::mocked::{BOT, Mocked, in_time, rate_limit, raw, room, state};

    const ALICE: &str = "@alice:far.example";
    const POLL_INTERVAL: Duration = Duration::from_millis(50);

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
        let ids = invitations.each_ref();
        let ids = ids.map(|invitation| RoomId::parse(&invitation.room).unwrap());
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
        in_time(async {
            while session.invitations.join_requests.take(&ids[0]).is_none() {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        })
        .await;
        session.reply(&invitations[1], Reply::Accept);
        let other = session.client.get_room(&ids[1]).unwrap();
        in_time(async {
            while other.state() != RoomState::Joined {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        })
        .await;
    }

    #[tokio::test]
    async fn rate_limits_drop_no_invitation() {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        mocked.receives_invitation(&mut inbox, &[]).await;
        let attempts = MAX_REPLY_ATTEMPTS + 3;
        let join = || Mock::given(path_regex("join"));
        let limited = join().respond_with(rate_limit(Duration::from_secs(100)));
        let limited = limited.up_to_n_times(attempts.try_into().unwrap());
        limited.mount(mocked.server.server()).await;
        let joined = ResponseTemplate::new(200).set_body_json(json!({ "room_id": room() }));
        let joined = join().respond_with(joined).expect(1);
        joined.mount(mocked.server.server()).await;
        let history = JoinHistory::new(ALICE, session.client.user_id());
        let mut pending = Pending {
            room: session.client.get_room(room()).unwrap(),
            reply: Reply::Accept,
            since: Instant::now(),
            tries: 0,
            history,
            backoff: Backoff::new(Duration::from_secs(1), Duration::from_secs(60)),
        };
        let requests = JoinRequests::default();
        let turns = JoinTurns::default();
        let turn = turns.next(ALICE, history, Instant::now()).await;
        let usual = turns.turn_interval();
        for _ in 0..attempts {
            let wait = pending.send(ALICE, &requests, &turn).await;
            assert_eq!(wait, Some(Duration::from_secs(100)));
        }
        assert_eq!(pending.send(ALICE, &requests, &turn).await, None);
        assert_eq!(pending.room.state(), RoomState::Joined);
        assert_eq!(turns.turn_interval(), usual);
        turns.note_limited_message();
        assert!(turns.turn_interval() > 10 * usual, "messages come first");
    }

    #[tokio::test]
    async fn limited_messages_let_a_join_go_first() {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let received = mocked.receives_invitation(&mut inbox, &[]).await;
        let join = || Mock::given(path_regex("join"));
        let limited = join().respond_with(rate_limit(Duration::from_secs(1)));
        let limited = limited.up_to_n_times(1);
        limited.mount(mocked.server.server()).await;
        let joined = ResponseTemplate::new(200).set_body_json(json!({ "room_id": room() }));
        let joined = join().respond_with(joined).expect(1);
        joined.mount(mocked.server.server()).await;
        let turns = &session.invitations.turns;
        turns.note_limited_message();
        session.reply(&received.invitations[0], Reply::Accept);
        let is_asked = async || {
            let requests = mocked.server.received_requests().await.unwrap();
            requests
                .iter()
                .any(|request| request.url.path().contains("join"))
        };
        in_time(async {
            while !is_asked().await {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        })
        .await;
        // Until the refusal has been read.
        tokio::time::sleep(8 * POLL_INTERVAL).await;
        in_time(turns.wait_for_joins()).await;
        let room = session.client.get_room(room()).unwrap();
        assert_eq!(room.state(), RoomState::Joined);
    }

    #[tokio::test]
    async fn two_servers_take_turns() {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let failing = Mock::given(path_regex("join")).respond_with(ResponseTemplate::new(502));
        failing.mount(mocked.server.server()).await;
        let many = (0..60).map(|number| (format!("!r{number}:x"), format!("@{number}:many.x")));
        let all = many.chain([("!last:x".to_owned(), "@carol:few.x".to_owned())]);
        let invitations: Vec<Invitation> = all
            .map(|(room, inviter)| Invitation {
                room,
                inviter: Some(inviter),
            })
            .collect();
        let received = mocked.receives(&mut inbox, |sync| {
            for invitation in &invitations {
                let invite = json!({ "membership": "invite" });
                let inviter = invitation.inviter.as_deref().unwrap();
                let invite = raw(&state(inviter, "m.room.member", BOT, invite));
                let invited = InvitedRoomBuilder::new(&RoomId::parse(&invitation.room).unwrap());
                sync.add_invited_room(invited.add_state_event(invite));
            }
        });
        received.await;
        for invitation in &invitations {
            session.reply(invitation, Reply::Accept);
        }
        let last = RoomId::parse("!last:x").unwrap();
        in_time(async {
            while session.invitations.join_requests.take(&last).is_none() {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        })
        .await;
        let requests = mocked.server.received_requests().await.unwrap();
        let joins = requests
            .iter()
            .filter(|request| request.url.path().contains("join"));
        // In the order of arrival, it is the last of 61. By lot, odds of 1 to a billion.
        assert!(joins.count() < 30);
    }
}
