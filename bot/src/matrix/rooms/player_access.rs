//! The access of players to rooms, which others may take from them.

use matrix_sdk::{
    EncryptionState, Room, RoomState,
    deserialized_responses::RawAnySyncOrStrippedState,
    ruma::{
        RoomVersionId, UserId,
        events::{MessageLikeEventType, StateEventType, room::member::MembershipState},
    },
    store::StoreError,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use lobby::clocks::RoomAccess;

use super::{members, server_rules::separates};
use crate::matrix::session::Session;

/// The only algorithm for encrypted rooms in the Matrix specification.
pub(in crate::matrix) const MEGOLM: &str = "m.megolm.v1.aes-sha2";

/// The event types that choose a room's policy server: of the Matrix specification, and of its proposal.
pub(in crate::matrix) const POLICY_TYPES: [&str; 2] =
    ["m.room.policy", "org.matrix.msc4284.policy"];

/// The event type by which homeservers delete messages, or show them no longer, after a time.
pub(in crate::matrix) const RETENTION: &str = "m.room.retention";

/// Lifetime of messages in milliseconds from which on the bot sees each move, also after an outage.
const MIN_MESSAGE_LIFETIME: f64 = 24.0 * 60.0 * 60.0 * 1000.0;

/// A membership with its sender and the one before it, as far as the bot reads them.
#[derive(Debug, Deserialize)]
struct SentMembership {
    sender: String,
    content: MembershipField,
    #[serde(default)]
    unsigned: Unsigned,
}

#[derive(Debug, Deserialize)]
struct MembershipField {
    membership: MembershipState,
    /// `guest` in the memberships of guests.
    #[serde(default)]
    kind: Value,
}

#[derive(Debug, Default, Deserialize)]
struct Unsigned {
    prev_sender: Option<String>,
    prev_content: Option<MembershipField>,
}

/// A state event, of which only the sender is read.
#[derive(Debug, Deserialize)]
struct SentState {
    sender: String,
}

/// The rules on which servers take part in a room, of which the sender is read here.
#[derive(Debug, Deserialize)]
struct ServerAcl {
    sender: String,
    content: Value,
}

/// An encryption state event, of which only sender and algorithm are read.
#[derive(Debug, Deserialize)]
struct SentEncryption {
    sender: String,
    content: AlgorithmField,
}

/// The lifetime of a room's messages, with its sender.
#[derive(Debug, Deserialize)]
struct SentRetention {
    sender: String,
    content: Value,
}

/// The choice of a policy server, of which only sender and server are read.
#[derive(Debug, Deserialize)]
struct SentPolicy {
    sender: String,
    content: ViaField,
}

#[derive(Debug, Deserialize)]
struct ViaField {
    #[serde(default)]
    via: Value,
}

#[derive(Debug, Deserialize)]
struct AlgorithmField {
    #[serde(default)]
    algorithm: Value,
}

impl Session {
    /// Returns the access of a user to a room; `None` if the bot is not there or cannot read the room's state.
    pub async fn room_access(&self, room: &str, user: &str) -> Option<RoomAccess> {
        let (room, user) = (self.known_room(room)?, UserId::parse(user).ok()?);
        if room.state() != RoomState::Joined {
            return None;
        }
        let membership: Option<SentMembership> =
            try_read_state(&room, StateEventType::RoomMember, user.as_str())
                .await
                .ok()?;
        let access = membership.map_or(RoomAccess::Absent, |it| it.access(user.as_str()));
        if access != RoomAccess::CanWrite {
            return Some(access);
        }
        let is_other = |sender: &String| sender != user.as_str();
        // Homeservers also mute a room that they upgrade.
        if replaced_by(&room).await.as_ref().is_some_and(is_other) {
            return Some(RoomAccess::Closed);
        }
        let muted_by = muted_by(&room, &user).await;
        // A player who has set these may be able to write nevertheless.
        let hindered = [
            denied_by(&room, &user).await,
            encrypted_otherwise_by(&room).await,
            short_retention_by(&room).await,
        ];
        let mut hindering = hindered.iter().chain([&muted_by]).flatten();
        let is_policed = is_policed_by_others(&room, &user).await;
        Some(if hindering.any(is_other) {
            RoomAccess::KeptOut
        } else if muted_by.is_some() {
            RoomAccess::GaveUp
        } else if is_policed || may_have_chosen_event_ids(&room) {
            RoomAccess::Unverifiable
        } else {
            RoomAccess::CanWrite
        })
    }
}

impl SentMembership {
    /// Returns the access that follows from the membership. Neither an invitation nor a knock lets a user write, so the
    /// membership before it counts.
    fn access(&self, user: &str) -> RoomAccess {
        let removed_by = |sender: Option<&str>| match sender {
            Some(sender) if sender == user => RoomAccess::GaveUp,
            Some(_) => RoomAccess::KeptOut,
            None => RoomAccess::Absent,
        };
        let before = self.unsigned.membership_before(user);
        match self.content.membership {
            MembershipState::Join => RoomAccess::CanWrite,
            MembershipState::Ban => RoomAccess::KeptOut,
            // A declined invitation: the user was not there.
            MembershipState::Leave
                if self.sender == user
                    && matches!(
                        before,
                        Some(MembershipState::Invite | MembershipState::Knock)
                    ) =>
            {
                RoomAccess::Absent
            }
            // Homeservers remove guests in their name once a room admits none, and don't always show clients why.
            MembershipState::Leave if is_guest_id(user) && self.content.kind == "guest" => {
                RoomAccess::KeptOut
            }
            MembershipState::Leave => removed_by(Some(&self.sender)),
            _ => match before {
                Some(MembershipState::Ban) => RoomAccess::KeptOut,
                Some(MembershipState::Leave) => removed_by(self.unsigned.prev_sender.as_deref()),
                _ => RoomAccess::Absent,
            },
        }
    }
}

impl Unsigned {
    /// Returns the membership of a user before the event. Synapse 1.163 shows a made-up one if the sender of that event
    /// wants it; nobody invites or bans themselves.
    fn membership_before(&self, user: &str) -> Option<&MembershipState> {
        let before = &self.prev_content.as_ref()?.membership;
        let is_own = self.prev_sender.as_deref() == Some(user);
        let is_of_others = matches!(before, MembershipState::Invite | MembershipState::Ban);
        Some(if is_own && is_of_others {
            &MembershipState::Leave
        } else {
            before
        })
    }
}

/// Returns whether a user id can be a guest's. Homeservers give numbers to guests alone.
fn is_guest_id(user: &str) -> bool {
    let name = user
        .strip_prefix('@')
        .and_then(|user| user.split(':').next());
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(|it| it.is_ascii_digit()))
}

