//! Trimming of stored state: large state events that any member can set are cut to the fields that the bot
//! reads, and malformed memberships and power levels to the fields that can be read. The SDK stores them in full, and
//! reads all members of a room and all its levels or none, so well-formed events replace them.

use std::collections::HashMap;

use matrix_sdk::{
    Room, StateChanges,
    deserialized_responses::RawAnySyncOrStrippedState,
    ruma::{
        OwnedUserId, RoomId, UserId,
        events::{
            AnyStrippedStateEvent, AnySyncStateEvent, StateEventType,
            room::{
                member::{StrippedRoomMemberEvent, SyncRoomMemberEvent},
                power_levels::RoomPowerLevels,
            },
        },
        serde::Raw,
    },
    store::StoreError,
};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, value::to_raw_value};

use super::{
    power_levels, read_form,
    state_size::{MAX_OPEN_EVENT, StateKey},
};

/// A stored state event, without the replaced content (`prev_content`) that homeservers add.
#[derive(Deserialize, Serialize)]
struct Kept {
    r#type: Value,
    state_key: Value,
    sender: Value,
    event_id: Value,
    #[serde(default, deserialize_with = "valid_time")]
    origin_server_ts: u64,
    content: Map<String, Value>,
}

/// Maximum time of an event that the SDK reads.
const MAX_TIME: u64 = (1 << 53) - 1;

/// Reads the time of an event, which its server decides, as one that the SDK reads.
fn valid_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let time = Value::deserialize(deserializer)?;
    Ok(time.as_u64().unwrap_or_default().min(MAX_TIME))
}

/// A stored state event of an invitation (stripped state).
#[derive(Deserialize, Serialize)]
struct KeptStripped {
    r#type: Value,
    state_key: Value,
    sender: Value,
    content: Map<String, Value>,
}

/// Replaces the large and malformed events among `events`, the oldest first, which the SDK has stored for a
/// room.
///
/// # Errors
///
/// If the SDK's store cannot be written.
pub(super) async fn trim<'a>(
    room: &Room,
    levels: &RoomPowerLevels,
    events: impl Iterator<Item = &'a str>,
) -> Result<(), StoreError> {
    let mut changes = StateChanges::default();
    let id = room.room_id();
    // The SDK keeps the last event of each key, and an older one must not replace it.
    let keyed = events.filter_map(|json| Some((StateKey::of(json)?, json)));
    let last: HashMap<StateKey, &str> = keyed.collect();
    for (key, json) in last {
        let is_malformed = match key.r#type.as_str() {
            "m.room.member" => read_member(json).is_none(),
            "m.room.power_levels" => power_levels::is_unreadable(json),
            _ => false,
        };
        if json.len() <= MAX_OPEN_EVENT && !is_malformed {
            continue;
        }
        let Some(event) = trimmed(&key, json, levels) else {
            continue;
        };
        add(&mut changes, id, &key, event);
    }
    if changes.state.is_empty() {
        return Ok(());
    }
    room.client().state_store().save_changes(&changes).await
}

