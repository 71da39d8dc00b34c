//! The layout of a matrix, for comparing positions up to symmetry: the structures alone.
//!
//! Colours are interchangeable: breakers, structures and power-ups of one can be exchanged for
//! those of another. PowerUps on structures and lowered strengths are left out.

use super::{position::Position, structure::StructureKind};
use crate::layout::{Layout, Symmetry, Thing};

impl Position {
    /// See [`HostedPosition::layout`](crate::HostedPosition::layout).
    pub(super) fn lay_out(&self) -> Layout {
        let tiles = self.matrix.tiles().iter();
        let things = tiles.map(|tile| {
            let place = (tile.space.column().into(), tile.space.row().into());
            let kind = match tile.structure.kind {
                StructureKind::Ice(number) => u64::from(number),
                StructureKind::Fort => 0,
            };
            Thing::coloured(place, kind, tile.structure.colour.index())
        });
        Layout::new(Symmetry::Squares, &things.collect::<Vec<_>>())
    }
}
