//! What a search has to know of a game besides its rules.

use std::ops::ControlFlow;

use crate::rules::Rules;

/// A game for two that the computer can play: its rules, and what a position and a move are worth.
pub trait Evaluate: Rules {
    /// About as many positions as an ordinary core looks at in a second. The levels get so many
    /// that the highest thinks for some five seconds.
    const PACE: u64;

    /// For how many turns beyond the depth moves by which something is taken are looked at, where
    /// nothing has to be.
    const LOOKS_ON: i32;

    /// A bound of [`Evaluate::place`].
    const PLACES: usize;

    /// By how much the seat to move stands better, in hundredths of a basic piece of GIPF, or of a
    /// white marble. Only for positions that go on.
    fn value(&self) -> i32;

    /// Whether the seat to move has to take something now, so that the value cannot be believed yet.
    fn is_loud(&self) -> bool;

    /// Shows the moves that are looked at when the depth is used up: all of them where the position
    /// is loud, else those by which something is taken at once.
    fn each_loud(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Whether the next move is made by nobody: something outside decides.
    fn is_contested(&self) -> bool;

    /// How promising a legal move looks, the best first; 0 where nothing can be said.
    fn promise(&self, played: Self::Move) -> i32;

    /// A number for what a legal move does, whatever the position, to remember how often it was good.
    fn place(&self, played: Self::Move) -> usize;

    /// A legal move as it is written in records.
    fn notation(&self, played: Self::Move) -> String;
}
