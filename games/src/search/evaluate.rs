//! What a search has to know of a game besides its rules.

use std::ops::ControlFlow;

use super::why::Reason;
use crate::rules::Rules;

/// So many things at most make up the value of a position.
pub const FEATURES: usize = 16;

/// A number for each of them.
pub type Features = [i16; FEATURES];

/// A game for two that the computer can play: its rules, and what a position and a move are worth.
pub trait Evaluate: Rules + Sync {
    /// About as many positions as an ordinary core looks at in a second. The levels get so many
    /// that the highest thinks for some five seconds.
    const PACE: u64;

    /// For how many turns beyond the depth moves by which something is taken are looked at, where
    /// nothing has to be.
    const LOOKS_ON: i32;

    /// Whether turns in which something has to be taken do not count for the depth.
    const FORCED_IS_FREE: bool;

    /// A bound of [`Evaluate::place`].
    const PLACES: usize;

    /// What the value is made of: how much more of each thing the seat to move has than the other.
    /// Only for positions that go on.
    fn features(&self) -> Features;

    /// What each feature is worth, in hundredths of a basic piece of GIPF, or of a white marble.
    fn weights(&self) -> &'static Features;

    /// By how much the seat to move stands better, in the same measure. Only for positions that go on.
    #[inline]
    fn value(&self) -> i32 {
        let pairs = self.features().into_iter().zip(self.weights());
        pairs
            .map(|(feature, weight)| i32::from(feature) * i32::from(*weight))
            .sum()
    }

    /// Whether the seat to move has to take something now, so that the value cannot be believed yet.
    fn is_loud(&self) -> bool;

    /// Shows the moves that are looked at when the depth is used up: all of them where the position
    /// is loud, else those by which something is taken at once.
    fn each_loud(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Whether the next move is made by nobody: something outside decides.
    fn is_contested(&self) -> bool;

    /// How often a move comes that nobody makes, next to the others.
    fn share(&self, _: Self::Move) -> i32 {
        1
    }

    /// The same position, had the seat to move nothing to do in this turn; nothing where that makes no
    /// sense, or would be an advantage.
    fn given_away(&self) -> Option<Self> {
        None
    }

    /// How promising a legal move looks, the best first; 0 where nothing can be said.
    fn promise(&self, played: Self::Move) -> i32;

    /// A number for what a legal move does, whatever the position, to remember how often it was good.
    fn place(&self, played: Self::Move) -> usize;

    /// A legal move as it is written in records.
    fn notation(&self, played: Self::Move) -> String;

    /// Reasons why the first moves of a line, as many as that, are a good turn, most important first.
    fn reasons(&self, line: &[Self::Move], turn: usize) -> Vec<Reason>;
}
