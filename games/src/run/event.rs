//! What can happen in a run. The arguments are listed in the [module documentation](super).

use super::{
    breakers::{self, Boosting},
    challenge::Measure,
    code::Code,
    deeds::Deed,
    position::Challenge,
    space::Space,
    structure::{Colour, Structure},
};
use crate::fact::Fact;

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
    /// A strength was found in another way than by a die and the colour alone.
    Measured {
        /// What it is made of.
        measure: Measure,
        /// Who challenges what, and how strongly.
        challenge: Challenge,
    },
    /// Tokens were discarded.
    Boosted {
        /// The challenge, with its strength before the boost.
        challenge: Challenge,
        /// Which tokens, and what they do.
        boosting: Boosting,
    },
    /// The breaker was stronger and moved in.
    Broken(Challenge),
    /// The breaker was not stronger, but onto ice it moves all the same.
    FailedIce(Challenge),
    /// The breaker was not stronger and the fort kept it out.
    FortHeld(Challenge),
    /// Brain damage.
    Damage {
        /// This time.
        damage: u8,
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
    /// An ability did something.
    Custom(Deed),
}

impl From<Event> for Fact {
    fn from(event: Event) -> Fact {
        match event {
            Event::Installed {
                space,
                structure,
                token,
            } => Fact::new(Code::Installed)
                .with("space", space.to_string())
                .with("structure", structure.to_string())
                .with("colour", structure.colour.letter())
                .with("kind", kind(structure))
                .with("strength", structure.strength())
                .with("token", u8::from(token)),
            Event::Rolled { die, challenge } => Fact::new(Code::Rolled)
                .with("breaker", challenge.breaker.letter())
                .with("die", die)
                .with("bonus", challenge.strength.saturating_sub(die))
                .with("strength", challenge.strength)
                .with("space", challenge.space.to_string())
                .with("structure", challenge.structure.to_string())
                .with("against", challenge.against),
            Event::Measured { measure, challenge } => measured(measure, challenge),
            Event::Boosted {
                challenge,
                boosting,
            } => boosted(challenge, boosting),
            Event::Broken(challenge) => settled(Code::Broken, challenge),
            Event::FailedIce(challenge) => settled(Code::FailedIce, challenge),
            Event::FortHeld(challenge) => settled(Code::FortHeld, challenge),
            Event::Damage { damage, total } => Fact::new(Code::Damage)
                .with("damage", damage)
                .with("total", total),
            Event::Token {
                breaker,
                colour,
                have,
            } => Fact::new(Code::Token)
                .with("breaker", breaker.letter())
                .with("colour", colour.letter())
                .with("have", have),
            Event::Custom(deed) => deed.into(),
        }
    }
}

fn measured(measure: Measure, challenge: Challenge) -> Fact {
    Fact::new(Code::Measured)
        .with("breaker", challenge.breaker.letter())
        .with("custom", breakers::code(challenge.breaker, measure.number))
        .with("dice", measure.rolls)
        .with("base", measure.base)
        .with("bonus", measure.same_colour)
        .with("kept", measure.kept)
        .with("lent", measure.lent)
        .with("strength", challenge.strength)
        .with("space", challenge.space.to_string())
        .with("structure", challenge.structure.to_string())
        .with("against", challenge.against)
}

/// Tokens of the structure's colour, or also others.
fn boosted(challenge: Challenge, boosting: Boosting) -> Fact {
    let colour = challenge.structure.colour;
    let tokens = boosting.tokens;
    let fact = if boosting.is_plain(colour) {
        Fact::new(Code::Boosted)
            .with("breaker", challenge.breaker.letter())
            .with("tokens", tokens.count())
            .with("colour", colour.letter())
    } else {
        Fact::new(Code::BoostedMixed)
            .with("breaker", challenge.breaker.letter())
            .with("tokens", tokens.listed())
    };
    fact.with("strength", challenge.strength.saturating_add(boosting.lift))
        .with("against", challenge.against)
}

/// `ice` or `fort`.
pub(super) fn kind(structure: Structure) -> &'static str {
    if structure.is_fort() { "fort" } else { "ice" }
}

fn settled(code: Code, challenge: Challenge) -> Fact {
    Fact::new(code)
        .with("breaker", challenge.breaker.letter())
        .with("space", challenge.space.to_string())
        .with("structure", challenge.structure.to_string())
}
