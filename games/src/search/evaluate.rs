//! The evaluation and search hints of a game: what the search needs besides the rules.

use std::ops::ControlFlow;

use super::hint_reason::HintReason;
use crate::game::Game;

/// Maximum number of features of a position.
pub const MAX_FEATURES: usize = 16;

/// One number per feature, unused ones 0.
pub type Features = [i16; MAX_FEATURES];

/// A game for two that the computer can play: rules with a static evaluation and move ordering.
pub trait Evaluate: Game {
    /// Search speed: positions per second on an ordinary core. A level's node limit is this times
    /// its thinking time, so that the highest level thinks for about five seconds.
    const NODES_PER_SECOND: u64;

    /// Depth of quiescence search, in turns beyond the search depth, while no capture is forced.
    const QUIESCENCE_TURNS: i32;

    /// Search extension: forced captures do not reduce the depth.
    const EXTENDS_FORCED: bool;

    /// Size of the history table, an exclusive bound of [`Evaluate::history_index`].
    const HISTORY_SIZE: usize;

    /// Features of the position: the lead of the seat to move in each. Only for positions that are
    /// not over.
    fn features(&self) -> Features;

    /// Weights of the features, in hundredths of a basic piece of GIPF or of a white marble.
    fn weights(&self) -> &'static Features;

    /// Static evaluation: the lead of the seat to move, in the same unit. Only for positions that
    /// are not over.
    #[inline]
    fn value(&self) -> i32 {
        let pairs = self.features().into_iter().zip(self.weights());
        pairs
            .map(|(feature, weight)| i32::from(feature) * i32::from(*weight))
            .sum()
    }

    /// Returns whether the seat to move has a forced capture, so that the static evaluation is
    /// unreliable.
    fn has_forced_capture(&self) -> bool;

    /// Visits the moves of quiescence search: all legal moves if a capture is forced, else the
    /// immediate captures.
    fn each_noisy_move(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Returns whether the next move is a chance event (a contest) instead of a seat's move.
    fn is_contested(&self) -> bool;

    /// Weight of a chance event among the possible ones.
    fn share(&self, _: Self::Move) -> i32 {
        1
    }

    /// The position after a null move (the seat to move passes); `None` where that makes no sense
    /// or would be an advantage.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Move-ordering score of a legal move, higher first; 0 if nothing is known.
    fn move_ordering_score(&self, played: Self::Move) -> i32;

    /// Index of a legal move in the history table, independent of the position.
    fn history_index(&self, played: Self::Move) -> usize;

    /// Reasons for the turn made of the first `turn` moves of a line, most important first.
    fn reasons(&self, line: &[Self::Move], turn: usize) -> Vec<HintReason>;
}
