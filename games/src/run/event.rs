//! Events of a run.

use super::{
    boost::Boosting,
    breaker_name::BreakerName,
    changes::AbilityEvent,
    measure::Measure,
    message::Message,
    position::Challenge,
    space::Space,
    structure::{Colour, Structure},
};

/// An event of a run, the source of a [`Message`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A structure was installed from the stack.
    Installed {
        /// Its space.
        space: Space,
        /// The structure.
        structure: Structure,
        /// `true` if the bank had a token for it.
        token: bool,
    },
    /// The die was rolled.
    Rolled {
        /// The number rolled.
        die: u8,
        /// The challenge with its strength.
        challenge: Challenge,
    },
    /// A strength was computed from more than a die and the colour.
    Measured {
        /// The components of the strength.
        measure: Measure,
        /// The challenge with its strength.
        challenge: Challenge,
    },
    /// Tokens were discarded.
    Boosted {
        /// The challenge, with its strength before the boost.
        challenge: Challenge,
        /// The tokens and their effect.
        boosting: Boosting,
    },
    /// The breaker was stronger and moved in.
    Broken(Challenge),
    /// The breaker was not stronger, but moves onto ice anyway.
    FailedIce(Challenge),
    /// The breaker was not stronger and the fort kept it out.
    FortHeld(Challenge),
    /// Brain damage.
    Damage {
        /// The damage of this event.
        damage: u8,
        /// The total damage.
        total: u8,
    },
    /// The breaker picked up a token.
    Token {
        /// The breaker.
        breaker: Colour,
        /// Its colour.
        colour: Colour,
        /// The number of tokens of that colour in hand.
        have: u8,
    },
    /// An event of an ability.
    Custom(AbilityEvent),
}

impl From<AbilityEvent> for Event {
    fn from(deed: AbilityEvent) -> Event {
        Event::Custom(deed)
    }
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
                custom: BreakerName::new(challenge.breaker, measure.number),
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

/// Returns the message of a boost: with the structure's colour alone, or with other tokens.
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
