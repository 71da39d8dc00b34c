//! Custom breakers: the parts that define them, and the table [`BREAKERS`] of all 24.
//!
//! A breaker without a new mechanism is one more entry of the table and its texts.

mod conditions;
mod effects;
mod now;
mod table;
mod view;

pub(super) use now::Now;
pub use table::BREAKERS;
pub use view::View;

use super::{
    action::What,
    boost,
    deal::Deal,
    event::Event,
    message::{Message, Price},
    position::Position,
    power_ups::PowerUps,
    refusal::Refusal,
    space::Space,
    structure::Colour,
};

/// A custom breaker.
#[derive(Debug)]
pub struct Breaker {
    /// Its name.
    pub name: &'static str,
    /// Its strength before bonuses.
    pub(super) strength: fn(&View<'_>) -> Base,
    /// An alternative strength that a step may choose.
    pub(super) choice: Option<AbilityChoice>,
    /// Maximum distance at which a step may challenge a structure.
    pub(super) steps: u8,
    /// Its way of paying for a boost.
    pub(super) boost: boost::BoostPayment,
    /// A bonus for the challenges of breakers near it.
    pub(super) lends: Option<Loan>,
    /// Its abilities, used instead of a step.
    pub(super) abilities: &'static [Ability],
    /// Lasting effects of its abilities, by which a position text is checked.
    pub(super) leaves: &'static [Trace],
}

/// The formula of a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A die plus a number.
    Die(i8),
    /// A fixed number, no die.
    Fixed(u8),
    /// The sum of the strengths of the adjacent breakers, each with its own die.
    Sum,
    /// A number set by an ability.
    Set(u8),
}

/// An alternative strength for a step.
#[derive(Debug)]
pub(super) struct AbilityChoice {
    /// The word after the step.
    pub(super) word: &'static str,
    /// The strength, or the reason why it can't be chosen.
    pub(super) strength: fn(&View<'_>) -> Result<Base, Refusal>,
}

/// A bonus lent to other breakers within a distance.
#[derive(Debug)]
pub(super) struct Loan {
    pub(super) within: u8,
    pub(super) bonus: u8,
}

/// An action of a custom breaker that replaces a step.
#[derive(Debug)]
pub struct Ability {
    /// The form of its argument.
    pub(super) form: Form,
    /// An example of its notation.
    pub(super) example: &'static str,
    /// The tokens of its price.
    pub(super) tokens: AbilityCost,
    /// The damage of its price.
    pub(super) damage: u8,
    /// `true` if a die is rolled.
    pub(super) rolls: bool,
    /// The check of an argument, the price apart; the error is the reason of the refusal.
    pub(super) may: fn(&View<'_>, &What) -> Result<(), Refusal>,
    /// Its effect.
    pub(super) effect: fn(&mut Position, &Used, &mut dyn FnMut(Event)),
    /// The message about its effect in the current position, for this price.
    pub(super) now: fn(&Now<'_>, Price) -> Message,
}

/// An ability in use.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    pub(super) breaker: Colour,
    pub(super) what: What,
    /// The die; 0 if none is rolled.
    pub(super) die: u8,
}

/// The form of an ability's argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// No argument: `use k`.
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
    /// A permutation of breakers: `use g k=r r=k`.
    DealBreakers,
    /// A permutation of forts by their spaces: `use b m14=m16 m16=m14`.
    DealForts,
}

/// The token price of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbilityCost {
    Nothing,
    /// A number of tokens of one colour.
    Of(Colour, u8),
    /// One token of each colour.
    OneOfEach,
    /// Any two tokens.
    AnyTwo,
    /// One token of the colour of one of the two named breakers.
    OfOneNamed,
}

/// A lasting effect that an ability may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trace {
    /// A bonus kept by the breaker itself, a multiple of this number.
    OwnBonus(u8),
    /// A bonus kept by any breaker, a multiple of this number.
    AnyBonus(u8),
    /// A strength kept by the breaker itself, from the first to the second number.
    Strength(u8, u8),
    /// Structures with lowered strength.
    Lowered,
    /// Several breakers on one structure.
    Company,
}

