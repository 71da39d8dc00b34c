//! The matrix: the structures that have been installed.

use super::{space::Space, structure::Structure};

/// An installed structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Where it lies.
    pub space: Space,
    /// What it is.
    pub structure: Structure,
    /// Whether a power-up token of its colour lies on it.
    pub token: bool,
}

/// All installed structures, in the order of their spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Matrix(Vec<Tile>);

impl Matrix {
    /// How many structures may lie around one.
    pub const MOST_AROUND: usize = 3;

    /// The matrix with these tiles, unless two of them lie on the same space.
    pub fn of(mut tiles: Vec<Tile>) -> Option<Matrix> {
        tiles.sort_unstable_by_key(|tile| tile.space);
        let apart = tiles.windows(2).all(|pair| pair[0].space < pair[1].space);
        apart.then_some(Matrix(tiles))
    }

    /// The tiles in the order of their spaces.
    pub fn tiles(&self) -> &[Tile] {
        &self.0
    }

    /// The tile on a space.
    pub fn at(&self, space: Space) -> Option<&Tile> {
        self.0.iter().find(|tile| tile.space == space)
    }

    /// How many structures lie next to a space.
    pub fn count_around(&self, space: Space) -> usize {
        let next = |tile: &&Tile| tile.space.is_next_to(space);
        self.0.iter().filter(next).count()
    }

    /// The space that would have more than three structures around it if one more were installed
    /// on an empty space (*Making a run*, step 2); `None` when it may be.
    pub fn crowded_by(&self, space: Space) -> Option<Space> {
        let next = |tile: &&Tile| tile.space.is_next_to(space);
        if self.count_around(space) > Matrix::MOST_AROUND {
            return Some(space);
        }
        let mut beside = self.0.iter().filter(next).map(|tile| tile.space);
        beside.find(|other| self.count_around(*other) + 1 > Matrix::MOST_AROUND)
    }

    /// Lays a structure on an empty space.
    pub(super) fn install(&mut self, tile: Tile) {
        let place = self.0.partition_point(|other| other.space < tile.space);
        self.0.insert(place, tile);
    }

    /// Takes the token off a structure and says whether there was one.
    pub(super) fn take_token(&mut self, space: Space) -> bool {
        match self.0.iter_mut().find(|tile| tile.space == space) {
            Some(tile) => std::mem::take(&mut tile.token),
            None => false,
        }
    }
}
