//! Custom breakers: what each of the 24 is made of, and the [`BREAKERS`] of all of them.
//!
//! A breaker that does nothing new is one more entry of the table and its sentences.

mod boost;
mod conditions;
mod effects;
mod now;
mod table;
mod view;

pub use boost::Boosting;
pub(super) use boost::own_colour;
pub(super) use now::Now;
pub use table::BREAKERS;
pub use view::View;

use std::fmt;

use super::{
    action::What,
    deal::Deal,
    event::Event,
    message::{Message, Price},
    position::Position,
    refusal::Refusal,
    space::Space,
    structure::Colour,
    tokens::Tokens,
};
use crate::message::as_notation;

/// A custom breaker.
#[derive(Debug)]
pub struct Breaker {
    /// Its name.
    pub name: &'static str,
    /// Its strength before everything that is added to it.
    pub(super) strength: fn(&View<'_>) -> Base,
    /// What may be chosen for a step instead of that strength.
    pub(super) choice: Option<Choice>,
    /// Within which distance its steps may challenge a structure.
    pub(super) steps: u8,
    /// How it spends tokens on a boost.
    pub(super) boost: boost::Plan,
    /// What it lends to the challenges of breakers near it.
    pub(super) lends: Option<Loan>,
    /// What it can do instead of a step.
    pub(super) abilities: &'static [Ability],
    /// What it may leave behind, so that a position text can be checked.
    pub(super) leaves: &'static [Trace],
}

/// What a strength is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The die, and a number.
    Die(i8),
    /// A number without a die.
    Fixed(u8),
    /// The strengths of the breakers next to it, each with its own die.
    Sum,
    /// A number that an ability has set.
    Set(u8),
}

/// What may be chosen for a step.
#[derive(Debug)]
pub(super) struct Choice {
    /// The word behind the step.
    pub(super) word: &'static str,
    /// The strength, or why it cannot be chosen.
    pub(super) strength: fn(&View<'_>) -> Result<Base, Refusal>,
}

/// What a breaker lends to others.
#[derive(Debug)]
pub(super) struct Loan {
    pub(super) within: u8,
    pub(super) bonus: u8,
}

/// Something that a breaker can do instead of a step.
#[derive(Debug)]
pub struct Ability {
    /// What has to be named.
    pub(super) form: Form,
    /// How it is written.
    pub(super) example: &'static str,
    /// The tokens of its price.
    pub(super) tokens: Cost,
    /// The damage of its price.
    pub(super) damage: u8,
    /// Whether a die is rolled.
    pub(super) rolls: bool,
    /// Why it cannot be used like that, the price apart.
    pub(super) may: fn(&View<'_>, &What) -> Result<(), Refusal>,
    /// What it does.
    pub(super) effect: fn(&mut Position, &Used, &mut dyn FnMut(Event)),
    /// Its effect at this moment, for this price.
    pub(super) now: fn(&Now<'_>, Price) -> Message,
}

/// An ability in use.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    pub(super) breaker: Colour,
    pub(super) what: What,
    /// The die; 0 when none is rolled.
    pub(super) die: u8,
}

/// What has to be named with an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing: `use k`.
    Plain,
    /// A word: `use r weaken`.
    Word(&'static str),
    /// Another breaker: `use k swap r`.
    Swap,
    /// Two breakers: `use g swap k r`.
    SwapTwo,
    /// A space: `use k m14`.
    Space,
    /// Two spaces: `use b m14 m16`.
    TwoSpaces,
    /// Breakers and the places of breakers: `use g k=r r=k`.
    DealBreakers,
    /// Spaces of forts: `use b m14=m16 m16=m14`.
    DealForts,
}

/// Tokens that an ability costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    Nothing,
    /// As many of one colour.
    Of(Colour, u8),
    /// One of each colour.
    OneOfEach,
    /// Any two.
    AnyTwo,
    /// One of the colour of one of the two breakers named.
    OfOneNamed,
}

/// What a breaker may leave behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trace {
    /// It keeps a bonus, a multiple of a number.
    OwnBonus(u8),
    /// Any breaker keeps a bonus, a multiple of a number.
    AnyBonus(u8),
    /// It keeps a strength from one number to another.
    Strength(u8, u8),
    /// Lowered structures.
    Lowered,
    /// Several breakers on one structure.
    Company,
}

impl Breaker {
    /// How its abilities are written, one example of each; steps with a choice are not among them.
    pub fn examples(&self) -> impl Iterator<Item = &'static str> {
        self.abilities.iter().map(|ability| ability.example)
    }
}

