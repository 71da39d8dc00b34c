//! State resets: by events that fork a room's history, servers can make the bot's homeserver drop a membership, also the
//! bot's, or restore old rules. Homeservers don't tell clients (seen in Synapse 1.163), so the stored state doesn't show
//! it.

use std::time::Duration;

use futures_util::future::join_all;
use matrix_sdk::{
    Room, RoomState,
    ruma::{
        UserId,
        api::{
            client::{
                membership::joined_rooms,
                state::get_state_event_for_key::v3::{Request, StateEventFormat},
            },
            error::ErrorKind,
        },
        events::{StateEventType, room::member::MembershipState},
    },
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use tokio::time::timeout;

use super::{
    player_access::{POLICY_TYPES, RETENTION, read_state},
    server_rules::separates,
};
use crate::matrix::{session::Session, sync::hindrances::Hindrance};

/// Time limit for the homeserver to show its state.
const STATE_TIMEOUT: Duration = Duration::from_secs(3);

/// The event types of the rules on which a user's right to write depends.
const RULES: [&str; 7] = [
    "m.room.power_levels",
    "m.room.tombstone",
    "m.room.encryption",
    OPTIONAL_RULES[0],
    OPTIONAL_RULES[1],
    OPTIONAL_RULES[2],
    OPTIONAL_RULES[3],
];

/// Those of which the stored state may lack an event that is there.
const OPTIONAL_RULES: [&str; 4] = [
    "m.room.server_acl",
    POLICY_TYPES[0],
    POLICY_TYPES[1],
    RETENTION,
];

/// A state event, of which the membership is read besides what tells it from others.
#[derive(Debug, Deserialize)]
struct DatedState {
    event_id: String,
    sender: String,
    #[serde(default)]
    origin_server_ts: Value,
    #[serde(default)]
    content: MembershipValue,
}

#[derive(Debug, Default, Deserialize)]
struct MembershipValue {
    #[serde(default)]
    membership: Value,
}

/// Server rules, which may be redacted.
#[derive(Debug, Deserialize)]
struct RedactableRules {
    content: Value,
    #[serde(default)]
    unsigned: RedactionField,
}

/// The part of an event that homeservers add, of which the redaction is read.
#[derive(Debug, Default, Deserialize)]
pub(super) struct RedactionField {
    redacted_because: Option<Redaction>,
}

impl RedactionField {
    /// Returns the user who has redacted the event.
    pub(super) fn redacted_by(&self) -> Option<&str> {
        let redaction = self.redacted_because.as_ref()?;
        Some(&redaction.sender)
    }
}

#[derive(Debug, Deserialize)]
struct Redaction {
    sender: String,
}

impl DatedState {
    fn is_join(&self) -> bool {
        self.content.membership == MembershipState::Join.as_str()
    }

    /// Returns whether it was sent after another event, as homeservers tell.
    fn is_later_than(&self, other: &Self) -> bool {
        let times = [self, other].map(|event| event.origin_server_ts.as_i64());
        matches!(times, [Some(own), Some(other)] if own > other)
    }
}

impl Session {
    /// Returns whether a state reset keeps a user or the bot out of a room, or may do so by other rules. `false` if the
    /// homeserver doesn't answer in time.
    pub async fn is_kept_out_by_reset(&self, room: &str, user: &str) -> bool {
        let (Some(room), Ok(user)) = (self.known_room(room), UserId::parse(user)) else {
            return false;
        };
        if room.state() != RoomState::Joined {
            return false;
        }
        let rules = join_all(RULES.map(|kind| has_other_rules(&room, &user, kind.into())));
        let checks = async { tokio::join!(has_lost_membership(&room, &user), rules) };
        let found = timeout(STATE_TIMEOUT, checks).await;
        found.is_ok_and(|(membership, rules)| membership || rules.contains(&true))
    }
}

/// Returns whether a user who has joined, as far as clients were told, isn't there. Their own leaving comes with the next
/// sync response.
async fn has_lost_membership(room: &Room, user: &UserId) -> bool {
    let kind = StateEventType::RoomMember;
    let stored: Option<DatedState> = read_state(room, kind.clone(), user.as_str()).await;
    let Some(stored) = stored.filter(DatedState::is_join) else {
        return false;
    };
    match fetch_state(room, kind, user.as_str()).await {
        Ok(Some(now)) if now.is_join() => false,
        Ok(Some(now)) => now.sender != user.as_str() || !now.is_later_than(&stored),
        Ok(None) => true,
        // The bot isn't there, so it doesn't see the user's moves.
        Err(StateError::Forbidden) => true,
        // Synapse 1.163 fails so where somebody has removed the bot unseen.
        Err(StateError::Unknown) => has_been_dropped(room).await,
    }
}

/// Returns whether the bot isn't in a room any more.
async fn has_been_dropped(room: &Room) -> bool {
    let joined = room.client().send(joined_rooms::v3::Request::new()).await;
    let is_here = |joined: joined_rooms::v3::Response| {
        let mut joined = joined.joined_rooms.iter();
        joined.any(|id| id == room.room_id())
    };
    joined.is_ok_and(|joined| !is_here(joined))
}

/// Returns whether the homeserver has other rules than clients were told. Those that the user has just set themselves
/// come with the next sync response.
async fn has_other_rules(room: &Room, user: &UserId, kind: StateEventType) -> bool {
    let is_optional = OPTIONAL_RULES.contains(&kind.to_string().as_str());
    let stored: Option<DatedState> = read_state(room, kind.clone(), "").await;
    let is_acl = kind == StateEventType::RoomServerAcl;
    let event = fetch_event(room, kind, "").await;
    if let Ok(Some(event)) = &event
        && is_acl
        && is_denied_by_redaction(room, user, event)
    {
        return true;
    }
    let hinders = |event: &RawValue| {
        let hindrance = Hindrance::of_state(room.room_id(), event.get(), room.own_user_id());
        hindrance.is_some_and(|it| it.keeps_out(room.room_id().as_str(), user.as_str()))
    };
    let may_hinder = event
        .as_ref()
        .is_ok_and(|event| event.as_deref().is_some_and(hinders));
    match (stored, event.and_then(dated)) {
        (Some(stored), Ok(Some(now))) => {
            now.event_id != stored.event_id && now.sender != user.as_str()
        }
        // Earlier releases stored no events of some types.
        (None, Ok(Some(_))) if is_optional => may_hinder,
        (None, Ok(Some(now))) => now.sender != user.as_str(),
        (Some(_), Ok(None)) => true,
        (None, Ok(None)) | (_, Err(_)) => false,
    }
}

/// Returns whether somebody else has redacted server rules, so that they separate a user's homeserver from the bot's. The
/// bot doesn't request redactions of rules, so the stored ones are as before.
fn is_denied_by_redaction(room: &Room, user: &UserId, event: &RawValue) -> bool {
    let own = room.own_user_id().server_name();
    serde_json::from_str(event.get()).is_ok_and(|event: RedactableRules| {
        let redacted_by = event.unsigned.redacted_by();
        redacted_by.is_some_and(|sender| sender != user.as_str())
            && separates(&event.content, user.server_name(), own)
    })
}

/// Returns the time of a user's own leave event, in milliseconds as their homeserver tells; `None` for other events.
pub(in crate::matrix) fn own_leave_time(event: &str, user: &str) -> Option<i64> {
    let event: DatedState = serde_json::from_str(event).ok()?;
    let is_leave = event.content.membership == MembershipState::Leave.as_str();
    (is_leave && event.sender == user).then(|| event.origin_server_ts.as_i64().unwrap_or(i64::MAX))
}

/// Returns whether a membership event is an invitation or a knock.
pub(in crate::matrix) fn is_not_yet_joined(event: &str) -> bool {
    let awaited = [MembershipState::Invite, MembershipState::Knock];
    serde_json::from_str(event).is_ok_and(|event: DatedState| {
        awaited
            .iter()
            .any(|it| event.content.membership == it.as_str())
    })
}

/// A reason why the homeserver doesn't show a state event.
pub(in crate::matrix) enum StateError {
    /// The bot isn't in the room.
    Forbidden,
    /// Any other.
    Unknown,
}

/// Returns what is read of a state event as the homeserver has it now; `None` if it has none.
async fn fetch_state(
    room: &Room,
    kind: StateEventType,
    key: &str,
) -> Result<Option<DatedState>, StateError> {
    dated(fetch_event(room, kind, key).await?)
}

fn dated(event: Option<Box<RawValue>>) -> Result<Option<DatedState>, StateError> {
    let read = event.map(|event| serde_json::from_str(event.get()));
    read.transpose().map_err(|_| StateError::Unknown)
}

/// Returns a state event as the homeserver has it now; `None` if it has none.
pub(in crate::matrix) async fn fetch_event(
    room: &Room,
    kind: StateEventType,
    key: &str,
) -> Result<Option<Box<RawValue>>, StateError> {
    let mut request = Request::new(room.room_id().to_owned(), kind, key.to_owned());
    request.format = StateEventFormat::Event;
    match room.client().send(request).await {
        Ok(response) => Ok(Some(response.into_event().into_json())),
        Err(error) => match error.client_api_error_kind() {
            Some(ErrorKind::NotFound) => Ok(None),
            Some(ErrorKind::Forbidden) => Err(StateError::Forbidden),
            _ => Err(StateError::Unknown),
        },
    }
}
