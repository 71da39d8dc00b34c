//! Events of a run, which are messages as they are.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use serde::Serialize;

use super::{
    boost::Boosting,
    breaker_name::NamedBreaker,
    measure::Measure,
    message::{IceOrFort, Settled},
    position::Challenge,
    power_ups::PowerUps,
    space::Space,
    structure::{Colour, Structure},
};
use crate::message;

/// An event of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Event {
    /// A structure was installed from the stack; `token` is 1 if the bank had one for it.
    Installed {
        space: Space,
        structure: Structure,
        colour: Colour,
        kind: IceOrFort,
        strength: u8,
        token: u8,
    },
    /// A strength made of a die and the colour alone; `bonus` is 1 for the same colour.
    Rolled {
        die: u8,
        bonus: u8,
        #[serde(flatten)]
        challenge: Challenge,
    },
    /// A strength made of more than a die and the colour.
    Measured {
        #[serde(flatten)]
        measure: Measure,
        #[serde(flatten)]
        challenge: Challenge,
    },
    /// PowerUps of the structure's colour were spent, one for a point; `strength` counts them.
    Boosted {
        breaker: Colour,
        tokens: u8,
        colour: Colour,
        strength: u8,
        against: u8,
    },
    /// Other tokens were spent as well, or tokens that count for more than a point.
    BoostedMixed {
        breaker: Colour,
        tokens: PowerUps,
        strength: u8,
        against: u8,
    },
    /// A breaker was stronger and moved in.
    Broken(Settled),
    /// A breaker failed against ice and moved in all the same.
    FailedIce(Settled),
    /// A breaker failed against a fort, which kept it out.
    FortHeld(Settled),
    /// Brain damage, this time and in total.
    Damage { damage: u8, total: u8 },
    /// A breaker picked up a token.
    Token {
        breaker: Colour,
        colour: Colour,
        have: u8,
    },
    /// A custom breaker used its ability.
    Used(NamedBreaker),
    /// The price of an ability was paid.
    Paid { tokens: PowerUps },
    /// A breaker moved without a challenge, or outside.
    Moved { breaker: Colour, to: Option<Space> },
    /// A structure moved.
    Shifted {
        structure: Structure,
        from: Space,
        to: Space,
    },
    /// A breaker keeps a bonus, this much in total, for its next challenge.
    KeepsBonus { breaker: Colour, bonus: u8 },
    /// A breaker keeps a strength for its next challenge.
    KeepsStrength { breaker: Colour, strength: u8 },
    /// A breaker may challenge a structure within a distance.
    Reaches { breaker: Colour, within: u8 },
    /// A breaker challenged none of the structures within its reach.
    Passed { breaker: Colour },
    /// A structure lost strength permanently.
    Weakened {
        space: Space,
        structure: Structure,
        strength: u8,
    },
}

impl message::Message for Event {
    const AREA: &'static str = "run";
}

impl Event {
    /// Returns the event of a challenge after its boost: with the structure's colour alone, or with other tokens.
    pub(super) fn boosted(challenge: Challenge, boosting: Boosting) -> Event {
        let Challenge {
            breaker,
            strength,
            against,
            ..
        } = challenge;
        let colour = challenge.structure.colour;
        if boosting.is_plain(colour) {
            Event::Boosted {
                breaker,
                tokens: boosting.tokens.count(),
                colour,
                strength,
                against,
            }
        } else {
            Event::BoostedMixed {
                breaker,
                tokens: boosting.tokens,
                strength,
                against,
            }
        }
    }
}
