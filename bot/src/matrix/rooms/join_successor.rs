//! Room upgrades: a tombstone names the successor of a room, which the bot joins.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use lobby::job::{JoinOutcome, Upgrade};
use matrix_sdk::{
    Room, RoomMemberships, RoomState,
    deserialized_responses::RawAnySyncOrStrippedState,
    ruma::{
        OwnedRoomId, OwnedServerName, OwnedUserId, RoomId, RoomOrAliasId, UserId,
        events::StateEventType,
    },
    sync::JoinedRoomUpdate,
};
use serde::Deserialize;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tracing::{debug, info};

use super::{
    join_turns::{JoinHistory, JoinTurn, MAX_LIMITED_TIME, delay_of_attempt},
    leaving::leave,
    members::is_moderator,
};
use crate::{
    backoff::Backoff,
    clock,
    error_chain::ErrorChain,
    logging::rate_limited::log_rate_limited,
    matrix::{failure::Failure, session::Session, sync::state},
};

/// Attempts to join before a refusal counts, which take a quarter of an hour: clients invite the members one
/// after another, and people may think of the bot last. The bot tries again as soon as it is invited.
const MAX_JOIN_ATTEMPTS: usize = 11;
/// Longest delay between attempts, each of which can use up a join that the homeserver's rate limit leaves to others.
const MAX_JOIN_DELAY: Duration = Duration::from_mins(5);
/// Maximum waits for the reply to an invitation to the successor, which may be no successor.
const MAX_REPLY_WAITS: usize = 5;
const WAIT_INTERVAL: Duration = Duration::from_secs(2);
/// Maximum time for which an upgrade waits until the bot has left the room for a false one.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(60);
/// The end of all attempts, also while a homeserver cannot be reached. Waits for turns don't count.
const SUCCESSOR_TIMEOUT: SignedDuration = SignedDuration::from_hours(1);
/// Least time for attempts after a restart, which may follow an outage of any length.
const RESUMED_TIMEOUT: Duration = Duration::from_secs(15 * 60);
/// Maximum number of servers through which a successor is joined.
const MAX_SERVERS: usize = 5;
/// Timeout for the state of a room after the bot has joined it.
const STATE_TIMEOUT: Duration = Duration::from_secs(60);

/// A tombstone, as far as the bot reads it.
#[derive(Debug, Deserialize)]
struct Tombstone {
    r#type: String,
    state_key: String,
    event_id: String,
    sender: String,
    content: Content,
}

#[derive(Debug, Deserialize)]
struct Content {
    replacement_room: String,
}

/// Returns the upgrade in an update of a room, with the id of its tombstone.
pub(in crate::matrix) fn upgrade_in(
    room: &RoomId,
    update: &JoinedRoomUpdate,
) -> Option<(String, Upgrade)> {
    let found = state::events(update).filter_map(tombstone).next_back()?;
    Some((found.event_id.clone(), found.upgrade(room)))
}

impl Tombstone {
    /// Returns the upgrade of its room.
    fn upgrade(self, room: &RoomId) -> Upgrade {
        Upgrade::new(room.as_str(), self.content.replacement_room, self.sender)
    }
}

fn tombstone(json: &str) -> Option<Tombstone> {
    let found: Tombstone = serde_json::from_str(json).ok()?;
    let is_one = found.r#type == "m.room.tombstone" && found.state_key.is_empty();
    (is_one && RoomId::parse(&found.content.replacement_room).is_ok()).then_some(found)
}

/// Returns the predecessor that a room names.
fn predecessor(room: &Room) -> Option<OwnedRoomId> {
    let predecessor = room.create_content()?.predecessor?;
    Some(predecessor.room_id)
}

/// Returns whether a room names the old room of an upgrade as its predecessor.
fn is_successor(room: &Room, upgrade: &Upgrade) -> bool {
    predecessor(room).is_some_and(|predecessor| predecessor.as_str() == upgrade.room)
}

/// Returns the time for attempts to join the successor.
fn time_left(upgrade: &Upgrade, now: Timestamp) -> Duration {
    let passed = upgrade.since.unwrap_or(now).duration_until(now);
    let left = Duration::try_from(SUCCESSOR_TIMEOUT - passed).unwrap_or_default();
    left.max(RESUMED_TIMEOUT)
}

