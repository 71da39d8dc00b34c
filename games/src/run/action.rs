//! What the runner can do, and how it is written.

use std::{fmt, str::FromStr};

use super::{
    refusals,
    space::{Space, Way},
    structure::Colour,
};
use crate::game::Illegal;

/// One action of the runner.
///
/// ```
/// use games::run::Action;
/// for text in ["k m14", "KM14", " black: m14 ", "k-m14"] {
///     assert_eq!(text.parse::<Action>()?.to_string(), "k m14");
/// }
/// assert_eq!("red north".parse::<Action>()?.to_string(), "r n");
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
    },
    /// `boost`: discard just as many tokens as lift the breaker above the structure.
    Boost,
    /// `hold`: keep the tokens and take the damage.
    Hold,
    /// `quit`: give up. Accepted as long as the run is on, but never listed among the legal
    /// actions: it belongs to the table, not to the game.
    Quit,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Toward {
    /// To a space by its name.
    Space(Space),
    /// To the neighbour that way; only from inside.
    Way(Way),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Step {
                breaker,
                to: Toward::Space(space),
            } => write!(f, "{breaker} {space}"),
            Action::Step {
                breaker,
                to: Toward::Way(way),
            } => write!(f, "{breaker} {way}"),
            Action::Boost => f.write_str("boost"),
            Action::Hold => f.write_str("hold"),
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
            "quit" => return Ok(Action::Quit),
            "pass" => return Err(refusals::custom_breakers(text)),
            _ => {}
        }
        if lower.split_whitespace().next() == Some("use") {
            return Err(refusals::custom_breakers(text));
        }
        let mut refused = refusals::unreadable(text);
        for (name, breaker) in NAMES {
            let Some(rest) = lower.strip_prefix(name) else {
                continue;
            };
            match toward(rest.trim_start_matches(GAPS), text) {
                Ok(to) => return Ok(Action::Step { breaker, to }),
                Err(why) if why.code() == "run-off-table" => refused = why,
                Err(_) => {}
            }
        }
        Err(refused)
    }
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

fn toward(text: &str, whole: &str) -> Result<Toward, Illegal> {
    if let Ok(way) = text.parse() {
        return Ok(Toward::Way(way));
    }
    match text.parse() {
        Ok(space) => Ok(Toward::Space(space)),
        Err(why) if Illegal::code(&why) == "run-off-table" => Err(why),
        Err(_) => Err(refusals::unreadable(whole)),
    }
}
