//! Evaluation weights of ZÈRTZ, tuned by self-play (docs/engine.md).
//!
//! The features (`owned_as` in `evaluate.rs`), each the mover's count minus the other player's:
//!
//! 0. the side to move (tempo)
//! 1. white, 2. grey, 3. black marbles captured
//! 4. marbles missing for the set of all colours
//! 5. to 8. that set is one, two, three or four marbles away
//! 9. to 12. the number of other sets at those distances

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
