//! Evaluation weights of ZÈRTZ; for the features see `evaluate.rs`.
//!
//! They were tuned by self-play, see docs/engine.md.

use super::variant::Variant;
use crate::search::Features;

/// Weights of the basic version.
const BASIC: Features = [
    25, 100, 60, 37, -7, 51, -5, -7, -1, 58, -1, -11, -10, 0, 0, 0,
];

/// Weights of the tournament version.
const TOURNAMENT: Features = [
    32, 100, 66, 25, -11, 38, 12, 11, -4, 158, 47, 16, -4, 0, 0, 0,
];

/// Returns the weights of a version, in hundredths of a white marble.
pub(super) fn of(variant: Variant) -> &'static Features {
    match variant {
        Variant::Basic => &BASIC,
        Variant::Tournament => &TOURNAMENT,
    }
}
