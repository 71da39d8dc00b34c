//! The direct messages in which users have written, for answers that nobody else should see.

use std::collections::BTreeMap;

use crate::line::Line;

/// Maximum number of rooms kept; all are evicted beyond it, and users then have to write there again.
const MAX_ROOMS: usize = 10_000;

/// The room of each user's last direct message. Held in memory only.
#[derive(Debug, Default)]
pub struct DirectRooms {
    /// By user.
    rooms: BTreeMap<String, String>,
    /// The users, by room.
    users: BTreeMap<String, String>,
}

impl DirectRooms {
    /// Notes the room of a line if it is a direct message; a room that others have joined is none any more.
    pub fn note(&mut self, line: &Line) {
        if !line.direct {
            self.forget(&line.room);
            return;
        }
        if self.of(&line.sender.id) == Some(&line.room) {
            return;
        }
        if self.rooms.len() >= MAX_ROOMS {
            self.rooms.clear();
            self.users.clear();
        }
        self.users.insert(line.room.clone(), line.sender.id.clone());
        let before = self.rooms.insert(line.sender.id.clone(), line.room.clone());
        if let Some(before) = before {
            self.users.remove(&before);
        }
    }

    /// Forgets a room that is no direct message, or that the bot is no longer in.
    pub fn forget(&mut self, left: &str) {
        if let Some(user) = self.users.remove(left) {
            self.rooms.remove(&user);
        }
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
    fn a_room_that_others_join_is_forgotten() {
        let mut rooms = DirectRooms::default();
        let mut line = Line::typed("help");
        let user = line.sender.id.clone();
        rooms.note(&line);
        assert_eq!(rooms.of(&user), None);
        line.direct = true;
        rooms.note(&line);
        assert_eq!(rooms.of(&user), Some(line.room.as_str()));
        line.direct = false;
        line.sender.id = "@other:example.org".into();
        rooms.note(&line);
        assert_eq!(rooms.of(&user), None);
    }

    #[test]
    fn a_room_without_the_bot_is_forgotten() {
        let mut rooms = DirectRooms::default();
        let mut line = Line::typed("help");
        line.direct = true;
        rooms.note(&line);
        rooms.forget(&line.room);
        assert_eq!(rooms.of(&line.sender.id), None);
    }
}