/// Adds a state event to the changes of the SDK's store.
pub(super) fn add(
    changes: &mut StateChanges,
    room: &RoomId,
    key: &StateKey,
    event: Raw<AnySyncStateEvent>,
) {
    if let Some((user, member)) = member(key, &event) {
        let profiles = changes.profiles.entry(room.to_owned()).or_default();
        profiles.insert(user, member.into());
    }
    let types = changes.state.entry(room.to_owned()).or_default();
    let events = types.entry(key.r#type.as_str().into()).or_default();
    events.insert(key.state_key.clone(), event);
}

/// Replaces the large and malformed memberships that the SDK has fetched for a room.
///
/// # Errors
///
/// If the SDK's store cannot be read or written.
pub(super) async fn trim_members(room: &Room, levels: &RoomPowerLevels) -> Result<(), StoreError> {
    let client = room.client();
    let stored = client
        .state_store()
        .get_state_events(room.room_id(), StateEventType::RoomMember)
        .await?;
    let events = stored.iter().filter_map(|event| match event {
        RawAnySyncOrStrippedState::Sync(event) => Some(event.json().get()),
        RawAnySyncOrStrippedState::Stripped(_) => None,
    });
    trim(room, levels, events).await
}

/// Replaces the bot's own stored membership of a room if it is malformed. The SDK reads it from malformed
/// invitations, too, and fails at the whole sync response if it cannot.
///
/// # Errors
///
/// If the SDK's store cannot be read or written.
pub(super) async fn trim_own(room: &Room) -> Result<(), StoreError> {
    let client = room.client();
    let store = client.state_store();
    let (id, own) = (room.room_id(), room.own_user_id());
    let kind = StateEventType::RoomMember;
    let stored = store
        .get_state_event(id, kind.clone(), own.as_str())
        .await?;
    let mut changes = StateChanges::default();
    match stored {
        Some(RawAnySyncOrStrippedState::Sync(event)) => {
            let json = event.json().get();
            let is_malformed = read_member(json).is_none();
            let Some(event) = trimmed_member(json).filter(|_| is_malformed) else {
                return Ok(());
            };
            let types = changes.state.entry(id.to_owned()).or_default();
            let events = types.entry(kind).or_default();
            events.insert(own.to_string(), event);
        }
        Some(RawAnySyncOrStrippedState::Stripped(event)) => {
            let json = event.json().get();
            let is_malformed = serde_json::from_str::<StrippedRoomMemberEvent>(json).is_err();
            let Some(event) = stripped_member(json).filter(|_| is_malformed) else {
                return Ok(());
            };
            let types = changes.stripped_state.entry(id.to_owned()).or_default();
            let events = types.entry(kind).or_default();
            events.insert(own.to_string(), event);
        }
        None => return Ok(()),
    }
    store.save_changes(&changes).await
}

/// Returns the short form of a membership.
fn trimmed_member(json: &str) -> Option<Raw<AnySyncStateEvent>> {
    let mut kept: Kept = serde_json::from_str(json).ok()?;
    kept.content = short_membership(&kept.content);
    Some(Raw::new(&kept).ok()?.cast_unchecked())
}

/// Returns the short form of a membership in an invitation.
fn stripped_member(json: &str) -> Option<Raw<AnyStrippedStateEvent>> {
    let mut kept: KeptStripped = serde_json::from_str(json).ok()?;
    kept.content = short_membership(&kept.content);
    Some(Raw::new(&kept).ok()?.cast_unchecked())
}

/// Returns the short form of a state event.
fn trimmed(key: &StateKey, json: &str, levels: &RoomPowerLevels) -> Option<Raw<AnySyncStateEvent>> {
    let mut kept: Kept = serde_json::from_str(json).ok()?;
    if key.r#type == "m.room.power_levels" && power_levels::is_unreadable(json) {
        let readable = serde_json::to_value(power_levels::read(kept.content)?);
        kept.content = readable.ok()?.as_object()?.clone();
    } else if key.is_repeatable(levels) {
        kept.content = short_content(key, &kept.content);
    }
    Some(Raw::new(&kept).ok()?.cast_unchecked())
}

/// Returns the content that the bot reads of a state event that any member can set under any number of keys.
fn short_content(key: &StateKey, content: &Map<String, Value>) -> Map<String, Value> {
    if key.is_member() {
        short_membership(content)
    } else {
        Map::new()
    }
}

fn short_membership(content: &Map<String, Value>) -> Map<String, Value> {
    let content = to_raw_value(content).ok();
    let short = content.and_then(|content| read_form::short_membership(&content));
    let short = short.and_then(|short| serde_json::from_str(short.get()).ok());
    short.unwrap_or_default()
}

fn member(
    key: &StateKey,
    event: &Raw<AnySyncStateEvent>,
) -> Option<(OwnedUserId, SyncRoomMemberEvent)> {
    let user = UserId::parse(&key.state_key).ok()?;
    let member = read_member(event.json().get())?;
    key.is_member().then_some((user, member))
}

