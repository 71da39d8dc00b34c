//! Parsing of actions.

use std::str::FromStr;

use super::{
    action::{Action, Toward, What},
    breakers,
    deal::Deal,
    parse_error::ParseError,
    power_ups::PowerUps,
    space::Space,
    structure::Colour,
};
use crate::fact::Illegal;

impl FromStr for Action {
    type Err = Illegal;

    /// Reads the canonical form and looser ones: upper case, other or no separators, whole words
    /// for colours and directions.
    fn from_str(text: &str) -> Result<Action, Illegal> {
        let lower = text.trim().to_ascii_lowercase();
        // Keyboards of phones add a full stop. Giving up is asked about, as a command, and is no action then.
        let whole = lower.as_str();
        let lower = whole.strip_suffix('.').unwrap_or(whole);
        match lower {
            "boost" => return Ok(Action::Boost),
            "hold" => return Ok(Action::Hold),
            "pass" => return Ok(Action::Pass),
            "quit" if whole == lower => return Ok(Action::Quit),
            _ => {}
        }
        Ok(match lower.strip_prefix("use") {
            Some(rest) if rest.starts_with(char::is_whitespace) => used(rest, text)?,
            _ => step(lower, text)?,
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
        match toward(rest.trim_start_matches(GAPS)) {
            Ok(Some(to)) => {
                return Ok(Action::Step {
                    breaker,
                    to,
                    choice,
                });
            }
            Ok(None) => {}
            Err(why) => refused = why,
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
fn price(words: &[&str]) -> Option<PowerUps> {
    let colours = colours(words)?.into_iter();
    let tokens: Vec<(Colour, u8)> = colours.map(|colour| (colour, 1)).collect();
    (!tokens.is_empty()).then(|| PowerUps::from_counts(&tokens))
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

/// Reads the destination of a step; `None` if it is unreadable.
///
/// # Errors
/// If the space lies off the table.
fn toward(text: &str) -> Result<Option<Toward>, ParseError> {
    match text.parse() {
        Ok(way) => Ok(Some(Toward::Way(way))),
        Err(_) => Ok(space(text)?.map(Toward::Space)),
    }
}

/// Reads a space; `None` if it is unreadable.
///
/// # Errors
/// If it lies off the table.
fn space(text: &str) -> Result<Option<Space>, ParseError> {
    match text.parse() {
        Ok(space) => Ok(Some(space)),
        Err(why @ ParseError::OffTable { .. }) => Err(why),
        Err(ParseError::Unreadable { .. }) => Ok(None),
    }
}
