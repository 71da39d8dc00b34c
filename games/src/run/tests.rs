//! Shared test helpers: building a table, drawing it, and checking the facts of a step.

mod black;
mod blue;
mod custom_text;
mod ends;
mod example;
mod green;
mod many;
mod moves;
mod odds;
mod player;
mod random;
mod red;
mod rules;
mod text;

use super::*;
use crate::{game::Step, seat::Seat};

/// A table builder: the matrix as in a position text, and the differences from the start.
#[derive(Clone, Copy, Default)]
struct Table {
    matrix: &'static str,
    breakers: &'static str,
    hand: &'static str,
    damage: u8,
    /// The top of the stack; the rest of the structures follow, the forts last.
    top: &'static str,
    /// Number of structures moved from the stack to far spaces of the table.
    gone: usize,
    options: &'static str,
}

impl Table {
    /// Builds the position, with stack and bank completed from the remaining pieces.
    fn set(self) -> Position {
        self.text()
            .parse()
            .unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }

    fn text(self) -> String {
        let tiles: Vec<&str> = self.matrix.split(',').filter(|t| !t.is_empty()).collect();
        let top: Vec<&str> = self.top.split(',').filter(|t| !t.is_empty()).collect();
        let lies = |name: &str| {
            let on = |tile: &&str| {
                tile.split_once('=')
                    .is_some_and(|(_, t)| t.starts_with(name))
            };
            tiles.iter().any(on) || top.contains(&name)
        };
        let rest: Vec<String> = Structure::all()
            .map(|s| s.to_string())
            .filter(|s| !lies(s))
            .collect();
        let (gone, rest) = rest.split_at(self.gone);
        // From the far corner y25 downwards, every other space.
        let far = (0..).map(|i| format!("y{}", 25 - 2 * i));
        let far: Vec<String> = far
            .zip(gone)
            .map(|(space, s)| format!("{space}={s}"))
            .collect();
        let matrix: Vec<&str> = tiles
            .iter()
            .copied()
            .chain(far.iter().rev().map(String::as_str))
            .collect();
        let stack: Vec<&str> = top
            .iter()
            .copied()
            .chain(rest.iter().map(String::as_str))
            .collect();
        let or_none = |text: String| {
            if text.is_empty() {
                "-".to_owned()
            } else {
                text
            }
        };
        let hand = or_none(self.hand.to_owned());
        let mut bank = PowerUps::all();
        let held: PowerUps = hand.parse().unwrap();
        for colour in Colour::ALL {
            let upper = colour.letter().to_ascii_uppercase();
            let lying = tiles
                .iter()
                .filter(|t| t.ends_with('+') && t.contains(upper))
                .count();
            assert!(bank.take(colour, held.of(colour) + lying as u8));
        }
        let breakers = if self.breakers.is_empty() {
            "k@-,g@-,r@-,b@-"
        } else {
            self.breakers
        };
        format!(
            "run {} {breakers} {hand} {bank} {} {} {}",
            or_none(matrix.join(",")),
            self.damage,
            or_none(stack.join(",")),
            or_none(self.options.to_owned()),
        )
    }
}

/// Plays an action with the given dice, all of which must be rolled.
fn play(position: &Position, action: &str, dice: &[u8]) -> Step<Position> {
    let action: Action = action.parse().unwrap();
    let mut dice = Dice::given(dice.iter().copied());
    let step = position.play(&action, &mut dice).unwrap();
    assert_eq!(
        dice.roll().unwrap_err().code(),
        "common-no-die",
        "a die was left over"
    );
    step
}

/// Asserts that an action is refused with this fact, before any die is rolled.
fn refused(position: &Position, action: &str, why: &str) {
    let mut dice = Dice::given([3]);
    let played = action
        .parse()
        .and_then(|action| position.play(&action, &mut dice));
    assert_eq!(played.unwrap_err().to_string(), why, "{action}");
    assert_eq!(dice.roll(), Ok(3), "{action}");
}

/// Returns the breakers with the effects they keep, as in the position text.
fn breakers(position: &Position) -> String {
    let text = position.to_string();
    text.split(' ').nth(2).unwrap().to_owned()
}

/// Asserts that one of the facts of a step has all these fields, after a code if there is one.
fn measured(step: &Step<Position>, expected: &str) {
    let is_told = step.facts.iter().any(|fact| tells(fact, expected));
    assert!(is_told, "{}", told(step));
}

/// Returns whether a fact has all these fields, after a code if there is one.
fn tells(fact: &Fact, expected: &str) -> bool {
    let (code, fields) = match expected.split_once(' ') {
        Some((code, fields)) if !code.contains('=') => (code, fields),
        _ => ("", expected),
    };
    // A value may contain spaces, as in `dice=1 4 base=6`.
    let mut wanted: Vec<String> = Vec::new();
    for word in fields.split_whitespace() {
        match wanted.last_mut() {
            Some(last) if !word.contains('=') => *last += &format!(" {word}"),
            _ => wanted.push(word.to_owned()),
        }
    }
    let has = |field: &String| {
        let mut args = fact.args.iter();
        args.any(|(name, value)| *field == format!("{name}={value}"))
    };
    assert!(!wanted.is_empty(), "{expected}");
    (code.is_empty() || fact.code == code) && wanted.iter().all(has)
}

/// Returns the facts of a step, one per line.
fn told(step: &Step<Position>) -> String {
    step.facts
        .iter()
        .map(Fact::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Draws the matrix: north is up, a dot is an empty space, a structure is followed by the breaker
/// on it or by the `+` of its token. Outer rows and columns without structures are left out.
fn draw(position: &Position) -> String {
    let tiles = position.matrix.tiles();
    let (columns, rows): (Vec<u8>, Vec<u8>) = tiles
        .iter()
        .map(|tile| (tile.space.column(), tile.space.row()))
        .unzip();
    let span = |all: &[u8]| all.iter().min().copied().unwrap()..=all.iter().max().copied().unwrap();
    let mut picture = String::new();
    for row in span(&rows).rev() {
        let mut line = String::new();
        for column in span(&columns) {
            let here = |tile: &&Tile| (tile.space.column(), tile.space.row()) == (column, row);
            line += &match tiles.iter().find(here) {
                None => ".    ".to_owned(),
                Some(tile) => {
                    let breaker = position.breaker_on(tile.space).map(Colour::letter);
                    let on = breaker.or(tile.token.then_some('+')).unwrap_or(' ');
                    format!("{}{on}  ", tile.structure)
                }
            };
        }
        picture += line.trim_end();
        picture.push('\n');
    }
    picture
}

/// Compares a table with a picture that is indented in the source.
fn looks(position: &Position, picture: &str) {
    let expected: Vec<&str> = picture
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(draw(position).trim_end(), expected.join("\n"));
}
