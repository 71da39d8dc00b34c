//! A run at one moment.

use super::{
    breakers::{self, Breaker, BreakerName, View},
    matrix::{Matrix, Tile},
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
    /// The numbers of the custom breakers, 0 for plain ones.
    pub(super) custom: [u8; 4],
    /// What each breaker keeps for its next challenge.
    pub(super) kept: [Kept; 4],
    pub(super) hand: Tokens,
    pub(super) bank: Tokens,
    pub(super) damage: u8,
    pub(super) stack: Stack,
    pub(super) target: Option<u8>,
    pub(super) phase: Phase,
}

/// What a breaker keeps until its next challenge is settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// A strength instead of its own.
    pub strength: Option<u8>,
    /// What is added to it.
    pub bonus: u8,
}

/// What the run waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A step or an ability of any breaker.
    Step,
    /// An answer.
    Asked(Question),
    /// Nothing; it has ended.
    Over(End),
}

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// A roll waits for `boost` or `hold`.
    Boost(Challenge),
    /// A breaker may challenge a structure within a distance, or `pass`.
    Reach {
        /// Which breaker.
        breaker: Colour,
        /// The greatest distance.
        within: u8,
    },
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
    /// The strength of the structure.
    pub against: u8,
}

impl Challenge {
    /// Whether the structure is broken without a boost (*Making a run*, step 4).
    pub fn breaks(&self) -> bool {
        self.strength > self.against
    }

    /// By how much a boost has to lift the strength (*Making a run*, step 3).
    pub fn need(&self) -> u8 {
        (self.against + 1).saturating_sub(self.strength)
    }
}

/// How a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// All four forts are held by their breakers.
    Won,
    /// Ten or more brain damage.
    Dead,
    /// More damage than the target allows, or nothing left to do.
    Lost,
    /// The runner gave up, perhaps instead of answering a question.
    Jacked(Option<Question>),
}

impl Position {
    /// The installed structures.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Where a breaker is; `None` is outside.
    pub fn place(&self, breaker: Colour) -> Option<Space> {
        *breaker.of(&self.breakers)
    }

    /// The number of a custom breaker, 0 for a plain one.
    pub fn custom(&self, breaker: Colour) -> u8 {
        *breaker.of(&self.custom)
    }

    /// What makes a custom breaker; nothing for a plain one.
    pub fn breaker(&self, breaker: Colour) -> Option<&'static Breaker> {
        match self.custom(breaker) {
            0 => None,
            number => breakers::find(breaker, number),
        }
    }

    /// Whether any breaker is a custom one.
    pub(super) fn is_custom(&self) -> bool {
        self.custom != [0; 4]
    }

    /// A breaker's letter and number, `k3`, or the letter alone for a plain one.
    pub fn custom_name(&self, breaker: Colour) -> BreakerName {
        breakers::name(breaker, self.custom(breaker))
    }

    /// What a breaker keeps for its next challenge.
    pub fn kept(&self, breaker: Colour) -> Kept {
        *breaker.of(&self.kept)
    }

    /// The table as a breaker sees it.
    pub(super) fn view(&self, breaker: Colour) -> View<'_> {
        View {
            position: self,
            breaker,
            also: None,
        }
    }

    /// The spaces of some of the structures, in order.
    pub(super) fn structures(&self, wanted: impl Fn(&Tile) -> bool) -> Vec<Space> {
        let tiles = self.matrix.tiles().iter().filter(|tile| wanted(tile));
        tiles.map(|tile| tile.space).collect()
    }

    /// The breakers on a space.
    pub fn breakers_on(&self, space: Space) -> impl Iterator<Item = Colour> {
        let on = move |breaker: &Colour| self.place(*breaker) == Some(space);
        Colour::ALL.into_iter().filter(on)
    }

    /// The breaker on a space; the first one when there are several.
    pub fn breaker_on(&self, space: Space) -> Option<Colour> {
        self.breakers_on(space).next()
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
