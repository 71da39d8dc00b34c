//! A table as it is stored: who sits where, what is pending, and the game as its text record.

use serde::{Deserialize, Serialize};

use crate::chat::Person;

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
    /// How far it has come.
    pub stage: SavedStage,
}

/// How far a table has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SavedStage {
    /// Somebody waits for an opponent.
    Challenge {
        /// Who asked.
        from: Person,
        /// Who was asked; `None` means anyone.
        to: Option<Person>,
        /// The game's id in the CATALOG.
        game: String,
        /// Which seat the challenger takes.
        side: Side,
    },
    /// The game is on.
    Playing {
        /// The players in the order of their seats.
        players: Vec<Person>,
        /// The game as a text record.
        record: String,
        /// What one side has asked and the other has not answered.
        pending: Option<Pending>,
        /// The seat that wants to give up and has to say so once more.
        giving_up: Option<u8>,
    },
    /// The game is over.
    Over {
        /// The players in the order of their seats.
        players: Vec<Person>,
        /// The game as a text record.
        record: String,
        /// How it ended.
        end: End,
        /// The seat that wants to play again.
        rematch: Option<u8>,
    },
    /// The challenge was declined or withdrawn.
    Dropped,
}

/// Which seat a challenger wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first seat.
    White,
    /// The second seat.
    Black,
    /// Drawn by lot when the challenge is accepted.
    Random,
}

/// Something asked for that needs an answer. Seats are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    /// This seat offers a draw.
    Draw(u8),
    /// This seat asks to take its last action back.
    Takeback(u8),
}

/// How a table's game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game; the record tells how.
    Rules,
    /// This seat gave up.
    Resigned(u8),
    /// Both agreed on a draw.
    Agreed,
}
