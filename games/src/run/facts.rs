//! What can happen in a run. The arguments are listed in the [module documentation](super).

use super::{
    position::Challenge,
    space::Space,
    structure::{Colour, Structure},
};
use crate::game::Fact;

/// Every code of something that happened, in the order in which they can follow one another.
pub const FACTS: &[&str] = &[
    "run-installed",
    "run-rolled",
    "run-boosted",
    "run-broken",
    "run-failed-ice",
    "run-fort-held",
    "run-damage",
    "run-token",
];

/// Every code of a question and its choices.
pub const QUESTIONS: &[&str] = &[
    "run-legend",
    "run-step",
    "run-ask",
    "run-choice-boost",
    "run-choice-hold",
];

/// Every code of what stands beside the board.
pub const MARGIN: &[&str] = &[
    "run-damage-now",
    "run-hand",
    "run-bank",
    "run-breakers-outside",
    "run-stack",
];

/// Every reason in an outcome.
pub const REASONS: &[&str] = &[
    "forts",
    "brain-death",
    "over-target",
    "no-step",
    "jacked-out",
];

/// Something that happened, before it is put into a [`Fact`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A structure came from the stack.
    Installed {
        /// Where.
        space: Space,
        /// Which.
        structure: Structure,
        /// Whether the bank had a token for it.
        token: bool,
    },
    /// The die was rolled.
    Rolled {
        /// What it showed.
        die: u8,
        /// Who challenges what, and how strongly.
        challenge: Challenge,
    },
    /// Tokens were discarded.
    Boosted {
        /// The challenge, with its strength before the boost.
        challenge: Challenge,
        /// How many tokens.
        tokens: u8,
    },
    /// The breaker was stronger and moved in.
    Broken(Challenge),
    /// The breaker was not stronger, but onto ice it moves all the same.
    FailedIce(Challenge),
    /// The breaker was not stronger and the fort kept it out.
    FortHeld(Challenge),
    /// One brain damage.
    Damage {
        /// All the damage now.
        total: u8,
    },
    /// The breaker found a token.
    Token {
        /// Who found it.
        breaker: Colour,
        /// Its colour.
        colour: Colour,
        /// How many of that colour are in the hand now.
        have: u8,
    },
}

impl From<Event> for Fact {
    fn from(event: Event) -> Fact {
        match event {
            Event::Installed {
                space,
                structure,
                token,
            } => Fact::new("run-installed")
                .with("space", space.to_string())
                .with("structure", structure.to_string())
                .with("colour", structure.colour.letter())
                .with("kind", kind(structure))
                .with("strength", structure.strength())
                .with("token", u8::from(token)),
            Event::Rolled { die, challenge } => Fact::new("run-rolled")
                .with("breaker", challenge.breaker.letter())
                .with("die", die)
                .with("bonus", challenge.strength.saturating_sub(die))
                .with("strength", challenge.strength)
                .with("space", challenge.space.to_string())
                .with("structure", challenge.structure.to_string())
                .with("against", challenge.structure.strength()),
            Event::Boosted { challenge, tokens } => Fact::new("run-boosted")
                .with("breaker", challenge.breaker.letter())
                .with("tokens", tokens)
                .with("colour", challenge.structure.colour.letter())
                .with("strength", challenge.strength.saturating_add(tokens))
                .with("against", challenge.structure.strength()),
            Event::Broken(challenge) => settled("run-broken", challenge),
            Event::FailedIce(challenge) => settled("run-failed-ice", challenge),
            Event::FortHeld(challenge) => settled("run-fort-held", challenge),
            Event::Damage { total } => Fact::new("run-damage")
                .with("damage", 1u8)
                .with("total", total),
            Event::Token {
                breaker,
                colour,
                have,
            } => Fact::new("run-token")
                .with("breaker", breaker.letter())
                .with("colour", colour.letter())
                .with("have", have),
        }
    }
}

/// `ice` or `fort`.
pub(super) fn kind(structure: Structure) -> &'static str {
    if structure.is_fort() { "fort" } else { "ice" }
}

fn settled(code: &'static str, challenge: Challenge) -> Fact {
    Fact::new(code)
        .with("breaker", challenge.breaker.letter())
        .with("space", challenge.space.to_string())
        .with("structure", challenge.structure.to_string())
}
