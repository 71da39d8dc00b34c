//! Reserves: pieces of one player by kind.

use std::fmt;

use serde::{Serialize, Serializer};

use super::piece::{Piece, PieceKind};
use crate::{
    notation::{read_counts, write_counts},
    seat::Seat,
};

/// Upper bound of the pieces of a kind in a text: nobody owns more.
const MAX_OF_A_KIND: u8 = 18;

/// Numbers of single pieces by kind, one byte of the word for each; two potentials of one kind can enter as
/// a stack (G.6).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reserve(u64);

/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Reserve {
    /// Creates a reserve from the number of pieces of each kind.
    pub fn of_all(count: impl Fn(PieceKind) -> u8) -> Reserve {
        let add = |bits, kind| bits | u64::from(count(kind)) << place(kind);
        Reserve(PieceKind::ALL.into_iter().fold(0, add))
    }

    /// Returns the number of single pieces of a kind.
    #[inline]
    pub const fn count(&self, kind: PieceKind) -> u8 {
        (self.0 >> place(kind)) as u8
    }

    /// Returns whether there are no pieces at all.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Adds single pieces of a kind.
    #[inline]
    pub const fn add(&mut self, kind: PieceKind, count: u8) {
        let sum = self.count(kind).saturating_add(count);
        self.0 = self.0 & !(0xff << place(kind)) | (sum as u64) << place(kind);
    }

    /// Removes single pieces of a kind, at most as many as there are.
    #[inline]
    pub const fn take(&mut self, kind: PieceKind, count: u8) {
        let left = self.count(kind).saturating_sub(count);
        self.0 = self.0 & !(0xff << place(kind)) | (left as u64) << place(kind);
    }

    /// Adds two reserves; no byte overflows, as nobody owns that many pieces.
    #[inline]
    pub(super) const fn plus(self, other: Reserve) -> Reserve {
        Reserve(self.0.wrapping_add(other.0))
    }

    /// Returns the pieces of this kind only.
    #[inline]
    pub(super) const fn only(self, kind: PieceKind) -> Reserve {
        Reserve(self.0 & 0xff << place(kind))
    }

    /// Returns the pieces of all other kinds.
    #[inline]
    pub(super) const fn except(self, kind: PieceKind) -> Reserve {
        Reserve(self.0 & !(0xff << place(kind)))
    }

    /// Returns the kinds with two or more pieces, as a set in which bit i is kind number i.
    #[inline]
    pub(super) const fn pairs(self) -> u8 {
        let twos = self.0.wrapping_add(0x7e * ONES) >> 7 & ONES;
        // Gathers the lowest bits of the bytes in the highest byte.
        (twos.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    /// Returns the word itself, for hashing positions.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Formats possible entries and single remainders for display: `2G 2TT 1T 1P`, in the owner's case. Empty if
    /// there are no pieces.
    pub fn as_stacks(&self, owner: Seat) -> Vec<String> {
        let shown = |kind: PieceKind| {
            let letter = Piece { kind, owner }.letter().to_string();
            let (count, entering) = (self.count(kind), kind.entering());
            let stack = letter.repeat(usize::from(entering));
            let parts = [(count / entering, stack), (count % entering, letter)];
            let parts = parts.into_iter().filter(|(count, _)| *count > 0);
            parts.map(|(count, pieces)| format!("{count}{pieces}"))
        };
        PieceKind::ALL.into_iter().flat_map(shown).collect()
    }

    /// Formats single pieces for display in the owner's case: `12b 3z`. Empty if there are no pieces.
    pub fn as_singles(&self, owner: Seat) -> Vec<String> {
        self.counted(|kind| Piece { kind, owner }.letter())
    }

    /// Formats single pieces without an owner, in upper case. Empty if there are no pieces.
    fn as_pieces(&self) -> Vec<String> {
        self.counted(PieceKind::letter)
    }

    /// Returns the total number of pieces.
    pub fn count_all(&self) -> u8 {
        PieceKind::ALL
            .into_iter()
            .map(|kind| self.count(kind))
            .sum()
    }

    /// Formats each kind after its number, including 1.
    fn counted(&self, letter: impl Fn(PieceKind) -> char) -> Vec<String> {
        let kinds = PieceKind::ALL
            .into_iter()
            .filter(|kind| self.count(*kind) > 0);
        let counted = kinds.map(|kind| format!("{}{}", self.count(kind), letter(kind)));
        counted.collect()
    }

    /// Parses `G3T6Z6`, letters in that order and at most once, or `-`.
    pub fn from_text(text: &str) -> Option<Reserve> {
        let counts = read_counts(text, PieceKind::ALL.map(PieceKind::letter), MAX_OF_A_KIND)?;
        Some(Reserve::of_all(|kind| counts[kind as usize]))
    }
}

/// Returns the lowest bit of the byte of a kind.
const fn place(kind: PieceKind) -> u32 {
    8 * kind as u32
}

/// Serializes single pieces without an owner, for messages: `1G 2T`.
impl Serialize for Reserve {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_pieces())
    }
}

impl fmt::Debug for Reserve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reserve({self})")
    }
}

impl fmt::Display for Reserve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_counts(
            f,
            PieceKind::ALL.map(|kind| (kind.letter(), self.count(kind))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserve_is_read_as_it_is_written() {
        for text in ["-", "G3T6Z6D6Y6P6", "T1P2"] {
            assert_eq!(Reserve::from_text(text).unwrap().to_string(), text);
        }
        for bad in [
            "", "G0", "G19", "T6G3", "G1G1", "T", "x", "T-1", "T01", "T999", "G1-",
        ] {
            assert_eq!(Reserve::from_text(bad), None, "{bad}");
        }
    }

    #[test]
    fn single_pieces_are_counted_by_kind() {
        let reserve = Reserve::from_text("G3T1").unwrap();
        assert_eq!(reserve.as_singles(Seat::First), ["3G", "1T"]);
        assert_eq!(reserve.as_singles(Seat::Second), ["3g", "1t"]);
    }

    #[test]
    fn kinds_with_two_pieces_can_enter_in_pairs() {
        let pairs = |text| -> Vec<PieceKind> {
            let reserve = Reserve::from_text(text).unwrap();
            PieceKind::in_set(reserve.pairs()).collect()
        };
        assert_eq!(pairs("-"), []);
        assert_eq!(pairs("B18G3T6Z6D6Y6P6"), PieceKind::ALL);
        assert_eq!(pairs("G2T1Z2D1P1"), [PieceKind::Gipf, PieceKind::Zertz]);
    }

    #[test]
    fn people_see_stacks_and_pieces() {
        let reserve = Reserve::from_text("G2T5Z1P6").unwrap();
        assert_eq!(
            reserve.as_stacks(Seat::First),
            ["2G", "2TT", "1T", "1Z", "3PP"]
        );
        assert_eq!(
            reserve.as_stacks(Seat::Second),
            ["2g", "2tt", "1t", "1z", "3pp"]
        );
        assert_eq!(reserve.as_pieces(), ["2G", "5T", "1Z", "6P"]);
        let alone = Reserve::from_text("Z1").unwrap();
        assert_eq!(alone.as_pieces(), ["1Z"]);
        assert!(Reserve::default().as_pieces().is_empty());
    }
}
