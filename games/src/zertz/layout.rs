//! The board without names: rings with what lies on them, wherever the whole of them lies.

use super::{
    marble::Colour,
    position::{Position, Ring},
};
use crate::{
    layout::{Layout, Symmetry, Thing},
    spots::Area,
};

impl Position {
    /// See [`Hosted::layout`](crate::Hosted::layout).
    pub(super) fn lay_out(&self) -> Layout {
        let things = self.rings().filter_map(|(at, ring)| {
            let what = match ring {
                Ring::Gone => return None,
                Ring::Vacant => 0,
                Ring::Marble(Colour::White) => 1,
                Ring::Marble(Colour::Grey) => 2,
                Ring::Marble(Colour::Black) => 3,
            };
            Some(Thing::on(Area::ZERTZ.spot(at)?, what))
        });
        Layout::new(Symmetry::Tiles, &things.collect::<Vec<_>>())
    }
}