impl Form {
    /// Whether this is what was named.
    pub(super) fn fits(self, what: &What) -> bool {
        match what {
            What::Nothing => self == Form::Plain,
            What::Word(word) => self == Form::Word(word),
            What::Breaker(_) => self == Form::Swap,
            What::Breakers(..) => self == Form::SwapTwo,
            What::Space(_) => self == Form::Space,
            What::Spaces(..) => self == Form::TwoSpaces,
            What::DealBreakers(_) => self == Form::DealBreakers,
            What::DealSpaces(_) => self == Form::DealForts,
        }
    }

    /// Everything that could be named, possible or not, in canonical form.
    pub(super) fn all(self, position: &Position) -> Vec<What> {
        match self {
            Form::Plain => vec![What::Nothing],
            Form::Word(word) => vec![What::Word(word)],
            Form::Swap => Colour::ALL.into_iter().map(What::Breaker).collect(),
            Form::SwapTwo => pairs(&Colour::ALL)
                .map(|(one, other)| What::Breakers(one, other))
                .collect(),
            Form::Space => Space::all().map(What::Space).collect(),
            Form::TwoSpaces => pairs(&position.structures(|_| true))
                .map(|(one, other)| What::Spaces(one, other))
                .collect(),
            Form::DealBreakers => Deal::all(&Colour::ALL)
                .into_iter()
                .map(What::DealBreakers)
                .collect(),
            Form::DealForts => Deal::all(&position.structures(|tile| tile.structure.is_fort()))
                .into_iter()
                .map(What::DealSpaces)
                .collect(),
        }
    }
}

/// Every two things of a list, each pair once.
fn pairs<T: Copy>(list: &[T]) -> impl Iterator<Item = (T, T)> {
    let later = |(place, one): (usize, &T)| (place + 1, *one);
    list.iter()
        .enumerate()
        .map(later)
        .flat_map(|(next, one)| list.iter().skip(next).map(move |other| (one, *other)))
}

impl Cost {
    /// Whether it leaves a choice of tokens, so that they have to be named.
    pub(super) fn is_open(self) -> bool {
        matches!(self, Cost::AnyTwo | Cost::OfOneNamed)
    }

    /// How many tokens it takes.
    pub(super) fn count(self) -> u8 {
        match self {
            Cost::Nothing => 0,
            Cost::Of(_, count) => count,
            Cost::OneOfEach => 4,
            Cost::AnyTwo => 2,
            Cost::OfOneNamed => 1,
        }
    }

    /// Every way to pay it, with the tokens in hand or without.
    pub(super) fn payments(self, what: &What) -> Vec<Tokens> {
        let one = |colour| Tokens::some(&[(colour, 1)]);
        match self {
            Cost::Nothing => vec![Tokens::none()],
            Cost::Of(colour, count) => vec![Tokens::some(&[(colour, count)])],
            Cost::OneOfEach => vec![Tokens::some(&Colour::ALL.map(|colour| (colour, 1)))],
            Cost::AnyTwo => Colour::ALL
                .into_iter()
                .flat_map(|first| {
                    let from = Colour::ALL.into_iter().skip(first.index());
                    from.map(move |second| Tokens::some(&[(first, 1), (second, 1)]))
                })
                .collect(),
            Cost::OfOneNamed => match what {
                What::Breakers(first, second) => vec![one(*first), one(*second)],
                _ => Vec::new(),
            },
        }
    }
}

/// The custom breaker of a colour with a number.
pub fn find(colour: Colour, number: u8) -> Option<&'static Breaker> {
    let place = usize::from(number).checked_sub(1)?;
    colour.of(&BREAKERS).get(place)
}

/// The name of a breaker in texts: `k3`, or `k` for a plain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerName {
    colour: Colour,
    number: u8,
}

/// Returns the name of the breaker of a colour with a number, 0 for the plain one.
pub(super) fn name(colour: Colour, number: u8) -> BreakerName {
    BreakerName { colour, number }
}

as_notation!(BreakerName);

impl fmt::Display for BreakerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => write!(f, "{}", self.colour),
            number => write!(f, "{}{number}", self.colour),
        }
    }
}

/// Every word that can stand behind a step.
pub(super) fn choice_words() -> impl Iterator<Item = &'static str> {
    let choices = BREAKERS
        .iter()
        .copied()
        .flatten()
        .filter_map(|b| b.choice.as_ref());
    choices.map(|choice| choice.word)
}

/// Every word that can stand behind `use` and a breaker.
pub(super) fn ability_words() -> impl Iterator<Item = &'static str> {
    let abilities = BREAKERS.iter().copied().flatten().flat_map(|b| b.abilities);
    abilities.filter_map(|ability| match ability.form {
        Form::Word(word) => Some(word),
        _ => None,
    })
}
