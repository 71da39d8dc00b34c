//! The piles of a board as bit planes, which makes a push a rotation of each plane.
//!
//! All piles that can occur are a single piece or two pieces at the bottom, and above them DVONN- or
//! PÜNCT-potentials that have landed one by one, each on an enemy piece of its kind. Their owners
//! alternate, so the top piece and the number of landed pieces determine the rest (MATRX, E.4, G.3, H.3.2).

use super::piece::{Piece, PieceKind, Pile};
use crate::{
    seat::Seat,
    spots::{Spot, Spots},
};

/// The piles of a board.
///
/// Planes that are moved together are in the same 32 bytes, so that they can be loaded at once right after
/// a position has been copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub(super) struct Planes {
    /// The number of landed potentials, one plane for each binary digit, at most 11, as both sides together own
    /// 12 of a kind. Under a potential that never lands, 1 marks a loaded piece: the lower one of the two is a
    /// basic piece.
    landed: [Spots; 4],
    /// The number of the kind of the top piece, one plane for each binary digit.
    kinds: [Spots; 3],
    /// The spots with two pieces at the bottom.
    doubles: Spots,
    /// The spots of White and of Black, by the top piece.
    tops: [Spots; 2],
}

/// The pieces that are laid on an empty spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Entering {
    /// One piece.
    Single(PieceKind),
    /// Two of a kind.
    Pair(PieceKind),
    /// A potential on a basic piece.
    Loaded(PieceKind),
}

impl Planes {
    /// Returns all planes, for hashing positions.
    #[inline]
    pub(super) fn words(&self) -> [u64; 10] {
        let [a, b] = self.tops;
        let [c, d, e] = self.kinds;
        let [f, g, h, i] = self.landed;
        [a, b, c, d, e, self.doubles, f, g, h, i].map(Spots::bits)
    }

    /// Returns the spots of a player.
    #[inline]
    pub(super) fn of(&self, seat: Seat) -> Spots {
        // No indexing: it would force both planes into memory.
        match seat {
            Seat::First => self.tops[0],
            Seat::Second => self.tops[1],
        }
    }

    /// Returns whether there is a row of either player on the board.
    #[inline]
    pub(super) fn has_any_row(&self) -> bool {
        let [white, black] = self.tops;
        // Evaluates both without a branch.
        white.has_four() | black.has_four()
    }

    /// Returns the occupied spots.
    #[inline]
    pub(super) fn occupied(&self) -> Spots {
        self.tops[0] | self.tops[1]
    }

    /// Returns the spots with a piece of this kind on top.
    #[inline]
    pub(super) fn topped_by(&self, kind: PieceKind) -> Spots {
        let digit = |i: usize| match kind as usize >> i & 1 {
            1 => self.kinds[i],
            _ => !self.kinds[i],
        };
        self.occupied() & digit(0) & digit(1) & digit(2)
    }

    /// Returns the spots with a DVONN- or PÜNCT-potential on top: their numbers, 4 and 6, are the even ones from
    /// 4.
    #[inline]
    fn landers(&self) -> Spots {
        self.kinds[2] - self.kinds[0]
    }

    /// Returns the spots where a piece has landed on others.
    #[inline]
    pub(super) fn towers(&self) -> Spots {
        let [a, b, c, d] = self.landed;
        (a | b | c | d) & self.landers()
    }

    /// Returns the spots of stacks: two pieces of one colour and kind on top, or a potential on a basic piece of
    /// its colour. Anything else is a single piece (MATRX, E.4, G.3, H.3.2; GIPF with potentials, A.2, B.4).
    #[inline]
    pub(super) fn stacks(&self) -> Spots {
        self.doubles - self.towers()
    }

    /// Returns the spots of loaded pieces of GIPF.
    #[inline]
    pub(super) fn loaded(&self) -> Spots {
        self.landed[0] - self.landers()
    }

    /// Returns whether there are two pieces at the bottom of a spot.
    #[inline]
    pub(super) fn doubles_on(&self, spot: Spot) -> bool {
        self.doubles.contains(spot)
    }

    /// Returns whether there is a stack of this kind and player on a spot.
    #[inline]
    pub(super) fn is_stack_of(&self, kind: PieceKind, owner: Seat, spot: Spot) -> bool {
        // Fast path: usually there are no two pieces of that player at all.
        let doubles = self.of(owner) & self.doubles;
        doubles.contains(spot) && self.stacks().contains(spot) && self.kind(spot) == kind
    }

    /// Returns the kind of the top piece.
    #[inline]
    pub(super) fn kind(&self, spot: Spot) -> PieceKind {
        let digit = |i: usize| usize::from(self.kinds[i].contains(spot)) << i;
        // There is no eighth kind.
        PieceKind::ALL[(digit(0) | digit(1) | digit(2)).min(PieceKind::ALL.len() - 1)]
    }

