//! Seeded random numbers: dice and shuffles follow from one 32-byte seed, so that players can verify
//! fairness afterwards (commit and reveal).
//!
//! The bytes are the keystream of ChaCha20 with the seed as key, nonce and counter starting at zero
//! (RFC 8439). They are read as little-endian 32-bit words. A number below `n` takes the next word that is
//! smaller than the largest multiple of `n` up to 2³² (rejection sampling), and its remainder by `n`. A die
//! is such a number below 6, plus 1. A shuffle (Fisher-Yates) goes through a list from its last place down
//! to its second one, place `i` (counted from 0), and swaps it with place "number below `i + 1`".

use std::collections::VecDeque;

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sha2::{Digest, Sha256};

use crate::{common::Common, fact::Illegal};

/// The secret seed of a game's deal and dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// Returns the commitment: the SHA-256 of the seed, in hexadecimal. Shown before the game, it proves that
    /// the seed revealed afterwards was fixed all along.
    pub fn commitment(&self) -> String {
        ::hex::encode(Sha256::digest(self.0))
    }

    /// Derives a seed from a word: the SHA-256 of its UTF-8 bytes.
    pub fn from_word(word: &str) -> Seed {
        Seed(Sha256::digest(word.as_bytes()).into())
    }

    /// Derives the seed with a number: the SHA-256 of this seed and the number. Its dice reveal nothing about
    /// those of this seed.
    pub(crate) fn derive(self, number: u32) -> Seed {
        let digest = Sha256::new()
            .chain_update(self.0)
            .chain_update(number.to_le_bytes());
        Seed(digest.finalize().into())
    }

    /// Returns the seed as 64 hexadecimal characters.
    pub fn to_hex(&self) -> String {
        ::hex::encode(self.0)
    }

    /// Parses 64 hexadecimal characters.
    pub fn from_hex(text: &str) -> Option<Seed> {
        let mut seed = [0; 32];
        ::hex::decode_to_slice(text, &mut seed).ok()?;
        Some(Seed(seed))
    }
}

/// A source of dice: the given results first, then the stream of the seed.
///
/// ```
/// use games::{Dice, Seed};
/// let mut dice = Dice::from_seed(Seed([0; 32]));
/// // The first words of the keystream of the all-zero key are 0xade0b876 and 0x903df1a0.
/// assert_eq!([dice.roll(), dice.roll()], [Ok(1), Ok(1)]);
/// ```
#[derive(Debug, Default)]
pub struct Dice {
    given: VecDeque<u8>,
    stream: Option<ChaCha20Rng>,
    /// The number of dice rolled so far.
    rolled: usize,
}

impl Clone for Dice {
    /// The generator can't be cloned, but its state can be copied.
    fn clone(&self) -> Self {
        let stream = self.stream.as_ref();
        Dice {
            given: self.given.clone(),
            stream: stream.map(|rng| ChaCha20Rng::deserialize_state(&rng.serialize_state())),
            rolled: self.rolled,
        }
    }
}

impl Dice {
    /// Creates a source without dice, for games without chance.
    pub fn none() -> Dice {
        Dice::default()
    }

    /// Creates a source of the given results, each 1 to 6, without a seed.
    pub fn given(results: impl IntoIterator<Item = u8>) -> Dice {
        Dice {
            given: results.into_iter().collect(),
            ..Dice::default()
        }
    }

    /// Creates a source of dice from a seed.
    pub fn from_seed(seed: Seed) -> Dice {
        Dice {
            stream: Some(ChaCha20Rng::from_seed(seed.0)),
            ..Dice::default()
        }
    }

    /// Replaces the given results, which come before the stream of the seed.
    pub fn lay(&mut self, results: impl IntoIterator<Item = u8>) {
        self.given = results.into_iter().collect();
    }

    /// Rolls one die, 1 to 6.
    ///
    /// # Errors
    /// [`Common::NoDie`] if the given results are used up and there is no seed.
    pub fn roll(&mut self) -> Result<u8, Illegal> {
        let given = self.given.pop_front();
        let result = given.or_else(|| self.below(6).map(|number| number as u8 + 1));
        self.rolled += usize::from(result.is_some());
        result.ok_or_else(no_die)
    }

