//! The matrix: the installed structures.

use std::hash::{Hash, Hasher};

use super::{
    space::Space,
    structure::{Colour, Structure},
};

/// An installed structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Its space.
    pub space: Space,
    /// The structure.
    pub structure: Structure,
    /// `true` while a power-up token of its colour lies on it.
    pub token: bool,
    /// Permanent loss of strength.
    pub lowered: u8,
}

impl Tile {
    /// Returns the strength that a breaker must exceed: the structure's own less the loss.
    pub fn strength(&self) -> u8 {
        self.structure.strength().saturating_sub(self.lowered)
    }
}

/// All installed structures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// Sorted by space.
    tiles: Vec<Tile>,
    /// Set of their spaces, so that neighbours are counted without a search.
    taken: Taken,
}

impl Hash for Matrix {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // `taken` is derived from the tiles.
        self.tiles.hash(state);
    }
}

/// A set of spaces: one word per row, one bit per column. A border of one row or column on each
/// side gives every space four neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Taken([u32; Space::SIDE as usize + 2]);

#[expect(
    clippy::indexing_slicing,
    reason = "every space has a row, and every row one before and one after it"
)]
impl Taken {
    fn of(tiles: &[Tile]) -> Taken {
        let mut taken = Taken::default();
        tiles.iter().for_each(|tile| taken.put(tile.space));
        taken
    }

    fn put(&mut self, space: Space) {
        self.0[usize::from(space.row())] |= 2 << space.column();
    }

    fn remove(&mut self, space: Space) {
        self.0[usize::from(space.row())] &= !(2 << space.column());
    }

    fn has(&self, space: Space) -> bool {
        self.0[usize::from(space.row())] & (2 << space.column()) != 0
    }

    /// Returns the number of adjacent spaces in the set.
    fn count_around(&self, space: Space) -> usize {
        let (row, column) = (usize::from(space.row()), space.column());
        let beside = self.0[row] >> column & 0b101;
        let above = self.0[row + 1] >> column & 0b010;
        let below = self.0[row - 1] >> column & 0b010;
        (beside.count_ones() + above.count_ones() + below.count_ones()) as usize
    }

    /// Returns the space that would have too many neighbours if one more structure were installed.
    fn crowded_by(&self, space: Space) -> Option<Space> {
        match self.count_around(space) {
            0 => None,
            count if count > Matrix::MAX_NEIGHBOURS => Some(space),
            _ => {
                let mut beside = space.around().filter(|next| self.has(*next));
                beside.find(|next| self.count_around(*next) + 1 > Matrix::MAX_NEIGHBOURS)
            }
        }
    }
}

impl Matrix {
    /// Maximum number of structures adjacent to one.
    pub const MAX_NEIGHBOURS: usize = 3;

    /// Creates a matrix from tiles, unless two of them lie on the same space.
    pub fn of(mut tiles: Vec<Tile>) -> Option<Matrix> {
        tiles.sort_unstable_by_key(|tile| tile.space);
        let apart = tiles.is_sorted_by(|one, next| one.space < next.space);
        let taken = Taken::of(&tiles);
        apart.then_some(Matrix { tiles, taken })
    }

    /// Returns the tiles, sorted by space.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns whether a structure lies on a space.
    pub fn has(&self, space: Space) -> bool {
        self.taken.has(space)
    }

    /// Returns the tile on a space.
    pub fn at(&self, space: Space) -> Option<&Tile> {
        let place = self.place(space)?;
        self.tiles.get(place)
    }

    /// Returns the index of a space's tile.
    fn place(&self, space: Space) -> Option<usize> {
        let found = self.has(space).then(|| self.tiles.iter());
        found?.position(|tile| tile.space == space)
    }

    /// Returns the number of structures adjacent to a space.
    pub fn count_around(&self, space: Space) -> usize {
        self.taken.count_around(space)
    }

    /// Returns the space that would have more than three structures around it if one more were
    /// installed on an empty space (*Making a run*, step 2); `None` if it may be installed.
    pub fn crowded_by(&self, space: Space) -> Option<Space> {
        self.taken.crowded_by(space)
    }

    /// Returns the same with another structure taken off the table.
    pub(super) fn crowded_without(&self, space: Space, removed: Space) -> Option<Space> {
        let mut taken = self.taken;
        taken.remove(removed);
        taken.crowded_by(space)
    }

    /// Returns the distance along structures, by breadth-first search; `also` counts as a structure
    /// too. `None` if there is no path.
    pub fn distance(&self, from: Space, to: Space, also: Option<Space>) -> Option<u8> {
        let spaces = self.tiles.iter().map(|tile| tile.space).chain(also);
        let mut unseen: Vec<Space> = spaces.filter(|space| *space != from).collect();
        let mut edge = vec![from];
        for distance in 0.. {
            if edge.contains(&to) {
                return Some(distance);
            }
            if edge.is_empty() {
                break;
            }
            let next = |space: &mut Space| edge.iter().any(|here| here.is_next_to(*space));
            edge = unseen.extract_if(.., next).collect();
        }
        None
    }

    /// Lowers the strength of a structure permanently and returns its tile.
    pub(super) fn lower(&mut self, space: Space, by: u8) -> Option<Tile> {
        let tile = self.at_mut(space)?;
        tile.lowered = tile.lowered.saturating_add(by);
        Some(*tile)
    }

    /// Moves structures, each with its token, to spaces that are free or become free.
    pub(super) fn shift(&mut self, ways: &[(Space, Space)]) {
        for tile in &mut self.tiles {
            if let Some((_, to)) = ways.iter().find(|(from, _)| *from == tile.space) {
                tile.space = *to;
            }
        }
        self.tiles.sort_unstable_by_key(|tile| tile.space);
        self.taken = Taken::of(&self.tiles);
    }

    /// Installs a structure on an empty space.
    pub(super) fn install(&mut self, tile: Tile) {
        // Reserves memory for all structures at once.
        self.tiles
            .reserve_exact(Structure::COUNT.saturating_sub(self.tiles.len()));
        let place = self.tiles.partition_point(|other| other.space < tile.space);
        self.tiles.insert(place, tile);
        self.taken.put(tile.space);
    }

    /// Takes the token off a structure; returns its colour if there was one.
    pub(super) fn take_token(&mut self, space: Space) -> Option<Colour> {
        let tile = self.at_mut(space)?;
        std::mem::take(&mut tile.token).then_some(tile.structure.colour)
    }

    fn at_mut(&mut self, space: Space) -> Option<&mut Tile> {
        let place = self.place(space)?;
        self.tiles.get_mut(place)
    }
}
