//! The actions of the runner and their notation.

use std::{fmt, str::FromStr};

use super::{
    breakers,
    deal::Deal,
    parse_error::ParseError,
    space::{Space, Way},
    structure::Colour,
    tokens::Tokens,
};
use crate::fact::Illegal;

/// An action of the runner.
///
/// ```
/// use games::run::Action;
/// for text in ["k m14", "KM14", " black: m14 ", "k-m14"] {
///     assert_eq!(text.parse::<Action>()?.to_string(), "k m14");
/// }
/// assert_eq!("red north".parse::<Action>()?.to_string(), "r n");
/// assert_eq!("Use green: swap k,r pay k".parse::<Action>()?.to_string(), "use g swap k r pay k");
/// # Ok::<(), games::Illegal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `k m14`, `r n`: a breaker challenges the structure on a space, or installs one there first.
    Step {
        /// The breaker.
        breaker: Colour,
        /// The destination.
        to: Toward,
        /// The alternative strength of a custom breaker, as its word: `g n sum`.
        choice: Option<&'static str>,
    },
    /// `use k swap r`, `use b m16 pay k r`: a custom breaker uses its ability.
    Use {
        /// The breaker.
        breaker: Colour,
        /// The argument.
        what: What,
        /// The named tokens of the price.
        pay: Option<Tokens>,
    },
    /// `boost`: discard just enough tokens to lift the breaker above the structure.
    Boost,
    /// `hold`: keep the tokens and take the damage.
    Hold,
    /// `pass`: challenge none of the structures within reach.
    Pass,
    /// `quit`: give up. Accepted as long as the run is on, but never listed among the legal
    /// actions: giving up belongs to the table, not to the game.
    Quit,
}

impl Action {
    /// Creates a step of a breaker to a space.
    pub(super) fn step_to(breaker: Colour, space: Space) -> Action {
        Action::Step {
            breaker,
            to: Toward::Space(space),
            choice: None,
        }
    }

    /// Returns the argument of an ability.
    pub(super) fn what(&self) -> Option<What> {
        match self {
            Action::Use { what, .. } => Some(*what),
            _ => None,
        }
    }
}

/// The destination of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Toward {
    /// A space by its name.
    Space(Space),
    /// The neighbouring space in a direction; only for breakers inside.
    Way(Way),
}

/// The argument of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// No argument: `use k`.
    Nothing,
    /// A word: `use r weaken`.
    Word(&'static str),
    /// A breaker to swap places with: `use k swap r`.
    Breaker(Colour),
    /// Two breakers that swap places: `use g swap k r`.
    Breakers(Colour, Colour),
    /// A space: `use k m14`.
    Space(Space),
    /// Two spaces: `use b m14 m16`.
    Spaces(Space, Space),
    /// A permutation of breakers: `use g k=r r=k`.
    DealBreakers(Deal<Colour>),
    /// A permutation of structures: `use b m14=m16 m16=m14`.
    DealSpaces(Deal<Space>),
}

impl What {
    /// Returns the argument in canonical order.
    pub(super) fn canonical(self) -> What {
        match self {
            What::Breakers(one, other) => What::Breakers(one.min(other), one.max(other)),
            What::Spaces(one, other) => What::Spaces(one.min(other), one.max(other)),
            What::DealBreakers(deal) => What::DealBreakers(deal.canonical()),
            What::DealSpaces(deal) => What::DealSpaces(deal.canonical()),
            what => what,
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Nothing => Ok(()),
            What::Word(word) => write!(f, " {word}"),
            What::Breaker(other) => write!(f, " swap {other}"),
            What::Breakers(one, other) => write!(f, " swap {one} {other}"),
            What::Space(space) => write!(f, " {space}"),
            What::Spaces(one, other) => write!(f, " {one} {other}"),
            What::DealBreakers(deal) => write!(f, " {deal}"),
            What::DealSpaces(deal) => write!(f, " {deal}"),
        }
    }
}

