//! The matrix: the structures that have been installed.

use std::hash::{Hash, Hasher};

use super::{
    space::Space,
    structure::{Colour, Structure},
};

/// An installed structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Where it lies.
    pub space: Space,
    /// What it is.
    pub structure: Structure,
    /// Whether a power-up token of its colour lies on it.
    pub token: bool,
    /// By how much its strength has been lowered for good.
    pub lowered: u8,
}

impl Tile {
    /// What a breaker has to exceed: the structure's strength less what it was lowered by.
    pub fn strength(&self) -> u8 {
        self.structure.strength().saturating_sub(self.lowered)
    }
}

/// All installed structures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// In the order of their spaces.
    tiles: Vec<Tile>,
    /// Where they lie, so that what lies around a space is counted without a search.
    taken: Taken,
}

impl Hash for Matrix {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // What is taken follows from the tiles.
        self.tiles.hash(state);
    }
}

/// A set of spaces: a number for each row, in which each column is a bit. Around the table there
/// is one more row or column on every side, so that every space has four neighbours here.
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

    fn lift(&mut self, space: Space) {
        self.0[usize::from(space.row())] &= !(2 << space.column());
    }

    fn has(&self, space: Space) -> bool {
        self.0[usize::from(space.row())] & (2 << space.column()) != 0
    }

    /// How many of the spaces around one are in the set.
    fn count_around(&self, space: Space) -> usize {
        let (row, column) = (usize::from(space.row()), space.column());
        let beside = self.0[row] >> column & 0b101;
        let above = self.0[row + 1] >> column & 0b010;
        let below = self.0[row - 1] >> column & 0b010;
        (beside.count_ones() + above.count_ones() + below.count_ones()) as usize
    }

    /// Which space would have too many structures around it with one more on an empty space.
    fn crowded_by(&self, space: Space) -> Option<Space> {
        match self.count_around(space) {
            0 => None,
            count if count > Matrix::MOST_AROUND => Some(space),
            _ => {
                let mut beside = space.around().filter(|next| self.has(*next));
                beside.find(|next| self.count_around(*next) + 1 > Matrix::MOST_AROUND)
            }
        }
    }
}

impl Matrix {
    /// How many structures may lie around one.
    pub const MOST_AROUND: usize = 3;

    /// The matrix with these tiles, unless two of them lie on the same space.
    pub fn of(mut tiles: Vec<Tile>) -> Option<Matrix> {
        tiles.sort_unstable_by_key(|tile| tile.space);
        let apart = tiles.is_sorted_by(|one, next| one.space < next.space);
        let taken = Taken::of(&tiles);
        apart.then_some(Matrix { tiles, taken })
    }

    /// The tiles in the order of their spaces.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Whether a structure lies on a space.
    pub fn has(&self, space: Space) -> bool {
        self.taken.has(space)
    }

    /// The tile on a space.
    pub fn at(&self, space: Space) -> Option<&Tile> {
        let place = self.place(space)?;
        self.tiles.get(place)
    }

    /// The place of a space's tile in the list.
    fn place(&self, space: Space) -> Option<usize> {
        let found = self.has(space).then(|| self.tiles.iter());
        found?.position(|tile| tile.space == space)
    }

    /// How many structures lie next to a space.
    pub fn count_around(&self, space: Space) -> usize {
        self.taken.count_around(space)
    }

    /// The space that would have more than three structures around it if one more were installed
    /// on an empty space (*Making a run*, step 2); `None` when it may be.
    pub fn crowded_by(&self, space: Space) -> Option<Space> {
        self.taken.crowded_by(space)
    }

    /// The same when another structure has been lifted off the table.
    pub(super) fn crowded_without(&self, space: Space, lifted: Space) -> Option<Space> {
        let mut taken = self.taken;
        taken.lift(lifted);
        taken.crowded_by(space)
    }

    /// The number of steps along structures from one to another; `also` counts as a structure as
    /// well. Nothing when no path leads there.
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

    /// Lowers the strength of a structure for good and returns it.
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

    /// Lays a structure on an empty space.
    pub(super) fn install(&mut self, tile: Tile) {
        // All the room that will ever be needed, at once.
        self.tiles
            .reserve_exact(Structure::COUNT.saturating_sub(self.tiles.len()));
        let place = self.tiles.partition_point(|other| other.space < tile.space);
        self.tiles.insert(place, tile);
        self.taken.put(tile.space);
    }

    /// Takes the token off a structure and returns its colour, if there was one.
    pub(super) fn take_token(&mut self, space: Space) -> Option<Colour> {
        let tile = self.at_mut(space)?;
        std::mem::take(&mut tile.token).then_some(tile.structure.colour)
    }

    fn at_mut(&mut self, space: Space) -> Option<&mut Tile> {
        let place = self.place(space)?;
        self.tiles.get_mut(place)
    }
}
