//! Pieces and piles.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::seat::Seat;

/// The kind of a piece (rulebook, Contents).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PieceKind {
    /// The basic piece of GIPF; a stack of two is a GIPF piece there.
    Basic,
    /// The GIPF piece, the one to protect.
    Gipf,
    /// TAMSK-potential: an extra move from the centre.
    Tamsk,
    /// ZÈRTZ-potential: jumps over pieces.
    Zertz,
    /// DVONN-potential: lands on an enemy DVONN-potential.
    Dvonn,
    /// YINSH-potential: slides over empty spots.
    Yinsh,
    /// PÜNCT-potential: lands on an enemy PÜNCT-potential.
    Punct,
}

impl PieceKind {
    /// All kinds in the order of reserves.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::Basic,
        PieceKind::Gipf,
        PieceKind::Tamsk,
        PieceKind::Zertz,
        PieceKind::Dvonn,
        PieceKind::Yinsh,
        PieceKind::Punct,
    ];

    /// Returns the letter of the notation, upper case.
    pub fn letter(self) -> char {
        match self {
            PieceKind::Basic => 'B',
            PieceKind::Gipf => 'G',
            PieceKind::Tamsk => 'T',
            PieceKind::Zertz => 'Z',
            PieceKind::Dvonn => 'D',
            PieceKind::Yinsh => 'Y',
            PieceKind::Punct => 'P',
        }
    }

    /// Returns the kind with this letter, case-insensitively.
    pub fn from_letter(letter: char) -> Option<PieceKind> {
        PieceKind::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// Returns the kinds in a set, in which bit i is kind number i, in the order of reserves.
    pub(super) fn in_set(set: u8) -> impl Iterator<Item = PieceKind> {
        let is_in = move |kind: &PieceKind| set & 1 << *kind as u8 != 0;
        PieceKind::ALL.into_iter().filter(is_in)
    }

    /// Returns the number of pieces of a kind that enter together: potentials enter in pairs (MATRX, G.1).
    pub fn entering(self) -> u8 {
        match self {
            PieceKind::Basic | PieceKind::Gipf => 1,
            _ => 2,
        }
    }

    /// Returns whether the kind has a use of its own on the board (MATRX, H).
    pub fn is_potential(self) -> bool {
        !matches!(self, PieceKind::Basic | PieceKind::Gipf)
    }

    /// Returns whether the kind captures a spot by landing on an enemy piece of its own kind (H.3, H.5).
    pub fn lands_on_its_like(self) -> bool {
        matches!(self, PieceKind::Dvonn | PieceKind::Punct)
    }
}

/// Serializes the letter, for messages.
impl Serialize for PieceKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// One piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The kind.
    pub kind: PieceKind,
    /// The owner.
    pub owner: Seat,
}

impl Piece {
    /// Returns the letter: upper case for White, lower case for Black.
    pub fn letter(self) -> char {
        match self.owner {
            Seat::First => self.kind.letter(),
            Seat::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the piece with this letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let owner = if letter.is_ascii_uppercase() {
            Seat::First
        } else {
            Seat::Second
        };
        PieceKind::from_letter(letter).map(|kind| Piece { kind, owner })
    }
}

/// All pieces on one spot, from bottom to top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pile(Vec<Piece>);

impl Pile {
    /// Creates a pile of these pieces, from bottom to top.
    pub(super) fn of(pieces: Vec<Piece>) -> Pile {
        Pile(pieces)
    }

    /// Returns the pieces, from bottom to top.
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// Returns whether the spot is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the top piece, which determines the owner of the spot.
    pub fn top(&self) -> Option<Piece> {
        self.0.last().copied()
    }

    /// Returns whether the pile is a stack: two pieces of one colour and kind on top, or a loaded piece, which is
    /// a potential on a basic piece of its colour. Anything else is a single piece (MATRX, E.4, G.3, H.3.2; GIPF
    /// with potentials, A.2, B.4).
    pub fn is_stack(&self) -> bool {
        matches!(self.0.as_slice(), [.., below, top]
            if below == top || below.owner == top.owner && below.kind == PieceKind::Basic)
    }

    /// Returns whether this is a loaded piece of GIPF.
    pub fn is_loaded(&self) -> bool {
        matches!(self.0.as_slice(), [.., below, top]
            if below.owner == top.owner && below.kind == PieceKind::Basic && top.kind != PieceKind::Basic)
    }

    /// Returns the pieces that leave together when the spot is cleared: a whole stack or one single.
    pub fn removable(&self) -> &[Piece] {
        let count = if self.is_stack() { 2 } else { 1 };
        &self.0[self.0.len().saturating_sub(count)..]
    }

    /// Parses letters from bottom to top; `None` for a pile that cannot occur. Possible are a single piece, a
    /// pair or a loaded piece at the bottom, then DVONN- or PÜNCT-potentials one by one, each on an enemy of its
    /// kind.
    pub fn from_letters(letters: &str) -> Option<Pile> {
        let pieces: Vec<Piece> = letters
            .chars()
            .map(Piece::from_letter)
            .collect::<Option<_>>()?;
        let (first, rest) = pieces.split_first()?;
        let rest = match rest.split_first() {
            Some((second, rest)) if second == first && first.kind != PieceKind::Gipf => rest,
            Some((second, rest))
                if first.kind == PieceKind::Basic && second.owner == first.owner =>
            {
                second.kind.is_potential().then_some(rest)?
            }
            _ => rest,
        };
        let mut below = pieces.get(pieces.len() - 1 - rest.len())?;
        for piece in rest {
            let lands = piece.kind.lands_on_its_like()
                && piece.kind == below.kind
                && piece.owner != below.owner;
            if !lands {
                return None;
            }
            below = piece;
        }
        Some(Pile(pieces))
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|piece| write!(f, "{}", piece.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_piles_that_can_come_about_are_read() {
        for good in [
            "B", "bb", "BZ", "bt", "G", "g", "TT", "t", "DDd", "DdD", "ddD", "ppPpP", "Y", "zz",
        ] {
            assert_eq!(Pile::from_letters(good).unwrap().to_string(), good);
        }
        for bad in [
            "", "GG", "BG", "Bz", "ZB", "BBB", "BZZ", "Tt", "TTT", "DDD", "Dp", "DDdd", "Yy", "GD",
            "x", "TTt",
        ] {
            assert_eq!(Pile::from_letters(bad), None, "{bad}");
        }
    }
}
