//! The layout of a board: the owners of piles relative to the centre, the same on both boards and in all versions.

use super::{piece::Pile, position::Position, spot::CENTRE};
use crate::{
    layout::{Layout, Symmetry, Thing},
    seat::Seat,
};

impl Position {
    /// Returns the layout; see [`HostedPosition::layout`](crate::HostedPosition::layout).
    pub(super) fn lay_out(&self) -> Layout {
        let centre = Thing::on(CENTRE, 0);
        let spots = self.planes.occupied().iter();
        let things = spots.map(|spot| {
            let thing = Thing::on(spot, number(&self.planes.pile(spot)));
            Thing {
                x: thing.x - centre.x,
                y: thing.y - centre.y,
                ..thing
            }
        });
        Layout::new(Symmetry::Hexagon, &things.collect::<Vec<_>>())
    }
}

/// Encodes the owner of a pile as in [`Thing::what`]. Piles of other kinds leave most pushes and rows as they are, and a
/// board could be disguised by them as one of another version.
fn number(pile: &Pile) -> u64 {
    match pile.top().map(|piece| piece.owner) {
        None => 0,
        Some(Seat::First) => 1,
        Some(Seat::Second) => 9,
    }
}
