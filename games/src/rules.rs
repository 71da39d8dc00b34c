//! The [`Rules`] trait: moves and positions for search, small and without any text.
//!
//! A position implements [`Rules`] for search and [`crate::Game`] for people, with one implementation of
//! the rules: notation is parsed into a move, the move is played here, and its effects are events from
//! which sentences can be made. A search ignores the events.
//!
//! ```
//! use games::{Dice, Rules, gipf::{Position, Variant}};
//!
//! // Plays the first legal move until the game is over.
//! let mut position = Position::start(Variant::GipfBasic);
//! while let Some(first) = position.first_moves(1).pop() {
//!     position.play_unchecked(first, &mut Dice::none(), &mut |_| {});
//! }
//! assert!(position.outcome().is_some());
//! ```

use std::{
    fmt::Debug,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use crate::{
    dice::Dice,
    outcome::{Outcome, Turn},
    seat::Seat,
};

/// A position of a game: its legal moves, and how they are played.
pub trait Rules: Clone + Eq + Hash {
    /// One action of a turn, a few bytes, meaningful in a position in which it is legal.
    type Move: Copy + Eq + Debug + Send;

    /// One effect of a move, from which messages are made.
    type Event;

    /// Returns the seat to move, or `None` once there is an outcome.
    fn to_move(&self) -> Option<Seat>;

    /// Returns the outcome once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Visits every legal move, each once, in the order in which they are listed for people, until the visitor
    /// breaks off.
    fn each_move(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Plays a legal move and passes its events to the listener, in order. Unused events are never constructed if
    /// the listener does nothing. An illegal move leads to an unspecified position.
    fn play_unchecked(
        &mut self,
        played: Self::Move,
        dice: &mut Dice,
        listener: &mut impl FnMut(Self::Event),
    ) -> Turn;

    /// Returns a 64-bit hash of the position for transposition tables: equal for equal positions, almost
    /// certainly different for others, and the same in every process.
    fn key(&self) -> u64;

    /// Returns the first `most` legal moves, or all if there are fewer.
    fn first_moves(&self, most: usize) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.each_move(|legal| {
            if moves.len() >= most {
                return ControlFlow::Break(());
            }
            moves.push(legal);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Returns all legal moves. In ZÈRTZ there can be some 100,000.
    fn moves(&self) -> Vec<Self::Move> {
        self.first_moves(usize::MAX)
    }
}

/// Hashes words into one, for [`Rules::key`].
///
/// ```
/// use games::rules::mix;
/// assert_eq!(mix(&[1, 2]), mix(&[1, 2]));
/// assert_ne!(mix(&[1, 2]), mix(&[2, 1]));
/// ```
#[inline]
pub fn mix(words: &[u64]) -> u64 {
    // Odd constants without a pattern: the fractions of the golden ratio and of the square root of 2. Every pair
    // of words is multiplied with its own multiple of them, so that no multiplication has to wait for another.
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    const ROOT: u64 = 0x6a09_e667_f3bc_c909;
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product >> 64) as u64 ^ product as u64
    };
    let pairs = (1u64..).zip(words.chunks(2));
    let mixed = pairs.fold(words.len() as u64, |mixed, (number, pair)| {
        let word = |place: usize| pair.get(place).copied().unwrap_or_default();
        let (first, second) = (word(0), word(1));
        let by = number.wrapping_mul(GOLDEN);
        let part = fold(first ^ by, second ^ by.rotate_left(32) ^ ROOT);
        mixed.wrapping_add(part ^ first.rotate_left(21) ^ second)
    });
    fold(mixed ^ ROOT, GOLDEN)
}

/// Hashes a position through its `Hash` implementation, for [`Rules::key`] of positions larger than a few
/// words.
///
/// ```
/// use games::rules::key_of;
/// assert_eq!(key_of(&[1, 2]), key_of(&[1, 2]));
/// assert_ne!(key_of(&[1, 2]), key_of(&[2, 1]));
/// ```
pub fn key_of(position: &impl Hash) -> u64 {
    let mut key = Key(0);
    position.hash(&mut key);
    key.finish()
}

/// A hasher on top of [`mix`], the same in every process.
struct Key(u64);

impl Hasher for Key {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(size_of::<u64>()) {
            let word = part
                .iter()
                .rev()
                .fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.0 = mix(&[self.0, word]);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_mixed_alike_wherever_they_are() {
        // Keys break ties between moves, so they must be the same on every machine.
        for (words, mixed) in [
            (&[][..], 0x864b_f3a5_2ffa_9138),
            (&[1], 0x8b77_607a_b662_9197),
            (&[1, 2], 0x0e53_07d8_284e_6938),
            (&[1, 2, 3], 0x3b02_c61c_a6fd_de51),
        ] {
            assert_eq!(mix(words), mixed, "{words:?}");
        }
    }
    #[test]
    fn every_byte_counts_for_the_key() {
        let keys = (0..9).map(|place| {
            let mut bytes = [0_u8; 9];
            bytes[place] = 1;
            let mut key = Key(0);
            key.write(&bytes);
            key.finish()
        });
        let keys: std::collections::BTreeSet<u64> = keys.collect();
        assert_eq!(keys.len(), 9);
    }
}
