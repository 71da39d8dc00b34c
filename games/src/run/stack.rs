//! The data stack and its deal.

use super::structure::Structure;
use crate::dice::Dice;

/// The face-down structures still to be installed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack {
    /// From bottom to top, so that drawing is a pop.
    upwards: Vec<Structure>,
}

impl Stack {
    /// Number of ice tiles above the forts at the start.
    pub const ICE_ON_TOP: usize = 14;
    /// Number of tiles at the bottom that are shuffled together with the forts.
    pub const BOTTOM: usize = Structure::COUNT - Stack::ICE_ON_TOP;

    /// Deals a stack (*Setup*).
    ///
    /// The 20 pieces of ice in the order k1 … k5, g1 … g5, r1 … r5, b1 … b5 are shuffled. The
    /// first 14 of them are the top of the stack, the very first one uppermost. The other six in
    /// their shuffled order, followed by the forts k, g, r, b, are shuffled again and lie below.
    /// Both shuffles are those of [`Dice::shuffle`].
    pub fn deal(dice: &mut Dice) -> Stack {
        let mut downwards = Vec::with_capacity(Structure::COUNT);
        downwards.extend(Structure::ice());
        dice.shuffle(&mut downwards);
        downwards.extend(Structure::forts());
        dice.shuffle(downwards.split_at_mut(Stack::ICE_ON_TOP).1);
        Stack::of(downwards)
    }

    /// Creates a stack from structures, the top first.
    pub fn of(mut downwards: Vec<Structure>) -> Stack {
        downwards.reverse();
        Stack { upwards: downwards }
    }

    /// Returns the structures from top to bottom.
    pub fn downwards(&self) -> impl Iterator<Item = Structure> {
        self.upwards.iter().rev().copied()
    }

    /// Returns the number of structures left.
    pub fn count(&self) -> usize {
        self.upwards.len()
    }

    /// Returns whether no structure is left.
    pub fn is_empty(&self) -> bool {
        self.upwards.is_empty()
    }

    /// Returns whether the deal can have left this stack: no fort above the bottom ten, and at most
    /// six ice tiles among those.
    pub fn can_be_dealt(&self) -> bool {
        let (bottom, above) = self.upwards.split_at(self.count().min(Stack::BOTTOM));
        let ice = |structure: &&Structure| !structure.is_fort();
        above.iter().all(|structure| !structure.is_fort())
            && bottom.iter().filter(ice).count() <= Stack::BOTTOM - 4
    }

    /// Determinization: shuffles the stack as far as the player can't see it, with no fort above
    /// the bottom ten and everything else in any order. The order before does not matter.
    pub(super) fn determinize(&mut self, dice: &mut Dice) {
        self.upwards
            .sort_unstable_by_key(|s| (!s.is_fort(), s.colour, s.kind));
        let forts = self.upwards.partition_point(|s| s.is_fort());
        dice.shuffle(self.upwards.split_at_mut(forts).1);
        let bottom = self.count().min(Stack::BOTTOM);
        dice.shuffle(self.upwards.split_at_mut(bottom).0);
    }

    /// Draws the top structure.
    pub(super) fn draw(&mut self) -> Option<Structure> {
        self.upwards.pop()
    }
}
