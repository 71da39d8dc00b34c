//! Perft: counting turns, to check the rules against other implementations.

use std::ops::ControlFlow;

use crate::{dice::Dice, outcome::Turn, rules::Rules};

/// Returns the number of positions after `depth` whole turns, counted along every path of distinct
/// positions. Meaningless for games with dice.
///
/// ```
/// use games::{gipf::{Position, Variant}, perft::perft};
/// assert_eq!(perft(&Position::start(Variant::Matrx), 2), 386);
/// ```
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    let mut levels: Vec<Turns<R>> = (0..depth).map(|_| Turns::default()).collect();
    count_with(position, &mut levels)
}

fn count_with<R: Rules>(position: &R, levels: &mut [Turns<R>]) -> u64 {
    match levels {
        [] => 1,
        [last] => last.of(position).len() as u64,
        [turns, deeper @ ..] => turns
            .of(position)
            .iter()
            .map(|next| count_with(next, deeper))
            .sum(),
    }
}

/// A generator of the distinct positions after one whole turn, with buffers that are reused.
#[derive(Debug)]
pub struct Turns<R> {
    ends: Distinct<R>,
    open: Distinct<R>,
}

impl<R> Default for Turns<R> {
    fn default() -> Turns<R> {
        Turns {
            ends: Distinct::default(),
            open: Distinct::default(),
        }
    }
}

impl<R: Rules> Turns<R> {
    /// Returns the distinct positions after one whole turn. A turn that breaks off because the player cannot
    /// finish it leads to none.
    pub fn of(&mut self, position: &R) -> &[R] {
        self.ends.clear();
        self.open.clear();
        self.play_all(position);
        let mut next = 0;
        while let Some(position) = self.open.members.get(next).cloned() {
            self.play_all(&position);
            next += 1;
        }
        &self.ends.members
    }

    fn play_all(&mut self, position: &R) {
        let mut dice = Dice::none();
        let _ = position.each_move(|legal| {
            let mut after = position.clone();
            match after.play_unchecked(legal, &mut dice, &mut |_| {}) {
                Turn::Complete => self.ends.insert(after),
                Turn::GoesOn => self.open.insert(after),
                Turn::BrokenOff => {}
            }
            ControlFlow::Continue(())
        });
    }
}

/// A hash set of positions with open addressing, made to be cleared and refilled often.
#[derive(Debug)]
struct Distinct<R> {
    members: Vec<R>,
    keys: Vec<u64>,
    /// The number of a member by its key (linear probing), counted from 1; 0 in a free slot. At least two thirds
    /// are free, and the number of slots is a power of two.
    slots: Vec<u32>,
}

impl<R> Default for Distinct<R> {
    fn default() -> Distinct<R> {
        Distinct {
            members: Vec::new(),
            keys: Vec::new(),
            slots: vec![0; 64],
        }
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "slots are named modulo their number, and hold numbers of members"
)]
impl<R: Rules> Distinct<R> {
    fn clear(&mut self) {
        self.members.clear();
        // Most slots are free, so only those of the members are cleared.
        while let Some(key) = self.keys.pop() {
            let mut slot = self.slot(key);
            while self.slots[slot] != 0 {
                self.slots[slot] = 0;
                slot = (slot + 1) & (self.slots.len() - 1);
            }
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn insert(&mut self, position: R) {
        let key = position.key();
        let mut slot = self.slot(key);
        while let Some(member) = (self.slots[slot] as usize).checked_sub(1) {
            if self.keys[member] == key && self.members[member] == position {
                return;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.members.push(position);
        self.keys.push(key);
        self.slots[slot] = self.keys.len() as u32;
        if 3 * self.keys.len() > self.slots.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for (number, key) in (1..).zip(&self.keys) {
            let mut slot = self.slot(*key);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = number;
        }
    }
}
