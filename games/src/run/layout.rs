//! The matrix without names: the structures, wherever the whole of them lies. Tokens on them, and by how
//! much they are lowered, are left out.

use super::{
    position::Position,
    structure::{Kind, Structure},
};
use crate::layout::{Layout, Symmetry, Thing};

impl Position {
    /// See [`Hosted::layout`](crate::Hosted::layout).
    pub(super) fn lay_out(&self) -> Layout {
        let tiles = self.matrix.tiles().iter();
        let things = tiles.map(|tile| Thing {
            x: tile.space.column().into(),
            y: tile.space.row().into(),
            what: number(tile.structure),
        });
        Layout::new(Symmetry::Squares, &things.collect::<Vec<_>>())
    }
}

/// A number for each of the structures.
fn number(structure: Structure) -> u64 {
    let kind = match structure.kind {
        Kind::Ice(number) => u64::from(number),
        Kind::Fort => 0,
    };
    structure.colour.index() as u64 * 8 + kind
}