/// The attempts to join a successor.
struct JoinAttempts {
    /// The attempts that were refused.
    refused: usize,
    backoff: Backoff,
    history: JoinHistory,
    /// The end of the rate limit that the last attempt has met.
    due: Instant,
    /// The end of all attempts.
    deadline: Instant,
    /// The same however long rate limits hold the attempts up.
    last_deadline: Instant,
}

impl JoinAttempts {
    fn new(deadline: Instant, history: JoinHistory) -> Self {
        Self {
            refused: 0,
            backoff: Backoff::new(Duration::from_secs(1), MAX_JOIN_DELAY),
            history,
            due: Instant::now(),
            deadline,
            last_deadline: deadline + MAX_LIMITED_TIME,
        }
    }

    fn is_over(&self) -> bool {
        self.refused >= MAX_JOIN_ATTEMPTS || Instant::now() >= self.deadline
    }

    /// Counts a failed attempt. Returns the time until which the next one waits, besides for its turn.
    fn fail(&mut self, failure: &Failure) -> Instant {
        let next = Instant::now() + delay_of_attempt(failure, &mut self.backoff);
        self.history.note(failure);
        if failure.is_rate_limit() {
            self.due = next;
            return Instant::now();
        }
        // An outage of the homeserver says nothing about the room, so it does not count as an attempt.
        let is_refused = matches!(failure, Failure::Refused(_) | Failure::Internal(_));
        self.refused += usize::from(is_refused);
        next.min(self.deadline)
    }
}

impl Session {
    /// Joins the successor of a room before the deadline, if the two name each other and the sender of the tombstone
    /// is a moderator there.
    pub(in crate::matrix) async fn process_upgrade(&self, upgrade: &Upgrade) -> JoinOutcome {
        let (Ok(old), Ok(successor)) = (
            RoomId::parse(&upgrade.room),
            RoomId::parse(&upgrade.successor),
        ) else {
            return JoinOutcome::NotSuccessor;
        };
        let deadline = Instant::now() + time_left(upgrade, clock::now());
        let is_joined_now = AtomicBool::new(false);
        let outcome = self.try_to_join(upgrade, &old, &successor, deadline, &is_joined_now);
        let outcome = outcome.await;
        if outcome != JoinOutcome::Joined && is_joined_now.into_inner() {
            self.leave_joined(&successor, upgrade).await;
        }
        if outcome == JoinOutcome::NotLetIn {
            log_rate_limited!(
                &upgrade.room,
                warn!(room = %old, %successor, "cannot join successor room: games end")
            );
        }
        outcome
    }

    /// Joins the successor, with retries, and sets `is_joined_now` if it has. The deadline does not cancel a running
    /// attempt: the homeserver may complete it anyway.
    async fn try_to_join(
        &self,
        upgrade: &Upgrade,
        old: &RoomId,
        successor: &RoomId,
        deadline: Instant,
        is_joined_now: &AtomicBool,
    ) -> JoinOutcome {
        let history = JoinHistory::new(&upgrade.sender, self.client.user_id());
        let mut attempts = JoinAttempts::new(deadline, history);
        // The bot may leave the old room meanwhile, for its size.
        let servers = self.servers_of(old, &upgrade.sender).await;
        let mut reply_waits = 0;
        while !attempts.is_over() {
            if !self.is_replaced_by(old, successor) {
                return JoinOutcome::NotSuccessor;
            }
            let state = self.state_in(successor);
            let is_invited = reply_waits < MAX_REPLY_WAITS && self.is_invited(successor);
            if is_invited || self.is_leaving(successor) {
                reply_waits += usize::from(is_invited);
                sleep_until((Instant::now() + WAIT_INTERVAL).min(attempts.deadline)).await;
                continue;
            }
            let joined = if upgrade.already_joined && self.is_joined(successor) {
                Ok(self.client.get_room(successor))
            } else {
                let Some(turn) = self.turn(upgrade, &mut attempts).await else {
                    continue;
                };
                if !self.is_replaced_by(old, successor) {
                    continue;
                }
                let is_wanted = || self.is_replaced_by(old, successor);
                // Boxed, as it would fill the stack.
                let enter = || Box::pin(self.enter(upgrade, &servers, successor, is_joined_now));
                let Some(joined) = turn.attempt(is_wanted, enter).await else {
                    continue;
                };
                joined.map(Some)
            };
            let checked = match joined {
                Ok(Some(room)) => self.check_successor(&room, upgrade).await,
                Ok(None) => return JoinOutcome::NotLetIn,
                Err(failure) => Err(failure),
            };
            match checked {
                Ok(Some(outcome)) => return outcome,
                Ok(None) => attempts.refused += 1,
                Err(failure) => {
                    debug!(
                        room = %old,
                        %successor,
                        error = %failure.reason(),
                        "cannot join successor room"
                    );
                    let until = attempts.fail(&failure);
                    self.await_change(successor, state, until).await;
                }
            }
        }
        JoinOutcome::NotLetIn
    }

