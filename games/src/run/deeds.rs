//! Events of abilities.

use super::{
    breakers,
    event::Event,
    message::Message,
    space::Space,
    structure::{Colour, Structure},
    tokens::Tokens,
};

/// Something that happens when a custom breaker uses its ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A custom breaker uses its ability.
    Used {
        /// Which breaker.
        breaker: Colour,
        /// Its number.
        number: u8,
    },
    /// Tokens were paid.
    Paid {
        /// Which.
        tokens: Tokens,
    },
    /// A breaker came to another place without a challenge.
    Moved {
        /// Which breaker.
        breaker: Colour,
        /// Where it is now.
        to: Option<Space>,
    },
    /// A structure came to another space.
    Shifted {
        /// What.
        structure: Structure,
        /// Where it was.
        from: Space,
        /// Where it is now.
        to: Space,
    },
    /// A breaker will be stronger in its next challenge.
    KeepsBonus {
        /// Which breaker.
        breaker: Colour,
        /// By how much, all in all.
        bonus: u8,
    },
    /// A breaker will have a strength in its next challenge.
    KeepsStrength {
        /// Which breaker.
        breaker: Colour,
        /// That strength.
        strength: u8,
    },
    /// A breaker may challenge a structure further away.
    Reaches {
        /// Which breaker.
        breaker: Colour,
        /// Up to which distance.
        within: u8,
    },
    /// A breaker challenges nothing of what it could reach.
    Passed {
        /// Which breaker.
        breaker: Colour,
    },
    /// A structure has less strength for good.
    Weakened {
        /// Where.
        space: Space,
        /// What.
        structure: Structure,
        /// Its strength now.
        strength: u8,
    },
}

impl From<Deed> for Event {
    fn from(deed: Deed) -> Event {
        Event::Custom(deed)
    }
}

impl From<Deed> for Message {
    fn from(deed: Deed) -> Message {
        match deed {
            Deed::Used { breaker, number } => Message::Used {
                breaker,
                custom: breakers::name(breaker, number),
            },
            Deed::Paid { tokens } => Message::Paid {
                tokens: tokens.listed(),
            },
            Deed::Moved { breaker, to } => Message::Moved { breaker, to },
            Deed::Shifted {
                structure,
                from,
                to,
            } => Message::Shifted {
                structure,
                from,
                to,
            },
            Deed::KeepsBonus { breaker, bonus } => Message::KeepsBonus { breaker, bonus },
            Deed::KeepsStrength { breaker, strength } => {
                Message::KeepsStrength { breaker, strength }
            }
            Deed::Reaches { breaker, within } => Message::Reaches { breaker, within },
            Deed::Passed { breaker } => Message::Passed { breaker },
            Deed::Weakened {
                space,
                structure,
                strength,
            } => Message::Weakened {
                space,
                structure,
                strength,
            },
        }
    }
}
