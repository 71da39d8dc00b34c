//! Marbles: their three colours, and counts of them.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::notation::{read_counts, write_counts};

/// Upper bound of the marbles of a colour in a text.
const MAX_COUNT: u8 = 99;

/// The colour of a marble. Marbles on the board and in the pool belong to both players (D).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MarbleColour {
    /// White, the rarest.
    White,
    /// Grey.
    Grey,
    /// Black, the most common.
    Black,
}

impl MarbleColour {
    /// All three, the rarest first.
    pub const ALL: [MarbleColour; 3] =
        [MarbleColour::White, MarbleColour::Grey, MarbleColour::Black];

    /// Returns its letter in notation, upper case.
    pub fn letter(self) -> char {
        match self {
            MarbleColour::White => 'W',
            MarbleColour::Grey => 'G',
            MarbleColour::Black => 'B',
        }
    }

    /// Returns the element of this colour from an array in the order of the colours.
    #[inline]
    pub fn of<T>(self, [white, grey, black]: &[T; 3]) -> &T {
        match self {
            MarbleColour::White => white,
            MarbleColour::Grey => grey,
            MarbleColour::Black => black,
        }
    }

    /// Returns the element of this colour, mutable.
    #[inline]
    pub fn of_mut<T>(self, [white, grey, black]: &mut [T; 3]) -> &mut T {
        match self {
            MarbleColour::White => white,
            MarbleColour::Grey => grey,
            MarbleColour::Black => black,
        }
    }

    /// Returns the colour with this letter, in any case.
    pub fn from_letter(letter: char) -> Option<MarbleColour> {
        let letter = letter.to_ascii_uppercase();
        MarbleColour::ALL
            .into_iter()
            .find(|colour| colour.letter() == letter)
    }
}

/// Serialised as its letter.
impl Serialize for MarbleColour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// Counts of white, grey and black marbles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marbles(pub [u8; 3]);

impl Marbles {
    /// Returns the number of marbles of a colour.
    pub fn count(self, colour: MarbleColour) -> u8 {
        *colour.of(&self.0)
    }

    /// Returns whether there are no marbles.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }

    /// Adds one marble.
    pub fn add(&mut self, colour: MarbleColour) {
        let count = colour.of_mut(&mut self.0);
        *count = count.saturating_add(1);
    }

    /// Removes one marble; returns `false` if there was none.
    pub fn take(&mut self, colour: MarbleColour) -> bool {
        let count = colour.of_mut(&mut self.0);
        let taken = count.checked_sub(1);
        *count = taken.unwrap_or(0);
        taken.is_some()
    }

    /// Iterates over the colours with at least one marble.
    pub fn colours(self) -> impl Iterator<Item = MarbleColour> {
        MarbleColour::ALL
            .into_iter()
            .filter(move |colour| self.count(*colour) > 0)
    }

    /// Returns whether all of `others` are included.
    pub fn contains(self, others: Marbles) -> bool {
        MarbleColour::ALL
            .into_iter()
            .all(|colour| self.count(colour) >= others.count(colour))
    }

    /// Reads `w5g7b9`: the colours in this order, without those of count 0; `-` is none.
    pub(super) fn from_text(text: &str) -> Option<Marbles> {
        let letters = MarbleColour::ALL.map(|colour| colour.letter().to_ascii_lowercase());
        read_counts(text, letters, MAX_COUNT).map(Marbles)
    }
}

/// Serialised as players see them, `5W 7G 9B`.
impl Serialize for Marbles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = self.colours().map(|colour| {
            let count = self.count(colour);
            format!("{count}{}", colour.letter())
        });
        serializer.collect_seq(counts)
    }
}

impl fmt::Display for Marbles {
    /// Writes `w5g7b9`, or `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count =
            |colour: MarbleColour| (colour.letter().to_ascii_lowercase(), self.count(colour));
        write_counts(f, MarbleColour::ALL.map(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        for text in ["-", "w5g7b9", "g2", "w1b10"] {
            let marbles = Marbles::from_text(text).unwrap();
            assert_eq!(marbles.to_string(), text);
        }
        for bad in [
            "", "w", "w0", "b1w1", "w1w1", "w01", "w100", "W1", "x1", "-w1", "w256",
        ] {
            assert_eq!(Marbles::from_text(bad), None, "{bad}");
        }
    }
}
