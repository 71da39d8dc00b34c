//! Who is in a room, under names that can be shown.

use std::{collections::HashMap, sync::Arc};

use matrix_sdk::{
    Room, RoomMemberships,
    ruma::{OwnedRoomId, RoomId, events::room::member::MembershipState},
};
use tables::Person;
use tracing::warn;

use super::failure::Failure;

const LONGEST_NAME: usize = 24;

/// The members of a room.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// Those who have joined, the bot left out.
    pub(super) people: Vec<Person>,
    /// Whether only the bot and one other are in the room, or invited to it.
    pub(super) direct: bool,
}

/// The members of rooms, looked up once until they change.
#[derive(Debug, Default)]
pub(super) struct People {
    rooms: HashMap<OwnedRoomId, Arc<Members>>,
}

impl People {
    /// To be called when somebody has come, gone, or taken another name.
    pub(super) fn forget(&mut self, room: &RoomId) {
        self.rooms.remove(room);
    }

    /// The members of a room.
    pub(super) async fn of(&mut self, room: &Room) -> Arc<Members> {
        if let Some(members) = self.rooms.get(room.room_id()) {
            return Arc::clone(members);
        }
        match members(room).await {
            Ok(members) => {
                let members = Arc::new(members);
                self.rooms
                    .insert(room.room_id().to_owned(), Arc::clone(&members));
                members
            }
            Err(error) => {
                let failure = Failure::from(error);
                warn!(room = %room.room_id(), "the members are unknown: {}", failure.reason());
                Arc::default()
            }
        }
    }
}

async fn members(room: &Room) -> matrix_sdk::Result<Members> {
    let active = room.members(RoomMemberships::ACTIVE).await?;
    let others = active
        .iter()
        .filter(|member| member.user_id() != room.own_user_id());
    let people = others
        .filter(|member| *member.membership() == MembershipState::Join)
        .map(|member| person(member.user_id().as_str(), member.display_name()))
        .collect();
    Ok(Members {
        people,
        direct: active.len() == 2,
    })
}

/// Somebody by id and display name.
pub(super) fn person(id: &str, display_name: Option<&str>) -> Person {
    let name = display_name.map(shown).filter(|name| !name.is_empty());
    Person {
        id: id.to_owned(),
        name: name.unwrap_or_else(|| localpart(id).to_owned()),
    }
}

fn localpart(id: &str) -> &str {
    let name = id.strip_prefix('@').unwrap_or(id);
    name.split_once(':')
        .map_or(name, |(localpart, _)| localpart)
}

/// The name in one short line, without characters that change how the text around them is shown.
fn shown(name: &str) -> String {
    let visible: String = name
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !c.is_control() && !is_invisible(c))
        .collect();
    let words: Vec<&str> = visible.split(' ').filter(|word| !word.is_empty()).collect();
    let short: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    short.trim_end().to_owned()
}

/// Marks for the direction of writing, and characters without a shape of their own.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{061c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(display_name: Option<&str>, expected: &str) {
        assert_eq!(person("@alice:example.org", display_name).name, expected);
    }

    #[test]
    fn names_are_one_short_visible_line() {
        check(Some("Alice"), "Alice");
        check(Some("  Al\u{202e}i\u{0007}ce \n\t B "), "Alice B");
        check(Some("a\u{2028}b"), "a b");
        check(
            Some("0123456789012345678901234567890"),
            "012345678901234567890123",
        );
        check(Some("ééééééééééééééééééééééé é"), "ééééééééééééééééééééééé");
    }

    #[test]
    fn without_a_name_it_is_the_localpart() {
        check(None, "alice");
        check(Some(" \u{200f}\u{200b} "), "alice");
        assert_eq!(person("odd", None).name, "odd");
    }
}