    /// Returns the top piece, which determines the owner of the spot.
    pub(super) fn top(&self, spot: Spot) -> Option<Piece> {
        let owner = *Seat::BOTH.iter().find(|s| self.of(**s).contains(spot))?;
        let kind = self.kind(spot);
        Some(Piece { kind, owner })
    }

    /// Returns the number of pieces that have landed on a spot.
    fn height(&self, spot: Spot) -> usize {
        let digit = |i: usize| usize::from(self.landed[i].contains(spot)) << i;
        if self.landers().contains(spot) {
            digit(0) | digit(1) | digit(2) | digit(3)
        } else {
            0
        }
    }

    /// Returns the pile on a spot.
    pub(super) fn pile(&self, spot: Spot) -> Pile {
        let Some(top) = self.top(spot) else {
            return Pile::default();
        };
        let height = self.height(spot);
        let mut owner = match height % 2 {
            0 => top.owner,
            _ => top.owner.other(),
        };
        let mut pieces = vec![Piece { owner, ..top }];
        if self.doubles.contains(spot) {
            let kind = if self.loaded().contains(spot) {
                PieceKind::Basic
            } else {
                top.kind
            };
            pieces.insert(0, Piece { kind, owner });
        }
        for _ in 0..height {
            owner = owner.other();
            pieces.push(Piece { owner, ..top });
        }
        Pile::of(pieces)
    }

    /// Lays a whole pile on an empty spot.
    pub(super) fn set(&mut self, spot: Spot, pile: &Pile) {
        let (base, landed) = match pile.pieces() {
            [below, top, landed @ ..] if below == top => ((Entering::Pair(top.kind), top), landed),
            [below, top, landed @ ..] if below.kind == PieceKind::Basic => {
                ((Entering::Loaded(top.kind), top), landed)
            }
            [one, landed @ ..] => ((Entering::Single(one.kind), one), landed),
            [] => return,
        };
        self.lay(Spots::from(spot), base.0, base.1.owner);
        landed.iter().for_each(|piece| self.put(spot, *piece));
    }

    /// Moves the contents of these spots on by one, as a rotation of the word; the spot after the last of them is
    /// empty (MATRX, D.3).
    #[inline(always)]
    pub(super) fn shift(&mut self, moved: Spots, rotation: u32) {
        let shift = |plane: &mut Spots| {
            let part = *plane & moved;
            *plane = *plane ^ part | Spots::from_bits(part.bits().rotate_left(rotation));
        };
        let [a, b, c] = self.kinds;
        self.tops.iter_mut().for_each(shift);
        // Fast path: single basic pieces, most of GIPF, have no bits in the other planes, as their number is 0
        // and none has landed or is loaded.
        if moved.meets(a | b | c | self.doubles) {
            shift(&mut self.doubles);
            self.kinds.iter_mut().for_each(shift);
            self.landed.iter_mut().for_each(shift);
        }
    }

    /// Lays something on empty spots.
    #[inline(always)]
    pub(super) fn lay(&mut self, spots: Spots, entering: Entering, owner: Seat) {
        let (Entering::Single(kind) | Entering::Pair(kind) | Entering::Loaded(kind)) = entering;
        match owner {
            Seat::First => self.tops[0] |= spots,
            Seat::Second => self.tops[1] |= spots,
        }
        for (i, plane) in self.kinds.iter_mut().enumerate() {
            // All bits where the digit is 1, which avoids a branch.
            let digit = Spots::from_bits((kind as u64 >> i & 1).wrapping_neg());
            *plane |= spots & digit;
        }
        if !matches!(entering, Entering::Single(_)) {
            self.doubles |= spots;
        }
        if matches!(entering, Entering::Loaded(_)) {
            self.landed[0] |= spots;
        }
    }

    /// Lays one piece on a spot that is empty or has an enemy piece of its kind on top.
    #[inline]
    pub(super) fn put(&mut self, spot: Spot, piece: Piece) {
        let here = Spots::from(spot);
        if !self.occupied().contains(spot) {
            return self.lay(here, Entering::Single(piece.kind), piece.owner);
        }
        self.tops[piece.owner.index()] |= here;
        self.tops[piece.owner.other().index()] -= here;
        let mut carry = here;
        for plane in &mut self.landed {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
        }
    }

