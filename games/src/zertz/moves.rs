//! Moves as small values, each a whole legal turn in a position.

use super::marble::MarbleColour;
use crate::{
    hex::Direction,
    spots::{Spot, Spots},
};

/// A whole turn, legal in its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A placement that completes no group of full rings.
    Place(Placement),
    /// A placement that completes such groups, with the claimed rings, perhaps none.
    Isolate(Placement, Spots),
    /// A capture by the marble of a ring.
    Capture(Spot, Jumps),
}

/// A placement of a marble with the removal of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The colour of the marble.
    pub colour: MarbleColour,
    /// The ring on which it is placed.
    pub at: Spot,
    /// The removed ring; `None` if no ring is free.
    pub off: Option<Spot>,
}

/// The directions of a capture's jumps, in order, packed into one word.
///
/// From a ring jumps reach only every other ring along each line, and each marble is jumped once,
/// so no marble of the 37 rings can make more than 19 jumps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Jumps(u64);

/// Bits per jump: the index of its direction plus 1, so that 0 marks the end.
const BITS_PER_JUMP: u32 = 3;

impl Jumps {
    /// Returns the number of jumps.
    pub const fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(BITS_PER_JUMP) as usize
    }

    /// Returns whether there are no jumps.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the directions from the first jump on.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let way = (rest as usize % (1 << BITS_PER_JUMP)).checked_sub(1)?;
            rest >>= BITS_PER_JUMP;
            Direction::ALL.get(way).copied()
        })
    }

    /// Returns the jumps with one more at the end.
    pub(super) fn with(self, way: Direction) -> Jumps {
        let digits = way.index() as u64 + 1;
        let next = digits.checked_shl(BITS_PER_JUMP * self.len() as u32);
        Jumps(self.0 | next.unwrap_or_default())
    }
}

impl Move {
    /// Complexity of its notation: 0 for a capture or a placement that removes a ring, more for one
    /// that removes none (1), claims rings (2) or waives the claim (3).
    pub(super) fn notation_complexity(self) -> u8 {
        match self {
            Move::Capture(..) | Move::Place(Placement { off: Some(_), .. }) => 0,
            Move::Place(Placement { off: None, .. }) => 1,
            Move::Isolate(_, claimed) if !claimed.is_empty() => 2,
            Move::Isolate(..) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spots::Area;

    #[test]
    fn jumps_are_listed_in_order() {
        let ways = [0, 5, 3, 3, 1, 2, 4, 0, 0].map(|index| Direction::ALL[index]);
        let mut jumps = Jumps::default();
        for (number, way) in ways.into_iter().enumerate() {
            assert_eq!(jumps.len(), number);
            jumps = jumps.with(way);
        }
        assert_eq!(jumps.directions().collect::<Vec<_>>(), ways);
    }

    #[test]
    fn leaving_a_claim_is_the_most_intricate_move() {
        let mut rings = Area::ZERTZ.spots.iter();
        let (at, other) = (rings.next().unwrap(), rings.next());
        let placed = |off| Placement {
            colour: MarbleColour::White,
            at,
            off,
        };
        let told = [
            Move::Place(placed(other)),
            Move::Place(placed(None)),
            Move::Isolate(placed(other), Area::ZERTZ.spots),
            Move::Isolate(placed(other), Spots::NONE),
        ];
        assert_eq!(told.map(Move::notation_complexity), [0, 1, 2, 3]);
        assert_eq!(Move::Capture(at, Jumps::default()).notation_complexity(), 0);
    }

    #[test]
    fn no_marble_can_jump_over_more_than_19() {
        let all = Area::ZERTZ.spots;
        let most = all.iter().map(|from| {
            let (mut reached, mut over) = (Spots::from(from), Spots::NONE);
            let mut before = Spots::NONE;
            while reached != before {
                before = reached;
                for way in Direction::ALL {
                    let to = (reached.step(way) & all).step(way) & all;
                    over |= to.step(Direction::ALL[(way.index() + 3) % 6]);
                    reached |= to;
                }
            }
            over.len()
        });
        assert_eq!(most.max(), Some(19));
    }

    #[test]
    fn a_move_is_16_bytes() {
        assert_eq!(size_of::<Move>(), 16);
    }
}
