//! Structures: ice and data forts in four colours.

use std::{fmt, str::FromStr};

use super::parse_error::ParseError;
use crate::message::as_notation;

/// A colour of structures, breakers and tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Black, `k`.
    Black,
    /// Green, `g`.
    Green,
    /// Red, `r`.
    Red,
    /// Blue, `b`.
    Blue,
}

impl Colour {
    /// All four in the order of notation.
    pub const ALL: [Colour; 4] = [Colour::Black, Colour::Green, Colour::Red, Colour::Blue];

    /// Returns its letter: `k`, `g`, `r` or `b`.
    pub fn letter(self) -> char {
        match self {
            Colour::Black => 'k',
            Colour::Green => 'g',
            Colour::Red => 'r',
            Colour::Blue => 'b',
        }
    }

    /// Returns the colour with a lower-case letter.
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|colour| colour.letter() == letter)
    }

    /// Returns the index in [`Colour::ALL`].
    pub fn index(self) -> usize {
        match self {
            Colour::Black => 0,
            Colour::Green => 1,
            Colour::Red => 2,
            Colour::Blue => 3,
        }
    }

    /// Returns the element of this colour from an array in the order of [`Colour::ALL`].
    #[expect(
        clippy::indexing_slicing,
        reason = "every colour has its place among four"
    )]
    pub fn of<T>(self, all: &[T; 4]) -> &T {
        &all[self.index()]
    }

    /// Returns the element of this colour, mutable.
    #[expect(
        clippy::indexing_slicing,
        reason = "every colour has its place among four"
    )]
    pub fn of_mut<T>(self, all: &mut [T; 4]) -> &mut T {
        &mut all[self.index()]
    }
}

as_notation!(Colour, Structure);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The kind of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StructureKind {
    /// Ice with its number, 1 to 5.
    Ice(u8),
    /// A data fort.
    Fort,
}

/// One of the 24 tiles, written `R3` or `GF`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Structure {
    /// Its colour.
    pub colour: Colour,
    /// Its kind.
    pub kind: StructureKind,
}

impl Structure {
    /// Number of structures.
    pub const COUNT: usize = 24;

    /// Returns the 20 ice tiles: black, green, red, blue, each from 1 to 5.
    pub fn ice() -> impl Iterator<Item = Structure> {
        Colour::ALL.into_iter().flat_map(|colour| {
            (1..=5).map(move |number| Structure {
                colour,
                kind: StructureKind::Ice(number),
            })
        })
    }

    /// Returns the four forts: black, green, red, blue.
    pub fn forts() -> impl Iterator<Item = Structure> {
        Colour::ALL.into_iter().map(|colour| Structure {
            colour,
            kind: StructureKind::Fort,
        })
    }

    /// Returns all 24 in a fixed order, the ice first.
    pub fn all() -> impl Iterator<Item = Structure> {
        Structure::ice().chain(Structure::forts())
    }

    /// Returns whether it is a data fort.
    pub fn is_fort(self) -> bool {
        self.kind == StructureKind::Fort
    }

    /// Returns the number of ice, `None` for a fort.
    pub fn number(self) -> Option<u8> {
        match self.kind {
            StructureKind::Ice(number) => Some(number),
            StructureKind::Fort => None,
        }
    }

    /// Returns the strength that a breaker must exceed: the number of ice, 6 for a fort
    /// (*Making a run*, step 4).
    pub fn strength(self) -> u8 {
        self.number().unwrap_or(6)
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = self.colour.letter().to_ascii_uppercase();
        match self.kind {
            StructureKind::Ice(number) => write!(f, "{colour}{number}"),
            StructureKind::Fort => write!(f, "{colour}F"),
        }
    }
}

impl FromStr for Structure {
    type Err = ParseError;

    /// Reads an upper-case colour and a number or `F`.
    fn from_str(text: &str) -> Result<Structure, ParseError> {
        Structure::all()
            .find(|structure| structure.to_string() == text)
            .ok_or_else(|| ParseError::unreadable(text))
    }
}