    /// Checks that this number of dice can be rolled.
    ///
    /// # Errors
    /// [`Common::NoDie`] if fewer results are given and there is no seed.
    pub fn check(&self, count: usize) -> Result<(), Illegal> {
        if self.stream.is_some() || count <= self.given.len() {
            Ok(())
        } else {
            Err(no_die())
        }
    }

    /// Returns the number of dice rolled so far.
    pub fn rolled(&self) -> usize {
        self.rolled
    }

    /// Shuffles a list (Fisher-Yates); does nothing without a seed.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            if let Some(place) = self.below(last as u32 + 1) {
                list.swap(last, place as usize);
            }
        }
    }

    /// Returns a uniform number from 0 to `n - 1`, by rejection sampling; `None` without a seed.
    pub(crate) fn below(&mut self, n: u32) -> Option<u32> {
        let stream = self.stream.as_mut()?;
        let fair = (1u64 << 32) / u64::from(n) * u64::from(n);
        loop {
            let word = stream.next_u32();
            if u64::from(word) < fair {
                return Some(word % n);
            }
        }
    }
}

fn no_die() -> Illegal {
    Common::NoDie.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_read_as_it_is_written() {
        let seed = Seed(std::array::from_fn(|i| i as u8 * 7));
        assert_eq!(Seed::from_hex(&seed.to_hex()), Some(seed));
        assert_eq!(Seed::from_hex("00"), None);
        assert_eq!(Seed::from_hex(&"ü".repeat(32)), None);
        assert_eq!(Seed::from_hex(&"+f".repeat(32)), None);
        let capitals = Seed::from_hex(&"AF".repeat(32));
        assert_eq!(capitals, Some(Seed([0xaf; 32])));
    }

    #[test]
    fn the_commitment_is_sha_256_of_the_seed() {
        // SHA-256 of 32 zero bytes.
        let expected = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
        assert_eq!(Seed([0; 32]).commitment(), expected);
    }

    #[test]
    fn a_word_stands_for_its_sha_256() {
        let expected = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
        assert_eq!(Seed::from_word("hello").to_hex(), expected);
    }

    #[test]
    fn every_number_is_as_likely_as_the_others() {
        // Without rejection, `word % n` for n = 3 · 2³⁰ would return the numbers below 2³⁰ twice as often as the
        // others.
        let mut dice = Dice::from_seed(Seed([9; 32]));
        let numbers = (0..3_000).map(|_| dice.below(3 << 30).unwrap());
        let low = numbers.filter(|number| *number < 1 << 30).count();
        assert!((900..1_100).contains(&low), "{low}");
    }

    #[test]
    fn given_dice_roll_in_order_then_run_out() {
        let mut dice = Dice::given([4, 2]);
        assert_eq!([dice.roll(), dice.roll()], [Ok(4), Ok(2)]);
        assert_eq!(dice.roll().unwrap_err().code(), "common-no-die");
    }

    #[test]
    fn checking_for_dice_rolls_none() {
        let mut dice = Dice::given([4, 2]);
        assert_eq!(dice.check(2), Ok(()));
        assert_eq!(dice.check(3).unwrap_err().code(), "common-no-die");
        assert_eq!([dice.roll(), dice.roll()], [Ok(4), Ok(2)]);
        assert_eq!(Dice::none().check(0), Ok(()));
        assert_eq!(Dice::from_seed(Seed([0; 32])).check(30), Ok(()));
    }

    #[test]
    fn a_shuffle_keeps_every_card() {
        let mut list: Vec<u8> = (0..24).collect();
        Dice::from_seed(Seed([9; 32])).shuffle(&mut list);
        assert_ne!(list, (0..24).collect::<Vec<u8>>());
        list.sort_unstable();
        assert_eq!(list, (0..24).collect::<Vec<u8>>());
    }
}
