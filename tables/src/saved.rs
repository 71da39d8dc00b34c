//! A table as it is stored: who sits where, what is pending, and the game as its text record.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    day::Day,
    person::Person,
    terms::{Challenge, End, Occasion, Pending, Report, Warning},
};

/// Everything that has to survive a restart about one table. The position is not in it: it is
/// rebuilt from the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The table's number; players write it as `t7`.
    pub id: u32,
    /// The room in which it is played.
    pub room: String,
    /// The root event of its thread; `None` in a direct message, where it has the whole room.
    pub thread: Option<String>,
    /// What it is played for.
    pub occasion: Occasion,
    /// How far it has come.
    pub stage: SavedStage,
}

impl Saved {
    /// The day on which its game ended, if it has.
    pub fn ended_on(&self) -> Option<Day> {
        match &self.stage {
            SavedStage::Over { ended_on, .. } => Some(*ended_on),
            _ => None,
        }
    }

    /// Whether it is among the games of a room that are over: whatever was played, but neither puzzles nor
    /// what only decided something in another game.
    pub fn is_listed_in(&self, room: &str) -> bool {
        let is_over = matches!(self.stage, SavedStage::Over { .. });
        let is_game = !matches!(self.occasion, Occasion::Contest(_) | Occasion::Puzzle(_));
        is_over && self.room == room && is_game
    }

    /// What this table becomes when a player is forgotten: somebody without an id takes the player's
    /// place, and where nobody else has played, but for the computer, only the number stays. `None` when the player does
    /// not occur, or somebody may still do something there.
    pub fn without(&self, player: &str, somebody: &Person) -> Option<Saved> {
        let mut saved = self.clone();
        let SavedStage::Over {
            players, rematch, ..
        } = &mut saved.stage
        else {
            return None;
        };
        if players.iter().all(|other| other.id != player) {
            return None;
        }
        let is_else = |other: &Person| other.id != player && other.level().is_none();
        if !players.iter().any(is_else) {
            return Some(Saved {
                id: self.id,
                room: String::new(),
                thread: None,
                occasion: Occasion::Free,
                stage: SavedStage::Dropped,
            });
        }
        for gone in players.iter_mut().filter(|other| other.id == player) {
            gone.clone_from(somebody);
        }
        *rematch = None;
        Some(saved)
    }
}

/// How far a table has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SavedStage {
    /// Somebody waits for an opponent.
    Challenge(Challenge),
    /// Somebody has waited too long, or in vain. It is kept for a while, for whoever answers too late.
    Lapsed(Challenge),
    /// The game is on.
    Playing {
        /// The players in the order of their seats.
        players: Vec<Person>,
        /// The game as a text record.
        record: String,
        /// What one side has asked and the other has not answered.
        pending: Option<Pending>,
        /// By seat, when it was asked whether giving up is really meant.
        giving_up: [Option<Timestamp>; 2],
        /// By seat, the action of which it was asked once whether it is meant at its price.
        warned: [Option<Warning>; 2],
        /// When it was asked whether a hint is wanted at its price.
        #[serde(with = "jiff::fmt::serde::timestamp::second::optional")]
        hint_asked: Option<Timestamp>,
        /// The line after which the computer has begun to think about its turn.
        thinks_after: Option<String>,
        /// Whether a hint was taken.
        hinted: bool,
        /// Whether a wrong turn was tried at a puzzle.
        missed: bool,
        /// How many actions there were when somebody asked for the odds last.
        odds_at: Option<usize>,
        /// How a contest has ended that the players settle themselves, as each seat tells it.
        reports: [Option<Report>; 2],
    },
    /// The game is over.
    Over {
        /// The players in the order of their seats.
        players: Vec<Person>,
        /// The game as a text record.
        record: String,
        /// How it ended.
        end: End,
        /// The day on which it ended.
        ended_on: Day,
        /// The seat that wants to play again.
        rematch: Option<u8>,
    },
    /// The challenge was declined or withdrawn, or has lapsed long ago.
    Dropped,
}