/// Returns whether messages of a room with this retention may be hidden before the bot reads them.
pub(in crate::matrix) fn hides_messages(retention: &Value) -> bool {
    let lifetime = &retention["max_lifetime"];
    let is_long = |lifetime: f64| lifetime >= MIN_MESSAGE_LIFETIME;
    !lifetime.is_null() && !lifetime.as_f64().is_some_and(is_long)
}

/// Returns a stored state event; `None` if there is none, or it cannot be read.
pub(super) async fn read_state<T: DeserializeOwned>(
    room: &Room,
    kind: StateEventType,
    key: &str,
) -> Option<T> {
    try_read_state(room, kind, key).await.ok()?
}

/// Returns a stored state event; `None` if there is none, or it is malformed.
async fn try_read_state<T: DeserializeOwned>(
    room: &Room,
    kind: StateEventType,
    key: &str,
) -> Result<Option<T>, StoreError> {
    let client = room.client();
    let stored = client
        .state_store()
        .get_state_event(room.room_id(), kind, key);
    // An event without a sender stands for none.
    let is_real = |stored: &RawAnySyncOrStrippedState| {
        members::read::<SentState>(stored).is_none_or(|event| !event.sender.is_empty())
    };
    let stored = stored.await?.filter(is_real);
    Ok(stored.and_then(|stored| members::read(&stored)))
}

/// Returns the user who has set the power levels, if a user may not send what moves are sent as.
async fn muted_by(room: &Room, user: &UserId) -> Option<String> {
    let is_plain = matches!(room.encryption_state(), EncryptionState::NotEncrypted);
    let kind = if is_plain {
        MessageLikeEventType::RoomMessage
    } else {
        MessageLikeEventType::RoomEncrypted
    };
    // Homeservers read some levels that the SDK does not, so those count as well.
    let levels = room.power_levels().await;
    if levels.is_ok_and(|levels| levels.user_can_send_message(user, kind)) {
        return None;
    }
    let set: Option<SentState> = read_state(room, StateEventType::RoomPowerLevels, "").await;
    Some(set?.sender)
}

/// Returns the sender of a room's tombstone.
async fn replaced_by(room: &Room) -> Option<String> {
    let tombstone: Option<SentState> = read_state(room, StateEventType::RoomTombstone, "").await;
    Some(tombstone?.sender)
}

