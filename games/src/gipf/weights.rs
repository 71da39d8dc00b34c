//! The weights of the evaluation's features, tuned by self-play (docs/engine.md).
//!
//! The features (`features_of` in `evaluate.rs`), each the mover's count minus the other player's:
//!
//! 0. the side to move (tempo)
//! 1. pieces in the reserve; in GIPF the basic ones
//! 2. single pieces on the board
//! 3. stacks on the board
//! 4. GIPF pieces left
//! 5. entries short of four
//! 6. pieces in the centre and beside it
//! 7. pieces on the ring around those
//! 8. pairs, 9. threes, 10. broken threes in a line
//! 11. one GIPF piece left
//! 12. TAMSK, 13. ZÈRTZ, 14. YINSH potentials on the board
//! 15. potentials in the reserve; in MATRX GIPF pairs of equal pieces

use super::variant::Variant;
use crate::search::Features;

/// MATRX GIPF.
const MATRX: Features = [
    46, 50, 74, 148, -16, -142, 2, -4, 16, 36, 16, -116, 24, 31, 43, 62,
];

/// GIPF with single pieces only.
const BASIC: Features = [9, 100, 86, 51, 0, -25, 6, 1, 8, 11, 9, 0, 22, 29, 0, -1];

/// GIPF with GIPF pieces.
const STANDARD: Features = [
    12, 100, 85, 100, 82, -50, 12, 1, 11, 9, 9, -41, 2, 16, 0, 30,
];

/// Returns the weights of a game, in hundredths of a basic piece.
pub(super) fn of(variant: Variant) -> &'static Features {
    match variant {
        Variant::Matrx | Variant::MatrxClassic => &MATRX,
        Variant::GipfBasic => &BASIC,
        Variant::GipfStandard | Variant::GipfTournament => &STANDARD,
    }
}
