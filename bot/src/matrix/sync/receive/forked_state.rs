//! State that a homeserver sends apart from the timeline. After a message that forks a room's history, Synapse sends
//! the state at the fork, with memberships and power levels from before (seen in Synapse 1.163). As clients can't tell it
//! from the present state, the homeserver is asked. The SDK's summary of a room (`RoomInfo`) stays as it was sent: among
//! others its join rule, history visibility and encryption.

use std::time::Duration;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use matrix_sdk::{
    Room, RoomMemberships, StateChanges,
    ruma::{RoomId, events::AnySyncStateEvent, serde::Raw},
    store::StoreError,
    sync::{State, SyncResponse},
};
use serde_json::{Map, Value, json};
use tokio::{
    sync::Semaphore,
    time::{Instant, timeout, timeout_at},
};
use tracing::debug;

use super::{Inbox, measure::kept};
use crate::{
    clock::now,
    matrix::{
        rooms::state_reset::{StateError, fetch_event, is_not_yet_joined, own_leave_time},
        session::session_error::SessionError,
        sync::{hindrances::Hindrance, state_size::StateKey, trim},
    },
};

/// Maximum state events of a room's update that are checked. Members beyond are fetched again.
const MAX_CHECKED: usize = 32;

/// Maximum state events of a response that are checked: some of each of ten rooms.
const MAX_CHECKED_AT_ONCE: usize = 320;

/// Maximum requests to the homeserver at a time.
const MAX_REQUESTS: usize = 16;

/// Time limit for the homeserver to show a state event.
const STATE_TIMEOUT: Duration = Duration::from_secs(3);

/// Age up to which a leave event may be newer than the response, by the clock of the user's homeserver.
const MAX_LEAVE_AGE: SignedDuration = SignedDuration::from_mins(1);

/// A state event as it was sent.
type SentEvent = (StateKey, Raw<AnySyncStateEvent>);

/// A state event of an update, and the event that the homeserver has now.
struct CheckedEvent {
    key: StateKey,
    sent: Raw<AnySyncStateEvent>,
    now: PresentEvent,
}

/// The event of a type and key that the homeserver has now.
enum PresentEvent {
    /// This one, which may be the one that was sent.
    Event(Raw<AnySyncStateEvent>),
    /// None; this one is stored in its place.
    Nothing(Raw<AnySyncStateEvent>),
    /// Unknown, as the homeserver doesn't show it.
    Unknown,
}

impl Inbox {
    /// Replaces the state in a response by that which the homeserver has now, in rooms that the bot was in before.
    ///
    /// # Errors
    ///
    /// If the SDK's store cannot be written.
    pub(super) async fn correct_state(
        &mut self,
        response: &mut SyncResponse,
    ) -> Result<(), SessionError> {
        let before = now() - MAX_LEAVE_AGE;
        let begin = Instant::now();
        for id in self.state_checks.take_due_members(begin) {
            self.fetch_members_again(&id);
        }
        let mut sent = self.take_state(response, begin).await;
        if sent.is_empty() {
            return Ok(());
        }
        // A server whose rooms fork all the time doesn't use up the time of others.
        sent.sort_by_key(|(room, _)| self.state_checks.last_check(room.room_id()));
        leave_unchecked(&mut sent, response);
        self.note_unchecked_resets(response, before);
        let deadline = begin + self.state_checks.available(begin);
        let checked = ask_for_present(sent, deadline).await;
        let has_answer = |(_, checked): &&(Room, Vec<CheckedEvent>)| {
            let mut checked = checked.iter();
            checked.any(|it| !matches!(it.now, PresentEvent::Unknown))
        };
        let rooms = checked.iter().filter(has_answer);
        let rooms = rooms.map(|(room, _)| room.room_id().to_owned());
        self.state_checks.note(rooms, begin, Instant::now());
        for (room, checked) in checked {
            let id = room.room_id();
            kept(store(&room, &checked).await)?;
            let Some(update) = response.rooms.joined.get_mut(id) else {
                continue;
            };
            if !update.timeline.limited {
                let reset = checked.iter().filter_map(|it| it.reset_player(before));
                self.hindrances
                    .extend(reset.map(|user| Hindrance::state_reset(id, user)));
            }
            if let State::Before(events) = &mut update.state {
                events.extend(checked.into_iter().filter_map(CheckedEvent::present));
            }
        }
        Ok(())
    }

