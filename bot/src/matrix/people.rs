//! Who is in a room, under names that can be shown.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use matrix_sdk::{
    Room, RoomMemberships, RoomState,
    ruma::{OwnedRoomId, RoomId, events::room::member::MembershipState},
};
use tables::{Person, names};

use super::{private::is_private, session::Session};
use crate::{seldom::seldom, waking::Roster};

/// The members of a room.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// Those who have joined, the bot left out.
    pub(super) people: tables::Members,
    /// The bot itself.
    own: Option<Person>,
    /// The ids of those who have the power to change the room.
    rulers: HashSet<String>,
    /// Whether only the bot and one other are in the room, or invited to it, and it is theirs alone.
    pub(super) direct: bool,
}

impl Members {
    /// The member with this id, who may be the bot.
    pub(super) fn find(&self, id: &str) -> Option<&Person> {
        let own = self.own.as_ref().filter(|own| own.id == id);
        self.people.get(id).or(own)
    }

    /// Whether somebody may change the room.
    pub(super) fn may_change_room(&self, id: &str) -> bool {
        self.rulers.contains(id)
    }

    /// Somebody who may have left.
    pub(super) fn person(&self, id: &str) -> Person {
        self.find(id).cloned().unwrap_or_else(|| person(id, None))
    }
}

/// The members of rooms, looked up once until they change.
#[derive(Debug, Default)]
pub(super) struct People {
    rooms: HashMap<OwnedRoomId, Arc<Members>>,
}

impl People {
    /// To be called when somebody has come, gone, or taken another name or more power, and when others can
    /// come in.
    pub(super) fn forget(&mut self, room: &RoomId) {
        self.rooms.remove(room);
    }

    /// The members of a room.
    ///
    /// # Errors
    ///
    /// If they are not known and the homeserver does not tell.
    pub(super) async fn of(&mut self, room: &Room) -> matrix_sdk::Result<Arc<Members>> {
        if let Some(members) = self.rooms.get(room.room_id()) {
            return Ok(Arc::clone(members));
        }
        let members = Arc::new(members(room).await?);
        self.rooms
            .insert(room.room_id().to_owned(), Arc::clone(&members));
        Ok(members)
    }
}

impl Roster for Session {
    async fn members(&self, room: &str) -> Option<tables::Members> {
        let room = self.client.get_room(&RoomId::parse(room).ok()?)?;
        if room.state() != RoomState::Joined {
            return None;
        }
        match members(&room).await {
            Ok(members) => Some(members.people),
            Err(error) => {
                let room = room.room_id().as_str();
                seldom!(
                    room,
                    warn!(room, "who is in there cannot be learned: {error}")
                );
                None
            }
        }
    }
}

async fn members(room: &Room) -> matrix_sdk::Result<Members> {
    let active = room.members(RoomMemberships::ACTIVE).await?;
    let mut people: Vec<Person> = active
        .iter()
        .filter(|member| *member.membership() == MembershipState::Join)
        .map(|member| person(member.user_id().as_str(), member.display_name()))
        .collect();
    let other = match active.as_slice() {
        [one, other] if one.user_id() == room.own_user_id() => Some(other),
        [other, one] if one.user_id() == room.own_user_id() => Some(other),
        _ => None,
    };
    let direct = match other {
        Some(other) => is_private(room, other.user_id()).await,
        None => false,
    };
    let own = people
        .iter()
        .position(|person| person.id == room.own_user_id().as_str())
        .map(|own| people.remove(own));
    let levels = room.power_levels_or_default().await;
    let rulers = active
        .iter()
        .map(|member| member.user_id())
        .filter(|user| levels.for_user(user) >= levels.state_default)
        .map(ToString::to_string);
    Ok(Members {
        people: people.into(),
        own,
        rulers: rulers.collect(),
        direct,
    })
}

/// Somebody by id and display name.
pub(super) fn person(id: &str, display_name: Option<&str>) -> Person {
    let mut person = Person {
        id: id.to_owned(),
        name: display_name.unwrap_or_default().to_owned(),
    };
    person.name = names::shown(&person);
    person
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(display_name: Option<&str>, expected: &str) {
        assert_eq!(person("@alice:example.org", display_name).name, expected);
    }

    #[test]
    fn names_are_fit_to_be_shown() {
        check(Some("Alice"), "Alice");
        check(Some("  Al\u{202e}i\u{0007}ce \n\t B "), "Alice B");
        check(None, "alice");
        check(Some(" \u{200f}\u{200b} "), "alice");
        assert_eq!(person("odd", None).name, "odd");
    }
}
