//! A turn, and how the game ends (sections D, F, G).

use std::ops::ControlFlow;

use super::{event::Event, moves::Move, position::Position};
use crate::{
    dice::Dice,
    outcome::{Outcome, Reason, Turn},
    rules::{Rules, mix},
    seat::Seat,
};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// A player owns a winning set (F).
    Won(Seat),
    /// A player has filled the board (G.2).
    Filled(Seat),
    /// Nobody can do anything: a draw.
    Stuck,
}

impl Rules for Position {
    type Move = Move;
    type Event = Event;

    fn to_move(&self) -> Option<Seat> {
        self.end.is_none().then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = match self.end? {
            End::Won(seat) => (Some(seat), Reason::ZertzWon),
            End::Filled(seat) => (Some(seat), Reason::ZertzFilled),
            End::Stuck => (None, Reason::ZertzStuck),
        };
        Some(Outcome { winner, reason })
    }

    /// Capturing is compulsory.
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.end.is_some() {
            return ControlFlow::Continue(());
        }
        match self.can_capture() {
            true => self.each_capture(&mut visit),
            false => self.each_placement(&mut visit),
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
            Some(End::Won(seat)) => 1 + seat as u64,
            Some(End::Filled(seat)) => 3 + seat as u64,
            Some(End::Stuck) => 5,
        };
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
    /// Whether any marble can jump: then one has to.
    #[inline]
    pub(super) fn can_capture(&self) -> bool {
        !self.jumpers().is_empty()
    }

    /// Hands the turn over. Who can neither capture nor place is passed over; when that is so for
    /// both, the game is drawn.
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
        self.end = Some(End::Stuck);
    }

    /// Who owns a winning set has won (F).
    fn end_if_won(&mut self, seat: Seat) {
        let owned = *seat.of(&self.captured);
        let mut sets = self.variant.winning_sets().into_iter();
        if sets.any(|set| owned.contains(set)) {
            self.end = Some(End::Won(seat));
        }
    }

    /// Who fills the board has won, whatever is claimed of it then (G.2).
    fn end_if_filled(&mut self) {
        if self.vacant().is_empty() {
            self.end = Some(End::Filled(self.mover));
        }
    }

    #[inline]
    fn can_act(&self) -> bool {
        let can_place = !self.placeable().is_empty() && !self.vacant().is_empty();
        can_place || self.can_capture()
    }

    /// The same position with the game over if it is, and with somebody to move who can. A game
    /// that is over leaves the turn with the side that ended it.
    pub(super) fn settled(mut self) -> Position {
        for seat in [self.mover.other(), self.mover] {
            // Should both own a set, it is the one who moved last who has won.
            self.end_if_won(seat);
        }
        if self.end.is_none() {
            self.end_if_filled();
        }
        if self.end.is_none() && !self.can_act() {
            self.mover = self.mover.other();
            if !self.can_act() {
                self.mover = self.mover.other();
                self.end = Some(End::Stuck);
            }
        }
        self
    }
}