    /// Notes users who have left by an old event of their own, or were invited or knocked, among the state that isn't
    /// checked: nobody knows whether it counts again.
    fn note_unchecked_resets(&mut self, response: &SyncResponse, before: Timestamp) {
        for (id, update) in &response.rooms.joined {
            let State::Before(events) = &update.state else {
                continue;
            };
            if update.timeline.limited || !self.joined.contains(id) {
                continue;
            }
            let reset = events.iter().filter_map(|event| {
                let json = event.json().get();
                let key = StateKey::of(json).filter(StateKey::is_member)?;
                let left = own_leave_time(json, &key.state_key);
                let has_left = left.is_some_and(|left| left < before.as_millisecond());
                let is_reset = has_left || is_not_yet_joined(json);
                is_reset.then(|| Hindrance::state_reset(id, &key.state_key))
            });
            self.hindrances.extend(reset);
        }
    }

    /// Has the members of a room fetched before the next line there is read.
    fn fetch_members_again(&mut self, id: &RoomId) {
        if let Some(room) = self.session.client.get_room(id) {
            room.mark_members_missing();
            self.untrimmed.insert(id.to_owned());
            self.people.forget(id);
        }
    }

    /// Takes the state events to check out of a response, by room.
    async fn take_state(
        &mut self,
        response: &mut SyncResponse,
        begin: Instant,
    ) -> Vec<(Room, Vec<SentEvent>)> {
        let mut rooms = Vec::new();
        for (id, update) in &mut response.rooms.joined {
            let State::Before(events) = &mut update.state else {
                continue;
            };
            let Some(room) = self.session.client.get_room(id) else {
                continue;
            };
            if events.is_empty() || !self.joined.contains(id) {
                continue;
            }
            let mut sent: Vec<SentEvent> = std::mem::take(events)
                .into_iter()
                .filter_map(|event| Some((StateKey::of(event.json().get())?, event)))
                .collect();
            // Of other types, the bot reads one event each, with an empty key.
            sent.retain(|(key, _)| key.is_member() || key.state_key.is_empty());
            sent.sort_by_key(|(key, _)| key.is_member());
            if sent.len() > MAX_CHECKED || self.session.cut_rooms.is_shared(id) {
                // Those who have left are fetched, too.
                let store = self.session.client.state_store();
                let members = store.get_user_ids(id, RoomMemberships::all()).await;
                let count = members.map_or(0, |members| members.len());
                if self.state_checks.may_fetch_members(id, count, begin) {
                    self.fetch_members_again(id);
                }
            }
            let unchecked = sent.split_off(sent.len().min(MAX_CHECKED));
            events.extend(unchecked.into_iter().map(|(_, event)| event));
            self.people.forget(id);
            rooms.push((room, sent));
        }
        rooms
    }
}

/// Puts the state of rooms beyond [`MAX_CHECKED_AT_ONCE`] back into the response, unchecked.
fn leave_unchecked(rooms: &mut Vec<(Room, Vec<SentEvent>)>, response: &mut SyncResponse) {
    let mut count = 0;
    let unchecked = rooms.extract_if(.., |(_, sent)| {
        count += sent.len();
        count > MAX_CHECKED_AT_ONCE
    });
    for (room, sent) in unchecked {
        let update = response.rooms.joined.get_mut(room.room_id());
        if let Some(State::Before(events)) = update.map(|update| &mut update.state) {
            events.extend(sent.into_iter().map(|(_, event)| event));
        }
    }
}

/// Asks the homeserver for the present events of rooms.
async fn ask_for_present(
    rooms: Vec<(Room, Vec<SentEvent>)>,
    deadline: Instant,
) -> Vec<(Room, Vec<CheckedEvent>)> {
    let limit = &Semaphore::new(MAX_REQUESTS);
    let checks = rooms.into_iter().map(async |(room, sent)| {
        let asked = &room;
        let checks = sent.into_iter().map(async |(key, sent)| {
            let now = timeout_at(deadline, async {
                let _permit = limit.acquire().await;
                present_event(asked, &key, &sent).await
            });
            let now = now.await.unwrap_or(PresentEvent::Unknown);
            CheckedEvent { key, sent, now }
        });
        let checked = join_all(checks).await;
        (room, checked)
    });
    join_all(checks).await
}

