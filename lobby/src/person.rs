//! People, and the computer player.

use games::search::Level;
use serde::{Deserialize, Serialize};

/// A user in a room, or the computer player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The whole user id, `@alice:example.org`.
    pub id: String,
    /// The display name in that room, or the local part of the id.
    pub name: String,
}

impl Person {
    /// The ids of the computer player, from the weakest level to the strongest. No user id lacks the `@`, so none
    /// can equal them.
    pub const COMPUTERS: [&str; Level::ALL.len()] = [
        "computer-1",
        "computer-2",
        "computer-3",
        "computer-4",
        "computer-5",
        "computer-6",
    ];

    /// Returns the level, if this is the computer.
    pub fn level(&self) -> Option<Level> {
        let mut levels = Level::ALL.into_iter().zip(Person::COMPUTERS);
        let found = levels.find(|(_, id)| *id == self.id);
        found.map(|(level, _)| level)
    }

    /// Returns whether this is the computer.
    pub fn is_computer(&self) -> bool {
        self.level().is_some()
    }

    /// Returns the computer player of a level under a name.
    pub fn computer(level: Level, name: String) -> Person {
        let mut levels = Level::ALL.into_iter().zip(Person::COMPUTERS);
        let id = levels.find(|(other, _)| *other == level);
        Person {
            id: id.map(|(_, id)| id.to_owned()).unwrap_or_default(),
            name,
        }
    }
}
