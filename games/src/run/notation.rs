//! The position text, `run MATRIX BREAKERS HAND BANK DAMAGE STACK OPTIONS`.

use std::{fmt, str::FromStr};

use super::{
    breakers,
    matrix::{Matrix, Tile},
    message::Ending,
    options,
    position::{Challenge, Kept, Phase, Position, Question, RunEnd},
    refusal::Refusal,
    setup::Asked,
    stack::Stack,
    structure::Colour,
};
use crate::{fact::Illegal, message::Typed};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let matrix = list(self.matrix.tiles());
        let breakers = list(Colour::ALL.map(|breaker| self.breaker_text(breaker)));
        let Position {
            hand, bank, damage, ..
        } = self;
        let stack = list(self.stack.downwards());
        let options = list(self.options());
        write!(
            f,
            "run {matrix} {breakers} {hand} {bank} {damage} {stack} {options}"
        )
    }
}

/// Returns items separated by commas, or `-` if there are none.
fn list(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() {
        "-".to_owned()
    } else {
        items.join(",")
    }
}

impl fmt::Display for Tile {
    /// Writes `m13=K3-2+`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.space, self.structure)?;
        if self.lowered > 0 {
            write!(f, "-{}", self.lowered)?;
        }
        f.write_str(if self.token { "+" } else { "" })
    }
}

impl Position {
    /// Returns the text of a breaker: `k3@m13^=10^2`.
    fn breaker_text(&self, breaker: Colour) -> String {
        let place = self.place(breaker);
        let place = place.map_or("-".to_owned(), |space| space.to_string());
        let mut text = format!("{}@{place}", self.custom_name(breaker));
        let Kept { strength, bonus } = self.kept(breaker);
        if let Some(strength) = strength {
            text.push_str(&format!("^={strength}"));
        }
        if bonus > 0 {
            text.push_str(&format!("^{bonus}"));
        }
        text
    }

    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        if let Some(target) = self.target {
            options.push(format!("target={target}"));
        }
        match self.phase {
            Phase::Asked(question) | Phase::Over(RunEnd::Jacked(Some(question))) => {
                options.push(question.to_string());
            }
            Phase::Step | Phase::Over(_) => {}
        }
        if let Phase::Over(end) = self.phase {
            options.push(end.ending().name().to_owned());
        }
        options
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Boost(Challenge {
                breaker,
                space,
                strength,
                ..
            }) => write!(f, "ask={breaker}:{space}:{strength}"),
            Question::Reach { within, .. } => write!(f, "reach={within}"),
        }
    }
}

impl FromStr for Position {
    type Err = Illegal;

    /// Reads exactly what `Display` writes, and checks that the position can occur.
    fn from_str(text: &str) -> Result<Position, Illegal> {
        let fields: Vec<&str> = text.split(' ').collect();
        let ["run", matrix, breakers, hand, bank, damage, stack, options] = fields[..] else {
            return Err(unreadable("run", text).into());
        };
        let tiles = list_of("matrix", matrix, tile)?;
        let mut position = Position::new(Stack::default());
        read("breakers", breakers, |text| position.read_breakers(text))?;
        position.hand = read("hand", hand, |hand| hand.parse().ok())?;
        position.bank = read("bank", bank, |bank| bank.parse().ok())?;
        position.damage = read("damage", damage, number)?;
        position.stack = Stack::of(list_of("stack", stack, |part| part.parse().ok())?);
        let (mut asked, mut ending) = (None, None);
        for option in list_of("options", options, option)? {
            match option {
                PositionOption::Target(target) => position.target = Some(target),
                PositionOption::Asked(question) => asked = Some(question),
                PositionOption::Ending(end) => ending = Some(end),
            }
        }
        position.matrix = Matrix::of(tiles).ok_or(Refusal::PositionStructures)?;
        let position = position.checked(asked, ending)?;
        // A text with items out of order or repeated would be written differently.
        if position.to_string() == text {
            Ok(position)
        } else {
            Err(unreadable("order", text).into())
        }
    }
}

/// Reads a part of the text; the error names the part.
fn read<T>(
    part: &'static str,
    text: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Refusal> {
    parse(text).ok_or_else(|| unreadable(part, text))
}

fn unreadable(part: &'static str, text: &str) -> Refusal {
    let text = Typed::shortened(text);
    Refusal::PositionUnreadable { part, text }
}

/// Reads a list; `-` is empty.
fn list_of<T>(
    part: &'static str,
    text: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    let items = text.split(',').filter(|_| text != "-");
    items.map(|item| read(part, item, &parse)).collect()
}

/// Reads a tile: `m13=K3-2+`.
fn tile(text: &str) -> Option<Tile> {
    let (space, rest) = text.split_once('=')?;
    let (structure, token) = match rest.strip_suffix('+') {
        Some(structure) => (structure, true),
        None => (rest, false),
    };
    let (structure, lowered) = match structure.split_once('-') {
        Some((structure, lowered)) => (structure, number(lowered)?),
        None => (structure, 0),
    };
    Some(Tile {
        space: space.parse().ok()?,
        structure: structure.parse().ok()?,
        token,
        lowered,
    })
}

impl Position {
    /// Reads all breakers: `k3@m13,g@-^3,r4@-^=5,b@-`.
    fn read_breakers(&mut self, text: &str) -> Option<()> {
        let mut texts = text.split(',');
        for breaker in Colour::ALL {
            self.read_breaker(breaker, texts.next()?)?;
        }
        texts.next().is_none().then_some(())
    }

    /// Reads a breaker: `k3@m13^=10^2`.
    fn read_breaker(&mut self, breaker: Colour, text: &str) -> Option<()> {
        let (custom, rest) = text.strip_prefix(breaker.letter())?.split_once('@')?;
        let custom = match custom.as_bytes() {
            [] => 0,
            [digit @ b'1'..=b'9'] => digit - b'0',
            _ => return None,
        };
        if custom > 0 {
            breakers::find(breaker, custom)?;
        }
        let mut rest = rest.split('^');
        let place = match rest.next()? {
            "-" => None,
            space => Some(space.parse().ok()?),
        };
        let kept = breaker.of_mut(&mut self.kept);
        for part in rest {
            match part.strip_prefix('=') {
                Some(strength) => kept.strength = Some(number(strength)?),
                None => kept.bonus = number(part)?,
            }
        }
        *breaker.of_mut(&mut self.custom) = custom;
        *breaker.of_mut(&mut self.breakers) = place;
        Some(())
    }
}

/// One of the options of a position.
enum PositionOption {
    Target(u8),
    Asked(Asked),
    Ending(Ending),
}

fn option(text: &str) -> Option<PositionOption> {
    if let Some(ending) = Ending::ALL.into_iter().find(|end| end.name() == text) {
        return Some(PositionOption::Ending(ending));
    }
    match text.split_once('=')? {
        ("target", target) => options::target(target).map(PositionOption::Target),
        ("ask", roll) => asked(roll).map(PositionOption::Asked),
        ("reach", within) => Some(PositionOption::Asked(Asked::Reach(number(within)?))),
        _ => None,
    }
}

/// Reads a pending roll: `k:m14:4`.
fn asked(text: &str) -> Option<Asked> {
    let [breaker, space, strength] = text.split(':').collect::<Vec<_>>()[..] else {
        return None;
    };
    Some(Asked::Roll {
        breaker: Colour::from_letter(breaker.parse().ok()?)?,
        space: space.parse().ok()?,
        strength: number(strength)?,
    })
}

fn number(text: &str) -> Option<u8> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
