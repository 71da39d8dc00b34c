//! People, and the computer that plays with them.

use games::search::Level;
use serde::{Deserialize, Serialize};

/// Somebody in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The whole user id, `@alice:example.org`.
    pub id: String,
    /// The display name in that room, or the id's first part.
    pub name: String,
}

impl Person {
    /// What stands in place of a user id where the computer plays, from the weakest level to the
    /// strongest. No user can be called so.
    pub const COMPUTERS: [&str; Level::ALL.len()] = [
        "computer-1",
        "computer-2",
        "computer-3",
        "computer-4",
        "computer-5",
        "computer-6",
    ];

    /// How well it plays, if this is the computer.
    pub fn level(&self) -> Option<Level> {
        let mut levels = Level::ALL.into_iter().zip(Person::COMPUTERS);
        let found = levels.find(|(_, id)| *id == self.id);
        found.map(|(level, _)| level)
    }

    /// The computer under a name.
    pub fn computer(level: Level, name: String) -> Person {
        let mut levels = Level::ALL.into_iter().zip(Person::COMPUTERS);
        let id = levels.find(|(other, _)| *other == level);
        Person {
            id: id.map(|(_, id)| id.to_owned()).unwrap_or_default(),
            name,
        }
    }
}
