//! The sides of a game.

use serde::{Deserialize, Serialize};

/// A side of a game. In duels the first seat plays White, in a solitaire it is the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "seat", rename_all = "kebab-case")]
pub enum Seat {
    /// White, or the runner.
    First,
    /// Black.
    Second,
}

impl Seat {
    /// Both seats, the first one first.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// Returns the opponent's seat.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// Returns 0 for the first seat, 1 for the second.
    pub fn index(self) -> usize {
        match self {
            Seat::First => 0,
            Seat::Second => 1,
        }
    }

    /// Returns the element of this seat, of a pair in the order of the seats.
    pub fn of<T>(self, [first, second]: &[T; 2]) -> &T {
        match self {
            Seat::First => first,
            Seat::Second => second,
        }
    }

    /// Returns the element of this seat mutably.
    pub fn of_mut<T>(self, [first, second]: &mut [T; 2]) -> &mut T {
        match self {
            Seat::First => first,
            Seat::Second => second,
        }
    }
}
