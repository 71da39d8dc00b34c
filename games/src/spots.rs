//! Bitboards: sets of spots as bits of one word, for boards of up to 8 columns and 7 spots in each.
//!
//! The bit of a spot is 8 · `x` + `y`, where `x` is its column and `y` its row, plus one for every column
//! right of the tallest ([`crate::hex`]). Steps along the three lines through a spot are then shifts by 1,
//! 9 and 8 bits, and the eighth bit of every column is never a spot, a guard that catches whatever is
//! shifted off the end of a column. The bits are in the order of the names of the spots.
//!
//! ```
//! use games::spots::{Area, Spots};
//! assert_eq!(Area::CLASSIC.spots.len(), 37);
//! let e5 = Area::MATRX.spot("e5".parse().unwrap()).unwrap();
//! let around: Vec<String> = Spots::from(e5)
//!     .around()
//!     .iter()
//!     .map(|spot| Area::MATRX.coord(spot).to_string())
//!     .collect();
//! assert_eq!(around.join(" "), "d4 d5 e4 e6 f4 f5");
//! ```

use std::{
    iter::FusedIterator,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign},
};

use crate::hex::{Board, Coord, Direction};

/// The number of bits from one spot to the next along each of the three lines, in the order of
/// [`Direction::ALL`].
pub const STEPS: [u32; 3] = [1, 9, 8];

/// One spot, by the number of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot(u8);

impl Spot {
    /// Creates the spot with this bit, modulo 64.
    pub const fn new(bit: u8) -> Spot {
        Spot(bit & 63)
    }

    /// Returns the number of its bit, 0 to 63.
    pub const fn bit(self) -> u8 {
        self.0
    }

    /// Returns the spot as an index, 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the spots of all boards before this one in the order of names.
    pub const fn before(self) -> Spots {
        Spots((1 << self.0) - 1)
    }

    /// Returns the spots of all boards after this one in the order of names.
    pub const fn behind(self) -> Spots {
        Spots(!1 << self.0)
    }
}

/// A set of spots of one board (bitboard).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spots(u64);

impl From<Spot> for Spots {
    #[inline]
    fn from(spot: Spot) -> Spots {
        Spots(1 << spot.0)
    }
}

impl FromIterator<Spot> for Spots {
    fn from_iter<I: IntoIterator<Item = Spot>>(spots: I) -> Spots {
        let add = |set: Spots, spot: Spot| set | Spots::from(spot);
        spots.into_iter().fold(Spots::NONE, add)
    }
}

