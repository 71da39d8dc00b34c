//! What the things are worth of which the value of a position is made; see `evaluate.rs`.
//!
//! The numbers come from games of the computer against itself; docs/engine.md tells how.

use super::variant::Variant;
use crate::search::Features;

/// In the basic version.
const BASIC: Features = [
    25, 100, 60, 37, -7, 51, -5, -7, -1, 58, -1, -11, -10, 0, 0, 0,
];

/// In the tournament version.
const TOURNAMENT: Features = [
    32, 100, 66, 25, -11, 38, 12, 11, -4, 158, 47, 16, -4, 0, 0, 0,
];

/// The weights of a version, in hundredths of a white marble.
pub(super) fn of(variant: Variant) -> &'static Features {
    match variant {
        Variant::Basic => &BASIC,
        Variant::Tournament => &TOURNAMENT,
    }
}