    /// Waits for the turn of an upgrade to join, which extends its deadline; `None` once that has passed.
    async fn turn(&self, upgrade: &Upgrade, attempts: &mut JoinAttempts) -> Option<JoinTurn> {
        let begin = Instant::now();
        let turns = &self.invitations.turns;
        let turn = turns.next(&upgrade.sender, attempts.history, attempts.due);
        let turn = timeout_at(attempts.last_deadline, turn).await.ok();
        attempts.deadline = (attempts.deadline + begin.elapsed()).min(attempts.last_deadline);
        turn
    }

    /// Returns whether the bot is in a room or invited, as far as it knows the room.
    fn state_in(&self, room: &RoomId) -> Option<RoomState> {
        self.client.get_room(room).map(|room| room.state())
    }

    /// Waits until a time, or until the bot is no longer in this state in a room: it is invited, joins or leaves.
    async fn await_change(&self, room: &RoomId, before: Option<RoomState>, until: Instant) {
        let mut responses = self.responses.subscribe();
        let changed = async {
            while self.state_in(room) == before {
                responses.changed().await.ok();
            }
        };
        timeout_at(until, changed).await.ok();
    }

    /// Sends one request to join the successor, and sets `is_joined_now` if the bot was not there before.
    async fn enter(
        &self,
        upgrade: &Upgrade,
        servers: &[OwnedServerName],
        successor: &RoomId,
        is_joined_now: &AtomicBool,
    ) -> Result<Room, Failure> {
        let was_joined = self.is_joined(successor);
        let alias: &RoomOrAliasId = successor.into();
        // Before the join, as it can arrive at once; a room that was entered on an invitation is greeted.
        if !was_joined {
            let mut predecessors = self.predecessors.lock();
            predecessors.insert(successor.to_owned(), upgrade.clone());
            self.invitations.join_requests.note(successor);
        }
        let joined = self.client.join_room_by_id_or_alias(alias, servers);
        let joined = joined.await.map_err(Failure::from);
        // After another failure, the bot may have joined.
        let is_refused = matches!(joined, Err(Failure::Refused(_)));
        if is_refused {
            self.invitations.join_requests.take(successor);
            let mut predecessors = self.predecessors.lock();
            if predecessors.get(successor) == Some(upgrade) {
                predecessors.remove(successor);
            }
        }
        is_joined_now.fetch_or(!is_refused && !was_joined, Ordering::Relaxed);
        joined
    }

    /// Returns whether the bot has joined a room as a successor and leaves it again: the room does not name the one
    /// before it, or the sender of the tombstone has no power there. Asked once.
    pub(in crate::matrix) async fn is_false_successor(&self, room: &Room) -> bool {
        let expected = self.predecessors.lock().remove(room.room_id());
        let Some(upgrade) = expected else {
            return false;
        };
        let is_moderated = is_moderator(room, &upgrade.sender).await.unwrap_or(true);
        let is_false = !is_moderated || !is_successor(room, &upgrade);
        is_false && !self.has_another_reason(room, &upgrade)
    }

