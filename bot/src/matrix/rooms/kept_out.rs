//! Users whom others keep from writing in a room.

use matrix_sdk::{
    EncryptionState, Room,
    ruma::{
        UserId,
        events::{
            MessageLikeEventType, StateEventType,
            room::{member::MembershipState, server_acl::RoomServerAclEventContent},
        },
    },
};
use serde::{Deserialize, de::DeserializeOwned};

use super::members;
use crate::matrix::session::Session;

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

/// The rules on which servers take part in a room.
#[derive(Debug, Deserialize)]
struct ServerAcl {
    content: RoomServerAclEventContent,
}

impl Session {
    /// Returns whether somebody has removed a user from a room, or does not let them write there: by their power, or by
    /// the servers that take part. A user who has left or taken their own power is not kept out.
    pub async fn is_kept_out(&self, room: &str, user: &str) -> bool {
        let (Some(room), Ok(user)) = (self.known_room(room), UserId::parse(user)) else {
            return false;
        };
        let membership: Option<SentMembership> =
            read_state(&room, StateEventType::RoomMember, user.as_str()).await;
        match membership {
            Some(membership) if membership.content.membership == MembershipState::Join => {
                is_muted(&room, &user).await || is_server_denied(&room, &user).await
            }
            Some(membership) => membership.is_removal(user.as_str()),
            None => false,
        }
    }
}

impl SentMembership {
    /// Returns whether somebody else has removed a user. Neither an invitation nor a knock after that lets them write yet.
    fn is_removal(&self, user: &str) -> bool {
        let is_by_other = |sender: Option<&str>| sender.is_some_and(|sender| sender != user);
        let before = &self.unsigned.prev_content;
        match self.content.membership {
            MembershipState::Ban => true,
            MembershipState::Leave => is_by_other(Some(&self.sender)),
            MembershipState::Invite | MembershipState::Knock => match before
                .as_ref()
                .map(|before| &before.membership)
            {
                Some(MembershipState::Ban) => true,
                Some(MembershipState::Leave) => is_by_other(self.unsigned.prev_sender.as_deref()),
                _ => false,
            },
            _ => false,
        }
    }
}

async fn read_state<T: DeserializeOwned>(
    room: &Room,
    kind: StateEventType,
    key: &str,
) -> Option<T> {
    let client = room.client();
    let stored = client
        .state_store()
        .get_state_event(room.room_id(), kind, key);
    members::read(&stored.await.ok()??)
}

/// Returns whether a user lacks the power to send what moves are sent as, by the decision of somebody else.
async fn is_muted(room: &Room, user: &UserId) -> bool {
    let levels = room.power_levels_or_default().await;
    let is_plain = matches!(room.encryption_state(), EncryptionState::NotEncrypted);
    let kind = if is_plain {
        MessageLikeEventType::RoomMessage
    } else {
        MessageLikeEventType::RoomEncrypted
    };
    if levels.user_can_send_message(user, kind) {
        return false;
    }
    let set: Option<SentState> = read_state(room, StateEventType::RoomPowerLevels, "").await;
    set.is_some_and(|set| set.sender != user.as_str())
}

/// Returns whether a room takes no events from a user's homeserver.
async fn is_server_denied(room: &Room, user: &UserId) -> bool {
    if user.server_name() == room.own_user_id().server_name() {
        return false;
    }
    let acl: Option<ServerAcl> = read_state(room, StateEventType::RoomServerAcl, "").await;
    acl.is_some_and(|acl| !acl.content.is_allowed(user.server_name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bans_and_kicks_remove_a_user() {
        let check = |membership: &str, sender: &str, expected: bool| {
            let event = format!(
                r#"{{"sender":"{sender}","content":{{"membership":"{membership}","displayname":7}}}}"#
            );
            let read: SentMembership = serde_json::from_str(&event).unwrap();
            assert_eq!(read.is_removal("@ann:x"), expected, "{event}");
        };
        check("ban", "@ben:x", true);
        check("leave", "@ben:x", true);
        check("leave", "@ann:x", false);
        check("invite", "@ben:x", false);
    }

    #[test]
    fn a_removal_counts_until_the_user_joins() {
        let check_as = |now: &str, before: &str, prev_sender: &str, expected: bool| {
            let event = format!(
                r#"{{"sender":"@ben:x","content":{{"membership":"{now}"}},
                "unsigned":{{"prev_sender":"{prev_sender}","prev_content":{{"membership":"{before}"}}}}}}"#
            );
            let read: SentMembership = serde_json::from_str(&event).unwrap();
            assert_eq!(read.is_removal("@ann:x"), expected, "{event}");
        };
        for now in ["invite", "knock"] {
            check_as(now, "leave", "@ben:x", true);
            check_as(now, "ban", "@ben:x", true);
            check_as(now, "leave", "@ann:x", false);
            check_as(now, "knock", "@ann:x", false);
        }
    }
}
