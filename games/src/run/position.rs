//! The state of a run.

use serde::Serialize;

use super::{
    breaker_name::{BreakerName, NamedBreaker},
    matrix::{Matrix, Tile},
    power_ups::PowerUps,
    space::Space,
    stack::Stack,
    structure::{Colour, Structure},
};

/// Brain damage that ends the run in brain death.
pub const BRAIN_DEATH: u8 = 10;

/// A position of a run. Only positions that can occur exist: [`start`](super::start) deals one, a
/// text is checked before it becomes one, and a step leads from one to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) matrix: Matrix,
    /// Spaces of the breakers, in the order of [`Colour::ALL`]; `None` is outside.
    pub(super) breakers: [Option<Space>; 4],
    /// Numbers of the custom breakers, 0 for plain ones.
    pub(super) custom: [u8; 4],
    /// Effects kept by each breaker for its next challenge.
    pub(super) kept: [Kept; 4],
    pub(super) hand: PowerUps,
    pub(super) bank: PowerUps,
    pub(super) damage: u8,
    pub(super) stack: Stack,
    /// The most damage with which the run can be won, if set (*Minimize brain damage*).
    pub(super) target: Option<u8>,
    pub(super) phase: Phase,
}

/// The effects that a breaker keeps until its next challenge is settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// A strength that replaces its own.
    pub strength: Option<u8>,
    /// A bonus on its strength.
    pub bonus: u8,
}

/// The phase of a run: the kind of action that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A step or an ability of any breaker.
    Step,
    /// An answer to a question.
    Asked(Question),
    /// No action: the run is over.
    Over(RunEnd),
}

/// A pending question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// A roll that waits for `boost` or `hold`.
    Boost(Challenge),
    /// A breaker may challenge a structure within a distance, or `pass`.
    Reach {
        /// The breaker.
        breaker: Colour,
        /// The maximum distance.
        within: u8,
    },
}

/// A challenge of a structure by a breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Challenge {
    /// The breaker.
    pub breaker: Colour,
    /// The space of the structure.
    pub space: Space,
    /// The structure.
    pub structure: Structure,
    /// The strength of the breaker before a boost.
    pub strength: u8,
    /// The strength of the structure.
    pub against: u8,
}

impl Challenge {
    /// Returns whether the structure is broken without a boost (*Making a run*, step 4).
    pub fn breaks(&self) -> bool {
        self.strength > self.against
    }

    /// Returns the points of strength that a boost must add (*Making a run*, step 3).
    pub fn need(&self) -> u8 {
        (self.against + 1).saturating_sub(self.strength)
    }
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunEnd {
    /// A win: all four forts are held by their breakers.
    Won,
    /// Brain death: ten or more damage.
    Dead,
    /// A loss: more damage than the target, or no possible action.
    Lost,
    /// Given up, perhaps instead of answering a question.
    Jacked(Option<Question>),
}

impl Position {
    /// Creates the position before the first step, with plain breakers.
    pub(super) fn new(stack: Stack) -> Position {
        Position {
            matrix: Matrix::default(),
            breakers: [None; 4],
            custom: [0; 4],
            kept: [Kept::default(); 4],
            hand: PowerUps::empty(),
            bank: PowerUps::all(),
            damage: 0,
            stack,
            target: None,
            phase: Phase::Step,
        }
    }

    /// Returns the space of a breaker; `None` is outside.
    pub fn place(&self, breaker: Colour) -> Option<Space> {
        *breaker.of(&self.breakers)
    }

    /// Returns the number of a custom breaker, 0 for a plain one.
    pub fn custom(&self, breaker: Colour) -> u8 {
        *breaker.of(&self.custom)
    }

    /// Returns whether any breaker is custom.
    pub(super) fn is_custom(&self) -> bool {
        self.custom != [0; 4]
    }

    /// Returns a breaker's letter and number, `k3`, or the letter alone for a plain one.
    pub fn custom_name(&self, breaker: Colour) -> BreakerName {
        BreakerName::new(breaker, self.custom(breaker))
    }

    /// Returns a breaker as the arguments of a message.
    pub(super) fn named(&self, breaker: Colour) -> NamedBreaker {
        NamedBreaker {
            breaker,
            custom: self.custom_name(breaker),
        }
    }

    /// Returns the effects that a breaker keeps for its next challenge.
    pub fn kept(&self, breaker: Colour) -> Kept {
        *breaker.of(&self.kept)
    }

    /// Returns the spaces of the wanted structures, in order.
    pub(super) fn structures(&self, wanted: impl Fn(&Tile) -> bool) -> Vec<Space> {
        let tiles = self.matrix.tiles().iter().filter(|tile| wanted(tile));
        tiles.map(|tile| tile.space).collect()
    }

    /// Returns the breakers on a space.
    pub fn breakers_on(&self, space: Space) -> impl Iterator<Item = Colour> {
        let on = move |breaker: &Colour| self.place(*breaker) == Some(space);
        Colour::ALL.into_iter().filter(on)
    }

    /// Returns the breaker on a space; the first one if there are several.
    pub fn breaker_on(&self, space: Space) -> Option<Colour> {
        self.breakers_on(space).next()
    }

    /// Returns the brain damage so far.
    pub fn damage(&self) -> u8 {
        self.damage
    }

    /// Returns the phase.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }
}
