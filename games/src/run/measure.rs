//! Dice and strengths of a challenge as they are reported.

use serde::Serialize;

use super::breaker_name::BreakerName;

/// The dice of one challenge, in rolling order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "Vec<u8>")]
pub struct Rolls {
    dice: [u8; 3],
    count: usize,
}

/// The components of a strength; the sum is never below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measure {
    /// The breaker.
    pub custom: BreakerName,
    /// The dice, if any.
    pub dice: Rolls,
    /// The strength before bonuses.
    pub base: i32,
    /// 1 if breaker and structure have the same colour, else 0.
    pub bonus: u8,
    /// The bonus that the breaker kept for this challenge.
    pub kept: u8,
    /// The bonus lent by other breakers.
    pub lent: u8,
}

impl Rolls {
    /// Returns all results of a number of dice, equally likely.
    pub(super) fn all(count: usize) -> Vec<Rolls> {
        let mut all = vec![Rolls::default()];
        for _ in 0..count {
            let one_more = |rolls: Rolls| (1..=6).map(move |die| rolls.with(die));
            all = all.into_iter().flat_map(one_more).collect();
        }
        all
    }

    /// Iterates over the numbers rolled.
    pub(super) fn numbers(self) -> impl Iterator<Item = u8> {
        self.dice.into_iter().take(self.count)
    }

    /// Adds a number.
    pub(super) fn with(mut self, die: u8) -> Rolls {
        if let Some(next) = self.dice.get_mut(self.count) {
            *next = die;
            self.count += 1;
        }
        self
    }
}

impl From<Rolls> for Vec<u8> {
    fn from(rolls: Rolls) -> Vec<u8> {
        rolls.numbers().collect()
    }
}

impl Measure {
    /// Returns the total strength.
    pub(super) fn strength(&self) -> u8 {
        let added = [self.bonus, self.kept, self.lent].map(i32::from);
        let strength = self.base + added.iter().sum::<i32>();
        u8::try_from(strength.max(0)).unwrap_or(u8::MAX)
    }

    /// Returns whether only a die and the colour count.
    pub(super) fn is_plain(&self) -> bool {
        self.custom.is_plain() && self.kept == 0 && self.lent == 0
    }
}
