//! The results of moves and of games.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winning seat; `None` for a draw between two and for a loss in a solitaire.
    pub winner: Option<Seat>,
    /// The reason for the end.
    pub reason: Reason,
}

/// The reason for the end of a game of any family; stored in kebab case, `brain-death`.
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
    /// ZÈRTZ: no legal action for either player.
    ZertzStuck,
    /// The run: a win, with all forts held.
    Forts,
    /// The run: brain death.
    BrainDeath,
    /// The run: more damage than the target.
    OverTarget,
    /// The run: no legal step.
    NoStep,
    /// The run: the runner gave up.
    JackedOut,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The state of a game: in progress, over, or a still board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// A game in progress, with the seat to move.
    ToMove(Seat),
    /// A win of a seat.
    Won(Seat),
    /// No winner: a draw between two, a loss in a solitaire.
    NobodyWon,
    /// A board to look at, without players.
    Still,
}

/// The score of a solitaire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolitaireScore {
    /// The damage taken.
    pub damage: u8,
    /// The number of steps made; other actions are not counted.
    pub steps: u32,
}

/// The state of a player's turn after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The turn goes on with the same player.
    GoesOn,
    /// The end of the turn, and perhaps of the game.
    Complete,
    /// A turn that the player could not finish, which ends the game.
    BrokenOff,
}

/// The information that an action revealed. A player alone can take back only an action that revealed
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Revealed {
    /// No information: the outcome followed from the position.
    Nothing,
    /// A die roll.
    Die,
    /// Something that lay face down.
    Hidden,
}
