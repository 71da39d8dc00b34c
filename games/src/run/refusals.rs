//! Why a step, an answer or a text is refused. The arguments are listed in the
//! [module documentation](super).

use super::{
    breakers,
    code::Code,
    space::{Space, Way},
    structure::Colour,
    tokens::Tokens,
};
use crate::{
    common::Common,
    fact::{Arg, Fact, Illegal},
    hex::Coord,
    message::Typed,
};

/// Why the rules refuse an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The run has ended.
    Over,
    /// A roll waits for `boost` or `hold`.
    AnswerFirst {
        /// Whose roll.
        breaker: Colour,
        /// The challenged space.
        space: Space,
    },
    /// `boost` or `hold` without a roll that waits for it.
    NothingAsked,
    /// A breaker outside was sent north, east, south or west.
    OutsideWay {
        /// Which breaker.
        breaker: Colour,
    },
    /// The table ends there.
    Edge {
        /// Which breaker.
        breaker: Colour,
        /// Where it is.
        from: Space,
        /// Where it was sent.
        way: Way,
    },
    /// The breaker is there already.
    SameSpace {
        /// Which breaker.
        breaker: Colour,
        /// Where it is.
        space: Space,
    },
    /// The space is not one of the four around the breaker.
    NotNextTo {
        /// Which breaker.
        breaker: Colour,
        /// Where it is.
        from: Space,
        /// Where it was sent.
        space: Space,
    },
    /// Another breaker is there.
    Occupied {
        /// Which breaker was sent.
        breaker: Colour,
        /// Where to.
        space: Space,
        /// Who is there.
        by: Colour,
    },
    /// The space is empty and nothing is left to be installed there.
    StackEmpty {
        /// The empty space.
        space: Space,
    },
    /// A structure would have more than three others around it.
    TooCrowded {
        /// The empty space.
        space: Space,
        /// The structure that would have too many around it.
        of: Space,
    },
    /// `pass` when nothing is reached for.
    NothingToPass,
    /// A breaker may challenge something within its reach, or pass.
    ReachFirst {
        /// Which breaker.
        breaker: Colour,
    },
    /// Nothing lies there.
    NoStructure {
        /// The empty space.
        space: Space,
    },
    /// No path of structures leads there.
    NoPath {
        /// From which breaker.
        breaker: Colour,
        /// Where to.
        space: Space,
    },
    /// The path is longer than the breaker reaches.
    TooFar {
        /// Which breaker.
        breaker: Colour,
        /// Where to.
        space: Space,
        /// How far that is.
        distance: u8,
        /// How far it reaches.
        within: u8,
    },
}

impl Refusal {
    fn code(self) -> Code {
        match self {
            Refusal::Over => Code::Over,
            Refusal::AnswerFirst { .. } => Code::AnswerFirst,
            Refusal::NothingAsked => Code::NothingAsked,
            Refusal::OutsideWay { .. } => Code::OutsideWay,
            Refusal::Edge { .. } => Code::Edge,
            Refusal::SameSpace { .. } => Code::SameSpace,
            Refusal::NotNextTo { .. } => Code::NotNextTo,
            Refusal::Occupied { .. } => Code::Occupied,
            Refusal::StackEmpty { .. } => Code::StackEmpty,
            Refusal::TooCrowded { .. } => Code::TooCrowded,
            Refusal::NothingToPass => Code::NothingToPass,
            Refusal::ReachFirst { .. } => Code::ReachFirst,
            Refusal::NoStructure { .. } => Code::NoStructure,
            Refusal::NoPath { .. } => Code::NoPath,
            Refusal::TooFar { .. } => Code::TooFar,
        }
    }
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Illegal {
        let fact = Fact::new(refusal.code());
        Illegal(match refusal {
            Refusal::Over | Refusal::NothingAsked | Refusal::NothingToPass => fact,
            Refusal::AnswerFirst { breaker, space }
            | Refusal::SameSpace { breaker, space }
            | Refusal::NoPath { breaker, space } => fact
                .with("breaker", breaker.letter())
                .with("space", space.to_string()),
            Refusal::OutsideWay { breaker } | Refusal::ReachFirst { breaker } => {
                fact.with("breaker", breaker.letter())
            }
            Refusal::Edge { breaker, from, way } => fact
                .with("breaker", breaker.letter())
                .with("from", from.to_string())
                .with("way", way.to_string()),
            Refusal::NotNextTo {
                breaker,
                from,
                space,
            } => fact
                .with("breaker", breaker.letter())
                .with("from", from.to_string())
                .with("space", space.to_string()),
            Refusal::Occupied { breaker, space, by } => fact
                .with("breaker", breaker.letter())
                .with("space", space.to_string())
                .with("by", by.letter()),
            Refusal::StackEmpty { space } | Refusal::NoStructure { space } => {
                fact.with("space", space.to_string())
            }
            Refusal::TooFar {
                breaker,
                space,
                distance,
                within,
            } => fact
                .with("breaker", breaker.letter())
                .with("space", space.to_string())
                .with("distance", distance)
                .with("within", within),
            Refusal::TooCrowded { space, of } => fact
                .with("space", space.to_string())
                .with("of", of.to_string()),
        })
    }
}

