//! The two versions of the game (sections B, C and H).

use super::marble::Marbles;

/// A version of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// 21 marbles; two of each colour win, or three white, four grey, five black.
    Basic,
    /// All 24 marbles; three of each colour win, or four white, five grey, six black (H.1).
    Tournament,
}

const _: () = assert!(
    Variant::ALL.len() == 2,
    "the key of a position has one bit for the version"
);

impl Variant {
    /// Both versions.
    pub const ALL: [Variant; 2] = [Variant::Basic, Variant::Tournament];

    /// Returns the id in the CATALOG, also the first word of position texts.
    pub fn id(self) -> &'static str {
        match self {
            Variant::Basic => "zertz-basic",
            Variant::Tournament => "zertz-tournament",
        }
    }

    /// Returns the version with this id.
    pub fn from_id(id: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.id() == id)
    }

    /// Returns all marbles of the version, the pool at the start (C.1, H.1).
    pub fn marbles(self) -> Marbles {
        match self {
            Variant::Basic => Marbles([5, 7, 9]),
            Variant::Tournament => Marbles([6, 8, 10]),
        }
    }

    /// Returns the winning sets; any one of them wins (B, H.1).
    pub fn winning_sets(self) -> [Marbles; 4] {
        match self {
            Variant::Basic => [
                Marbles([2, 2, 2]),
                Marbles([3, 0, 0]),
                Marbles([0, 4, 0]),
                Marbles([0, 0, 5]),
            ],
            Variant::Tournament => [
                Marbles([3, 3, 3]),
                Marbles([4, 0, 0]),
                Marbles([0, 5, 0]),
                Marbles([0, 0, 6]),
            ],
        }
    }
}
