//! What the runner can do, and how it is written.

use std::{fmt, str::FromStr};

use super::{
    breakers,
    deal::Deal,
    refusal::Refusal,
    space::{Space, Way},
    structure::Colour,
    tokens::Tokens,
};
use crate::fact::Illegal;

/// One action of the runner.
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
    /// `k m14`, `r n`: a breaker challenges what lies on a space or is installed there.
    Step {
        /// Which breaker.
        breaker: Colour,
        /// Where to.
        to: Toward,
        /// The strength chosen for it, as a word of a custom breaker: `g n sum`.
        choice: Option<&'static str>,
    },
    /// `use k swap r`, `use b m16 pay k r`: a custom breaker uses its ability.
    Use {
        /// Which breaker.
        breaker: Colour,
        /// What is named with it.
        what: What,
        /// The tokens that are named as its price.
        pay: Option<Tokens>,
    },
    /// `boost`: discard just as many tokens as lift the breaker above the structure.
    Boost,
    /// `hold`: keep the tokens and take the damage.
    Hold,
    /// `pass`: challenge nothing of what a breaker could reach.
    Pass,
    /// `quit`: give up. Accepted as long as the run is on, but never listed among the legal
    /// actions: it belongs to the table, not to the game.
    Quit,
}

impl Action {
    /// What is named when an ability is used.
    pub(super) fn what(&self) -> Option<What> {
        match self {
            Action::Use { what, .. } => Some(*what),
            _ => None,
        }
    }
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Toward {
    /// To a space by its name.
    Space(Space),
    /// To the neighbour that way; only from inside.
    Way(Way),
}

/// What is named when an ability is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// Nothing: `use k`.
    Nothing,
    /// A word: `use r weaken`.
    Word(&'static str),
    /// The breaker to change places with: `use k swap r`.
    Breaker(Colour),
    /// Two breakers that change places: `use g swap k r`.
    Breakers(Colour, Colour),
    /// A space: `use k m14`.
    Space(Space),
    /// Two spaces: `use b m14 m16`.
    Spaces(Space, Space),
    /// Breakers dealt over the places of breakers: `use g k=r r=k`.
    DealBreakers(Deal<Colour>),
    /// Structures dealt over their spaces: `use b m14=m16 m16=m14`.
    DealSpaces(Deal<Space>),
}

impl What {
    /// The same in the order in which it is written.
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

    /// Reads the canonical form and looser ones: upper case, no gap or another one, the whole
    /// word for a colour or a direction.
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

/// `k m14`, `g n sum`
fn step(lower: &str, text: &str) -> Result<Action, Refusal> {
    let mut refused = Refusal::unreadable(text);
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
            Err(why @ Refusal::OffTable { .. }) => refused = why,
            Err(_) => {}
        }
    }
    Err(refused)
}

/// What stands behind `use`: the breaker, what is named, and the price.
fn used(rest: &str, text: &str) -> Result<Action, Refusal> {
    let unreadable = || Refusal::unreadable(text);
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

/// What is named with an ability; nothing when it cannot be read, an error for a space beyond the
/// end of the table.
fn named(words: &[&str]) -> Result<Option<What>, Refusal> {
    let space = |text: &str| match text.parse::<Space>() {
        Ok(space) => Ok(Some(space)),
        Err(why @ Refusal::OffTable { .. }) => Err(why),
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

/// Tokens by their colours, at least one.
fn price(words: &[&str]) -> Option<Tokens> {
    let colours = colours(words)?;
    let mut tokens = Tokens::none();
    for colour in &colours {
        tokens.add(*colour, 1);
    }
    (!colours.is_empty()).then_some(tokens)
}

/// Colours as letters, as letters in a row, or as whole words.
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
    // No price and no exchange names more.
    (colours.len() <= 4).then_some(colours)
}

/// A colour by its letter or its name.
fn colour(text: &str) -> Option<Colour> {
    let named = NAMES.iter().find(|(name, _)| *name == text);
    named.map(|(_, colour)| *colour)
}

/// How a breaker may be called. No text can be read with two of these names.
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

/// What may stand between a breaker and its way.
const GAPS: &[char] = &[' ', '\t', '-', '>', ':', ','];

fn toward(text: &str, whole: &str) -> Result<Toward, Refusal> {
    if let Ok(way) = text.parse() {
        return Ok(Toward::Way(way));
    }
    match text.parse::<Space>() {
        Ok(space) => Ok(Toward::Space(space)),
        Err(why @ Refusal::OffTable { .. }) => Err(why),
        Err(_) => Err(Refusal::unreadable(whole)),
    }
}
