//! A position and the actions played from there.

use games::{Dice, Entry, Illegal, Play, Turn, actions};

/// A position and the actions of the turn in progress.
pub(super) struct CurrentPosition {
    pub(super) position: Box<dyn Play>,
    turn_start: String,
    pub(super) turn: Vec<String>,
}

impl CurrentPosition {
    /// Starts at a position, before any action.
    pub(super) fn from(position: Box<dyn Play>) -> CurrentPosition {
        CurrentPosition {
            turn_start: position.text(),
            position,
            turn: Vec::new(),
        }
    }

    /// Plays an action and returns its canonical notation.
    pub(super) fn play(&mut self, action: &str, dice: &mut Dice) -> Result<String, Illegal> {
        let step = self.position.play(action, dice)?;
        self.position = step.position;
        if step.turn == Turn::GoesOn {
            self.turn.push(step.action.clone());
        } else {
            self.turn.clear();
            self.turn_start = self.position.text();
        }
        Ok(step.action)
    }

    /// Returns the position text, with the actions of the turn in progress.
    pub(super) fn text(&self) -> String {
        match self.turn.as_slice() {
            [] => self.turn_start.clone(),
            turn => format!("{} moves {}", self.turn_start, actions::join(turn)),
        }
    }

    /// Returns the number of players of this game.
    pub(super) fn seats(&self) -> usize {
        let id = self.turn_start.split_whitespace().next();
        let entry = id.and_then(Entry::find);
        entry.map_or(0, |entry| entry.seats)
    }
}