/// Returns the user who has set another encryption than Megolm.
async fn encrypted_otherwise_by(room: &Room) -> Option<String> {
    let set: Option<SentEncryption> = read_state(room, StateEventType::RoomEncryption, "").await;
    let set = set.filter(|set| set.content.algorithm != MEGOLM)?;
    Some(set.sender)
}

/// Returns the user who has set a lifetime of messages so short that the bot may miss some.
async fn short_retention_by(room: &Room) -> Option<String> {
    let set: Option<SentRetention> = read_state(room, RETENTION.into(), "").await;
    let set = set.filter(|set| hides_messages(&set.content))?;
    Some(set.sender)
}

/// Returns whether somebody else than a user has set a room's policy server, which can refuse messages of anybody, as
/// homeservers then do without a trace.
async fn is_policed_by_others(room: &Room, user: &UserId) -> bool {
    for kind in POLICY_TYPES {
        let set: Option<SentPolicy> = read_state(room, kind.into(), "").await;
        if set.is_some_and(|set| set.content.via.is_string() && set.sender != user.as_str()) {
            return true;
        }
    }
    false
}

/// Returns whether a room is, or may be, of version 1 or 2, in which homeservers choose the ids of their events, so that
/// two events can have the same id. The version is unknown if the room's first event can't be read.
fn may_have_chosen_event_ids(room: &Room) -> bool {
    let version = room.create_content().map(|create| create.room_version);
    version.is_none_or(|version| matches!(version, RoomVersionId::V1 | RoomVersionId::V2))
}

/// Returns the user who has set the server rules, if they separate another user's homeserver from the bot's.
async fn denied_by(room: &Room, user: &UserId) -> Option<String> {
    let acl: Option<ServerAcl> = read_state(room, StateEventType::RoomServerAcl, "").await;
    let own = room.own_user_id().server_name();
    let acl = acl.filter(|acl| separates(&acl.content, user.server_name(), own))?;
    Some(acl.sender)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(membership: &str, sender: &str, unsigned: &str, expected: RoomAccess) {
        let event = format!(
            r#"{{"sender":"{sender}","content":{{"membership":"{membership}","displayname":7}},"unsigned":{{{unsigned}}}}}"#
        );
        let read: SentMembership = serde_json::from_str(&event).unwrap();
        assert_eq!(read.access("@ann:x"), expected, "{event}");
    }

    #[test]
    fn bans_and_kicks_keep_a_user_out() {
        check("join", "@ann:x", "", RoomAccess::CanWrite);
        check("ban", "@ben:x", "", RoomAccess::KeptOut);
        check("leave", "@ben:x", "", RoomAccess::KeptOut);
        check("leave", "@ann:x", "", RoomAccess::GaveUp);
        let joined = r#""prev_content":{"membership":"join"}"#;
        check("leave", "@ann:x", joined, RoomAccess::GaveUp);
        let invited = r#""prev_content":{"membership":"invite"}"#;
        check("leave", "@ann:x", invited, RoomAccess::Absent);
        let made_up = format!(r#""prev_sender":"@ann:x",{invited}"#);
        check("leave", "@ann:x", &made_up, RoomAccess::GaveUp);
        check("leave", "@ben:x", invited, RoomAccess::KeptOut);
    }

    #[test]
    fn guests_leave_by_the_doing_of_others() {
        for (user, kind, expected) in [
            ("@5:x", "guest", RoomAccess::KeptOut),
            ("@5:x", "user", RoomAccess::GaveUp),
            ("@ann:x", "guest", RoomAccess::GaveUp),
        ] {
            let content = json!({ "membership": "leave", "kind": kind });
            let event = json!({ "sender": user, "content": content });
            let read: SentMembership = serde_json::from_value(event).unwrap();
            assert_eq!(read.access(user), expected, "{user} {kind}");
        }
    }

    #[test]
    fn a_removal_counts_until_the_user_joins() {
        for now in ["invite", "knock"] {
            let check_before = |before: &str, sender: &str, expected| {
                let unsigned = format!(
                    r#""prev_sender":"{sender}","prev_content":{{"membership":"{before}"}}"#
                );
                check(now, "@ben:x", &unsigned, expected);
            };
            check_before("leave", "@ben:x", RoomAccess::KeptOut);
            check_before("ban", "@ben:x", RoomAccess::KeptOut);
            check_before("leave", "@ann:x", RoomAccess::GaveUp);
            check_before("invite", "@ben:x", RoomAccess::Absent);
            check(now, "@ben:x", "", RoomAccess::Absent);
        }
    }
}
