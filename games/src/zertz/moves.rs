//! Moves, each of them a whole turn, as small values: what an action means on a board.

use super::marble::Colour;
use crate::{
    hex::Direction,
    spots::{Spot, Spots},
};

/// A whole turn in a position in which it is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A placement that completes no group of full rings.
    Place(Placement),
    /// A placement that does, and those of these rings that are claimed; perhaps none.
    Isolate(Placement, Spots),
    /// The marble of a ring jumps.
    Capture(Spot, Jumps),
}

/// A marble is placed and a ring taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The colour of the marble.
    pub colour: Colour,
    /// The ring on which it is placed.
    pub at: Spot,
    /// The ring that is taken off, unless none is free.
    pub off: Option<Spot>,
}

/// The ways in which a marble jumps, in order.
///
/// From a ring only every other one can be reached by jumps, along each line, and every marble is
/// jumped over once: no marble of the 37 rings finds more than 19 to jump over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Jumps(u64);

/// The binary digits of one jump: the index of its direction and 1, so that 0 is the end.
const DIGITS: u32 = 3;

impl Jumps {
    /// How many there are.
    pub const fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(DIGITS) as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ways, the first one first.
    pub fn ways(self) -> impl Iterator<Item = Direction> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let way = (rest as usize % (1 << DIGITS)).checked_sub(1)?;
            rest >>= DIGITS;
            Direction::ALL.get(way).copied()
        })
    }

    /// The same jumps and one more.
    pub(super) fn and(self, way: Direction) -> Jumps {
        let digits = way.index() as u64 + 1;
        let next = digits.checked_shl(DIGITS * self.len() as u32);
        Jumps(self.0 | next.unwrap_or_default())
    }
}

impl Move {
    /// How much there is to explain about it: 0 for a placement that takes a ring off and for a
    /// capture, more for a placement that takes none off, claims something, or leaves it.
    pub(super) fn intricacy(self) -> u8 {
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
    fn jumps_are_told_in_the_order_in_which_they_were_made() {
        let ways = [0, 5, 3, 3, 1, 2, 4, 0, 0].map(|index| Direction::ALL[index]);
        let mut jumps = Jumps::default();
        for (number, way) in ways.into_iter().enumerate() {
            assert_eq!(jumps.len(), number);
            jumps = jumps.and(way);
        }
        assert_eq!(jumps.ways().collect::<Vec<_>>(), ways);
    }

    #[test]
    fn there_is_more_to_explain_about_a_claim_and_most_about_one_that_is_left() {
        let mut rings = Area::ZERTZ.spots.iter();
        let (at, other) = (rings.next().unwrap(), rings.next());
        let placed = |off| Placement {
            colour: Colour::White,
            at,
            off,
        };
        let told = [
            Move::Place(placed(other)),
            Move::Place(placed(None)),
            Move::Isolate(placed(other), Area::ZERTZ.spots),
            Move::Isolate(placed(other), Spots::NONE),
        ];
        assert_eq!(told.map(Move::intricacy), [0, 1, 2, 3]);
        assert_eq!(Move::Capture(at, Jumps::default()).intricacy(), 0);
    }

    #[test]
    fn no_marble_finds_more_than_19_to_jump_over() {
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
