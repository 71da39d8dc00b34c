//! Rooms that the bot left of its own accord.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::{key::Key, traffic::Effect};

/// The rooms that the bot left because their state was too large, with the times. Every change is an effect.
#[derive(Debug, Default)]
pub struct LeftRooms {
    times: BTreeMap<String, Timestamp>,
}

impl LeftRooms {
    /// Restores a stored note.
    ///
    /// # Errors
    /// If its time cannot be read.
    pub fn recall(&mut self, room: String, time: &str) -> Result<(), String> {
        let time = serde_json::from_str(time).map_err(|error| error.to_string())?;
        self.times.insert(room, time);
        Ok(())
    }

    /// Returns whether the bot has left a room.
    pub fn contains(&self, room: &str) -> bool {
        self.times.contains_key(room)
    }

    /// Returns the rooms that the bot left before a given time.
    pub fn before(&self, time: Timestamp) -> Vec<String> {
        let left = self.times.iter().filter(|(_, at)| **at < time);
        left.map(|(room, _)| room.clone()).collect()
    }

    /// Notes that the bot leaves a room.
    pub fn note(&mut self, room: &str, at: Timestamp) -> Effect {
        self.times.insert(room.to_owned(), at);
        Effect::set(Key::Left(room.to_owned()), &at)
    }

    /// Deletes the note about a room, after a return or as no return is needed. `None` if there was no note.
    pub fn clear(&mut self, room: &str) -> Option<Effect> {
        self.times.remove(room)?;
        Some(Effect::Unset(Key::Left(room.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_restored_and_cleared() {
        let mut left = LeftRooms::default();
        let at = Timestamp::UNIX_EPOCH;
        let Effect::Set(Key::Left(room), time) = left.note("!r", at) else {
            panic!("the note is not stored");
        };
        let mut restarted = LeftRooms::default();
        assert!(restarted.recall(room.clone(), "soon").is_err());
        restarted.recall(room, &time).unwrap();
        assert!(restarted.contains("!r") && restarted.before(at).is_empty());
        assert_eq!(restarted.before(Timestamp::MAX), ["!r"]);
        assert_eq!(
            restarted.clear("!r"),
            Some(Effect::Unset(Key::Left("!r".into())))
        );
        assert_eq!(restarted.clear("!r"), None);
    }
}
