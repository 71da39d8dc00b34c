//! What is decided outside a game before it goes on.

use crate::{catalog::Entry, seat::Seat};

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
    /// Reads `coin`, `die`, `ourselves`, or the name of a game for two.
    pub fn from_text(text: &str) -> Option<Means> {
        match text {
            "coin" => Some(Means::Coin),
            "die" => Some(Means::Die),
            "ourselves" => Some(Means::Ourselves),
            name => Entry::named(name)
                .filter(|entry| entry.seats == 2)
                .map(|entry| Means::Game(entry.id)),
        }
    }

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
