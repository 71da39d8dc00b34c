//! Actions in notation, parsed without a board: the syntax, not yet the meaning.

use std::{fmt, str::FromStr};

use super::{message::Message, piece::PieceKind};
use crate::{
    fact::Illegal,
    hex::Coord,
    notation::{piece_and_point, point},
};

/// One action of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A piece that enters from a dot, or a potential that moves: `Gb2`, `Te1-e4`, `Zc3-f6`.
    Move {
        /// The piece's letter; optional where only one piece is possible.
        kind: Option<PieceKind>,
        /// The dot or spot it starts from; omitted if a piece comes to rest next to a dot.
        from: Option<Coord>,
        /// The spot where the furthest piece ends.
        to: Coord,
    },
    /// The extra move of a TAMSK-potential: `+b2`, `+e1-e4`.
    Extra {
        /// The same as for a move.
        from: Option<Coord>,
        /// The same as for a move.
        to: Coord,
    },
    /// The extra move given up: `+x`.
    GiveUp,
    /// A row dealt with: `xb2,c3,d4*`.
    Row(Vec<TakenRow>),
    /// Rows of GIPF pieces left on the board after the move: `leave`.
    Leave,
    /// The opponent's consent to a jump: `allow`.
    Allow,
    /// The opponent's challenge of a jump: `neutralise`.
    Neutralise,
    /// A contest won by the challenger; the potential leaves the game: `neutralised`.
    Neutralised,
    /// A contest not won by the challenger; the jump happens: `upheld`.
    Upheld,
}

/// A spot cleared in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TakenRow {
    /// The spot.
    pub spot: Coord,
    /// `true` if a stack is taken, written as `*`.
    pub stack: bool,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = match self {
            Action::GiveUp => return f.write_str("+x"),
            Action::Leave => return f.write_str("leave"),
            Action::Allow => return f.write_str("allow"),
            Action::Neutralise => return f.write_str("neutralise"),
            Action::Neutralised => return f.write_str("neutralised"),
            Action::Upheld => return f.write_str("upheld"),
            Action::Row(taken) => {
                f.write_str("x")?;
                for (i, TakenRow { spot, stack }) in taken.iter().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(f, "{comma}{spot}{}", if *stack { "*" } else { "" })?;
                }
                return Ok(());
            }
            Action::Extra { from, to } => {
                f.write_str("+")?;
                (from, to)
            }
            Action::Move { kind, from, to } => {
                if let Some(kind) = kind {
                    write!(f, "{}", kind.letter())?;
                }
                (from, to)
            }
        };
        if let Some(from) = from {
            write!(f, "{from}-")?;
        }
        write!(f, "{to}")
    }
}

impl FromStr for Action {
    type Err = Illegal;

    /// Parses the canonical form and common variations: any case, spaces, no hyphen or another dash, dots as they
    /// are drawn (`.e1`).
    ///
    /// # Errors
    /// `gipf-unreadable` if the text is no action.
    fn from_str(text: &str) -> Result<Action, Illegal> {
        parse(text).ok_or_else(|| Message::Unreadable { text: text.into() }.into())
    }
}

fn parse(text: &str) -> Option<Action> {
    let text = text.trim().to_ascii_lowercase();
    // Dots are drawn with a full stop in front; dashes and arrows are common substitutes for `-`.
    let text = text
        .strip_suffix('.')
        .unwrap_or(&text)
        .replace(['.'], "")
        .replace(['–', '—', '→', '>'], "-")
        .replace(" to ", "-");
    match text.as_str() {
        "leave" => return Some(Action::Leave),
        "allow" => return Some(Action::Allow),
        "neutralise" | "neutralize" => return Some(Action::Neutralise),
        "neutralised" => return Some(Action::Neutralised),
        "upheld" => return Some(Action::Upheld),
        _ => {}
    }
    if let Some(spots) = text.strip_prefix('x') {
        return row(spots).map(Action::Row);
    }
    if let Some(rest) = text.strip_prefix('+') {
        let rest = rest.trim_start();
        if rest == "x" {
            return Some(Action::GiveUp);
        }
        let (kind, from, to) = points(rest)?;
        return matches!(kind, None | Some(PieceKind::Tamsk)).then_some(Action::Extra { from, to });
    }
    let (kind, from, to) = points(&text)?;
    Some(Action::Move { kind, from, to })
}

/// Separators between a letter and a point, and between two points.
const BETWEEN: [char; 2] = [' ', '-'];

/// Parses an optional letter of a piece, then one or two points.
fn points(text: &str) -> Option<(Option<PieceKind>, Option<Coord>, Coord)> {
    let ((letter, first), rest) = piece_and_point(text, &BETWEEN)?;
    let kind = match letter {
        Some(letter) => Some(PieceKind::from_letter(letter)?),
        None => None,
    };
    if rest.is_empty() {
        return Some((kind, None, first));
    }
    let (second, rest) = point(rest.trim_start_matches(BETWEEN))?;
    rest.is_empty().then_some((kind, Some(first), second))
}

fn row(text: &str) -> Option<Vec<TakenRow>> {
    let mut taken = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (spot, after) = point(rest)?;
        let after = after.trim_start();
        let unstarred = after.strip_prefix('*');
        taken.push(TakenRow {
            spot,
            stack: unstarred.is_some(),
        });
        rest = unstarred.unwrap_or(after).trim_start_matches([' ', ',']);
    }
    taken.sort_unstable();
    taken.dedup_by_key(|taken| taken.spot);
    (!taken.is_empty()).then_some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, canonical: &str) {
        let action: Action = input
            .parse()
            .unwrap_or_else(|error| panic!("{input}: {error}"));
        assert_eq!(action.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(action));
    }

    #[test]
    fn every_habit_of_writing_is_read() {
        check("Gb2", "Gb2");
        check("gB2", "Gb2");
        check("g b2", "Gb2");
        check("g a1 b2", "Ga1-b2");
        check("Ga1-b2", "Ga1-b2");
        check("ga1b2", "Ga1-b2");
        check("g-a1-b2", "Ga1-b2");
        check("e1-e4", "e1-e4");
        check("d4", "d4");
        check("dd4", "Dd4");
        check("d d4 e5", "Dd4-e5");
        check("Zc3-f6", "Zc3-f6");
        check("+e1-e4", "+e1-e4");
        check("+ b2", "+b2");
        check("+tb2", "+b2");
        check("G.e1-e4", "Ge1-e4");
        check("G .e1 – e4.", "Ge1-e4");
        check("Ge1 to e4", "Ge1-e4");
        check("Zc3->f6", "Zc3-f6");
        check("+X", "+x");
        check("Leave", "leave");
        check("neutralize", "neutralise");
        check("xb2,c3,d4*", "xb2,c3,d4*");
        check("x d4* b2 c3", "xb2,c3,d4*");
    }

    #[test]
    fn left_overs_are_refused() {
        for bad in [
            "",
            "x",
            "+",
            "hello",
            "b2 c3 d4",
            "Gb2x",
            "+gb2",
            "Kb2",
            "b",
            "é5",
            "b2-",
            "xb2;c3",
            "gb2 thanks",
            "x b2**",
            "1",
            "Gb99999",
            "+x b2",
            "ügb2",
            "g é2",
        ] {
            assert!(bad.parse::<Action>().is_err(), "{bad}");
        }
    }
}