    /// Returns the upgrade of a room that the bot is in, if it has a tombstone.
    pub async fn upgrade_of(&self, room: &str) -> Option<Upgrade> {
        let room = self.known_room(room)?;
        if room.state() != RoomState::Joined || !room.is_tombstoned() {
            return None;
        }
        let stored = room
            .get_state_event(StateEventType::RoomTombstone, "")
            .await;
        let Ok(Some(RawAnySyncOrStrippedState::Sync(event))) = stored else {
            return None;
        };
        let mut upgrade = tombstone(event.json().get())?.upgrade(room.room_id());
        let successor = RoomId::parse(&upgrade.successor).ok()?;
        upgrade.already_joined = self.is_joined(&successor);
        Some(upgrade)
    }

    /// Returns whether the bot is in a room or invited there.
    pub fn is_awaited_in(&self, room: &str) -> bool {
        let room = self.known_room(room).map(|room| room.state());
        matches!(room, Some(RoomState::Joined | RoomState::Invited))
    }

    fn is_joined(&self, room: &RoomId) -> bool {
        self.state_in(room) == Some(RoomState::Joined)
    }

    /// Forgets rooms that the bot was leaving and has left, once the lobby knows that.
    pub(in crate::matrix) fn end_leaves(&self) {
        let is_joined = |room: &OwnedRoomId| self.is_joined(room);
        self.leaving.lock().retain(|room, _| is_joined(room));
    }

    /// Returns whether the bot is leaving a room for a false upgrade. The SDK may still take it for joined.
    fn is_leaving(&self, room: &RoomId) -> bool {
        let since = self.leaving.lock().get(room).copied();
        since.is_some_and(|since| since.elapsed() < LEAVE_TIMEOUT)
    }

    fn begin_leave(&self, room: &RoomId) {
        let mut leaving = self.leaving.lock();
        leaving.retain(|_, since| since.elapsed() < LEAVE_TIMEOUT);
        leaving.insert(room.to_owned(), Instant::now());
    }

    fn is_invited(&self, room: &RoomId) -> bool {
        self.state_in(room) == Some(RoomState::Invited)
    }

    /// Returns whether the bot stays in a room even if this upgrade is false: it has accepted an invitation, or another
    /// room that it knows and the room name each other.
    fn has_another_reason(&self, room: &Room, upgrade: &Upgrade) -> bool {
        let other = predecessor(room).filter(|other| other.as_str() != upgrade.room);
        let other = other.and_then(|other| self.client.get_room(&other));
        let tombstone = other.and_then(|other| other.tombstone_content());
        let named = tombstone.and_then(|tombstone| tombstone.replacement_room);
        self.invitations.is_accepted(room.room_id())
            || named.is_some_and(|named| named == room.room_id())
    }

    /// Returns whether the newest known tombstone of a room names this successor. Nothing newer is known of a
    /// room that the bot has left.
    fn is_replaced_by(&self, old: &RoomId, successor: &RoomId) -> bool {
        let room = self.client.get_room(old);
        let room = room.filter(|room| room.state() == RoomState::Joined);
        let tombstone = room.and_then(|room| room.tombstone_content());
        let named = tombstone.and_then(|tombstone| tombstone.replacement_room);
        named.is_none_or(|named| named == successor)
    }

    /// Leaves a room that was joined in vain.
    async fn leave_joined(&self, room: &RoomId, upgrade: &Upgrade) {
        let room = self.client.get_room(room);
        let Some(room) = room.filter(|room| room.state() == RoomState::Joined) else {
            return;
        };
        if self.has_another_reason(&room, upgrade) {
            return;
        }
        self.begin_leave(room.room_id());
        if let Err(failure) = leave(&room).await {
            self.leaving.lock().remove(room.room_id());
            debug!(room = %room.room_id(), error = %failure.reason(), "cannot leave room");
        }
    }