/// A text that is no action, space or piece.
pub(super) fn unreadable(text: &str) -> Illegal {
    Illegal::new(Code::Unreadable).with("text", Arg::quoted(shortened(text)))
}

/// A space beyond the end of the table.
pub(super) fn off_table(name: Coord) -> Illegal {
    Illegal::new(Code::OffTable).with("space", name.to_string())
}

/// A refusal about a custom breaker.
pub(super) fn about(code: Code, breaker: Colour, number: u8) -> Illegal {
    Illegal(
        Fact::new(code)
            .with("breaker", breaker.letter())
            .with("custom", breakers::code(breaker, number)),
    )
}

/// A plain breaker was to use an ability.
pub(super) fn plain_breaker(breaker: Colour) -> Illegal {
    Illegal::new(Code::PlainBreaker).with("breaker", breaker.letter())
}

/// A custom breaker without anything that is used was to use it.
pub(super) fn no_ability(breaker: Colour, number: u8) -> Illegal {
    about(Code::NoAbility, breaker, number)
}

/// A word behind a step that belongs to another breaker.
pub(super) fn no_choice(breaker: Colour, number: u8, word: &'static str) -> Illegal {
    about(Code::NoChoice, breaker, number).with("word", word)
}

/// Something else has to be named with the ability.
pub(super) fn use_form(breaker: Colour, number: u8, examples: &str) -> Illegal {
    about(Code::UseForm, breaker, number).with("examples", examples)
}

/// The price can be paid in several ways.
pub(super) fn name_price(breaker: Colour, number: u8, example: &'static str) -> Illegal {
    about(Code::NamePrice, breaker, number).with("example", example)
}

/// The tokens named are not the price.
pub(super) fn wrong_price(breaker: Colour, number: u8, cost: &[Tokens]) -> Illegal {
    about(Code::WrongPrice, breaker, number).with("cost", listed(cost))
}

/// The hand has not the tokens of the price.
pub(super) fn missing_tokens(
    breaker: Colour,
    number: u8,
    cost: &[Tokens],
    hand: &Tokens,
) -> Illegal {
    about(Code::MissingTokens, breaker, number)
        .with("cost", listed(cost))
        .with("have", hand.listed())
}

/// The ways to pay a price; `any` when any tokens will do.
fn listed(cost: &[Tokens]) -> String {
    if cost.len() > Colour::ALL.len() {
        return "any".to_owned();
    }
    let ways: Vec<String> = cost
        .iter()
        .map(|tokens| tokens.listed().join(" "))
        .collect();
    ways.join(" / ")
}

/// Two breakers that are in the same place, or one and the same.
pub(super) fn same_place(one: Colour, other: Colour) -> Illegal {
    Illegal::new(Code::SamePlace)
        .with("breaker", one.letter())
        .with("other", other.letter())
}

/// A list of custom breakers that cannot be read.
pub(super) fn custom_unreadable(text: &str) -> Illegal {
    Illegal::new(Code::CustomUnreadable).with("text", Arg::quoted(shortened(text)))
}

/// An option that the run does not know, or has twice.
pub(super) fn unknown_option(text: &str) -> Illegal {
    let text = Typed::new(shortened(text));
    Common::UnknownOption { text }.into()
}

/// A target that is not a number from 0 to 9.
pub(super) fn target_range(text: &str) -> Illegal {
    Illegal::new(Code::TargetRange).with("text", Arg::quoted(shortened(text)))
}

/// A part of a position text that cannot be read.
pub(super) fn position_unreadable(part: &'static str, text: &str) -> Illegal {
    Illegal::new(Code::PositionUnreadable)
        .with("part", part)
        .with("text", Arg::quoted(shortened(text)))
}

/// A refusal repeats what was typed, but not a whole page of it.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
