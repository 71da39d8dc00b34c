//! Why a step, an answer or a text is refused. The arguments are listed in the
//! [module documentation](super).

use super::{
    space::{Space, Way},
    structure::Colour,
};
use crate::{
    game::{Fact, Illegal},
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
    "custom-breakers",
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
        }
    }
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Illegal {
        let fact = Fact::new(refusal.code());
        Illegal(match refusal {
            Refusal::Over | Refusal::NothingAsked => fact,
            Refusal::AnswerFirst { breaker, space } | Refusal::SameSpace { breaker, space } => fact
                .with("breaker", breaker.letter())
                .with("space", space.to_string()),
            Refusal::OutsideWay { breaker } => fact.with("breaker", breaker.letter()),
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
            Refusal::StackEmpty { space } => fact.with("space", space.to_string()),
            Refusal::TooCrowded { space, of } => fact
                .with("space", space.to_string())
                .with("of", of.to_string()),
        })
    }
}

/// A text that is no action, space or piece.
pub(super) fn unreadable(text: &str) -> Illegal {
    Illegal::new("run-unreadable").with("text", shortened(text))
}

/// A space beyond the end of the table.
pub(super) fn off_table(name: Coord) -> Illegal {
    Illegal::new("run-off-table").with("space", name.to_string())
}

/// Something that only custom breakers can do or have.
pub(super) fn custom_breakers(text: &str) -> Illegal {
    Illegal::new("custom-breakers").with("text", shortened(text))
}

/// An option that the run does not know, or has twice.
pub(super) fn unknown_option(text: &str) -> Illegal {
    Illegal::new("unknown-option").with("option", shortened(text))
}

/// A target that is not a number from 0 to 9.
pub(super) fn target_range(text: &str) -> Illegal {
    Illegal::new("target-range").with("text", shortened(text))
}

/// A part of a position text that cannot be read.
pub(super) fn position_unreadable(part: &'static str, text: &str) -> Illegal {
    Illegal::new("run-position-unreadable")
        .with("part", part)
        .with("text", shortened(text))
}

/// A refusal repeats what was typed, but not a whole page of it.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
