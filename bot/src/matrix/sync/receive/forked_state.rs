//! State that a homeserver sends apart from the timeline. After a message that forks a room's history, Synapse sends
//! the state at the fork, with memberships and power levels from before (seen in Synapse 1.163). As clients can't tell it
//! from the present state, the homeserver is asked.

use std::time::Duration;

use futures_util::future::join_all;
use matrix_sdk::{
    Room, StateChanges,
    ruma::{
        OwnedRoomId, UserId,
        events::{AnySyncStateEvent, room::member::SyncRoomMemberEvent},
        serde::Raw,
    },
    store::StoreError,
    sync::{State, SyncResponse},
};
use serde_json::{Map, Value, json};
use tokio::time::timeout;
use tracing::debug;

use super::{Inbox, measure::kept};
use crate::matrix::{
    rooms::state_reset::{StateError, fetch_event, is_own_leave},
    session::session_error::SessionError,
    sync::{hindrances::Hindrance, state_size::StateKey},
};

/// Maximum state events of a room's update that are checked. Members beyond are fetched again.
const MAX_CHECKED: usize = 20;

/// Time limit for the homeserver to show the state of a room.
const STATE_TIMEOUT: Duration = Duration::from_secs(3);

/// A state event of an update, and the event that the homeserver has now.
struct Checked {
    key: StateKey,
    sent: Raw<AnySyncStateEvent>,
    now: Raw<AnySyncStateEvent>,
    /// `false` if the homeserver hasn't shown it.
    is_shown: bool,
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
            if events.len() > MAX_CHECKED {
                room.mark_members_missing();
                self.untrimmed.insert(id.clone());
            }
            // There are many members, but few events of other types.
            events.sort_by_key(|event| {
                StateKey::of(event.json().get()).is_some_and(|key| key.is_member())
            });
            let first = events.iter().take(MAX_CHECKED).cloned();
            let checks = join_all(first.map(|event| check(&room, event)));
            let Ok(checked) = timeout(STATE_TIMEOUT, checks).await else {
                debug!(room = %id, "state not checked: no answer");
                continue;
            };
            let checked: Vec<Checked> = checked.into_iter().flatten().collect();
            if !update.timeline.limited {
                let reset = checked.iter().filter_map(|it| it.reset_player());
                self.hindrances
                    .extend(reset.map(|user| Hindrance::state_reset(id, user)));
            }
            kept(store(&room, id, &checked).await)?;
            let unchecked = events.drain(..).skip(MAX_CHECKED).collect::<Vec<_>>();
            events.extend(checked.into_iter().map(|it| it.now).chain(unchecked));
            self.people.forget(id);
        }
        Ok(())
    }
}

/// Returns a state event with the one that the homeserver has now; `None` if it can't be known.
async fn check(room: &Room, sent: Raw<AnySyncStateEvent>) -> Option<Checked> {
    let key = StateKey::of(sent.json().get())?;
    let kind = key.r#type.as_str().into();
    let (now, is_shown) = match fetch_event(room, kind, &key.state_key).await {
        Ok(Some(now)) => (Raw::from_json(now), true),
        Ok(None) if key.is_member() => (absent(&key, &sent)?, true),
        Ok(None) | Err(StateError::Forbidden | StateError::Unknown) => (sent.clone(), false),
    };
    Some(Checked {
        key,
        sent,
        now,
        is_shown,
    })
}

/// Returns the membership of a user who was never in the room, as after an invitation that they declined.
fn absent(key: &StateKey, sent: &Raw<AnySyncStateEvent>) -> Option<Raw<AnySyncStateEvent>> {
    let mut event: Map<String, Value> = serde_json::from_str(sent.json().get()).ok()?;
    event.insert("sender".to_owned(), key.state_key.as_str().into());
    event.insert("content".to_owned(), json!({ "membership": "leave" }));
    let unsigned = json!({ "prev_content": { "membership": "invite" } });
    event.insert("unsigned".to_owned(), unsigned);
    Some(Raw::new(&event).ok()?.cast_unchecked())
}

impl Checked {
    fn is_corrected(&self) -> bool {
        let id =
            |event: &Raw<AnySyncStateEvent>| event.get_field::<String>("event_id").ok().flatten();
        let content =
            |event: &Raw<AnySyncStateEvent>| event.get_field::<Value>("content").ok().flatten();
        id(&self.sent) != id(&self.now) || content(&self.sent) != content(&self.now)
    }

    /// Returns the user who has left by an event of their own that isn't new, as the timeline doesn't have it.
    fn reset_player(&self) -> Option<&str> {
        let user = self.key.state_key.as_str();
        let is_reset = self.key.is_member()
            && self.is_shown
            && !self.is_corrected()
            && is_own_leave(self.now.json().get(), user);
        is_reset.then_some(user)
    }
}

/// Stores the events that the homeserver has now where they are others.
async fn store(room: &Room, id: &OwnedRoomId, checked: &[Checked]) -> Result<(), StoreError> {
    let mut changes = StateChanges::default();
    for Checked { key, now, .. } in checked.iter().filter(|it| it.is_corrected()) {
        let member = serde_json::from_str::<SyncRoomMemberEvent>(now.json().get()).ok();
        if let Some((user, member)) = UserId::parse(&key.state_key).ok().zip(member) {
            let profiles = changes.profiles.entry(id.clone()).or_default();
            profiles.insert(user, member.into());
        }
        debug!(room = %id, r#type = %key.r#type, key = %key.state_key, "state of a fork replaced");
        let types = changes.state.entry(id.clone()).or_default();
        let events = types.entry(key.r#type.as_str().into()).or_default();
        events.insert(key.state_key.clone(), now.clone());
    }
    if changes.state.is_empty() {
        return Ok(());
    }
    room.client().state_store().save_changes(&changes).await
}

#[cfg(test)]
mod tests {
    use lobby::Incoming;
    use matrix_sdk::ruma::events::AnySyncTimelineEvent;
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
        let mut inbox = mocked.inbox().await;
        mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(joined());
            })
            .await;
        inbox.room_for_tests(room()).mark_members_synced();
        let line = written("$line", ALICE, "!help", json!({}));
        let update = JoinedRoomBuilder::new(room())
            .add_state_bulk([raw(before)])
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

    #[tokio::test]
    async fn power_levels_at_a_fork_are_not_believed() {
        let mocked = Mocked::new().await;
        let levels = |user: &str| {
            let content = json!({ "users": { user: 100 }, "state_default": 50 });
            state(ALICE, "m.room.power_levels", "", content)
        };
        let mut old = levels(ALICE);
        old["event_id"] = "$old".into();
        shows(&mocked, "m.room.power_levels", Some(&levels(BOB))).await;
        let received = receive_line(&mocked, &old).await;
        assert!(!line(&received).may_change_room);
    }

    #[tokio::test]
    async fn state_is_believed_without_an_answer() {
        let mocked = Mocked::new().await;
        let received = receive_line(&mocked, &old_leave()).await;
        assert!(line(&received).people.get(BOB).is_none());
        assert_eq!(received.hindrances, []);
    }
}
