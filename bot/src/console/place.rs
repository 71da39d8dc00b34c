//! The place at the prompt: who speaks next, and where.

use lobby::{Person, Saved};
use serde::{Deserialize, Serialize};

/// The shared room.
pub const CONSOLE_ROOM: &str = "!room:console";

/// The place to which the next line goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The names of all people at the terminal.
    pub people: Vec<String>,
    /// The name of the next speaker.
    pub speaker: String,
    /// `true` if lines go to the speaker's direct message.
    pub direct: bool,
    /// The thread of the shared room to which lines go.
    pub thread: Option<String>,
    /// The number of lines so far, which names their events.
    pub lines: u64,
    /// The seconds by which the console's clock is ahead.
    pub ahead: i64,
}

impl Default for Place {
    fn default() -> Place {
        Place {
            people: vec!["alice".to_owned(), "bob".to_owned()],
            speaker: "alice".to_owned(),
            direct: false,
            thread: None,
            lines: 0,
            ahead: 0,
        }
    }
}

impl Place {
    /// Returns the id of the room to which lines go.
    pub fn room(&self) -> String {
        if self.direct {
            direct_room(&person(&self.speaker))
        } else {
            CONSOLE_ROOM.to_owned()
        }
    }

    /// Returns whether a table is played here.
    pub fn has(&self, saved: &Saved) -> bool {
        let thread = self.thread.as_ref().filter(|_| !self.direct);
        saved.room == self.room() && saved.thread.as_ref() == thread
    }

    /// Returns the people, to be named in lines.
    pub fn persons(&self) -> Vec<Person> {
        self.people.iter().map(|name| person(name)).collect()
    }
}

/// Returns the id of the direct message with a user.
pub fn direct_room(user: &Person) -> String {
    format!("!{}", user.id.trim_start_matches('@'))
}

/// Returns the user behind a name.
pub fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:console"),
        name: name.to_owned(),
    }
}
