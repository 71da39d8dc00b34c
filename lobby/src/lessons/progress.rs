//! Progress of users in reading the rules of a game.

use std::collections::BTreeMap;

use games::Entry;

use crate::line::Line;

/// Maximum number of reading positions kept; all are evicted beyond it, and users then name the step.
const MAX_READERS: usize = 1000;

/// The reading positions of users. Held in memory only.
#[derive(Debug, Default)]
pub struct ReadingProgress {
    positions: BTreeMap<String, ReadingPosition>,
}

/// A user's reading position: the place, and the game and step of the rules.
#[derive(Debug)]
struct ReadingPosition {
    room: String,
    thread: Option<String>,
    entry: &'static Entry,
    /// The last step read; 0 before the first.
    step: usize,
}

impl ReadingProgress {
    /// Notes the step that the sender of a line reads.
    pub fn note(&mut self, line: &Line, entry: &'static Entry, step: usize) {
        if self.positions.len() >= MAX_READERS {
            self.positions.clear();
        }
        let position = ReadingPosition {
            room: line.room.clone(),
            thread: line.thread.clone(),
            entry,
            step,
        };
        self.positions.insert(line.sender.id.clone(), position);
    }

    /// Returns the game and the last step that the sender read in the place of a line.
    pub fn here(&self, line: &Line) -> Option<(&'static Entry, usize)> {
        let position = self.positions.get(&line.sender.id)?;
        let is_here = position.room == line.room && position.thread == line.thread;
        is_here.then_some((position.entry, position.step))
    }

    /// Notes that a user has read everything.
    pub fn finish(&mut self, user: &str) {
        self.positions.remove(user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_belong_to_a_user_and_a_place() {
        let mut reading = ReadingProgress::default();
        let line = Line::typed("rules");
        reading.note(&line, Entry::FIRST, 2);
        let step =
            |reading: &ReadingProgress, line: &Line| reading.here(line).map(|(_, step)| step);
        assert_eq!(step(&reading, &line), Some(2));
        let mut elsewhere = line.clone();
        elsewhere.thread = Some("$root".into());
        assert_eq!(step(&reading, &elsewhere), None);
        reading.finish(&line.sender.id);
        assert_eq!(step(&reading, &line), None);
    }
}
