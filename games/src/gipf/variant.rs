//! What differs between the games of this family.

use crate::hex::Board;

/// A game of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// MATRX GIPF on its own board of 40 spots.
    Matrx,
    /// MATRX GIPF on the classic board of 37 spots (rulebook, J.2).
    MatrxClassic,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 2] = [Variant::Matrx, Variant::MatrxClassic];

    /// The id in the CATALOG, which is also the first word of position texts.
    pub fn id(self) -> &'static str {
        match self {
            Variant::Matrx => "matrx",
            Variant::MatrxClassic => "matrx-classic",
        }
    }

    /// The variant with this id.
    pub fn from_id(id: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.id() == id)
    }

    /// The board it is played on.
    pub fn board(self) -> &'static Board {
        match self {
            Variant::Matrx => Board::matrx(),
            Variant::MatrxClassic => Board::classic(),
        }
    }
}
