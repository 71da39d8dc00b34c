//! Power-up tokens: five of each colour, in the bank, on structures or in the runner's hand.

use std::{fmt, str::FromStr};

use serde::Serialize;

use super::{parse_error::ParseError, structure::Colour};

/// A set of tokens by colour, written `k1r2`, or `-` if empty; in messages a list of `k1` and `r2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "Vec<String>")]
pub struct PowerUps([u8; 4]);

impl PowerUps {
    /// Number of tokens of each colour in the game.
    pub const PER_COLOUR: u8 = 5;

    /// Returns no tokens.
    pub fn empty() -> PowerUps {
        PowerUps::default()
    }

    /// Returns all tokens of the game.
    pub fn all() -> PowerUps {
        PowerUps([PowerUps::PER_COLOUR; 4])
    }

    /// Returns tokens from counts by colour; repeated colours add up.
    pub fn from_counts(parts: &[(Colour, u8)]) -> PowerUps {
        let mut tokens = PowerUps::empty();
        for (colour, count) in parts {
            tokens.add(*colour, *count);
        }
        tokens
    }

    /// Iterates over the single tokens by colour, in order.
    pub fn iter(&self) -> impl Iterator<Item = Colour> {
        self.counts()
            .flat_map(|(colour, count)| (0..count).map(move |_| colour))
    }

    /// Returns the number of tokens.
    pub fn count(&self) -> u8 {
        self.0
            .iter()
            .fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns whether all of these tokens are included.
    pub fn has(&self, tokens: &PowerUps) -> bool {
        self.0
            .iter()
            .zip(tokens.0)
            .all(|(have, need)| *have >= need)
    }

    /// Returns the number of tokens of a colour.
    pub fn of(&self, colour: Colour) -> u8 {
        *colour.of(&self.0)
    }

    /// Returns the single tokens as a price is written: `k r`.
    pub(super) fn as_price(&self) -> String {
        let colours: Vec<String> = self.iter().map(|colour| colour.to_string()).collect();
        colours.join(" ")
    }

    /// Adds tokens of a colour.
    pub(super) fn add(&mut self, colour: Colour, count: u8) {
        *colour.of_mut(&mut self.0) = self.of(colour).saturating_add(count);
    }

    /// Removes tokens of a colour; removes none and returns `false` if there are too few.
    pub(super) fn take(&mut self, colour: Colour, count: u8) -> bool {
        match self.of(colour).checked_sub(count) {
            Some(left) => {
                *colour.of_mut(&mut self.0) = left;
                true
            }
            None => false,
        }
    }

    /// Moves tokens to another set, except colours of which there are too few.
    pub(super) fn give(&mut self, tokens: PowerUps, to: &mut PowerUps) {
        for (colour, count) in tokens.counts() {
            if self.take(colour, count) {
                to.add(colour, count);
            }
        }
    }

    /// Iterates over the colours present with their counts, in order.
    pub(super) fn counts(&self) -> impl Iterator<Item = (Colour, u8)> {
        Colour::ALL
            .into_iter()
            .map(|colour| (colour, self.of(colour)))
            .filter(|(_, count)| *count > 0)
    }
}

impl From<PowerUps> for Vec<String> {
    fn from(tokens: PowerUps) -> Vec<String> {
        let counted = tokens.counts();
        counted
            .map(|(colour, count)| format!("{colour}{count}"))
            .collect()
    }
}

impl fmt::Display for PowerUps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == PowerUps::empty() {
            return f.write_str("-");
        }
        for (colour, count) in self.counts() {
            write!(f, "{colour}{count}")?;
        }
        Ok(())
    }
}

impl FromStr for PowerUps {
    type Err = ParseError;

    /// Reads exactly what `Display` writes.
    fn from_str(text: &str) -> Result<PowerUps, ParseError> {
        let mut tokens = PowerUps::empty();
        if text != "-" {
            let mut rest = text.chars();
            while let (Some(letter), Some(count)) = (rest.next(), rest.next()) {
                let colour = Colour::from_letter(letter);
                let count = count
                    .to_digit(10)
                    .and_then(|count| u8::try_from(count).ok());
                let (Some(colour), Some(count @ 1..=PowerUps::PER_COLOUR)) = (colour, count) else {
                    return Err(ParseError::unreadable(text));
                };
                *colour.of_mut(&mut tokens.0) = count;
            }
        }
        // Items that are left over, repeated or out of order would be written differently.
        if tokens.to_string() == text {
            Ok(tokens)
        } else {
            Err(ParseError::unreadable(text))
        }
    }
}
