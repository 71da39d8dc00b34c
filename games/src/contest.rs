//! Contests: decisions made outside a game, for which it waits.

use crate::seat::Seat;

/// The method that decides a contest. The challenger must win; a tie is a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Means {
    /// A coin flip.
    Coin,
    /// A die roll by each side; the higher roll wins.
    Die,
    /// Another game of the CATALOG between the two players, by its id.
    Game(&'static str),
    /// The players' own word for how it ended.
    Ourselves,
}

impl Means {
    /// Returns the notation of the method in options.
    pub fn text(self) -> &'static str {
        match self {
            Means::Coin => "coin",
            Means::Die => "die",
            Means::Game(id) => id,
            Means::Ourselves => "ourselves",
        }
    }
}

/// A contest between the two players. The game resumes with one of two result actions, which no player
/// can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    /// The seat that must win the contest.
    pub challenger: Seat,
    /// The method that decides it.
    pub by: Means,
    /// The result action if the challenger wins.
    pub won: &'static str,
    /// The result action otherwise.
    pub lost: &'static str,
}
