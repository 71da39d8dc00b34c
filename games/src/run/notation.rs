//! The position text, `run MATRIX BREAKERS HAND BANK DAMAGE STACK OPTIONS`.

use std::{fmt, str::FromStr};

use super::{
    matrix::Tile,
    position::{Challenge, End, Phase, Position},
    refusals,
    setup::{Ending, Roll, Setup},
    space::Space,
    structure::Colour,
};
use crate::game::Illegal;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("run ")?;
        list(f, self.matrix.tiles(), |f, tile| {
            let token = if tile.token { "+" } else { "" };
            write!(f, "{}={}{token}", tile.space, tile.structure)
        })?;
        f.write_str(" ")?;
        list(f, Colour::ALL, |f, breaker| match self.place(breaker) {
            Some(space) => write!(f, "{breaker}@{space}"),
            None => write!(f, "{breaker}@-"),
        })?;
        write!(f, " {} {} {} ", self.hand, self.bank, self.damage)?;
        list(f, self.stack.downwards(), |f, structure| {
            write!(f, "{structure}")
        })?;
        f.write_str(" ")?;
        list(f, self.options(), |f, option| f.write_str(&option))
    }
}

impl Position {
    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        if let Some(target) = self.target {
            options.push(format!("target={target}"));
        }
        if let Phase::Asked(challenge) | Phase::Over(End::Jacked(Some(challenge))) = self.phase {
            let Challenge {
                breaker,
                space,
                strength,
                ..
            } = challenge;
            options.push(format!("ask={breaker}:{space}:{strength}"));
        }
        if let Phase::Over(end) = self.phase {
            options.push(end.name().to_owned());
        }
        options
    }
}

/// Writes things with commas between them, or `-` when there are none.
fn list<T>(
    f: &mut fmt::Formatter<'_>,
    things: impl IntoIterator<Item = T>,
    write: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    let mut empty = true;
    for thing in things {
        if !empty {
            f.write_str(",")?;
        }
        empty = false;
        write(f, thing)?;
    }
    if empty { f.write_str("-") } else { Ok(()) }
}

impl FromStr for Position {
    type Err = Illegal;

    /// Reads exactly what `Display` writes, and checks that the game can come to it. What only
    /// custom breakers bring about is refused as `custom-breakers`.
    fn from_str(text: &str) -> Result<Position, Illegal> {
        let fields: Vec<&str> = text.split(' ').collect();
        let ["run", matrix, breakers, hand, bank, damage, stack, options] = fields[..] else {
            return Err(refusals::position_unreadable("run", text));
        };
        let mut setup = Setup {
            matrix: parts(matrix)
                .map(|part| read("matrix", part, tile))
                .collect::<Result<_, _>>()?,
            breakers: read("breakers", breakers, places)?,
            hand: read("hand", hand, |hand| hand.parse().ok())?,
            bank: read("bank", bank, |bank| bank.parse().ok())?,
            damage: read("damage", damage, number)?,
            stack: parts(stack)
                .map(|part| read("stack", part, |part| part.parse().ok()))
                .collect::<Result<_, _>>()?,
            target: None,
            roll: None,
            ending: None,
        };
        for part in parts(options) {
            read("options", part, |part| option(&mut setup, part))?;
        }
        let position = setup.check()?;
        // Whatever is out of order, or said twice, would have been written differently.
        if position.to_string() == text {
            Ok(position)
        } else {
            Err(refusals::position_unreadable("order", text))
        }
    }
}

/// Reads a part of the text and says which part it was when it cannot be read.
fn read<T>(
    part: &'static str,
    text: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Illegal> {
    match parse(text) {
        Some(value) => Ok(value),
        None if is_custom(part, text) => Err(refusals::custom_breakers(text)),
        None => Err(refusals::position_unreadable(part, text)),
    }
}

/// Whether an unreadable part looks like the work of a custom breaker: its number, what it keeps,
/// how far it reaches, or a structure that it has lowered.
fn is_custom(part: &str, text: &str) -> bool {
    let numbered = |breaker: &str| {
        let number = breaker.as_bytes().get(1);
        number.is_some_and(u8::is_ascii_digit) || breaker.contains('^')
    };
    match part {
        "matrix" => text.contains('-'),
        "breakers" => text.split(',').any(numbered),
        "options" => text.starts_with("reach="),
        _ => false,
    }
}

/// The parts of a list; `-` has none.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| text != "-")
}

/// `m13=K3+`
fn tile(text: &str) -> Option<Tile> {
    let (space, rest) = text.split_once('=')?;
    let (structure, token) = match rest.strip_suffix('+') {
        Some(structure) => (structure, true),
        None => (rest, false),
    };
    Some(Tile {
        space: space.parse().ok()?,
        structure: structure.parse().ok()?,
        token,
    })
}

/// `k@m13,g@-,r@-,b@-`
fn places(text: &str) -> Option<[Option<Space>; 4]> {
    let mut places = [None; 4];
    let mut rest = text.split(',');
    for colour in Colour::ALL {
        let place = rest.next()?.strip_prefix(colour.letter())?;
        places[colour.index()] = match place.strip_prefix('@')? {
            "-" => None,
            space => Some(space.parse().ok()?),
        };
    }
    rest.next().is_none().then_some(places)
}

fn option(setup: &mut Setup, text: &str) -> Option<()> {
    match text {
        "won" => setup.ending = Some(Ending::Won),
        "dead" => setup.ending = Some(Ending::Dead),
        "lost" => setup.ending = Some(Ending::Lost),
        "jacked" => setup.ending = Some(Ending::Jacked),
        _ => match text.split_once('=')? {
            ("target", target) => setup.target = Some(super::target(target)?),
            ("ask", roll) => setup.roll = Some(asked(roll)?),
            _ => return None,
        },
    }
    Some(())
}

/// `k:m14:4`
fn asked(text: &str) -> Option<Roll> {
    let mut rest = text.split(':');
    let (breaker, space, strength) = (rest.next()?, rest.next()?, rest.next()?);
    let mut letters = breaker.chars();
    let breaker = Colour::from_letter(letters.next()?)?;
    let only = letters.next().is_none() && rest.next().is_none();
    only.then_some(Roll {
        breaker,
        space: space.parse().ok()?,
        strength: number(strength)?,
    })
}

fn number(text: &str) -> Option<u8> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
