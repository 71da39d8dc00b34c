//! Why a step, an answer or a text is refused. The arguments are listed in the
//! [module documentation](super).

use super::{
    breakers,
    space::{Space, Way},
    structure::Colour,
    tokens::Tokens,
};
use crate::{
    game::{Arg, Fact, Illegal},
    hex::Coord,
};

/// Every code of a refusal in the run.
pub const REFUSALS: &[&str] = &[
    "run-over",
    "run-answer-first",
    "run-nothing-asked",
    "run-outside-way",
    "run-edge",
    "run-same-space",
    "run-not-next-to",
    "run-occupied",
    "run-stack-empty",
    "run-too-crowded",
    "run-unreadable",
    "run-off-table",
    "run-nothing-to-pass",
    "run-reach-first",
    "run-no-structure",
    "run-no-path",
    "run-too-far",
    "run-plain-breaker",
    "run-no-ability",
    "run-no-choice",
    "run-use-form",
    "run-name-price",
    "run-wrong-price",
    "run-missing-tokens",
    "run-needs-inside",
    "run-nobody-next",
    "run-nobody-reached",
    "run-set-already",
    "run-strength-zero",
    "run-same-place",
    "run-deal-unequal",
    "run-deal-nothing",
    "run-not-a-fort",
    "run-not-empty",
    "run-structure-taken",
    "run-same-structure",
    "run-neither-next",
    "custom-unreadable",
    "no-die",
    "unknown-option",
    "target-range",
    "run-position-unreadable",
    "run-position-structures",
    "run-position-crowded",
    "run-position-breakers",
    "run-position-token",
    "run-position-tokens",
    "run-position-damage",
    "run-position-stack",
    "run-position-ask",
    "run-position-reach",
    "run-position-kept",
    "run-position-lowered",
    "run-position-result",
];

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
    fn code(self) -> &'static str {
        match self {
            Refusal::Over => "run-over",
            Refusal::AnswerFirst { .. } => "run-answer-first",
            Refusal::NothingAsked => "run-nothing-asked",
            Refusal::OutsideWay { .. } => "run-outside-way",
            Refusal::Edge { .. } => "run-edge",
            Refusal::SameSpace { .. } => "run-same-space",
            Refusal::NotNextTo { .. } => "run-not-next-to",
            Refusal::Occupied { .. } => "run-occupied",
            Refusal::StackEmpty { .. } => "run-stack-empty",
            Refusal::TooCrowded { .. } => "run-too-crowded",
            Refusal::NothingToPass => "run-nothing-to-pass",
            Refusal::ReachFirst { .. } => "run-reach-first",
            Refusal::NoStructure { .. } => "run-no-structure",
            Refusal::NoPath { .. } => "run-no-path",
            Refusal::TooFar { .. } => "run-too-far",
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
    Illegal::new("run-unreadable").with("text", Arg::quoted(shortened(text)))
}

/// A space beyond the end of the table.
pub(super) fn off_table(name: Coord) -> Illegal {
    Illegal::new("run-off-table").with("space", name.to_string())
}

/// A refusal about a custom breaker.
pub(super) fn about(code: &'static str, breaker: Colour, number: u8) -> Illegal {
    Illegal(
        Fact::new(code)
            .with("breaker", breaker.letter())
            .with("custom", breakers::code(breaker, number)),
    )
}

/// A plain breaker was to use an ability.
pub(super) fn plain_breaker(breaker: Colour) -> Illegal {
    Illegal::new("run-plain-breaker").with("breaker", breaker.letter())
}

/// A custom breaker without anything that is used was to use it.
pub(super) fn no_ability(breaker: Colour, number: u8) -> Illegal {
    about("run-no-ability", breaker, number)
}

/// A word behind a step that belongs to another breaker.
pub(super) fn no_choice(breaker: Colour, number: u8, word: &'static str) -> Illegal {
    about("run-no-choice", breaker, number).with("word", word)
}

/// Something else has to be named with the ability.
pub(super) fn use_form(breaker: Colour, number: u8, examples: &str) -> Illegal {
    about("run-use-form", breaker, number).with("examples", examples)
}

/// The price can be paid in several ways.
pub(super) fn name_price(breaker: Colour, number: u8, example: &'static str) -> Illegal {
    about("run-name-price", breaker, number).with("example", example)
}

/// The tokens named are not the price.
pub(super) fn wrong_price(breaker: Colour, number: u8, cost: &[Tokens]) -> Illegal {
    about("run-wrong-price", breaker, number).with("cost", listed(cost))
}

/// The hand has not the tokens of the price.
pub(super) fn missing_tokens(
    breaker: Colour,
    number: u8,
    cost: &[Tokens],
    hand: &Tokens,
) -> Illegal {
    about("run-missing-tokens", breaker, number)
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
    Illegal::new("run-same-place")
        .with("breaker", one.letter())
        .with("other", other.letter())
}

/// A list of custom breakers that cannot be read.
pub(super) fn custom_unreadable(text: &str) -> Illegal {
    Illegal::new("custom-unreadable").with("text", Arg::quoted(shortened(text)))
}

/// An option that the run does not know, or has twice.
pub(super) fn unknown_option(text: &str) -> Illegal {
    Illegal::new("unknown-option").with("text", Arg::quoted(shortened(text)))
}

/// A target that is not a number from 0 to 9.
pub(super) fn target_range(text: &str) -> Illegal {
    Illegal::new("target-range").with("text", Arg::quoted(shortened(text)))
}

/// A part of a position text that cannot be read.
pub(super) fn position_unreadable(part: &'static str, text: &str) -> Illegal {
    Illegal::new("run-position-unreadable")
        .with("part", part)
        .with("text", Arg::quoted(shortened(text)))
}

/// A refusal repeats what was typed, but not a whole page of it.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
