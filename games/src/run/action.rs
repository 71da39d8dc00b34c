//! The actions of the runner and how they are written.

use std::fmt;

use super::{
    deal::Deal,
    power_ups::PowerUps,
    space::{Space, Way},
    structure::Colour,
};

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
        pay: Option<PowerUps>,
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

    /// Returns the breaker and the destination of a step that names its space.
    pub(super) fn step(&self) -> Option<(Colour, Space)> {
        match *self {
            Action::Step {
                breaker,
                to: Toward::Space(space),
                ..
            } => Some((breaker, space)),
            _ => None,
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

/// A move: an action in canonical form, with the name of the space, and with tokens only where the
/// price leaves a choice.
pub type Move = Action;

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
                pay.map_or(Ok(()), |tokens| write!(f, " pay {}", tokens.as_price()))
            }
            Action::Boost => f.write_str("boost"),
            Action::Hold => f.write_str("hold"),
            Action::Pass => f.write_str("pass"),
            Action::Quit => f.write_str("quit"),
        }
    }
}
