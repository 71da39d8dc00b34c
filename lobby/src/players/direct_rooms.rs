//! The direct messages in which users have written, for messages that nobody else should see.

use std::collections::BTreeMap;

use crate::{key::Key, line::Line, traffic::Effect};

/// Maximum number of rooms kept. Beyond it, no answer to a line in a room can go to a direct message that is new.
const MAX_ROOMS: usize = 100_000;

/// The room of each user's last direct message.
#[derive(Debug, Default)]
pub struct DirectRooms {
    /// By user.
    rooms: BTreeMap<String, String>,
    /// The users, by room.
    users: BTreeMap<String, String>,
    /// The event of the last line outside of threads since the start of the program, by room.
    last_lines: BTreeMap<String, String>,
}

impl DirectRooms {
    /// Restores the stored direct message of a user.
    pub fn recall(&mut self, user: String, room: String) {
        self.users.insert(room.clone(), user.clone());
        self.rooms.insert(user, room);
    }

    /// Notes the room of a line if it is a direct message.
    pub fn note(&mut self, line: &Line) -> Vec<Effect> {
        let user = &line.sender.id;
        if !line.direct {
            return Vec::new();
        }
        let is_known = self.of(user) == Some(&line.room);
        let is_full = self.rooms.len() >= MAX_ROOMS && !self.rooms.contains_key(user);
        if is_full && !is_known {
            return Vec::new();
        }
        let effects = if is_known {
            Vec::new()
        } else {
            self.replace_room(user, &line.room)
        };
        if line.thread.is_none() {
            let event = line.event.clone();
            self.last_lines.insert(line.room.clone(), event);
        }
        effects
    }

    /// Stores a new direct message of a user.
    fn replace_room(&mut self, user: &str, room: &str) -> Vec<Effect> {
        let before = self.forget_room(room);
        let noted = Effect::set(Key::Direct(user.to_owned()), &room);
        self.users.insert(room.to_owned(), user.to_owned());
        if let Some(left) = self.rooms.insert(user.to_owned(), room.to_owned()) {
            self.users.remove(&left);
            self.last_lines.remove(&left);
        }
        before.into_iter().chain([noted]).collect()
    }

    /// Deletes a room that is no direct message, or that the bot is no longer in.
    pub fn forget_room(&mut self, left: &str) -> Option<Effect> {
        self.last_lines.remove(left);
        let user = self.users.remove(left)?;
        self.rooms.remove(&user);
        Some(Effect::Unset(Key::Direct(user)))
    }

    /// Deletes the direct message of a user.
    pub fn forget_user(&mut self, user: &str) -> Option<Effect> {
        let room = self.rooms.get(user)?.clone();
        self.forget_room(&room)
    }

    /// Returns the event of the last line in a direct message outside of threads, below which a thread can begin;
    /// `None` if nobody has written there since the start of the program.
    pub fn last_line(&self, room: &str) -> Option<&str> {
        self.last_lines.get(room).map(String::as_str)
    }

    /// Returns whether a room is a user's last direct message.
    pub fn contains(&self, room: &str) -> bool {
        self.users.contains_key(room)
    }

    /// Returns the user whose last direct message a room is.
    pub fn user(&self, room: &str) -> Option<&str> {
        self.users.get(room).map(String::as_str)
    }

    /// Returns the direct message with a user, if they have written there.
    pub fn of(&self, user: &str) -> Option<&str> {
        self.rooms.get(user).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direct_message_is_stored_once() {
        let mut rooms = DirectRooms::default();
        let mut line = Line::typed("help");
        let user = line.sender.id.clone();
        assert_eq!(rooms.note(&line), []);
        assert_eq!(rooms.of(&user), None);
        line.direct = true;
        let noted = Effect::set(Key::Direct(user.clone()), &line.room);
        assert_eq!(rooms.note(&line), [noted]);
        assert_eq!(rooms.note(&line), []);
        assert_eq!(rooms.of(&user), Some(line.room.as_str()));
    }

    #[test]
    fn a_room_of_two_belongs_to_one_user() {
        let mut rooms = DirectRooms::default();
        let mut line = Line::typed("help");
        line.direct = true;
        rooms.note(&line);
        let before = std::mem::replace(&mut line.sender.id, "@other:example.org".into());
        let forgotten = Effect::Unset(Key::Direct(before.clone()));
        assert!(rooms.note(&line).contains(&forgotten));
        assert_eq!(rooms.of(&before), None);
        assert_eq!(rooms.of("@other:example.org"), Some(line.room.as_str()));
    }

    #[test]
    fn the_last_line_outside_of_threads_is_known() {
        let mut rooms = DirectRooms::default();
        let mut line = Line::typed("help");
        line.direct = true;
        rooms.note(&line);
        line.event = "$2".into();
        rooms.note(&line);
        line.event = "$3".into();
        line.thread = Some("$2".into());
        rooms.note(&line);
        assert_eq!(rooms.last_line(&line.room), Some("$2"));
    }

    #[test]
    fn a_room_without_the_bot_is_forgotten() {
        let mut rooms = DirectRooms::default();
        let mut line = Line::typed("help");
        line.direct = true;
        rooms.note(&line);
        assert!(rooms.forget_room(&line.room).is_some());
        assert_eq!(rooms.of(&line.sender.id), None);
        assert_eq!(rooms.last_line(&line.room), None);
    }
}
