//! What a board looks like, as plain data: no characters, no colours, no language.

use crate::game::Seat;

/// A board to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// How the points lie.
    pub lattice: Lattice,
    /// Every point, in the order of its name.
    pub points: Vec<Point>,
}

impl Scene {
    /// The same scene, with a mark on everything that has changed since another one.
    pub fn marked_since(mut self, before: &Scene) -> Scene {
        for point in &mut self.points {
            let old = before.points.iter().find(|old| old.name == point.name);
            let changed = match old {
                Some(old) => old.pieces != point.pieces || old.ground != point.ground,
                None => point.ground != Ground::Free,
            };
            if changed && point.mark == Mark::None {
                point.mark = Mark::Last;
            }
        }
        self
    }
}

/// How the `x` and `y` of a [`Point`] are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lattice {
    /// Columns of hexagons: one step in `x` is one column, two steps in `y` one point of it.
    Hex,
    /// Hexagonal tiles beside each other, some of which may be missing: steps as for hexagons.
    Tiles,
    /// A grid of squares: one step is one space, north is up.
    Square,
}

/// One place of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its name in notation.
    pub name: String,
    /// Steps to the right.
    pub x: i32,
    /// Steps upwards.
    pub y: i32,
    /// What kind of place it is.
    pub ground: Ground,
    /// The pieces on it, from bottom to top.
    pub pieces: Vec<Piece>,
    /// The pieces that can come there with the next action, where that is worth showing.
    pub next: Vec<Piece>,
    /// Whether something happened there or is to be done there.
    pub mark: Mark,
}

/// What a place is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A place in play.
    Spot,
    /// A place on the rim from which pieces enter.
    Dot,
    /// An empty space where a structure may be installed.
    Free,
    /// A structure.
    Tile {
        /// Letter of its colour, upper case.
        colour: char,
        /// Its number as written on it; `None` for a fort.
        number: Option<u8>,
        /// Its strength now.
        strength: u8,
        /// Whether a token lies on it.
        token: bool,
    },
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Letter of its kind, upper case.
    pub letter: char,
    /// Whose it is; nobody's where both players use the same pieces.
    pub owner: Option<Seat>,
}

/// Why a place is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// The last turn changed it.
    Last,
    /// It is part of what has to be dealt with now.
    Due,
}
