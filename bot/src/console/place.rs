//! The place at the prompt: who speaks next, and where.

use games::Live;
use lobby::{Person, Saved, messages::ConsoleTurn, saved::SavedStage};
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
    /// The thread of the speaker's direct message to which lines go: that of a game beside another one.
    #[serde(default)]
    pub direct_thread: Option<String>,
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
            direct_thread: None,
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
        saved.room == self.room() && saved.thread.as_ref() == self.thread_here()
    }

    /// Returns the thread to which lines go.
    pub fn thread_here(&self) -> Option<&String> {
        if self.direct {
            self.direct_thread.as_ref()
        } else {
            self.thread.as_ref()
        }
    }

    /// Moves to a table: the thread, or the direct message of its player.
    pub fn go_to(&mut self, saved: &Saved) {
        let owner = |name: &&String| direct_room(&person(name)) == saved.room;
        let owner = self.people.iter().find(owner).cloned();
        self.direct = owner.is_some();
        if let Some(owner) = owner {
            self.speaker = owner;
            self.direct_thread.clone_from(&saved.thread);
        } else {
            self.thread.clone_from(&saved.thread);
        }
    }

    /// Returns the people, to be named in lines.
    pub fn persons(&self) -> Vec<Person> {
        self.people.iter().map(|name| person(name)).collect()
    }
}

/// Returns the stage of a table as a player sees it, and the name of the player to move.
pub fn turn_at(saved: &Saved, speaker: &str) -> (ConsoleTurn, Option<String>) {
    match &saved.stage {
        SavedStage::Challenge(_) => (ConsoleTurn::Challenge, None),
        SavedStage::Lapsed(_) | SavedStage::Over { .. } | SavedStage::Dropped => {
            (ConsoleTurn::Over, None)
        }
        SavedStage::Playing {
            players, record, ..
        } => {
            let live = record.parse().ok();
            let live = live.and_then(|record| Live::replay(&record).ok());
            let seat = live.and_then(|live| live.to_move());
            let mover = match players.as_slice() {
                [alone] => Some(alone),
                players => seat.and_then(|seat| players.get(seat.index())),
            };
            match mover {
                Some(mover) if *mover.id == person(speaker).id => (ConsoleTurn::Own, None),
                Some(mover) => (ConsoleTurn::Other, Some(mover.name.clone())),
                // The game waits for the result of another.
                None => (ConsoleTurn::Waits, None),
            }
        }
    }
}

/// Returns whether a table is in use: a challenge that can be accepted, or a game in progress.
pub fn is_open(saved: &Saved) -> bool {
    matches!(
        saved.stage,
        SavedStage::Challenge(_) | SavedStage::Playing { .. }
    )
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
