//! What a game has told so far.

use std::collections::BTreeMap;

use crate::fact::Fact;

/// How often each code was told, from the first action of a game on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told(BTreeMap<&'static str, usize>);

impl Told {
    /// Takes up what one action has led to.
    pub(crate) fn note(&mut self, facts: &[Fact]) {
        for fact in facts {
            *self.0.entry(fact.code).or_default() += 1;
        }
    }

    /// How often something with this code was told.
    pub fn count(&self, code: impl Into<&'static str>) -> usize {
        let code: &'static str = code.into();
        self.0.get(code).copied().unwrap_or(0)
    }
}
