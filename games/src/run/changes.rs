//! Events of abilities.

use super::{
    breaker_name::BreakerName,
    message::Message,
    space::Space,
    structure::{Colour, Structure},
    tokens::Tokens,
};

/// An event of a custom breaker's ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityEvent {
    /// A custom breaker uses its ability.
    Used {
        /// The breaker.
        breaker: Colour,
        /// Its number.
        number: u8,
    },
    /// Tokens were paid.
    Paid {
        /// The tokens.
        tokens: Tokens,
    },
    /// A breaker was moved without a challenge.
    Moved {
        /// The breaker.
        breaker: Colour,
        /// Its place now; `None` is outside.
        to: Option<Space>,
    },
    /// A structure was moved to another space.
    Shifted {
        /// The structure.
        structure: Structure,
        /// The space it left.
        from: Space,
        /// The space it occupies now.
        to: Space,
    },
    /// A breaker keeps a bonus for its next challenge.
    KeepsBonus {
        /// The breaker.
        breaker: Colour,
        /// The bonus in total.
        bonus: u8,
    },
    /// A breaker keeps a strength for its next challenge.
    KeepsStrength {
        /// The breaker.
        breaker: Colour,
        /// The strength.
        strength: u8,
    },
    /// A breaker may challenge a structure within a distance.
    Reaches {
        /// The breaker.
        breaker: Colour,
        /// The maximum distance.
        within: u8,
    },
    /// A breaker challenges none of the structures within reach.
    Passed {
        /// The breaker.
        breaker: Colour,
    },
    /// A structure lost strength permanently.
    Weakened {
        /// Its space.
        space: Space,
        /// The structure.
        structure: Structure,
        /// Its strength now.
        strength: u8,
    },
}

impl From<AbilityEvent> for Message {
    fn from(deed: AbilityEvent) -> Message {
        match deed {
            AbilityEvent::Used { breaker, number } => Message::Used {
                breaker,
                custom: BreakerName::new(breaker, number),
            },
            AbilityEvent::Paid { tokens } => Message::Paid {
                tokens: tokens.listed(),
            },
            AbilityEvent::Moved { breaker, to } => Message::Moved { breaker, to },
            AbilityEvent::Shifted {
                structure,
                from,
                to,
            } => Message::Shifted {
                structure,
                from,
                to,
            },
            AbilityEvent::KeepsBonus { breaker, bonus } => Message::KeepsBonus { breaker, bonus },
            AbilityEvent::KeepsStrength { breaker, strength } => {
                Message::KeepsStrength { breaker, strength }
            }
            AbilityEvent::Reaches { breaker, within } => Message::Reaches { breaker, within },
            AbilityEvent::Passed { breaker } => Message::Passed { breaker },
            AbilityEvent::Weakened {
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
