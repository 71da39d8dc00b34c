//! The board without names: piles around the centre, the same on both boards and in all versions.

use super::{
    piece::Pile,
    position::{CENTRE, Position},
};
use crate::{
    layout::{Layout, Symmetry, Thing},
    seat::Seat,
};

impl Position {
    /// See [`Hosted::layout`](crate::Hosted::layout).
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

/// The number of a pile, a digit for each piece as [`Thing::what`] has it: no pile has more than 13.
fn number(pile: &Pile) -> u64 {
    pile.pieces().iter().fold(0, |number, piece| {
        let owner = match piece.owner {
            Seat::First => 0,
            Seat::Second => 8,
        };
        number << 4 | (owner + piece.kind as u64 + 1)
    })
}