/// Reads a membership as the SDK does.
fn read_member(json: &str) -> Option<SyncRoomMemberEvent> {
    serde_json::from_str(json).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use matrix_sdk::{
        RoomMemberships,
        ruma::events::{AnySyncTimelineEvent, room::member::MembershipState},
    };
    use matrix_sdk_test::{InvitedRoomBuilder, JoinedRoomBuilder, LeftRoomBuilder};
    use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

    use lobby::Incoming;
    use serde_json::json;

    use super::*;
    use crate::matrix::{
        Inbox,
        mocked::{BOT, Mocked, joined, member, members, raw, room, state, user, written},
    };

    const MALLORY: &str = "@mallory:example.org";

    /// A membership of mallory's as large as events may be.
    fn padded() -> Value {
        let mut event = member(MALLORY, &"M".repeat(1000));
        event["content"]["pad"] = "x".repeat(59_000).into();
        event
    }

    /// A membership of mallory's that the SDK does not read.
    fn malformed() -> Value {
        let mut event = member(MALLORY, "Mallory");
        event["content"]["displayname"] = json!(["x"]);
        event["content"]["reason"] = 5.into();
        event["unsigned"] = json!({ "prev_content": { "membership": "join", "displayname": {} } });
        event
    }

    /// Checks that a line of Alice's arrives at once, and that the SDK reads all members from the next
    /// response on.
    async fn check_read(
        mocked: &Mocked,
        inbox: &mut Inbox,
        rest: JoinedRoomBuilder,
        name: Option<&str>,
    ) {
        let line = raw::<AnySyncTimelineEvent>(&written(
            "$line",
            "@alice:example.org",
            "!help",
            json!({}),
        ));
        let received = mocked.receives(inbox, |sync| {
            sync.add_joined_room(rest.add_timeline_bulk([line]));
        });
        let received = tokio::time::timeout(Duration::from_secs(3), received)
            .await
            .unwrap();
        let [arrival] = &received.arrivals[..] else {
            panic!("{:?}", received.arrivals);
        };
        let Incoming::Line(line) = &arrival.incoming else {
            panic!("{arrival:?}");
        };
        assert_eq!(line.sender.name, "Alice");
        let mallory = line.people.get(MALLORY).map(|person| person.name.as_str());
        assert_eq!(mallory, name);
        mocked
            .receives(inbox, |sync| {
                sync.add_joined_room(JoinedRoomBuilder::new(room()));
            })
            .await;
        let stored = inbox.room_for_tests(room());
        let members = stored.members(RoomMemberships::all()).await.unwrap();
        assert_eq!(members.len(), 3 + usize::from(name.is_some()));
    }

    /// Has the homeserver show these members.
    async fn shows(mocked: &Mocked, members: impl Iterator<Item = Value>) {
        let members = members.map(|mut event| {
            event["room_id"] = json!(room());
            event
        });
        let members: Vec<Value> = members.collect();
        let members = ResponseTemplate::new(200).set_body_json(json!({ "chunk": members }));
        Mock::given(path_regex("/members$"))
            .respond_with(members)
            .with_priority(1)
            .mount(mocked.server.server())
            .await;
    }

    #[tokio::test]
    async fn a_malformed_membership_silences_nobody() {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        let good = raw::<AnySyncTimelineEvent>(&member(MALLORY, "Mallory"));
        mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(joined().add_timeline_bulk([good]));
            })
            .await;
        inbox.room_for_tests(room()).mark_members_synced();
        let event = raw::<AnySyncTimelineEvent>(&malformed());
        let update = JoinedRoomBuilder::new(room()).add_timeline_bulk([event]);
        check_read(&mocked, &mut inbox, update, Some("mallory")).await;
    }

    #[tokio::test]
    async fn a_malformed_membership_among_fetched_ones_silences_nobody() {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        shows(&mocked, members().into_iter().chain([malformed()])).await;
        // The SDK ignores malformed events there.
        check_read(&mocked, &mut inbox, joined().set_timeline_limited(), None).await;
    }

    /// The bot's own membership, with a reason that is no text.
    fn own(membership: &str, before: &str) -> Value {
        let content = |membership| json!({ "membership": membership, "reason": 7 });
        let mut event = state(MALLORY, "m.room.member", BOT, content(membership));
        event["unsigned"] = json!({ "prev_content": content(before) });
        event
    }

    #[tokio::test]
    async fn malformed_own_memberships_do_not_stop_the_bot() {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        let there = mocked.receives(&mut inbox, |sync| {
            sync.add_joined_room(joined());
        });
        there.await;
        for (membership, before) in [("ban", "join"), ("leave", "ban")] {
            let event = raw::<AnySyncTimelineEvent>(&own(membership, before));
            let left = mocked.receives(&mut inbox, |sync| {
                sync.add_left_room(LeftRoomBuilder::new(room()).add_timeline_bulk([event]));
            });
            left.await;
        }
        for before in ["leave", "invite"] {
            let event = raw::<AnyStrippedStateEvent>(&own("invite", before));
            let invited = mocked.receives(&mut inbox, |sync| {
                sync.add_invited_room(InvitedRoomBuilder::new(room()).add_state_event(event));
            });
            invited.await;
        }
    }

    #[tokio::test]
    async fn own_joins_with_odd_times_do_not_stop_the_bot() {
        for time in [json!(-1), json!(1_u64 << 53), json!(u64::MAX)] {
            let mocked = Mocked::new().await;
            let mut inbox = mocked.inbox().await;
            let mut join = member(BOT, "Bot");
            join["origin_server_ts"] = time;
            let others = members().into_iter();
            let others = others.filter(|event| event["state_key"] != BOT);
            shows(&mocked, others.chain([join.clone()])).await;
            let join = raw::<AnySyncTimelineEvent>(&join);
            let there = mocked.receives(&mut inbox, |sync| {
                sync.add_joined_room(joined().add_timeline_bulk([join]));
            });
            there.await;
            check_read(&mocked, &mut inbox, JoinedRoomBuilder::new(room()), None).await;
        }
    }

    /// Checks that the SDK knows mallory and has stored little of her.
    async fn check_stored(inbox: &Inbox) {
        let stored = inbox.room_for_tests(room());
        let event = stored
            .get_state_event(StateEventType::RoomMember, MALLORY)
            .await
            .unwrap();
        let Some(RawAnySyncOrStrippedState::Sync(event)) = event else {
            panic!("no membership: {event:?}");
        };
        let bytes = event.json().get().len();
        assert!(bytes <= MAX_OPEN_EVENT, "{bytes} bytes are kept");
        let member = stored.get_member_no_sync(user(MALLORY)).await.unwrap();
        let member = member.unwrap();
        assert_eq!(
            member.display_name().unwrap().len(),
            read_form::MAX_DISPLAY_NAME
        );
    }

    #[tokio::test]
    async fn padding_of_memberships_is_not_kept() {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        let received = mocked
            .receives(&mut inbox, |sync| {
                let event = raw::<AnySyncTimelineEvent>(&padded());
                sync.add_joined_room(joined().add_timeline_bulk([event]));
            })
            .await;
        assert_eq!(received.arrivals, []);
        check_stored(&inbox).await;
    }

    #[tokio::test]
    async fn an_older_large_event_replaces_no_newer_one() {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        mocked
            .receives(&mut inbox, |sync| {
                let mut left = member(MALLORY, "Mallory");
                left["content"] = json!({ "membership": "leave" });
                let events = [padded(), left];
                let events = events.iter().map(raw::<AnySyncTimelineEvent>);
                sync.add_joined_room(joined().add_timeline_bulk(events));
            })
            .await;
        let stored = inbox.room_for_tests(room());
        let member = stored.get_member_no_sync(user(MALLORY)).await.unwrap();
        let membership = member.map(|member| member.membership().clone());
        assert_eq!(membership, Some(MembershipState::Leave));
    }

    #[tokio::test]
    async fn padding_of_fetched_members_is_not_kept() {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        let mut event = padded();
        event["room_id"] = json!(room());
        let members = ResponseTemplate::new(200).set_body_json(json!({ "chunk": [event] }));
        Mock::given(path_regex("/members$"))
            .respond_with(members)
            .with_priority(1)
            .mount(mocked.server.server())
            .await;
        mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(joined().set_timeline_limited());
            })
            .await;
        let stored = inbox.room_for_tests(room());
        stored.members(RoomMemberships::all()).await.unwrap();
        mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(JoinedRoomBuilder::new(room()));
            })
            .await;
        check_stored(&inbox).await;
    }
}
