//! Turns and the end of the game (sections D, F, G).

use std::ops::ControlFlow;

use super::{
    event::Event,
    moves::Move,
    position::{Position, ZertzEnd},
};
use crate::{
    dice::Dice,
    outcome::{Outcome, Reason, Turn},
    rules::{Rules, mix},
    seat::Seat,
};

impl Rules for Position {
    type Move = Move;
    type Event = Event;

    fn to_move(&self) -> Option<Seat> {
        self.end.is_none().then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = match self.end? {
            ZertzEnd::Won(seat) => (Some(seat), Reason::ZertzWon),
            ZertzEnd::Filled(seat) => (Some(seat), Reason::ZertzFilled),
            ZertzEnd::Stuck => (None, Reason::ZertzStuck),
        };
        Some(Outcome { winner, reason })
    }

    /// Visits the captures if there are any, as capturing is compulsory, else the placements.
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.end.is_some() {
            return ControlFlow::Continue(());
        }
        if self.can_capture() {
            self.each_capture(&mut visit)
        } else {
            self.each_placement(&mut visit)
        }
    }

    #[inline]
    fn play_unchecked(
        &mut self,
        played: Move,
        _dice: &mut Dice,
        listener: &mut impl FnMut(Event),
    ) -> Turn {
        match played {
            Move::Place(placement) => self.place(placement, listener),
            Move::Isolate(placement, claimed) => {
                self.place(placement, listener);
                self.end_if_filled();
                self.claim(claimed, listener);
                self.end_if_won(self.mover);
            }
            Move::Capture(from, jumps) => {
                self.capture(from, jumps, listener);
                self.end_if_won(self.mover);
            }
        }
        self.hand_over(listener);
        Turn::Complete
    }

    fn key(&self) -> u64 {
        let [first, second] = self.captured;
        let counts = [self.pool, first, second];
        let counts = counts.iter().flat_map(|marbles| marbles.0);
        let packed = counts.fold(0, |word, count| word << 5 | u64::from(count));
        let end = match self.end {
            None => 0,
            Some(ZertzEnd::Won(seat)) => 1 + seat as u64,
            Some(ZertzEnd::Filled(seat)) => 3 + seat as u64,
            Some(ZertzEnd::Stuck) => 5,
        };
        // Fields of one bit: there are two players and two versions.
        let rest = (end << 1 | self.mover as u64) << 1 | self.variant as u64;
        let [white, grey, black] = self.marbles;
        mix(&[
            self.rings.bits(),
            white.bits(),
            grey.bits(),
            black.bits(),
            packed << 8 | rest,
        ])
    }
}

impl Position {
    /// Returns whether any marble can jump, so that one must.
    #[inline]
    pub(super) fn can_capture(&self) -> bool {
        !self.jumpers().is_empty()
    }

    /// Passes the turn on. A player who can neither capture nor place is passed over; if that is so
    /// for both, the game is drawn.
    #[inline]
    fn hand_over(&mut self, listener: &mut impl FnMut(Event)) {
        for _ in Seat::BOTH {
            if self.end.is_some() {
                return;
            }
            self.mover = self.mover.other();
            if self.can_act() {
                return;
            }
            listener(Event::Passed(self.mover));
        }
        self.end = Some(ZertzEnd::Stuck);
    }

    /// Ends the game if a seat owns a winning set (F).
    fn end_if_won(&mut self, seat: Seat) {
        let owned = *seat.of(&self.captured);
        let mut sets = self.variant.winning_sets().into_iter();
        if sets.any(|set| owned.contains(set)) {
            self.end = Some(ZertzEnd::Won(seat));
        }
    }

    /// Ends the game if the board is full, whatever is claimed of it then (G.2).
    fn end_if_filled(&mut self) {
        if self.vacant().is_empty() {
            self.end = Some(ZertzEnd::Filled(self.mover));
        }
    }

    #[inline]
    fn can_act(&self) -> bool {
        let can_place = !self.placeable().is_empty() && !self.vacant().is_empty();
        can_place || self.can_capture()
    }

    /// Normalises a position that was read: ends the game if it is over, else gives the turn to a
    /// seat that can act. A finished game leaves the turn with the side that ended it.
    pub(super) fn settled(mut self) -> Position {
        for seat in [self.mover.other(), self.mover] {
            // If both own a set, the side that moved last wins.
            self.end_if_won(seat);
        }
        if self.end.is_none() {
            self.end_if_filled();
        }
        if self.end.is_none() && !self.can_act() {
            self.mover = self.mover.other();
            if !self.can_act() {
                self.mover = self.mover.other();
                self.end = Some(ZertzEnd::Stuck);
            }
        }
        self
    }
}
