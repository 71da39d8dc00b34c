//! What abilities do. The arguments are listed in the [module documentation](super).

use super::{
    breakers,
    code::Code,
    event::Event,
    space::Space,
    structure::{Colour, Structure},
    tokens::Tokens,
};
use crate::fact::Fact;

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

impl From<Deed> for Fact {
    fn from(deed: Deed) -> Fact {
        match deed {
            Deed::Used { breaker, number } => Fact::new(Code::Used)
                .with("breaker", breaker.letter())
                .with("custom", breakers::code(breaker, number)),
            Deed::Paid { tokens } => Fact::new(Code::Paid).with("tokens", tokens.listed()),
            Deed::Moved { breaker, to } => Fact::new(Code::Moved)
                .with("breaker", breaker.letter())
                .with("to", to.map(|space| space.to_string())),
            Deed::Shifted {
                structure,
                from,
                to,
            } => Fact::new(Code::Shifted)
                .with("structure", structure.to_string())
                .with("from", from.to_string())
                .with("to", to.to_string()),
            Deed::KeepsBonus { breaker, bonus } => Fact::new(Code::KeepsBonus)
                .with("breaker", breaker.letter())
                .with("bonus", bonus),
            Deed::KeepsStrength { breaker, strength } => Fact::new(Code::KeepsStrength)
                .with("breaker", breaker.letter())
                .with("strength", strength),
            Deed::Reaches { breaker, within } => Fact::new(Code::Reaches)
                .with("breaker", breaker.letter())
                .with("within", within),
            Deed::Passed { breaker } => Fact::new(Code::Passed).with("breaker", breaker.letter()),
            Deed::Weakened {
                space,
                structure,
                strength,
            } => Fact::new(Code::Weakened)
                .with("space", space.to_string())
                .with("structure", structure.to_string())
                .with("strength", strength),
        }
    }
}
