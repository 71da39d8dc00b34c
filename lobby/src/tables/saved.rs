//! Snapshots of tables as they are stored: players, pending requests, and the game as its text record.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    clocks::Clock,
    person::Person,
    tables::EndTime,
    terms::{Challenge, ContestResult, End, Occasion, Pending, TurnStart, Warning},
};

/// The snapshot of a table, with all that has to survive a restart. It contains no position; that is rebuilt from
/// the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The table's number; players write it as `t7`.
    pub id: u32,
    /// The room id.
    pub room: String,
    /// The root event of its thread; `None` in the main timeline of a direct message, or after a move to another room.
    pub thread: Option<String>,
    /// The purpose of the table.
    pub occasion: Occasion,
    /// The stage of the table.
    pub stage: SavedStage,
}

impl Saved {
    /// Returns the time at which its game ended, if it has.
    pub fn ended_at(&self) -> Option<EndTime> {
        match &self.stage {
            SavedStage::Over { ended_at, .. } => Some(*ended_at),
            _ => None,
        }
    }

    /// Returns whether it belongs to the list of finished games of a room: any game except puzzles and contests,
    /// which only decide something in another game.
    pub fn is_listed_in(&self, room: &str) -> bool {
        let is_over = matches!(self.stage, SavedStage::Over { .. });
        let is_game = !matches!(self.occasion, Occasion::Contest(_) | Occasion::Puzzle(_));
        is_over && self.room == room && is_game
    }

    /// Returns the snapshot after a player is forgotten: `somebody` without an id replaces the player; if only
    /// the computer played besides, nothing but the number remains. `None` if the player does not occur, or the
    /// game is not over.
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
        let is_else = |other: &Person| other.id != player && !other.is_computer();
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

/// Notes about a game in progress besides its record: open requests and confirmations, and past help.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameNotes {
    /// A request of one side that waits for the other's answer.
    pub pending: Option<Pending>,
    /// The withdrawn requests of each side, until the other one has moved or been asked about the next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<Pending>,
    /// By seat, the time a confirmation to resign or quit was requested.
    pub giving_up: [Option<Timestamp>; 2],
    /// The first request of a player to end the game while the other one wasn't in the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<Box<AbsentPlayer>>,
    /// By seat, the costly action for which a confirmation was requested.
    pub warned: [Option<Warning>; 2],
    /// The actions about which the player to move was asked who confirms each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unconfirmed: Option<Box<Warning>>,
    /// The time a confirmation to take a hint at its cost was requested.
    #[serde(with = "jiff::fmt::serde::timestamp::second::optional")]
    pub hint_asked: Option<Timestamp>,
    /// The id of the line after which the computer began to think about its turn.
    pub thinks_after: Option<String>,
    /// `true` once a hint was taken.
    pub hinted: bool,
    /// `true` once a wrong turn was tried at a puzzle.
    pub missed: bool,
    /// The number of actions at the last request for the odds.
    pub odds_at: Option<usize>,
    /// `true` if only spectators have made that request, and the player has not been told of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub odds_unknown: bool,
    /// The result of a contest that the players settle themselves, as reported by each seat.
    pub reports: [Option<ContestResult>; 2],
    /// The readings of an ambiguous action, as they were offered to the seat to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// The clock of a game between people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Box<Clock>>,
    /// The time at which the current turn began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_start: Option<Box<TurnStart>>,
    /// The people besides the players.
    #[serde(default, skip_serializing_if = "Audience::is_usual")]
    pub audience: Box<Audience>,
}

/// A player who was not in the room when the other one asked to end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentPlayer {
    /// Their seat.
    pub seat: u8,
    /// The time of the first request.
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    pub since: Timestamp,
}

/// The people besides the players of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audience {
    /// Those who are mentioned when the game ends.
    #[serde(default)]
    pub watchers: Vec<Person>,
    /// `true` if the bot ignores them in the thread.
    #[serde(default)]
    pub quiet: bool,
}

impl GameNotes {
    /// Withdraws the open request.
    pub fn withdraw(&mut self) -> Option<Pending> {
        let pending = self.pending.take()?;
        if !self.withdrawn.contains(&pending) {
            self.withdrawn.push(pending);
        }
        Some(pending)
    }

    /// Returns whether the open request may be mistaken for another one that its side has withdrawn.
    pub fn is_replacement(&self, pending: Pending) -> bool {
        let mut others = self.withdrawn.iter().filter(|other| **other != pending);
        others.any(|other| other.by() == pending.by())
    }
}

impl Audience {
    /// Returns whether nobody watches and nobody is ignored, which is not stored.
    fn is_usual(&self) -> bool {
        *self == Audience::default()
    }
}

/// The stage of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SavedStage {
    /// An open challenge.
    Challenge(Challenge),
    /// An expired challenge, kept for a while to answer a late reply.
    Lapsed(Challenge),
    /// A game in progress.
    Playing {
        /// The players in the order of their seats.
        players: Vec<Person>,
        /// The game as a text record.
        record: String,
        /// The notes about it.
        #[serde(flatten)]
        notes: GameNotes,
    },
    /// A finished game.
    Over {
        /// The players in the order of their seats.
        players: Vec<Person>,
        /// The game as a text record.
        record: String,
        /// The way it ended.
        end: End,
        /// The time at which it ended.
        #[serde(rename = "ended_on")]
        ended_at: EndTime,
        /// The open request for a rematch.
        rematch: Option<SavedRematch>,
        /// The clock it was played with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Box<Clock>>,
    },
    /// A challenge that was declined or withdrawn, or expired long ago.
    Dropped,
}

/// A request for a rematch, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SavedRematch {
    /// With its time.
    Made {
        /// The seat of the player who made it.
        by: u8,
        /// The time at which it was made.
        made: Timestamp,
    },
    /// The seat alone (version 1.0).
    By(u8),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_stored_beside_the_record() {
        let stage = SavedStage::Playing {
            players: Vec::new(),
            record: "a run".to_owned(),
            notes: GameNotes {
                pending: Some(Pending::Draw(1)),
                hint_asked: Some(Timestamp::UNIX_EPOCH),
                ..GameNotes::default()
            },
        };
        let stored = r#"{"playing":{"players":[],"record":"a run","pending":{"draw":1},"giving_up":[null,null],"#
            .to_owned()
            + r#""warned":[null,null],"hint_asked":0,"thinks_after":null,"hinted":false,"missed":false,"#
            + r#""odds_at":null,"reports":[null,null]}}"#;
        assert_eq!(serde_json::to_string(&stage).expect("it is JSON"), stored);
        let read: SavedStage = serde_json::from_str(&stored).expect("it is a stage");
        assert_eq!(read, stage);
    }
}
