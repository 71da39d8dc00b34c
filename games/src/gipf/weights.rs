//! What the things are worth of which the value of a position is made; see `evaluate.rs`.
//!
//! The numbers come from games of the computer against itself; docs/engine.md tells how.

use super::variant::Variant;
use crate::search::Features;

/// In MATRX GIPF.
const MATRX: Features = [
    37, 50, 68, 193, -52, -208, -4, -3, 12, 60, 16, -170, -6, 0, 12, 99,
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
