//! What is decided outside a game before it goes on.

use crate::seat::Seat;

/// How a contest is decided. The challenger has to win; a tie is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Means {
    /// A coin is flipped.
    Coin,
    /// Each side rolls a die; the higher one wins.
    Die,
    /// The two play another game of the CATALOG; this is its id.
    Game(&'static str),
    /// The players settle it themselves and tell how it ended.
    Ourselves,
}

impl Means {
    /// As it is written in options.
    pub fn text(self) -> &'static str {
        match self {
            Means::Coin => "coin",
            Means::Die => "die",
            Means::Game(id) => id,
            Means::Ourselves => "ourselves",
        }
    }
}

/// Something two players decide elsewhere. The game waits, and is told how it ended by one of two
/// actions, which no player can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    /// Who has to win it.
    pub challenger: Seat,
    /// How it is decided.
    pub by: Means,
    /// The action when the challenger has won.
    pub won: &'static str,
    /// The action otherwise.
    pub lost: &'static str,
}
