//! Names of breakers, plain and custom ones.

use std::fmt;

use serde::Serialize;

use super::structure::Colour;
use crate::message::as_notation;

/// The name of a breaker in texts: `k3`, or `k` for a plain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerName {
    colour: Colour,
    number: u8,
}

impl BreakerName {
    /// Creates the name of the breaker of a colour with a number, 0 for the plain one.
    pub(super) fn new(colour: Colour, number: u8) -> BreakerName {
        BreakerName { colour, number }
    }

    /// Returns whether it is the name of a plain breaker.
    pub(super) fn is_plain(self) -> bool {
        self.number == 0
    }
}

as_notation!(BreakerName);

/// The arguments of a message about a custom breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedBreaker {
    /// Its colour.
    pub breaker: Colour,
    /// Its letter and number.
    pub custom: BreakerName,
}

impl fmt::Display for BreakerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => write!(f, "{}", self.colour),
            number => write!(f, "{}{number}", self.colour),
        }
    }
}
