//! Placing a marble and removing a ring (section D).

use std::ops::ControlFlow;

use super::{
    event::Event,
    isolate::Groups,
    moves::{Move, Placement},
    position::Position,
};
use crate::{hex::Direction, spots::Spots};

impl Position {
    /// The free rings: vacant, with two neighbouring sides of the six open, so that they slide away
    /// without moving others (D.2).
    #[inline]
    pub(super) fn free(&self) -> Spots {
        let held = Direction::ALL.map(|way| self.rings.step(way));
        let [a, b, c, d, e, f] = held;
        let fast = (a | b) & (b | c) & (c | d) & (d | e) & (e | f) & (f | a);
        self.vacant() - fast
    }

    /// Visits every placement: each colour on each vacant ring, with each free ring to remove, and
    /// every choice of claims.
    pub(super) fn each_placement(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (free, colours) = (self.free(), self.placeable());
        for at in self.vacant() {
            let here = Spots::from(at);
            let place = |colour, off| Placement { colour, at, off };
            let offs = free - here;
            if offs.is_empty() {
                // D.3: no free ring, none is removed.
                let groups = self.completed(here, Spots::NONE);
                for colour in colours.colours() {
                    groups.each_claim(place(colour, None), visit)?;
                }
            }
            let suspects = self.may_complete(here);
            for off in offs {
                // The isolated groups don't depend on the colour.
                let groups = if suspects.contains(off) {
                    self.completed(here, off.into())
                } else {
                    Groups::default()
                };
                for colour in colours.colours() {
                    groups.each_claim(place(colour, Some(off)), visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Places a marble and removes a ring.
    #[inline]
    pub(super) fn place(&mut self, placement: Placement, listener: &mut impl FnMut(Event)) {
        let Placement { colour, at, off } = placement;
        let source = if self.pool.is_empty() {
            self.mover.of_mut(&mut self.captured)
        } else {
            &mut self.pool
        };
        source.take(colour);
        *colour.of_mut(&mut self.marbles) |= at.into();
        self.rings -= off.map_or(Spots::NONE, Spots::from);
        listener(Event::Placed {
            by: self.mover,
            colour,
            at,
            off,
        });
    }
}