impl Breaker {
    /// Returns an example of each ability's notation; steps with a choice are not included.
    pub fn examples(&self) -> impl Iterator<Item = &'static str> {
        self.abilities.iter().map(|ability| ability.example)
    }
}

impl Ability {
    /// Returns the tokens paid for a use: those named, or the only possible ones.
    pub(super) fn paid(&self, what: &What, named: Option<PowerUps>) -> PowerUps {
        let only = || self.tokens.payments(what).first().copied();
        named.or_else(only).unwrap_or_default()
    }
}

impl Form {
    /// Returns whether an argument has this form.
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

    /// Returns every argument of this form in canonical form, possible or not.
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

/// Returns every unordered pair of a list's elements.
fn pairs<T: Copy>(list: &[T]) -> impl Iterator<Item = (T, T)> {
    let later = |(place, one): (usize, &T)| (place + 1, *one);
    list.iter()
        .enumerate()
        .map(later)
        .flat_map(|(next, one)| list.iter().skip(next).map(move |other| (one, *other)))
}

impl AbilityCost {
    /// Returns whether the price leaves a choice of tokens, so that they may have to be named.
    pub(super) fn is_open(self) -> bool {
        matches!(self, AbilityCost::AnyTwo | AbilityCost::OfOneNamed)
    }

    /// Returns the number of tokens of the price.
    pub(super) fn count(self) -> u8 {
        match self {
            AbilityCost::Nothing => 0,
            AbilityCost::Of(_, count) => count,
            AbilityCost::OneOfEach => 4,
            AbilityCost::AnyTwo => 2,
            AbilityCost::OfOneNamed => 1,
        }
    }

    /// Returns every way to pay the price, whatever the hand holds.
    pub(super) fn payments(self, what: &What) -> Vec<PowerUps> {
        let one = |colour| PowerUps::from_counts(&[(colour, 1)]);
        match self {
            AbilityCost::Nothing => vec![PowerUps::empty()],
            AbilityCost::Of(colour, count) => vec![PowerUps::from_counts(&[(colour, count)])],
            AbilityCost::OneOfEach => vec![PowerUps::from_counts(
                &Colour::ALL.map(|colour| (colour, 1)),
            )],
            AbilityCost::AnyTwo => Colour::ALL
                .into_iter()
                .flat_map(|first| {
                    let from = Colour::ALL.into_iter().skip(first.index());
                    from.map(move |second| PowerUps::from_counts(&[(first, 1), (second, 1)]))
                })
                .collect(),
            AbilityCost::OfOneNamed => match what {
                What::Breakers(first, second) => vec![one(*first), one(*second)],
                _ => Vec::new(),
            },
        }
    }
}

/// Returns the custom breaker with a colour and a number from 1; `None` for a plain one.
pub fn find(colour: Colour, number: u8) -> Option<&'static Breaker> {
    let place = usize::from(number).checked_sub(1)?;
    colour.of(&BREAKERS).get(place)
}

impl Position {
    /// Returns the definition of a custom breaker; `None` for a plain one.
    pub fn breaker(&self, breaker: Colour) -> Option<&'static Breaker> {
        find(breaker, self.custom(breaker))
    }

    /// Returns the abilities of a breaker; a plain one has none.
    pub(super) fn abilities(&self, breaker: Colour) -> &'static [Ability] {
        let abilities = self.breaker(breaker).map(|custom| custom.abilities);
        abilities.unwrap_or_default()
    }

    /// Returns the alternative strength that a breaker's step may choose.
    pub(super) fn choice(&self, breaker: Colour) -> Option<&'static AbilityChoice> {
        self.breaker(breaker)?.choice.as_ref()
    }
}

/// Returns the choice words that can follow a step.
pub(super) fn choice_words() -> impl Iterator<Item = &'static str> {
    let choices = BREAKERS.into_iter().flatten();
    choices.filter_map(|custom| Some(custom.choice.as_ref()?.word))
}

/// Returns the words that can follow `use` and a breaker.
pub(super) fn ability_words() -> impl Iterator<Item = &'static str> {
    let abilities = BREAKERS.into_iter().flatten().flat_map(|b| b.abilities);
    abilities.filter_map(|ability| match ability.form {
        Form::Word(word) => Some(word),
        _ => None,
    })
}
