//! Capturing: a marble jumps over marbles (section D, "Capturing marbles").

use std::ops::ControlFlow;

use super::{
    event::Event,
    moves::{Jumps, Move},
    position::Position,
};
use crate::{
    hex::Direction,
    spots::{Spot, Spots},
};

/// A marble on its way, and what it finds there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumper {
    /// The ring it is on; nothing for no marble at all.
    pub(super) at: Spots,
    /// The rings with other marbles.
    others: Spots,
    /// The rings without marbles.
    vacant: Spots,
}

impl Jumper {
    /// After a jump that way, if it can jump there.
    #[inline]
    pub(super) fn jump(self, way: Direction) -> Option<Jumper> {
        let over = self.at.step(way) & self.others;
        let to = over.step(way) & self.vacant;
        if to.is_empty() {
            return None;
        }
        // What it has jumped over is taken off at once, so that it can be jumped over only once.
        Some(Jumper {
            at: to,
            others: self.others - over,
            vacant: (self.vacant | self.at | over) - to,
        })
    }

    /// Whether it can jump: then it has to go on.
    #[inline]
    pub(super) fn goes_on(self) -> bool {
        Direction::ALL.iter().any(|way| self.jump(*way).is_some())
    }

    /// The rings that have marbles now.
    pub(super) fn taken(self) -> Spots {
        self.others | self.at
    }

    /// Shows every capture that begins with these jumps, but for those that go on from an unwanted beginning. Those
    /// that end with the next jump come first, then those that go on, the last direction first.
    fn each(
        self,
        from: Spot,
        made: Jumps,
        is_wanted: &impl Fn(Move) -> bool,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let next = Direction::ALL.map(|way| self.jump(way));
        for (way, next) in Direction::ALL.into_iter().zip(next) {
            if next.is_some_and(|next| !next.goes_on()) {
                visit(Move::Capture(from, made.and(way)))?;
            }
        }
        for (way, next) in Direction::ALL.into_iter().zip(next).rev() {
            let made = made.and(way);
            if let Some(next) = next.filter(|next| next.goes_on())
                && is_wanted(Move::Capture(from, made))
            {
                next.each(from, made, is_wanted, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Position {
    /// The marbles that can jump: if there are any, one of them has to.
    #[inline]
    pub(super) fn jumpers(&self) -> Spots {
        let (taken, vacant) = (self.taken(), self.vacant());
        // Looked at from where it ends, a jump leads back over a marble to a marble.
        let back = |way| (vacant.step(way) & taken).step(way) & taken;
        let each = Direction::ALL.into_iter().map(back);
        each.fold(Spots::NONE, |all, jumpers| all | jumpers)
    }

    /// The marble of a ring before it jumps.
    pub(super) fn jumper(&self, from: Spots) -> Jumper {
        let at = from & self.taken();
        Jumper {
            at,
            others: self.taken() - at,
            vacant: self.vacant(),
        }
    }

    /// Shows every capture, each gone on with as long as its marble can; whether the game is won
    /// then is looked at when the turn is over.
    pub(super) fn each_capture(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_wanted_capture(&|_| true, visit)
    }

    /// Shows every capture but for those that go on from an unwanted beginning, which is a capture with fewer
    /// jumps.
    pub(super) fn each_wanted_capture(
        &self,
        is_wanted: &impl Fn(Move) -> bool,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.jumpers() {
            let jumper = self.jumper(from.into());
            jumper.each(from, Jumps::default(), is_wanted, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows every capture of a ring's marble that begins with these jumps.
    pub(super) fn each_capture_after(
        &self,
        from: Spot,
        made: Jumps,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let jump = |jumper: Option<Jumper>, way| jumper?.jump(way);
        let jumper = made.ways().fold(Some(self.jumper(from.into())), jump);
        match jumper {
            Some(jumper) => jumper.each(from, made, &|_| true, visit),
            None => ControlFlow::Continue(()),
        }
    }

    /// Makes a whole capture.
    pub(super) fn capture(&mut self, from: Spot, jumps: Jumps, listener: &mut impl FnMut(Event)) {
        let Some(jumper) = self.colour(from.into()) else {
            return;
        };
        let mut at = from;
        *jumper.of_mut(&mut self.marbles) -= from.into();
        for way in jumps.ways() {
            let over = Spots::from(at).step(way);
            let (Some(to), Some(colour)) = (over.step(way).first(), self.colour(over)) else {
                continue;
            };
            *colour.of_mut(&mut self.marbles) -= over;
            self.mover.of_mut(&mut self.captured).add(colour);
            listener(Event::Jumped {
                by: self.mover,
                from: at,
                over: colour,
                to,
            });
            at = to;
        }
        *jumper.of_mut(&mut self.marbles) |= at.into();
    }
}
