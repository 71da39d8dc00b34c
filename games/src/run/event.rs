//! Events of a run.

use super::{
    breakers::{self, Boosting},
    challenge::Measure,
    deeds::Deed,
    message::Message,
    position::Challenge,
    space::Space,
    structure::{Colour, Structure},
};

/// Something that happened, before it is put into a [`Message`].
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

impl From<Event> for Message {
    fn from(event: Event) -> Message {
        match event {
            Event::Installed {
                space,
                structure,
                token,
            } => Message::Installed {
                space,
                structure,
                colour: structure.colour,
                kind: structure.into(),
                strength: structure.strength(),
                token: token.into(),
            },
            Event::Rolled { die, challenge } => Message::Rolled {
                breaker: challenge.breaker,
                die,
                bonus: challenge.strength.saturating_sub(die),
                strength: challenge.strength,
                space: challenge.space,
                structure: challenge.structure,
                against: challenge.against,
            },
            Event::Measured { measure, challenge } => Message::Measured {
                breaker: challenge.breaker,
                custom: breakers::name(challenge.breaker, measure.number),
                dice: measure.rolls.shown(),
                base: measure.base,
                bonus: measure.same_colour,
                kept: measure.kept,
                lent: measure.lent,
                strength: challenge.strength,
                space: challenge.space,
                structure: challenge.structure,
                against: challenge.against,
            },
            Event::Boosted {
                challenge,
                boosting,
            } => boosted(challenge, boosting),
            Event::Broken(challenge) => Message::Broken {
                settled: challenge.into(),
            },
            Event::FailedIce(challenge) => Message::FailedIce {
                settled: challenge.into(),
            },
            Event::FortHeld(challenge) => Message::FortHeld {
                settled: challenge.into(),
            },
            Event::Damage { damage, total } => Message::Damage { damage, total },
            Event::Token {
                breaker,
                colour,
                have,
            } => Message::Token {
                breaker,
                colour,
                have,
            },
            Event::Custom(deed) => deed.into(),
        }
    }
}

/// Tokens of the structure's colour, or also others.
fn boosted(challenge: Challenge, boosting: Boosting) -> Message {
    let Challenge {
        breaker, against, ..
    } = challenge;
    let colour = challenge.structure.colour;
    let strength = challenge.strength.saturating_add(boosting.lift);
    if boosting.is_plain(colour) {
        Message::Boosted {
            breaker,
            tokens: boosting.tokens.count(),
            colour,
            strength,
            against,
        }
    } else {
        Message::BoostedMixed {
            breaker,
            tokens: boosting.tokens.listed(),
            strength,
            against,
        }
    }
}
