//! The layout of a board, for comparing positions up to symmetry: rings with their marbles.
//!
//! Colours are interchangeable, though they differ in number and in the sets that win.

use super::{
    marble::MarbleColour,
    position::{Position, Ring},
};
use crate::{
    layout::{Layout, Symmetry, Thing},
    spots::Area,
};

/// The kind of a ring in a layout.
const RING: u64 = 0;
/// The kind of a marble in a layout.
const MARBLE: u64 = 1;

impl Position {
    /// See [`HostedPosition::layout`](crate::HostedPosition::layout).
    pub(super) fn lay_out(&self) -> Layout {
        let things = self.rings().filter_map(|(at, ring)| {
            let colour = match ring {
                Ring::Gone => return None,
                Ring::Vacant => None,
                Ring::Marble(MarbleColour::White) => Some(0),
                Ring::Marble(MarbleColour::Grey) => Some(1),
                Ring::Marble(MarbleColour::Black) => Some(2),
            };
            let ring = Thing::on(Area::ZERTZ.spot(at)?, RING);
            let marble = |colour| Thing::coloured((ring.x, ring.y), MARBLE, colour);
            Some(colour.map_or(ring, marble))
        });
        Layout::new(Symmetry::Rings, &things.collect::<Vec<_>>())
    }
}
