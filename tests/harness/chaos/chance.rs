//! A seeded random number generator, for repeatable tests.

/// SplitMix64 (Steele, Lea and Flood 2014), good enough for choices.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Creates a generator; the same seed gives the same choices.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number less than `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// Returns a random element.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let place = self.below(from.len() as u64);
        &from[usize::try_from(place).expect("less than a length")]
    }

    /// Returns another, independent generator.
    pub fn split(&mut self) -> Chance {
        Chance(self.next())
    }
}
