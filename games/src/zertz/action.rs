//! The action notation of ZÈRTZ, parsed and written without a position.

use std::{fmt, str::FromStr};

use super::{marble::MarbleColour, message::Message};
use crate::{fact::Illegal, hex::Coord, notation::piece_and_point};

/// A whole turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A placement of a marble with the removal of a ring: `Wd4,d1`, `Wd4`, `Bd7,b2 x Wa1Wa2`.
    Place {
        /// The colour of the marble.
        colour: MarbleColour,
        /// The ring on which it is placed.
        at: Coord,
        /// The removed ring, if any.
        off: Option<Coord>,
        /// The claim of rings that this isolates.
        claim: Claim,
    },
    /// A capture by a jumping marble: `x d1Gd3Wd5`.
    Capture {
        /// The ring it starts from.
        from: Coord,
        /// Its jumps, in order; at least one.
        jumps: Vec<Jump>,
    },
}

/// A claim of the full groups of rings that a placement has completed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// No claim written. As typed, it stands for all groups; the canonical form is without a claim only if no group
    /// is complete.
    Unsaid,
    /// A waived claim: `leave`.
    Leave,
    /// The claimed rings with their marbles, in the order of their names.
    Rings(Vec<Claimed>),
}

/// A claimed ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claimed {
    /// The colour of its marble; optional on input.
    pub colour: Option<MarbleColour>,
    /// The ring.
    pub at: Coord,
}

/// A jump over a marble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The colour of the captured marble; optional on input.
    pub over: Option<MarbleColour>,
    /// The ring on which the jump ends.
    pub to: Coord,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Capture { from, jumps } => {
                write!(f, "x {from}")?;
                for Jump { over, to } in jumps {
                    match over {
                        Some(colour) => write!(f, "{}{to}", colour.letter())?,
                        None => write!(f, "-{to}")?,
                    }
                }
                Ok(())
            }
            Action::Place {
                colour,
                at,
                off,
                claim,
            } => {
                write!(f, "{}{at}", colour.letter())?;
                if let Some(off) = off {
                    write!(f, ",{off}")?;
                }
                match claim {
                    Claim::Unsaid => Ok(()),
                    Claim::Leave => f.write_str(" leave"),
                    Claim::Rings(rings) => {
                        f.write_str(" x ")?;
                        rings.iter().try_for_each(|claimed| write!(f, "{claimed}"))
                    }
                }
            }
        }
    }
}

impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(colour) = self.colour {
            write!(f, "{}", colour.letter())?;
        }
        write!(f, "{}", self.at)
    }
}

impl FromStr for Action {
    type Err = Illegal;

    /// Reads the canonical form and looser habits: any case, spaces, other dashes, jumps as
    /// `d1-d3-d5`.
    ///
    /// # Errors
    /// `zertz-unreadable` if the text is no action.
    fn from_str(text: &str) -> Result<Action, Illegal> {
        parse(text).ok_or_else(|| Message::Unreadable { text: text.into() }.into())
    }
}

/// Separators between two ring names.
const BETWEEN: [char; 3] = [' ', ',', '-'];

fn parse(text: &str) -> Option<Action> {
    let text = text.trim().to_ascii_lowercase();
    let text = text
        .strip_suffix('.')
        .unwrap_or(&text)
        .replace(['–', '—', '→', '>'], "-")
        .replace(" to ", "-");
    if let Some(jumps) = text.strip_prefix('x') {
        return capture(jumps.trim_start_matches([':', ' ']));
    }
    // A letter before another letter is a colour, one before a digit is a column.
    let (first, rest) = item(&text)?;
    match first {
        (None, _) => capture(&text),
        (Some(colour), at) => {
            let rest = rest.trim_start_matches(BETWEEN);
            let (off, rest) = match item(rest) {
                Some(((None, off), rest)) => (Some(off), rest.trim_start_matches(BETWEEN)),
                _ => (None, rest),
            };
            let claim = claim(rest)?;
            Some(Action::Place {
                colour,
                at,
                off,
                claim,
            })
        }
    }
}

fn capture(text: &str) -> Option<Action> {
    let ((None, from), mut rest) = item(text)? else {
        return None;
    };
    let mut jumps = Vec::new();
    while !rest.is_empty() {
        let ((over, to), after) = item(rest.trim_start_matches(BETWEEN))?;
        jumps.push(Jump { over, to });
        rest = after;
    }
    (!jumps.is_empty()).then_some(Action::Capture { from, jumps })
}

fn claim(text: &str) -> Option<Claim> {
    if text.is_empty() {
        return Some(Claim::Unsaid);
    }
    if text == "leave" {
        return Some(Claim::Leave);
    }
    let mut rest = text.strip_prefix('x')?.trim_start_matches(BETWEEN);
    let mut rings = Vec::new();
    while !rest.is_empty() {
        let ((colour, at), after) = item(rest)?;
        rings.push(Claimed { colour, at });
        rest = after.trim_start_matches(BETWEEN);
    }
    rings.sort_unstable_by_key(|claimed| claimed.at);
    rings.dedup_by_key(|claimed| claimed.at);
    (!rings.is_empty()).then_some(Claim::Rings(rings))
}

/// Parses a ring name with an optional colour before it; returns it with the remaining text.
fn item(text: &str) -> Option<((Option<MarbleColour>, Coord), &str)> {
    let ((letter, at), rest) = piece_and_point(text, &BETWEEN)?;
    let colour = match letter {
        Some(letter) => Some(MarbleColour::from_letter(letter)?),
        None => None,
    };
    Some(((colour, at), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, written: &str) {
        let action: Action = input
            .parse()
            .unwrap_or_else(|error| panic!("{input}: {error}"));
        assert_eq!(action.to_string(), written);
        assert_eq!(written.parse(), Ok(action));
    }

    #[test]
    fn every_habit_of_writing_is_read() {
        check("Wd4,d1", "Wd4,d1");
        check("w d4 d1", "Wd4,d1");
        check("wd4d1", "Wd4,d1");
        check("W-d4 - d1.", "Wd4,d1");
        check("Wd4", "Wd4");
        check("bb2,b1", "Bb2,b1");
        check("g g1", "Gg1");
        check("Bd7,b2 x Wa1Wa2", "Bd7,b2 x Wa1Wa2");
        check("bd7 b2 x a2 a1", "Bd7,b2 x a1a2");
        check("Bd7,b2 x wa2,wa1", "Bd7,b2 x Wa1Wa2");
        check("Bd7 leave", "Bd7 leave");
        check("Bd7,b2 LEAVE", "Bd7,b2 leave");
        check("x d1Gd3Wd5", "x d1Gd3Wd5");
        check("xd1gd3wd5", "x d1Gd3Wd5");
        check("d1-d3-d5", "x d1-d3-d5");
        check("d1 d3", "x d1-d3");
        check("x d1 to d3", "x d1-d3");
        check("b2d4", "x b2-d4");
        check("b2 g b4", "x b2Gb4");
    }

    #[test]
    fn left_overs_are_refused() {
        for bad in [
            "",
            "x",
            "d4",
            "w",
            "hello",
            "wd4 d1 d2",
            "yd4",
            "wd4 x",
            "wd4 leave it",
            "x wd1-d3",
            "d1-d3 thanks",
            "wd999",
            "é4",
            "wé4",
            "x d1gd3w",
            "d1--",
            "wd4,d1;d2",
        ] {
            assert!(
                bad.parse::<Action>().is_err(),
                "{bad}: {:?}",
                bad.parse::<Action>()
            );
        }
    }
}
