//! The variants: differences between the games of this family.

use super::{piece::PieceKind, planes::Entering};
use crate::{hex::Board, spots::Area};

/// Minimum number of potentials of a kind for each player, if any (GIPF with potentials, A.1).
pub(super) const MIN_POTENTIALS: u8 = 3;
/// Maximum number of potentials of a kind for each player: half of the twelve basic pieces in reserve at
/// the start, so that two kinds can all enter.
pub(super) const MAX_POTENTIALS: u8 = 6;

/// A game of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// MATRX GIPF on its own board of 40 spots.
    Matrx,
    /// MATRX GIPF on the classic board of 37 spots (rulebook, J.2).
    MatrxClassic,
    /// GIPF with single pieces only (part 1).
    GipfBasic,
    /// GIPF with three GIPF pieces a side on the board at the start (part 2).
    GipfStandard,
    /// GIPF from an empty board, with as many GIPF pieces as a player likes (part 3).
    GipfTournament,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 5] = [
        Variant::Matrx,
        Variant::MatrxClassic,
        Variant::GipfBasic,
        Variant::GipfStandard,
        Variant::GipfTournament,
    ];

    /// Returns the id in the CATALOG, which is also the first word of position texts.
    pub fn id(self) -> &'static str {
        match self {
            Variant::Matrx => "matrx",
            Variant::MatrxClassic => "matrx-classic",
            Variant::GipfBasic => "gipf-basic",
            Variant::GipfStandard => "gipf-standard",
            Variant::GipfTournament => "gipf-tournament",
        }
    }

    /// Returns the variant with this id.
    pub fn from_id(id: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.id() == id)
    }

    /// Returns the board of the variant.
    pub fn board(self) -> &'static Board {
        self.area().board()
    }

    /// Returns whether the board is the wider one, with one more column.
    #[inline]
    pub(super) fn is_wide(self) -> bool {
        self == Variant::Matrx
    }

    /// Returns the spots of the board.
    #[inline]
    pub(super) fn area(self) -> &'static Area {
        if self.is_wide() {
            Area::MATRX
        } else {
            Area::CLASSIC
        }
    }

    /// Returns whether the variant is MATRX GIPF, where a GIPF piece is a kind of its own and potentials enter in
    /// pairs; otherwise a GIPF piece is two basic pieces.
    pub fn is_matrx(self) -> bool {
        matches!(self, Variant::Matrx | Variant::MatrxClassic)
    }

    /// Returns the number of pieces of a kind that each player owns (MATRX, Contents; GIPF, 1.B.2 and 2.A).
    pub fn owned(self, kind: PieceKind) -> u8 {
        match (self.is_matrx(), kind) {
            (true, PieceKind::Basic) => 0,
            (true, PieceKind::Gipf) => 3,
            (true, _) => 6,
            (false, PieceKind::Basic) if self == Variant::GipfBasic => 15,
            (false, PieceKind::Basic) => 18,
            (false, _) => 0,
        }
    }

    /// Returns the kinds of potentials that players can agree on.
    pub fn potentials(self) -> &'static [PieceKind] {
        match self {
            Variant::Matrx | Variant::MatrxClassic => &[],
            _ => &[PieceKind::Zertz, PieceKind::Tamsk],
        }
    }

    /// Returns the maximum number of pieces of a kind that a player can own beyond [`Variant::owned`]: basic
    /// pieces as a handicap (GIPF, 1.B.2) and potentials by agreement, each on a basic piece of the reserve (GIPF
    /// with potentials, A.1).
    pub fn max_added(self, kind: PieceKind) -> u8 {
        match (self, kind) {
            (Variant::GipfBasic, PieceKind::Basic) => 3,
            _ if self.potentials().contains(&kind) => MAX_POTENTIALS,
            _ => 0,
        }
    }

    /// Returns whether there can be pieces of this kind in the game.
    pub(super) fn plays_with(self, kind: PieceKind) -> bool {
        self.owned(kind) > 0 || self.potentials().contains(&kind)
    }

    /// Returns the pieces on each of the six start spots (GIPF, 1.B.4, 2.A).
    pub(super) fn at_start(self) -> Option<Entering> {
        match self {
            Variant::GipfBasic => Some(Entering::Single(PieceKind::Basic)),
            Variant::GipfStandard => Some(Entering::Pair(PieceKind::Basic)),
            Variant::Matrx | Variant::MatrxClassic | Variant::GipfTournament => None,
        }
    }

    /// Returns whether a side loses without a GIPF piece (MATRX, I.1; GIPF, 2.C).
    pub(super) fn needs_gipf(self) -> bool {
        self != Variant::GipfBasic
    }
}
