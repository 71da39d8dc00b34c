//! Rows as data: their spots, those left on the board, and the pieces they yield.

use std::fmt;

use super::{reserve::Reserve, spot::name};
use crate::{
    message::as_notation,
    spots::{Spot, Spots},
};

/// A row: an unbroken run of occupied spots that contains four adjacent pieces of one colour. All pieces of
/// the run belong to it, whatever their colour (E.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The spots of the row.
    pub spots: Spots,
    /// The direction of its line, by its index.
    pub(super) line: usize,
}

/// The rows that the mover has left, as a set of lines (no line is long enough for two rows), and a flag
/// for a move of this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct RowState(u32);

/// The pieces that leave the board with a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowYield {
    /// Own pieces that return to the reserve.
    pub regained: Reserve,
    /// Own potentials that leave the game: in GIPF none returns (with potentials, A.5).
    pub spent: Reserve,
    /// Enemy pieces that leave the game.
    pub captured: Reserve,
}

impl Row {
    /// Returns the bit of its line in a set of lines.
    fn as_line(&self) -> u32 {
        let bit = self.spots.first().map_or(0, Spot::bit);
        let (x, y) = (bit / 8, bit % 8);
        let line = match self.line {
            0 => x,
            1 => 16 + 7 + x - y,
            _ => 8 + y,
        };
        1 << line
    }
}

impl RowState {
    /// The flag for a move made in this turn; no line has this bit.
    const MOVED: u32 = 1 << 31;

    /// Creates the set of the lines of these rows.
    pub(super) fn of(rows: impl Iterator<Item = Row>) -> RowState {
        RowState(rows.fold(0, |set, row| set | row.as_line()))
    }

    /// Returns whether the line of a row is in the set.
    pub(super) fn has(self, row: &Row) -> bool {
        row.as_line() & self.0 != 0
    }

    /// Returns the set without the lines of these rows.
    pub(super) fn without(self, rows: impl Iterator<Item = Row>) -> RowState {
        RowState(self.0 & !RowState::of(rows).0)
    }

    /// Sets the flag for a move made in this turn.
    pub(super) fn set_moved(&mut self) {
        self.0 |= RowState::MOVED;
    }

    /// Returns whether a move has been made in this turn.
    pub(super) fn has_moved(self) -> bool {
        self.0 & RowState::MOVED != 0
    }

    /// Returns whether no row is left and no move flagged.
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the word itself, for hashing positions.
    pub(super) fn bits(self) -> u32 {
        self.0
    }
}

as_notation!(Row);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.spots.first(), self.spots.last()) {
            (Some(first), Some(last)) => write!(f, "{}-{}", name(first), name(last)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::spots::Area;

    #[test]
    fn every_line_has_a_number_of_its_own() {
        let mut lines: BTreeMap<u32, (usize, Spots)> = BTreeMap::new();
        for spot in Area::MATRX.spots.iter().chain(Area::CLASSIC.spots) {
            for line in 0..3 {
                let spots = Spots::from(spot);
                let number = Row { spots, line }.as_line();
                assert_eq!(number.count_ones(), 1);
                assert_ne!(number, RowState::MOVED);
                let (way, known) = lines.entry(number).or_insert((line, spots));
                assert_eq!(*way, line);
                *known |= spots;
            }
        }
        // There are seven to nine lines in each of three directions, and the spots of each are adjacent.
        for (way, spots) in lines.values() {
            let direction = crate::hex::Direction::ALL[*way];
            let next = spots.step(direction) & *spots;
            assert_eq!(next.len() + 1, spots.len(), "{way} {spots:?}");
        }
    }
}
