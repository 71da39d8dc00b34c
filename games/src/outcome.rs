//! What a move and a game come to.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winning seat; `None` is a draw between two and a loss for one alone.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a game ended, in any family; written as it is stored, `brain-death`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// MATRX GIPF and GIPF: the loser has no GIPF piece.
    GipfCaptured,
    /// MATRX GIPF and GIPF: the loser has no move.
    GipfNoMove,
    /// MATRX GIPF and GIPF: the loser has no piece in reserve.
    GipfNoPiece,
    /// ZÈRTZ: a winning set.
    ZertzWon,
    /// ZÈRTZ: a full board.
    ZertzFilled,
    /// ZÈRTZ: nobody can do anything.
    ZertzStuck,
    /// The run: all forts are held, which wins it.
    Forts,
    /// The run: brain death.
    BrainDeath,
    /// The run: more damage than the target.
    OverTarget,
    /// The run: nothing is possible.
    NoStep,
    /// The run: the runner gave up.
    JackedOut,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
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
