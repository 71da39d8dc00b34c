//! Fields shared by several messages.

use serde::Serialize;

use crate::run::{
    position::Challenge,
    power_ups::PowerUps,
    space::Space,
    structure::{Colour, Structure},
};

/// The kind of a structure, which decides the outcome of a failed challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum IceOrFort {
    /// Ice: the breaker moves in.
    Ice,
    /// A fort: the breaker is kept out.
    Fort,
}

impl From<Structure> for IceOrFort {
    fn from(structure: Structure) -> IceOrFort {
        if structure.is_fort() {
            IceOrFort::Fort
        } else {
            IceOrFort::Ice
        }
    }
}

/// The result of a run in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// All forts held.
    Won,
    /// Brain death.
    Dead,
    /// More damage than the target, or no possible action.
    Lost,
    /// Given up.
    Jacked,
}

impl Ending {
    pub(in crate::run) const ALL: [Ending; 4] =
        [Ending::Won, Ending::Dead, Ending::Lost, Ending::Jacked];

    /// Returns the word in position texts.
    pub(in crate::run) fn name(self) -> &'static str {
        match self {
            Ending::Won => "won",
            Ending::Dead => "dead",
            Ending::Lost => "lost",
            Ending::Jacked => "jacked",
        }
    }
}

/// A settled challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settled {
    pub breaker: Colour,
    pub space: Space,
    pub structure: Structure,
}

impl From<Challenge> for Settled {
    fn from(challenge: Challenge) -> Settled {
        Settled {
            breaker: challenge.breaker,
            space: challenge.space,
            structure: challenge.structure,
        }
    }
}

/// The state of a run before a step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    pub damage: u8,
    pub limit: u8,
    pub target: Option<u8>,
    pub stack: usize,
    pub outside: Vec<Colour>,
}

/// The state of a run after an answer; `found` is the colour of a token picked up with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct After {
    pub damage: u8,
    pub place: Option<Space>,
    pub hand: PowerUps,
    pub found: Option<Colour>,
    pub end: Option<Ending>,
}

/// [`RollOdds`](crate::scene::RollOdds) as arguments of a message: `need` is the lowest die that suffices, 0 if no
/// single die decides.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollOddsArguments {
    pub need: u8,
    pub percent: u8,
}

/// An example of an ability with its price.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Price {
    pub action: String,
    pub damage: u8,
    pub tokens: PowerUps,
}

/// The step that gains most, with percentages before and after; empty if no step is possible.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gain {
    pub who: Option<Colour>,
    pub space: Option<Space>,
    pub structure: Option<Structure>,
    pub from: Option<u8>,
    pub to: Option<u8>,
}