impl fmt::Display for Toward {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Toward::Space(space) => space.fmt(f),
            Toward::Way(way) => way.fmt(f),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Step {
                breaker,
                to,
                choice,
            } => {
                write!(f, "{breaker} {to}")?;
                choice.map_or(Ok(()), |word| write!(f, " {word}"))
            }
            Action::Use { breaker, what, pay } => {
                write!(f, "use {breaker}{what}")?;
                let Some(tokens) = pay else { return Ok(()) };
                f.write_str(" pay")?;
                tokens.each().try_for_each(|colour| write!(f, " {colour}"))
            }
            Action::Boost => f.write_str("boost"),
            Action::Hold => f.write_str("hold"),
            Action::Pass => f.write_str("pass"),
            Action::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for Action {
    type Err = Illegal;

    /// Reads the canonical form and looser ones: upper case, other or no separators, whole words
    /// for colours and directions.
    fn from_str(text: &str) -> Result<Action, Illegal> {
        let lower = text.trim().to_ascii_lowercase();
        match lower.as_str() {
            "boost" => return Ok(Action::Boost),
            "hold" => return Ok(Action::Hold),
            "pass" => return Ok(Action::Pass),
            "quit" => return Ok(Action::Quit),
            _ => {}
        }
        Ok(match lower.strip_prefix("use") {
            Some(rest) if rest.starts_with(char::is_whitespace) => used(rest, text)?,
            _ => step(&lower, text)?,
        })
    }
}

/// Reads a step: `k m14`, `g n sum`.
fn step(lower: &str, text: &str) -> Result<Action, ParseError> {
    let mut refused = ParseError::unreadable(text);
    let chosen = breakers::choice_words()
        .find_map(|word| Some((lower.strip_suffix(word)?.trim_end_matches(GAPS), word)));
    let (lower, choice) = chosen.map_or((lower, None), |(rest, word)| (rest, Some(word)));
    for (name, breaker) in NAMES {
        let Some(rest) = lower.strip_prefix(name) else {
            continue;
        };
        match toward(rest.trim_start_matches(GAPS), text) {
            Ok(to) => {
                return Ok(Action::Step {
                    breaker,
                    to,
                    choice,
                });
            }
            Err(why @ ParseError::OffTable { .. }) => refused = why,
            Err(_) => {}
        }
    }
    Err(refused)
}

/// Reads the text after `use`: the breaker, the argument and the price.
fn used(rest: &str, text: &str) -> Result<Action, ParseError> {
    let unreadable = || ParseError::unreadable(text);
    let words: Vec<&str> = rest
        .split(|c: char| c.is_whitespace() || ",;:".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let (breaker, words) = words.split_first().ok_or_else(unreadable)?;
    let breaker = colour(breaker).ok_or_else(unreadable)?;
    let before = words.iter().take_while(|word| **word != "pay").count();
    let (words, pay) = words.split_at(before);
    let pay = match pay {
        [_, pay @ ..] => Some(price(pay).ok_or_else(unreadable)?),
        [] => None,
    };
    let what = named(words)?.ok_or_else(unreadable)?;
    Ok(Action::Use { breaker, what, pay })
}

/// Reads the argument of an ability; `None` if it is unreadable.
///
/// # Errors
/// If a space lies off the table.
fn named(words: &[&str]) -> Result<Option<What>, ParseError> {
    let space = |text: &str| match text.parse::<Space>() {
        Ok(space) => Ok(Some(space)),
        Err(why @ ParseError::OffTable { .. }) => Err(why),
        Err(_) => Ok(None),
    };
    let known = |text: &str| breakers::ability_words().find(|word| *word == text);
    Ok(match words {
        [] => Some(What::Nothing),
        ["swap", who @ ..] => match colours(who).as_deref() {
            Some([other]) => Some(What::Breaker(*other)),
            Some([one, other]) => Some(What::Breakers(*one, *other)),
            _ => None,
        },
        [first, ..] if first.contains('=') => {
            let pairs: Option<Vec<(&str, &str)>> =
                words.iter().map(|word| word.split_once('=')).collect();
            let Some(pairs) = pairs else { return Ok(None) };
            let breakers: Option<Vec<_>> = pairs
                .iter()
                .map(|(what, whose)| Some((colour(what)?, colour(whose)?)))
                .collect();
            if let Some(pairs) = breakers {
                return Ok(Deal::of(pairs).map(What::DealBreakers));
            }
            let mut spaces = Vec::new();
            for (from, to) in pairs {
                let (Some(from), Some(to)) = (space(from)?, space(to)?) else {
                    return Ok(None);
                };
                spaces.push((from, to));
            }
            Deal::of(spaces).map(What::DealSpaces)
        }
        [one] => match known(one) {
            Some(word) => Some(What::Word(word)),
            None => space(one)?.map(What::Space),
        },
        [one, other] => match (space(one)?, space(other)?) {
            (Some(one), Some(other)) => Some(What::Spaces(one, other)),
            _ => None,
        },
        _ => None,
    })
}

/// Reads the tokens of a price by their colours, at least one.
fn price(words: &[&str]) -> Option<Tokens> {
    let colours = colours(words)?;
    let mut tokens = Tokens::none();
    for colour in &colours {
        tokens.add(*colour, 1);
    }
    (!colours.is_empty()).then_some(tokens)
}

/// Reads colours as letters, as letters in a row, or as whole words.
fn colours(words: &[&str]) -> Option<Vec<Colour>> {
    let mut colours = Vec::new();
    for word in words {
        match colour(word) {
            Some(colour) => colours.push(colour),
            None => {
                for letter in word.chars() {
                    colours.push(Colour::from_letter(letter)?);
                }
            }
        }
    }
    // No price or swap names more than four.
    (colours.len() <= 4).then_some(colours)
}

/// Reads a colour by its letter or name.
fn colour(text: &str) -> Option<Colour> {
    let named = NAMES.iter().find(|(name, _)| *name == text);
    named.map(|(_, colour)| *colour)
}

/// Names of the breakers. No text can be read with two of them.
const NAMES: [(&str, Colour); 8] = [
    ("black", Colour::Black),
    ("green", Colour::Green),
    ("red", Colour::Red),
    ("blue", Colour::Blue),
    ("k", Colour::Black),
    ("g", Colour::Green),
    ("r", Colour::Red),
    ("b", Colour::Blue),
];

/// Separators between a breaker and its destination.
const GAPS: &[char] = &[' ', '\t', '-', '>', ':', ','];

fn toward(text: &str, whole: &str) -> Result<Toward, ParseError> {
    if let Ok(way) = text.parse() {
        return Ok(Toward::Way(way));
    }
    match text.parse::<Space>() {
        Ok(space) => Ok(Toward::Space(space)),
        Err(why @ ParseError::OffTable { .. }) => Err(why),
        Err(_) => Err(ParseError::unreadable(whole)),
    }
}
