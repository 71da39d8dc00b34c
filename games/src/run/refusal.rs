//! Refusals of actions, options and position texts.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use serde::Serialize;

use super::{
    breaker_name::{BreakerName, NamedBreaker},
    power_ups::PowerUps,
    space::{Space, Way},
    structure::Colour,
};
use crate::message::{Message, Typed};

/// A refusal of an action, an option or a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Refusal {
    /// Refusal: the run is over.
    Over,
    /// Refusal: a roll waits for `boost` or `hold`.
    AnswerFirst { breaker: Colour, space: Space },
    /// Refusal: no roll waits for `boost` or `hold`.
    NothingAsked,
    /// Refusal: a breaker outside can't move in a direction.
    OutsideWay { breaker: Colour },
    /// Refusal: the table ends there.
    Edge {
        breaker: Colour,
        from: Space,
        way: Way,
    },
    /// Refusal: the breaker is there already.
    SameSpace { breaker: Colour, space: Space },
    /// Refusal: the space is not one of the four around the breaker.
    NotNextTo {
        breaker: Colour,
        from: Space,
        space: Space,
    },
    /// Refusal: another breaker is there.
    Occupied {
        breaker: Colour,
        space: Space,
        by: Colour,
    },
    /// Refusal: the space is empty, and so is the stack.
    StackEmpty { space: Space },
    /// Refusal: `of` would have more than three structures around it.
    TooCrowded { space: Space, of: Space },
    /// Refusal: there is nothing to pass, as no reach is open.
    NothingToPass,
    /// Refusal: a breaker may challenge something within its reach, or pass.
    ReachFirst { breaker: Colour },
    /// Refusal: the space has no structure.
    NoStructure { space: Space },
    /// Refusal: no path of structures leads there.
    NoPath { breaker: Colour, space: Space },
    /// Refusal: the path is longer than the breaker reaches.
    TooFar {
        breaker: Colour,
        space: Space,
        distance: u8,
        within: u8,
    },
    /// Refusal: a plain breaker has no ability.
    PlainBreaker { breaker: Colour },
    /// Refusal: this custom breaker has no ability to use.
    NoAbility(NamedBreaker),
    /// Refusal: the word behind the step belongs to another breaker.
    NoChoice {
        #[serde(flatten)]
        acting: NamedBreaker,
        word: &'static str,
    },
    /// Refusal: something else has to be named with the ability.
    UseForm {
        #[serde(flatten)]
        acting: NamedBreaker,
        examples: String,
    },
    /// Refusal: the price can be paid in several ways.
    NamePrice {
        #[serde(flatten)]
        acting: NamedBreaker,
        example: &'static str,
    },
    /// Refusal: the named tokens are not the price.
    WrongPrice {
        #[serde(flatten)]
        acting: NamedBreaker,
        cost: String,
    },
    /// Refusal: the tokens of the price are not in hand.
    MissingTokens {
        #[serde(flatten)]
        acting: NamedBreaker,
        cost: String,
        have: PowerUps,
    },
    /// Refusal: only a breaker inside can do that.
    NeedsInside(NamedBreaker),
    /// Refusal: no breaker is next to this one.
    NobodyNext {
        #[serde(flatten)]
        acting: NamedBreaker,
        from: Space,
    },
    /// Refusal: no path leads to another breaker.
    NobodyReached {
        #[serde(flatten)]
        acting: NamedBreaker,
        from: Space,
    },
    /// Refusal: the breaker keeps that strength already.
    SetAlready {
        #[serde(flatten)]
        acting: NamedBreaker,
        strength: u8,
    },
    /// Refusal: the structure has no strength left.
    StrengthZero {
        #[serde(flatten)]
        acting: NamedBreaker,
        space: Space,
    },
    /// Refusal: the two breakers are in the same place.
    SamePlace { breaker: Colour, other: Colour },
    /// Refusal: the two sides of the permutation differ.
    DealUnequal(NamedBreaker),
    /// Refusal: the permutation moves nothing.
    DealNothing(NamedBreaker),
    /// Refusal: the space has no fort.
    NotAFort {
        #[serde(flatten)]
        acting: NamedBreaker,
        space: Space,
    },
    /// Refusal: the space has a structure.
    NotEmpty {
        #[serde(flatten)]
        acting: NamedBreaker,
        space: Space,
    },
    /// Refusal: a breaker is on the structure.
    StructureTaken {
        #[serde(flatten)]
        acting: NamedBreaker,
        space: Space,
        by: Colour,
    },
    /// Refusal: the same structure twice.
    SameStructure {
        #[serde(flatten)]
        acting: NamedBreaker,
        space: Space,
    },
    /// Refusal: neither structure is next to the breaker.
    NeitherNext {
        #[serde(flatten)]
        acting: NamedBreaker,
        from: Space,
        one: Space,
        other: Space,
    },
    /// Refusal of options: not a list of custom breakers.
    CustomUnreadable { text: Typed },
    /// Refusal of options: a target is a number from 0 to 9.
    TargetRange { text: Typed },
    /// Refusal of a position: a part is unreadable, or parts are out of order.
    PositionUnreadable { part: &'static str, text: Typed },
    /// Refusal of a position: not every structure exactly once.
    PositionStructures,
    /// Refusal of a position: more than three structures around one.
    PositionCrowded { space: Space },
    /// Refusal of a position: a breaker off the structures, or two on one.
    PositionBreakers { breaker: Colour, space: Space },
    /// Refusal of a position: a token under a breaker.
    PositionToken { breaker: Colour, space: Space },
    /// Refusal of a position: not five tokens of a colour.
    PositionTokens { colour: Colour, count: usize },
    /// Refusal of a position: more damage than possible.
    PositionDamage { damage: u8 },
    /// Refusal of a position: the stack can't be dealt like that.
    PositionStack,
    /// Refusal of a position: no boost can be asked for here.
    PositionAsk {
        breaker: Colour,
        space: Space,
        strength: u8,
    },
    /// Refusal of a position: no breaker reaches that far.
    PositionReach { within: u8 },
    /// Refusal of a position: the breaker can't keep that.
    PositionKept { breaker: BreakerName },
    /// Refusal of a position: the structure can't be weakened like that.
    PositionLowered { space: Space },
    /// Refusal of a position: it has another result, `-` for none.
    PositionResult { expected: &'static str },
}

impl Message for Refusal {
    const AREA: &'static str = "run";
}

impl Refusal {
    /// Refuses if a condition holds.
    pub(super) fn when(self, condition: bool) -> Result<(), Refusal> {
        if condition { Err(self) } else { Ok(()) }
    }
}

/// Returns the ways to pay a price; `any` if any tokens will do.
pub(super) fn listed(cost: &[PowerUps]) -> String {
    if cost.len() > Colour::ALL.len() {
        return "any".to_owned();
    }
    let ways: Vec<String> = cost
        .iter()
        .map(|tokens| Vec::<String>::from(*tokens).join(" "))
        .collect();
    ways.join(" / ")
}
