//! What a move and a game come to.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winning seat; `None` is a draw between two and a loss for one alone.
    pub winner: Option<Seat>,
    /// Why, as a code for the wording: `gipf-captured`, `no-move`, `brain-death`, …
    pub reason: &'static str,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// It is somebody's turn.
    ToMove(Seat),
    /// Somebody has won.
    Won(Seat),
    /// Nobody has won: a draw between two, a loss for one alone.
    NobodyWon,
    /// It is a board to look at, at which nobody plays.
    Still,
}

/// What a game for one has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// How much damage was taken.
    pub damage: u8,
    /// How many steps were made; nothing else that can be done is counted.
    pub steps: u32,
}

/// Whether an action ended its player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The same player goes on.
    GoesOn,
    /// The turn, and perhaps the game, is over.
    Complete,
    /// The player could not finish the turn, which ends the game.
    BrokenOff,
}

/// What an action brought to light that nobody could know before. Only an action that revealed
/// nothing can be taken back by a player alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Revealed {
    /// Nothing: whoever knew the position knew what would happen.
    Nothing,
    /// A die was rolled.
    Die,
    /// Something that lay face down was shown.
    Hidden,
}
