//! The matrix: the structures that have been installed.

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
        self.count_without(space, None)
    }

    fn count_without(&self, space: Space, lifted: Option<Space>) -> usize {
        let next = |tile: &&Tile| tile.space.is_next_to(space) && Some(tile.space) != lifted;
        self.0.iter().filter(next).count()
    }

    /// The space that would have more than three structures around it if one more were installed
    /// on an empty space (*Making a run*, step 2); `None` when it may be.
    pub fn crowded_by(&self, space: Space) -> Option<Space> {
        self.crowded_without(space, None)
    }

    /// The same when another structure has been lifted off the table.
    pub(super) fn crowded_without(&self, space: Space, lifted: Option<Space>) -> Option<Space> {
        let next = |tile: &&Tile| tile.space.is_next_to(space) && Some(tile.space) != lifted;
        if self.count_without(space, lifted) > Matrix::MOST_AROUND {
            return Some(space);
        }
        let mut beside = self.0.iter().filter(next).map(|tile| tile.space);
        beside.find(|other| self.count_without(*other, lifted) + 1 > Matrix::MOST_AROUND)
    }

    /// The number of steps along structures from one to another; `also` counts as a structure as
    /// well. Nothing when no path leads there.
    pub fn distance(&self, from: Space, to: Space, also: Option<Space>) -> Option<u8> {
        let spaces = self.0.iter().map(|tile| tile.space).chain(also);
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
        let tile = self.0.iter_mut().find(|tile| tile.space == space)?;
        tile.lowered = tile.lowered.saturating_add(by);
        Some(*tile)
    }

    /// Moves structures, each with its token, to spaces that are free or become free.
    pub(super) fn shift(&mut self, ways: &[(Space, Space)]) {
        for tile in &mut self.0 {
            if let Some((_, to)) = ways.iter().find(|(from, _)| *from == tile.space) {
                tile.space = *to;
            }
        }
        self.0.sort_unstable_by_key(|tile| tile.space);
    }

    /// Lays a structure on an empty space.
    pub(super) fn install(&mut self, tile: Tile) {
        let place = self.0.partition_point(|other| other.space < tile.space);
        self.0.insert(place, tile);
    }

    /// Takes the token off a structure and returns its colour, if there was one.
    pub(super) fn take_token(&mut self, space: Space) -> Option<Colour> {
        let tile = self.0.iter_mut().find(|tile| tile.space == space)?;
        std::mem::take(&mut tile.token).then_some(tile.structure.colour)
    }
}
