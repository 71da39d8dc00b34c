//! A run at one moment.

use super::{
    matrix::Matrix,
    space::Space,
    stack::Stack,
    structure::{Colour, Structure},
    tokens::Tokens,
};

/// Brain damage that ends the run in brain death.
pub const BRAIN_DEATH: u8 = 10;

/// A run at one moment. Only positions that can occur exist: [`start`](super::start) deals one,
/// a text is checked before it becomes one, and a step leads from one to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) matrix: Matrix,
    /// Where each breaker is, in the order of [`Colour::ALL`]; `None` is outside.
    pub(super) breakers: [Option<Space>; 4],
    pub(super) hand: Tokens,
    pub(super) bank: Tokens,
    pub(super) damage: u8,
    pub(super) stack: Stack,
    pub(super) target: Option<u8>,
    pub(super) phase: Phase,
}

/// What the run waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A step of any breaker.
    Step,
    /// An answer to a roll: `boost` or `hold`.
    Asked(Challenge),
    /// Nothing; it has ended.
    Over(End),
}

/// A breaker against a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Challenge {
    /// Who challenges.
    pub breaker: Colour,
    /// Where.
    pub space: Space,
    /// What lies there.
    pub structure: Structure,
    /// The strength of the breaker before a boost.
    pub strength: u8,
}

impl Challenge {
    /// Whether the structure is broken without a boost (*Making a run*, step 4).
    pub fn breaks(&self) -> bool {
        self.strength > self.structure.strength()
    }

    /// How many tokens of the structure's colour would just do (*Making a run*, step 3).
    pub fn need(&self) -> u8 {
        (self.structure.strength() + 1).saturating_sub(self.strength)
    }
}

/// How a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// All four forts are held by their breakers.
    Won,
    /// Ten or more brain damage.
    Dead,
    /// More damage than the target allows, or no step left.
    Lost,
    /// The runner gave up, perhaps instead of answering a roll.
    Jacked(Option<Challenge>),
}

impl Position {
    /// The installed structures.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Where a breaker is; `None` is outside.
    pub fn place(&self, breaker: Colour) -> Option<Space> {
        self.breakers[breaker.index()]
    }

    /// The breaker on a space.
    pub fn breaker_on(&self, space: Space) -> Option<Colour> {
        let on = |breaker: &Colour| self.place(*breaker) == Some(space);
        Colour::ALL.into_iter().find(on)
    }

    /// The tokens in the runner's hand.
    pub fn hand(&self) -> &Tokens {
        &self.hand
    }

    /// The tokens in the bank.
    pub fn bank(&self) -> &Tokens {
        &self.bank
    }

    /// Brain damage so far.
    pub fn damage(&self) -> u8 {
        self.damage
    }

    /// The most damage with which the run can still be won, when one was set
    /// (*Minimize brain damage*).
    pub fn target(&self) -> Option<u8> {
        self.target
    }

    /// The data stack.
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// What the run waits for.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }
}