/// Asks the homeserver for the present event of a type and key.
async fn present_event(room: &Room, key: &StateKey, sent: &Raw<AnySyncStateEvent>) -> PresentEvent {
    let kind = key.r#type.as_str().into();
    let now = match timeout(STATE_TIMEOUT, fetch_event(room, kind, &key.state_key)).await {
        Ok(Ok(Some(now))) => PresentEvent::Event(Raw::from_json(now)),
        Ok(Ok(None)) => absent(key, sent).map_or(PresentEvent::Unknown, PresentEvent::Nothing),
        Ok(Err(StateError::Forbidden | StateError::Unknown)) | Err(_) => PresentEvent::Unknown,
    };
    if matches!(now, PresentEvent::Unknown) {
        debug!(room = %room.room_id(), r#type = %key.r#type, "state not checked: no answer");
    }
    now
}

/// Returns the event to store where there is none: the membership of a user who has declined an invitation, or an empty
/// event without a sender, as the store can't delete one.
fn absent(key: &StateKey, sent: &Raw<AnySyncStateEvent>) -> Option<Raw<AnySyncStateEvent>> {
    let mut event: Map<String, Value> = serde_json::from_str(sent.json().get()).ok()?;
    if key.is_member() {
        let unsigned = json!({ "prev_content": { "membership": "invite" } });
        event.insert("sender".to_owned(), key.state_key.as_str().into());
        event.insert("content".to_owned(), json!({ "membership": "leave" }));
        event.insert("unsigned".to_owned(), unsigned);
    } else {
        event.insert("sender".to_owned(), "".into());
        event.insert("content".to_owned(), json!({}));
    }
    Some(Raw::new(&event).ok()?.cast_unchecked())
}

impl CheckedEvent {
    /// Returns the event of the present state, as far as is known.
    fn present(self) -> Option<Raw<AnySyncStateEvent>> {
        match self.now {
            PresentEvent::Event(now) => Some(now),
            PresentEvent::Nothing(now) => self.key.is_member().then_some(now),
            PresentEvent::Unknown => Some(self.sent),
        }
    }

    /// Returns the event that the store has to have instead of the one that was sent.
    fn correction(&self) -> Option<&Raw<AnySyncStateEvent>> {
        let id = |event: &Raw<AnySyncStateEvent>| -> Option<String> {
            event.get_field("event_id").ok().flatten()
        };
        match &self.now {
            PresentEvent::Event(now) => (id(&self.sent) != id(now)).then_some(now),
            PresentEvent::Nothing(now) => Some(now),
            PresentEvent::Unknown => None,
        }
    }

    /// Returns the user who may have been in the room until a state reset: who is invited or knocks, whatever the time of
    /// the event; has no membership; or has left by an event of their own, unless that is a new one, sent after a moment
    /// and not in the response yet. If the homeserver doesn't show the event, the one that was sent counts.
    fn reset_player(&self, before: Timestamp) -> Option<&str> {
        if !self.key.is_member() {
            return None;
        }
        let user = self.key.state_key.as_str();
        let now = match &self.now {
            PresentEvent::Event(now) => now.json().get(),
            PresentEvent::Nothing(_) => return Some(user),
            PresentEvent::Unknown => self.sent.json().get(),
        };
        if is_not_yet_joined(now) {
            return Some(user);
        }
        let left = own_leave_time(now, user)?;
        let is_unknown = matches!(self.now, PresentEvent::Unknown);
        let is_new = left >= before.as_millisecond() && (is_unknown || self.correction().is_some());
        (!is_new).then_some(user)
    }
}

/// Stores the events that the homeserver has now where they are others.
async fn store(room: &Room, checked: &[CheckedEvent]) -> Result<(), StoreError> {
    let mut changes = StateChanges::default();
    let id = room.room_id();
    for it in checked {
        let Some(now) = it.correction() else {
            continue;
        };
        let key = &it.key;
        debug!(room = %id, r#type = %key.r#type, key = %key.state_key, "replaced state of a fork");
        trim::add(&mut changes, id, key, now.clone());
    }
    if changes.state.is_empty() {
        return Ok(());
    }
    room.client().state_store().save_changes(&changes).await
}

#[cfg(test)]
mod tests {
    use lobby::Incoming;
    use matrix_sdk::ruma::{UserId, events::AnySyncTimelineEvent};
    use matrix_sdk_test::JoinedRoomBuilder;
    use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

    use super::*;
    use crate::matrix::{
        Received,
        mocked::{Mocked, joined, member, raw, refusal, room, state, written},
    };

    const ALICE: &str = "@alice:example.org";
    const BOB: &str = "@bob:example.org";

    /// Has the homeserver show a state event, or none.
    async fn shows(mocked: &Mocked, path: &str, event: Option<&Value>) {
        let answer = match event {
            Some(event) => ResponseTemplate::new(200).set_body_json(event),
            None => refusal(404, "M_NOT_FOUND"),
        };
        let event = Mock::given(path_regex(format!("/state/{path}")));
        event
            .respond_with(answer)
            .mount(mocked.server.server())
            .await;
    }

    /// Receives a line of Alice's with this state before it, in a room that the bot was in.
    async fn receive_line(mocked: &Mocked, before: &Value) -> Received {
        receive_line_after(mocked, std::slice::from_ref(before)).await
    }

    async fn receive_line_after(mocked: &Mocked, before: &[Value]) -> Received {
        let mut inbox = mocked.inbox().await;
        mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(joined());
            })
            .await;
        inbox.room_for_tests(room()).mark_members_synced();
        let line = written("$line", ALICE, "!help", json!({}));
        let update = JoinedRoomBuilder::new(room())
            .add_state_bulk(before.iter().map(raw))
            .add_timeline_bulk([raw::<AnySyncTimelineEvent>(&line)]);
        mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(update);
            })
            .await
    }

    fn line(received: &Received) -> &lobby::Line {
        match &received.arrivals[0].incoming {
            Incoming::Line(line) => line,
            other => panic!("{other:?}"),
        }
    }

    /// An old event of Bob's by which he left.
    fn old_leave() -> Value {
        let mut left = state(BOB, "m.room.member", BOB, json!({ "membership": "leave" }));
        left["event_id"] = "$old".into();
        left
    }

    #[tokio::test]
    async fn members_at_a_fork_are_not_believed() {
        let mocked = Mocked::new().await;
        shows(&mocked, "m.room.member", Some(&member(BOB, "Bob"))).await;
        let received = receive_line(&mocked, &old_leave()).await;
        assert!(line(&received).people.get(BOB).is_some());
        assert_eq!(received.hindrances, []);
    }

    #[tokio::test]
    async fn an_old_leave_that_counts_again_keeps_out() {
        let mocked = Mocked::new().await;
        shows(&mocked, "m.room.member", Some(&old_leave())).await;
        let received = receive_line(&mocked, &old_leave()).await;
        assert!(line(&received).people.get(BOB).is_none());
        let [reset] = &received.hindrances[..] else {
            panic!("{:?}", received.hindrances);
        };
        assert!(reset.keeps_out(room().as_str(), BOB) && reset.makes_leave());
    }

    #[tokio::test]
    async fn an_invitation_that_counts_again_keeps_out() {
        let by = |sender: &str, membership: &str| {
            let content = json!({ "membership": membership });
            let mut event = state(sender, "m.room.member", BOB, content);
            event["event_id"] = "$now".into();
            let left = json!({ "membership": "leave" });
            event["unsigned"] = json!({ "prev_content": left, "prev_sender": BOB });
            event
        };
        for now in [Some(by(ALICE, "invite")), Some(by(BOB, "knock")), None] {
            let mocked = Mocked::new().await;
            shows(&mocked, "m.room.member", now.as_ref()).await;
            let received = receive_line(&mocked, &old_leave()).await;
            let [reset] = &received.hindrances[..] else {
                panic!("{now:?}: {:?}", received.hindrances);
            };
            assert!(reset.keeps_out(room().as_str(), BOB) && reset.makes_leave());
        }
    }

    #[tokio::test]
    async fn a_new_leave_is_no_reset() {
        for (sent, resets) in [(1, 1), (now().as_millisecond(), 0)] {
            let mut left = old_leave();
            left["event_id"] = "$other".into();
            left["origin_server_ts"] = sent.into();
            let mocked = Mocked::new().await;
            shows(&mocked, "m.room.member", Some(&left)).await;
            let received = receive_line(&mocked, &old_leave()).await;
            assert_eq!(received.hindrances.len(), resets, "{sent}");
        }
    }

    #[tokio::test]
    async fn old_leaves_that_are_not_checked_keep_out() {
        let mocked = Mocked::new().await;
        let fails = Mock::given(path_regex("/state/m.room.member"));
        fails
            .respond_with(ResponseTemplate::new(500))
            .mount(mocked.server.server())
            .await;
        let users: Vec<String> = (0..MAX_CHECKED + 8)
            .map(|number| format!("@u{number}:x"))
            .collect();
        let leave = json!({ "membership": "leave" });
        let left: Vec<Value> = users
            .iter()
            .map(|user| state(user, "m.room.member", user, leave.clone()))
            .collect();
        let received = receive_line_after(&mocked, &left).await;
        let kept_out = users.iter().filter(|user| {
            let mut resets = received.hindrances.iter();
            resets.any(|reset| reset.keeps_out(room().as_str(), user))
        });
        assert_eq!(kept_out.count(), users.len());
    }

    #[tokio::test]
    async fn an_invitation_at_a_fork_is_not_believed() {
        const CAROL: &str = "@carol:example.org";
        let mocked = Mocked::new().await;
        shows(&mocked, "m.room.member", None).await;
        let forged = state(
            BOB,
            "m.room.member",
            CAROL,
            json!({ "membership": "invite" }),
        );
        let mut inbox = mocked.inbox().await;
        mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(joined());
            })
            .await;
        let update = JoinedRoomBuilder::new(room()).add_state_bulk([raw(&forged)]);
        mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(update);
            })
            .await;
        let stored = inbox.room_for_tests(room());
        let carol = UserId::parse(CAROL).unwrap();
        let carol = stored.get_member_no_sync(&carol).await.unwrap().unwrap();
        assert_eq!(carol.membership().as_str(), "leave");
    }

    /// Power levels by which only this user may change the room.
    fn levels(user: &str) -> Value {
        let content = json!({ "users": { user: 100 }, "state_default": 50 });
        state(ALICE, "m.room.power_levels", "", content)
    }

    #[tokio::test]
    async fn power_levels_at_a_fork_are_not_believed() {
        let mocked = Mocked::new().await;
        let mut old = levels(ALICE);
        old["event_id"] = "$old".into();
        shows(&mocked, "m.room.power_levels", Some(&levels(BOB))).await;
        let received = receive_line(&mocked, &old).await;
        assert!(!line(&received).may_change_room);
    }

    #[tokio::test]
    async fn a_tombstone_at_a_fork_is_not_believed() {
        let mocked = Mocked::new().await;
        shows(&mocked, "m.room.tombstone", None).await;
        let content = json!({ "body": "", "replacement_room": "!other:example.org" });
        let forged = state(BOB, "m.room.tombstone", "", content);
        let received = receive_line(&mocked, &forged).await;
        assert_eq!(received.arrivals.len(), 1, "{:?}", received.arrivals);
        line(&received);
    }

    #[tokio::test]
    async fn other_state_hides_no_power_levels() {
        let mocked = Mocked::new().await;
        shows(&mocked, "m.room.power_levels", Some(&levels(BOB))).await;
        let mut old = levels(ALICE);
        old["event_id"] = "$old".into();
        let names = (0..MAX_CHECKED).map(|number| {
            let key = format!("x{number}");
            state(ALICE, "m.room.name", &key, json!({ "name": "" }))
        });
        let before: Vec<Value> = names.chain([old]).collect();
        let received = receive_line_after(&mocked, &before).await;
        assert!(!line(&received).may_change_room);
    }

    #[tokio::test]
    async fn state_is_believed_without_an_answer() {
        let mocked = Mocked::new().await;
        let received = receive_line(&mocked, &old_leave()).await;
        assert!(line(&received).people.get(BOB).is_none());
        let [reset] = &received.hindrances[..] else {
            panic!("{:?}", received.hindrances);
        };
        assert!(reset.keeps_out(room().as_str(), BOB), "nobody knows");
    }
}
