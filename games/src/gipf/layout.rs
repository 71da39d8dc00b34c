//! The layout of a board: piles relative to the centre, the same on both boards and in all versions.

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

/// Encodes a pile as a number, one digit for each piece as in [`Thing::what`]: no pile has more than 13
/// pieces.
fn number(pile: &Pile) -> u64 {
    pile.pieces().iter().fold(0, |number, piece| {
        let owner = match piece.owner {
            Seat::First => 0,
            Seat::Second => 8,
        };
        number << 4 | (owner + piece.kind as u64 + 1)
    })
}