    /// Removes the top piece of every spot of a set, but not the pieces below.
    #[inline]
    pub(super) fn take_tops(&mut self, spots: Spots) {
        let (towers, loaded) = (spots & self.towers(), spots & self.loaded());
        self.take_landed(towers);
        let rest = spots - towers;
        self.empty(rest - self.doubles);
        self.doubles -= rest;
        // The basic piece of a loaded piece stays.
        self.kinds.iter_mut().for_each(|plane| *plane -= loaded);
        self.landed[0] -= loaded;
    }

    /// Clears spots in a row: whole stacks, and single pieces from the pieces under them. Returns the spots where
    /// pieces came free (MATRX, E.2, H.3.3).
    #[inline]
    pub(super) fn clear(&mut self, spots: Spots) -> Spots {
        let towers = spots & self.towers();
        self.take_landed(towers);
        self.empty(spots - towers);
        towers
    }

    #[inline]
    fn empty(&mut self, spots: Spots) {
        self.tops.iter_mut().for_each(|plane| *plane -= spots);
        self.kinds.iter_mut().for_each(|plane| *plane -= spots);
        self.landed.iter_mut().for_each(|plane| *plane -= spots);
        self.doubles -= spots;
    }

    #[inline]
    fn take_landed(&mut self, towers: Spots) {
        self.tops.iter_mut().for_each(|plane| *plane ^= towers);
        let mut borrow = towers;
        for plane in &mut self.landed {
            *plane ^= borrow;
            borrow &= *plane;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PILES: [&str; 17] = [
        "B",
        "bb",
        "BZ",
        "bt",
        "G",
        "TT",
        "t",
        "zz",
        "Y",
        "YY",
        "d",
        "DD",
        "Dd",
        "dD",
        "DDd",
        "ddDdD",
        "pPpPpPpPpPpP",
    ];

    fn laid(piles: &[&str]) -> Planes {
        let mut planes = Planes::default();
        for (bit, pile) in (0..).zip(piles) {
            planes.set(Spot::new(bit), &Pile::from_letters(pile).unwrap());
        }
        planes
    }

    fn seen(planes: &Planes) -> Vec<String> {
        let piles = (0..PILES.len() as u8).map(|bit| planes.pile(Spot::new(bit)).to_string());
        piles.collect()
    }

    #[test]
    fn every_pile_is_seen_as_it_was_laid() {
        let planes = laid(&PILES);
        assert_eq!(seen(&planes), PILES);
        for (spot, text) in (0..).map(Spot::new).zip(PILES) {
            let pile = Pile::from_letters(text).unwrap();
            assert_eq!(planes.stacks().contains(spot), pile.is_stack(), "{text}");
            assert_eq!(planes.loaded().contains(spot), pile.is_loaded(), "{text}");
            assert_eq!(planes.top(spot), pile.top(), "{text}");
        }
    }

    #[test]
    fn taking_the_top_leaves_what_lies_below() {
        let mut planes = laid(&PILES);
        planes.take_tops(planes.occupied());
        let below = PILES.map(|pile| pile[..pile.len() - 1].to_owned());
        assert_eq!(seen(&planes), below);
        let below: Vec<&str> = below.iter().map(String::as_str).collect();
        let mut again = Planes::default();
        for (bit, pile) in (0..).zip(below).filter(|(_, pile)| !pile.is_empty()) {
            again.set(Spot::new(bit), &Pile::from_letters(pile).unwrap());
        }
        assert_eq!(planes, again, "nothing is left behind");
    }

    #[test]
    fn clearing_takes_whole_stacks_and_frees_covered_pieces() {
        let mut planes = laid(&PILES);
        let freed = planes.clear(planes.occupied());
        let left = PILES.map(|pile| {
            let pile = Pile::from_letters(pile).unwrap();
            let left = pile.pieces().len() - pile.removable().len();
            pile.to_string()[..left].to_owned()
        });
        assert_eq!(seen(&planes), left);
        assert_eq!(freed, planes.occupied());
        assert_eq!(freed.len(), 5);
    }

    #[test]
    fn a_landed_piece_is_a_single_piece() {
        let spot = Spot::new(0);
        let mut planes = laid(&["DDd"]);
        assert!(planes.stacks().is_empty());
        assert_eq!(planes.clear(spot.into()), spot.into());
        assert!(planes.is_stack_of(PieceKind::Dvonn, Seat::First, spot));
        assert_eq!(planes.clear(spot.into()), Spots::NONE);
        assert_eq!(planes, Planes::default());
    }

    #[test]
    fn everything_on_a_spot_moves_on_together() {
        let mut planes = laid(&PILES);
        planes.shift(planes.occupied(), 8);
        for (spot, pile) in (8..).map(Spot::new).zip(PILES) {
            assert_eq!(planes.pile(spot).to_string(), pile);
        }
        planes.shift(planes.occupied(), 64 - 8);
        assert_eq!(planes, laid(&PILES));
    }
}
