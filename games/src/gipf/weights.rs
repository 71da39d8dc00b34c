//! What the things are worth of which the value of a position is made; see `evaluate.rs`.
//!
//! The numbers come from games of the computer against itself; docs/engine.md tells how.

use super::variant::Variant;
use crate::search::Features;

/// In MATRX GIPF.
const MATRX: Features = [
    19, 100, 113, 212, 65, -203, 5, 7, 0, 39, 13, -61, 21, 44, 40, 43,
];

/// In GIPF with single pieces only.
const BASIC: Features = [8, 100, 85, 84, 0, -33, 7, 2, 7, 11, 7, 0, 0, 0, 0, 0];

/// In GIPF with GIPF pieces.
const STANDARD: Features = [
    13, 100, 77, 113, 94, -73, 3, -4, 8, 20, 14, 24, 42, -23, 0, 21,
];

/// The weights of a game, in hundredths of a basic piece.
pub(super) fn of(variant: Variant) -> &'static Features {
    match variant {
        Variant::Matrx | Variant::MatrxClassic => &MATRX,
        Variant::GipfBasic => &BASIC,
        Variant::GipfStandard | Variant::GipfTournament => &STANDARD,
    }
}
