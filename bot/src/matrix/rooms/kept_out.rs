//! Users whom others keep from writing in a room.

use matrix_sdk::{
    EncryptionState, Room,
    ruma::{
        UserId,
        events::{MessageLikeEventType, StateEventType, room::member::MembershipState},
    },
};
use serde::Deserialize;

use super::members;
use crate::matrix::session::Session;

/// A membership with its sender, as far as the bot reads it.
#[derive(Debug, Deserialize)]
struct SentMembership {
    sender: String,
    content: MembershipField,
}

#[derive(Debug, Deserialize)]
struct MembershipField {
    membership: MembershipState,
}

impl Session {
    /// Returns whether somebody has removed a user from a room, or does not let them write there. A user who has
    /// left is not kept out.
    pub async fn is_kept_out(&self, room: &str, user: &str) -> bool {
        let (Some(room), Ok(user)) = (self.known_room(room), UserId::parse(user)) else {
            return false;
        };
        let client = room.client();
        let stored = client.state_store().get_state_event(
            room.room_id(),
            StateEventType::RoomMember,
            user.as_str(),
        );
        let event = stored.await.ok().flatten();
        match event.as_ref().and_then(members::read::<SentMembership>) {
            Some(membership) if membership.content.membership == MembershipState::Join => {
                !may_write(&room, &user).await
            }
            Some(membership) => membership.is_removal(user.as_str()),
            None => false,
        }
    }
}

impl SentMembership {
    fn is_removal(&self, user: &str) -> bool {
        match self.content.membership {
            MembershipState::Ban => true,
            MembershipState::Leave => self.sender != user,
            _ => false,
        }
    }
}

/// Returns whether a user has the power to send what moves are sent as.
async fn may_write(room: &Room, user: &UserId) -> bool {
    let levels = room.power_levels_or_default().await;
    let is_plain = matches!(room.encryption_state(), EncryptionState::NotEncrypted);
    let kind = if is_plain {
        MessageLikeEventType::RoomMessage
    } else {
        MessageLikeEventType::RoomEncrypted
    };
    levels.user_can_send_message(user, kind)
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
}