    /// Returns the outcome for a room that the bot has joined; `None` if its state does not arrive in time.
    ///
    /// # Errors
    ///
    /// If the SDK's store cannot be read.
    async fn check_successor(
        &self,
        room: &Room,
        upgrade: &Upgrade,
    ) -> Result<Option<JoinOutcome>, Failure> {
        let mut responses = self.responses.subscribe();
        let known = async {
            while room.create_content().is_none() {
                responses.changed().await.ok();
            }
        };
        if timeout(STATE_TIMEOUT, known).await.is_err() {
            return Ok(None);
        }
        if !is_successor(room, upgrade) {
            return Ok(Some(JoinOutcome::NotSuccessor));
        }
        if room.state() != RoomState::Joined {
            return Err(Failure::Refused(ErrorChain::new("removed from the room")));
        }
        if let Err(error) = room.sync_members().await {
            debug!(room = %room.room_id(), error = %error, "cannot fetch members of successor room");
        }
        if !is_moderator(room, &upgrade.sender).await? {
            return Ok(Some(JoinOutcome::NotModerated));
        }
        info!(room = %upgrade.room, successor = %room.room_id(), "room upgraded");
        Ok(Some(JoinOutcome::Joined))
    }

    /// Returns servers through which the successor of a room can be joined: that of the user who upgraded it, which is
    /// the first one there, and others of the room's members.
    async fn servers_of(&self, room: &RoomId, upgrader: &str) -> Vec<OwnedServerName> {
        let mut users: Vec<OwnedUserId> = UserId::parse(upgrader).into_iter().collect();
        if let Some(room) = self.client.get_room(room) {
            let members = room.members_no_sync(RoomMemberships::JOIN).await;
            let members = members.unwrap_or_default().into_iter();
            users.extend(members.map(|member| member.user_id().to_owned()));
        }
        let own = UserId::parse(&self.own).ok();
        let own = own.as_deref().map(UserId::server_name);
        let mut servers: Vec<OwnedServerName> = Vec::new();
        for server in users.iter().map(|user| user.server_name()) {
            let is_new = Some(server) != own && !servers.iter().any(|known| known == server);
            if is_new && servers.len() < MAX_SERVERS {
                servers.push(server.to_owned());
            }
        }
        servers
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk_test::{JoinedRoomBuilder, LeftRoomBuilder};
    use serde_json::json;
    use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

    use super::*;
    use crate::matrix::{
        Invitation, Reply,
        mocked::{BOT, Mocked, in_time, joined_and_made, member, rate_limit, raw, room, state},
    };

    #[track_caller]
    fn check(json: &str, expected: Option<&str>) {
        let found = tombstone(json).map(|found| found.content.replacement_room);
        assert_eq!(found.as_deref(), expected, "{json}");
    }

    #[test]
    fn a_tombstone_names_the_replacement_room() {
        let event = |kind: &str, key: &str, content: &str| {
            format!(
                r#"{{"type":"{kind}","state_key":"{key}","event_id":"$e","sender":"@a:x","content":{content}}}"#
            )
        };
        let to = r#"{"replacement_room":"!new:x","body":"gone"}"#;
        check(&event("m.room.tombstone", "", to), Some("!new:x"));
        check(&event("m.room.tombstone", "other", to), None);
        check(&event("m.room.name", "", to), None);
        check(&event("m.room.tombstone", "", r#"{"body":"gone"}"#), None);
        let nowhere = r#"{"replacement_room":"nowhere"}"#;
        check(&event("m.room.tombstone", "", nowhere), None);
        check("no JSON", None);
    }

    #[test]
    fn an_outage_leaves_time_to_join() {
        let now = clock::now();
        let left = |minutes| {
            let upgrade = Upgrade {
                since: Some(now - SignedDuration::from_mins(minutes)),
                ..Upgrade::new("!old:x", "!new:x", "@alice:x")
            };
            time_left(&upgrade, now).as_secs() / 60
        };
        assert_eq!([left(0), left(20), left(50), left(3000)], [60, 40, 15, 15]);
    }

    #[tokio::test]
    async fn the_upgraders_server_is_asked_first() {
        let mocked = Mocked::new().await;
        let session = connected(&mocked).await;
        let servers = session.servers_of(room(), "@zoe:far.example").await;
        assert_eq!(servers, ["far.example"]);
        let servers = session.servers_of(room(), BOT).await;
        assert!(servers.is_empty(), "{servers:?}");
    }

    #[tokio::test]
    async fn attempts_to_join_end_at_the_deadline() {
        let mocked = Mocked::new().await;
        let broken = wiremock::Mock::given(wiremock::matchers::path_regex("/join/"));
        let broken = broken.respond_with(wiremock::ResponseTemplate::new(502));
        broken.expect(1..).mount(mocked.server.server()).await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let rooms = ["!old:example.org", "!new:example.org"];
        let upgrade = Upgrade::new(rooms[0], rooms[1], "@alice:example.org");
        let [old, new] = rooms.map(|room| RoomId::parse(room).unwrap());
        let deadline = Instant::now() + Duration::from_secs(2);
        let is_joined = AtomicBool::new(false);
        let outcome = session.try_to_join(&upgrade, &old, &new, deadline, &is_joined);
        let outcome = in_time(outcome).await;
        assert_eq!(outcome, JoinOutcome::NotLetIn);
    }

    /// Connects the bot to a homeserver that answers requests to join and leave.
    async fn connected(mocked: &Mocked) -> Session {
        for (path, answer) in [
            ("/join/", json!({ "room_id": room() })),
            ("/leave$", json!({})),
        ] {
            Mock::given(path_regex(path))
                .respond_with(ResponseTemplate::new(200).set_body_json(answer))
                .mount(mocked.server.server())
                .await;
        }
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        mocked.connect(&config, None).await.unwrap()
    }

    /// Returns the number of requests to a path.
    async fn count(mocked: &Mocked, path: &str) -> usize {
        let requests = mocked.server.received_requests().await.unwrap();
        let paths = requests.iter().map(|request| request.url.path());
        paths.filter(|asked| asked.contains(path)).count()
    }

    #[tokio::test]
    async fn an_invitation_outranks_a_false_upgrade() {
        let alice = "@alice:example.org";
        let mocked = Mocked::new().await;
        let session = connected(&mocked).await;
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        mocked.receives_invitation(&mut inbox, &[]).await;
        let upgrade = Upgrade::new("!old:example.org", room().as_str(), alice);
        let accepted = async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            assert_eq!(count(&mocked, "/join/").await, 0);
            let invitation = Invitation {
                room: room().to_string(),
                inviter: Some(alice.to_owned()),
            };
            session.reply(&invitation, Reply::Accept);
            tokio::time::sleep(Duration::from_millis(500)).await;
            let received = mocked.receives(&mut inbox, |sync| {
                sync.add_joined_room(joined_and_made(json!({ "room_version": "11" })));
            });
            received.await;
        };
        let done = async { tokio::join!(Box::pin(session.process_upgrade(&upgrade)), accepted) };
        let (outcome, ()) = in_time(done).await;
        assert_eq!(outcome, JoinOutcome::NotSuccessor);
        assert_eq!(count(&mocked, "/leave").await, 0);
    }

    #[test]
    fn refused_attempts_take_a_quarter_of_an_hour() {
        let deadline = Instant::now() + Duration::from_hours(1);
        let mut attempts = JoinAttempts::new(deadline, JoinHistory::new("@a:far.example", None));
        let refused = Failure::Refused(ErrorChain::new("no"));
        let mut waited = Duration::ZERO;
        while !attempts.is_over() {
            waited += attempts.fail(&refused).duration_since(Instant::now());
        }
        let minutes = waited.as_secs() / 60;
        assert!((13..20).contains(&minutes), "{minutes}");
    }

    #[tokio::test]
    async fn an_upgrade_waits_out_rate_limits() {
        let mocked = Mocked::new().await;
        let limited = Mock::given(path_regex("/join/"));
        let limited = limited.respond_with(rate_limit(Duration::from_secs(1)));
        let limited = limited.up_to_n_times(1).with_priority(1);
        limited.mount(mocked.server.server()).await;
        let session = connected(&mocked).await;
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let alice = "@alice:far.example";
        let upgrade = Upgrade::new("!old:example.org", room().as_str(), alice);
        let old = RoomId::parse("!old:example.org").unwrap();
        let deadline = Instant::now() + Duration::from_secs(1);
        let is_joined = AtomicBool::new(false);
        let outcome = session.try_to_join(&upgrade, &old, room(), deadline, &is_joined);
        let arrival = async {
            while count(&mocked, "/join/").await < 2 {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            let predecessor = json!({ "room_id": "!old:example.org" });
            let made = json!({ "room_version": "11", "predecessor": predecessor });
            let moderated = state(
                "@alice:example.org",
                "m.room.power_levels",
                "",
                json!({ "users": { alice: 100 } }),
            );
            let successor = joined_and_made(made)
                .add_state_bulk([moderated, member(alice, "Alice")].iter().map(raw));
            let received = mocked.receives(&mut inbox, |sync| {
                sync.add_joined_room(successor);
            });
            received.await;
        };
        let done = async { tokio::join!(Box::pin(outcome), arrival) };
        let (outcome, ()) = in_time(done).await;
        assert_ne!(outcome, JoinOutcome::NotLetIn);
    }

    #[tokio::test]
    async fn an_invitation_ends_the_wait() {
        let mocked = Mocked::new().await;
        let session = connected(&mocked).await;
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let until = Instant::now() + Duration::from_hours(1);
        let wait = session.await_change(room(), None, until);
        let invitation = mocked.receives_invitation(&mut inbox, &[]);
        in_time(async { tokio::join!(wait, invitation) }).await;
    }

    /// The bot does not answer the invitation.
    #[tokio::test]
    async fn an_ignored_invitation_delays_an_upgrade() {
        let mocked = Mocked::new().await;
        let session = connected(&mocked).await;
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let alice = "@alice:example.org";
        mocked.receives_invitation(&mut inbox, &[]).await;
        let upgrade = Upgrade::new("!old:example.org", room().as_str(), alice);
        let joined = async {
            while count(&mocked, "/join/").await == 0 {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            let predecessor = json!({ "room_id": "!old:example.org" });
            let made = json!({ "room_version": "11", "predecessor": predecessor });
            let received = mocked.receives(&mut inbox, |sync| {
                sync.add_joined_room(joined_and_made(made));
            });
            received.await;
        };
        let done = async { tokio::join!(Box::pin(session.process_upgrade(&upgrade)), joined) };
        let (outcome, ()) = in_time(done).await;
        assert_eq!(outcome, JoinOutcome::Joined);
    }

    #[tokio::test]
    async fn a_real_upgrade_follows_a_false_one() {
        let mocked = Mocked::new().await;
        let session = connected(&mocked).await;
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let made = || {
            let predecessor = json!({ "room_id": "!old:example.org" });
            joined_and_made(json!({ "room_version": "11", "predecessor": predecessor }))
        };
        let received = mocked.receives(&mut inbox, |sync| {
            sync.add_joined_room(made());
        });
        received.await;
        session.begin_leave(room());
        let upgrade = Upgrade {
            already_joined: true,
            ..Upgrade::new("!old:example.org", room().as_str(), "@alice:example.org")
        };
        let left = async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            assert_eq!(count(&mocked, "/join/").await, 0);
            let received = mocked.receives(&mut inbox, |sync| {
                sync.add_left_room(LeftRoomBuilder::new(room()));
            });
            received.await;
            // Only the next response tells that the lobby knows.
            assert!(session.is_leaving(room()));
            mocked.receives(&mut inbox, |_| {}).await;
        };
        let done = async { tokio::join!(Box::pin(session.process_upgrade(&upgrade)), left) };
        let (outcome, ()) = in_time(done).await;
        assert_eq!(outcome, JoinOutcome::Joined);
        assert_eq!(count(&mocked, "/join/").await, 1);
    }

    /// The homeserver has joined nevertheless.
    #[tokio::test]
    async fn a_lost_answer_keeps_no_false_successor() {
        let mocked = Mocked::new().await;
        let lost = Mock::given(path_regex("/join/")).respond_with(ResponseTemplate::new(502));
        let lost = lost.up_to_n_times(1).with_priority(1);
        lost.mount(mocked.server.server()).await;
        let session = connected(&mocked).await;
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let upgrade = Upgrade::new("!old:example.org", room().as_str(), "@alice:example.org");
        let joined = async {
            while count(&mocked, "/join/").await == 0 {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            let received = mocked.receives(&mut inbox, |sync| {
                sync.add_joined_room(joined_and_made(json!({ "room_version": "11" })));
            });
            received.await;
        };
        let done = async { tokio::join!(Box::pin(session.process_upgrade(&upgrade)), joined) };
        let (outcome, ()) = in_time(done).await;
        assert_eq!(outcome, JoinOutcome::NotSuccessor);
        assert_eq!(count(&mocked, "/leave").await, 1);
    }

    /// Checks whether the bot leaves a room that it has joined by a false upgrade, if another room names it as its
    /// successor or an invitation was accepted.
    async fn check_leave(is_named: bool, is_accepted: bool, leaves: bool) {
        let alice = "@alice:example.org";
        let mocked = Mocked::new().await;
        let session = connected(&mocked).await;
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let real = RoomId::parse("!real:example.org").unwrap();
        let tombstone = json!({ "body": "", "replacement_room": room() });
        let upgraded = [
            state(alice, "m.room.create", "", json!({ "room_version": "11" })),
            member(BOT, "Icebreaker"),
            state(alice, "m.room.tombstone", "", tombstone),
        ];
        if is_named {
            let received = mocked.receives(&mut inbox, |sync| {
                let old = JoinedRoomBuilder::new(&real);
                sync.add_joined_room(old.add_state_bulk(upgraded.iter().map(raw)));
            });
            received.await;
        }
        let upgrade = Upgrade::new("!old:example.org", room().as_str(), alice);
        let joined = async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let predecessor = json!({ "room_id": real });
            let made = json!({ "room_version": "11", "predecessor": predecessor });
            let received = mocked.receives(&mut inbox, |sync| {
                sync.add_joined_room(joined_and_made(made));
            });
            if is_accepted {
                let invitation = Invitation {
                    room: room().to_string(),
                    inviter: Some(alice.to_owned()),
                };
                session.reply(&invitation, Reply::Accept);
            }
            received.await;
        };
        let (outcome, ()) =
            in_time(async { tokio::join!(Box::pin(session.process_upgrade(&upgrade)), joined) })
                .await;
        assert_eq!(outcome, JoinOutcome::NotSuccessor);
        let left = count(&mocked, "/leave").await;
        assert_eq!(left > 0, leaves, "{is_named} {is_accepted}");
        assert_eq!(session.is_leaving(room()), leaves);
    }

    #[tokio::test]
    async fn a_false_upgrade_ends_no_stay() {
        Box::pin(check_leave(false, false, true)).await;
        Box::pin(check_leave(true, false, false)).await;
        Box::pin(check_leave(false, true, false)).await;
    }

    /// Checks the outcome of a tombstone by a user, for a successor that the bot was in before.
    async fn check_sender(sender: &str, expected: JoinOutcome) {
        let [alice, carol] = ["@alice:example.org", "@carol:example.org"];
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let mut inbox = session.inbox(Some("s0".into()), Vec::new());
        let predecessor = json!({ "room_id": "!old:example.org" });
        let made = json!({ "room_version": "11", "predecessor": predecessor });
        let users = json!({ alice: 100, carol: 100, "@mallory:example.org": 100 });
        let levels = json!({ "users": users, "invite": 0 });
        let changes = [
            state(alice, "m.room.power_levels", "", levels),
            state(
                carol,
                "m.room.member",
                carol,
                json!({ "membership": "leave" }),
            ),
        ];
        let successor = joined_and_made(made).add_state_bulk(changes.iter().map(raw));
        let received = mocked.receives(&mut inbox, |sync| {
            sync.add_joined_room(successor);
        });
        received.await;
        let upgrade = Upgrade {
            already_joined: true,
            ..Upgrade::new("!old:example.org", room().as_str(), sender)
        };
        let outcome = in_time(session.process_upgrade(&upgrade)).await;
        assert_eq!(outcome, expected, "{sender}");
    }

    #[tokio::test]
    async fn senders_need_membership_and_power_in_the_successor() {
        check_sender("@alice:example.org", JoinOutcome::Joined).await;
        // Without the power to change the room.
        check_sender("@bob:example.org", JoinOutcome::NotModerated).await;
        // Left.
        check_sender("@carol:example.org", JoinOutcome::NotModerated).await;
        // Never there.
        check_sender("@mallory:example.org", JoinOutcome::NotModerated).await;
        check_sender("odd", JoinOutcome::NotModerated).await;
    }
}
