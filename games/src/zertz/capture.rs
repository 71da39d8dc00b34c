//! Capturing by jumps (section D, "Capturing marbles").

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

/// The state of a capture in progress: the jumping marble and the board around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumper {
    /// The ring of the jumping marble; empty if there is no marble.
    pub(super) at: Spots,
    /// The rings with other marbles.
    others: Spots,
    /// The rings without marbles.
    vacant: Spots,
}

impl Jumper {
    /// Returns the state after a jump in a direction, if it is possible.
    #[inline]
    pub(super) fn jump(self, way: Direction) -> Option<Jumper> {
        let over = self.at.step(way) & self.others;
        let to = over.step(way) & self.vacant;
        if to.is_empty() {
            return None;
        }
        // The captured marble is removed at once, so it can't be jumped twice.
        Some(Jumper {
            at: to,
            others: self.others - over,
            vacant: (self.vacant | self.at | over) - to,
        })
    }

    /// Returns whether another jump is possible, and so compulsory.
    #[inline]
    pub(super) fn goes_on(self) -> bool {
        Direction::ALL.iter().any(|way| self.jump(*way).is_some())
    }

    /// The rings with marbles during the capture.
    pub(super) fn taken(self) -> Spots {
        self.others | self.at
    }

    /// Visits every capture that starts with these jumps, without continuations of an unwanted
    /// prefix. Captures that end with the next jump come first, then the longer ones, from the last
    /// direction on.
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
                visit(Move::Capture(from, made.with(way)))?;
            }
        }
        for (way, next) in Direction::ALL.into_iter().zip(next).rev() {
            let made = made.with(way);
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
    /// The marbles that can jump; if there are any, one of them must.
    #[inline]
    pub(super) fn jumpers(&self) -> Spots {
        let (taken, vacant) = (self.taken(), self.vacant());
        // Computed backwards: from the vacant landing ring over a marble to a marble.
        let back = |way| (vacant.step(way) & taken).step(way) & taken;
        let each = Direction::ALL.into_iter().map(back);
        each.fold(Spots::NONE, |all, jumpers| all | jumpers)
    }

    /// The capture state of a ring's marble before its first jump.
    pub(super) fn jumper(&self, from: Spots) -> Jumper {
        let at = from & self.taken();
        Jumper {
            at,
            others: self.taken() - at,
            vacant: self.vacant(),
        }
    }

    /// Visits every capture, each continued as long as its marble can jump. A win is only checked
    /// after the turn.
    pub(super) fn each_capture(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_wanted_capture(&|_| true, visit)
    }

    /// Visits every capture, without continuations of an unwanted prefix: a capture cut short.
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

    /// Visits every capture of a ring's marble that starts with these jumps.
    pub(super) fn each_capture_after(
        &self,
        from: Spot,
        made: Jumps,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let jump = |jumper: Option<Jumper>, way| jumper?.jump(way);
        let jumper = made.directions().fold(Some(self.jumper(from.into())), jump);
        match jumper {
            Some(jumper) => jumper.each(from, made, &|_| true, visit),
            None => ControlFlow::Continue(()),
        }
    }

    /// Plays a whole capture.
    pub(super) fn capture(&mut self, from: Spot, jumps: Jumps, listener: &mut impl FnMut(Event)) {
        let Some(jumper) = self.colour(from.into()) else {
            return;
        };
        let mut at = from;
        *jumper.of_mut(&mut self.marbles) -= from.into();
        for way in jumps.directions() {
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