macro_rules! set_operation {
    ($($operator:ident $method:ident $assign:ident $in_place:ident |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl $operator for Spots {
            type Output = Spots;
            #[inline]
            fn $method(self, other: Spots) -> Spots {
                let ($a, $b) = (self.0, other.0);
                Spots($result)
            }
        }
        impl $assign for Spots {
            #[inline]
            fn $in_place(&mut self, other: Spots) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

set_operation! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Spots {
    type Output = Spots;

    #[inline]
    fn not(self) -> Spots {
        Spots(!self.0)
    }
}

impl Spots {
    /// The empty set.
    pub const NONE: Spots = Spots(0);

    /// Creates the set with these bits.
    pub const fn from_bits(bits: u64) -> Spots {
        Spots(bits)
    }

    /// Returns the bits of the set.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of spots.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether a spot is in the set.
    pub const fn contains(self, spot: Spot) -> bool {
        self.0 & 1 << spot.0 != 0
    }

    /// Returns whether the two sets intersect.
    pub const fn meets(self, other: Spots) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the other set is a subset of this one.
    pub const fn covers(self, other: Spots) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns the first spot in the order of names.
    pub const fn first(self) -> Option<Spot> {
        match self.0 {
            0 => None,
            bits => Some(Spot(bits.trailing_zeros() as u8)),
        }
    }

    /// Returns the last spot in the order of names.
    pub const fn last(self) -> Option<Spot> {
        match self.0 {
            0 => None,
            bits => Some(Spot(63 - bits.leading_zeros() as u8)),
        }
    }

    /// Returns the first spot in a direction, of a set whose spots are on one line: the nearest one to a piece
    /// that moves that way.
    #[inline]
    pub const fn nearest(self, way: Direction) -> Option<Spot> {
        if way.is_forwards() {
            self.first()
        } else {
            self.last()
        }
    }

    /// Shifts all spots by one step. The result may contain bits beside the board: intersect it with the spots of
    /// the board.
    #[inline]
    pub const fn step(self, way: Direction) -> Spots {
        let step = STEPS[way.line()];
        if way.is_forwards() {
            Spots(self.0 << step)
        } else {
            Spots(self.0 >> step)
        }
    }

    /// Returns the neighbours of all spots in all six directions; the result may contain bits beside the board.
    #[inline]
    pub const fn around(self) -> Spots {
        let Spots(s) = self;
        Spots(s << 1 | s >> 1 | s << 8 | s >> 8 | s << 9 | s >> 9)
    }

    /// Returns the first spots of all runs of four along a line; `line` is the index of one of the first three
    /// directions.
    #[inline]
    pub const fn fours(self, line: usize) -> Spots {
        let step = STEPS[line];
        let pairs = self.0 & self.0 >> step;
        Spots(pairs & pairs >> (2 * step))
    }

    /// Returns whether there is a run of four along any line.
    #[inline]
    pub const fn has_four(self) -> bool {
        self.fours(0).0 | self.fours(1).0 | self.fours(2).0 != 0
    }

    /// Returns all spots of `within` that can be reached from this set along a line without leaving `within`.
    pub const fn spread(self, within: Spots, line: usize) -> Spots {
        let step = STEPS[line];
        let mut spread = self.0 & within.0;
        loop {
            let next = (spread | spread << step | spread >> step) & within.0;
            if next == spread {
                return Spots(spread);
            }
            spread = next;
        }
    }

    /// Flood fill: returns all spots of `within` that can be reached from this set without leaving `within`.
    pub const fn flood(self, within: Spots) -> Spots {
        let mut flooded = self.0 & within.0;
        loop {
            let next = (flooded | Spots(flooded).around().0) & within.0;
            if next == flooded {
                return Spots(flooded);
            }
            flooded = next;
        }
    }

    /// Returns an iterator over the spots in the order of names.
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

impl IntoIterator for Spots {
    type Item = Spot;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

/// An iterator over the spots of a set in the order of names.
#[derive(Clone, Debug)]
pub struct Iter(Spots);

impl Iterator for Iter {
    type Item = Spot;

    #[inline]
    fn next(&mut self) -> Option<Spot> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Iter {
    #[inline]
    fn next_back(&mut self) -> Option<Spot> {
        let last = self.0.last()?;
        self.0 -= Spots::from(last);
        Some(last)
    }
}

impl ExactSizeIterator for Iter {}
impl FusedIterator for Iter {}

/// The spots of a board as bits, and the lines that join them.
#[derive(Debug)]
pub struct Area {
    board: Board,
    /// All spots.
    pub spots: Spots,
    /// By spot, the spots of the three lines through it, including itself.
    lines: [[Spots; 3]; 64],
}

impl Area {
    /// The 37 spots of GIPF.
    pub const CLASSIC: &'static Area = &Area::new(Board::CLASSIC);
    /// The 40 spots of MATRX GIPF.
    pub const MATRX: &'static Area = &Area::new(Board::MATRX);
    /// The 37 rings of ZÈRTZ.
    pub const ZERTZ: &'static Area = &Area::new(Board::ZERTZ);

    const fn new(board: Board) -> Area {
        let mut area = Area {
            board,
            spots: Spots::NONE,
            lines: [[Spots::NONE; 3]; 64],
        };
        let mut column = 0;
        while column < board.width() {
            let mut row = 1;
            while row <= board.height(column) {
                if let Some(Spot(bit)) = area.spot(Coord { column, row }) {
                    area.spots.0 |= 1 << bit;
                }
                row += 1;
            }
            column += 1;
        }
        let mut bit = 0;
        while bit < 64 {
            let mut line = 0;
            while line < 3 {
                area.lines[bit][line] = Spots(1 << bit).spread(area.spots, line);
                line += 1;
            }
            bit += 1;
        }
        area
    }

    /// Returns the board with its points, among them dots.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the spot with this name, if it is one.
    pub const fn spot(&self, point: Coord) -> Option<Spot> {
        if !self.board.is_spot(point) {
            return None;
        }
        let rim = self.board.rim();
        let (x, y) = (point.column, point.row + self.board.lift(point.column));
        Some(Spot(8 * (x - rim) + y - 1 - rim))
    }

    /// Returns the name of a spot.
    pub const fn coord(&self, spot: Spot) -> Coord {
        let rim = self.board.rim();
        let column = spot.0 / 8 + rim;
        let row = (spot.0 % 8 + 1 + rim).saturating_sub(self.board.lift(column));
        Coord { column, row }
    }

    /// Returns the spots of the line through a spot, including itself; `line` is the index of one of the first
    /// three directions.
    #[inline]
    pub const fn line(&self, spot: Spot, line: usize) -> Spots {
        self.lines[spot.index()][line]
    }

    /// Returns the spots from a spot in a direction up to the end of the line, without the spot.
    #[inline]
    pub const fn ray(&self, from: Spot, way: Direction) -> Spots {
        let Spots(line) = self.line(from, way.line());
        if way.is_forwards() {
            Spots(line & from.behind().0)
        } else {
            Spots(line & from.before().0)
        }
    }
}

#[cfg(test)]
mod tests;
