//! A turn: rows, an owed extra move, the move, an earned extra move, rows again (sections D, E, H.1).

use std::ops::ControlFlow;

use super::{
    event::Event,
    moves::Move,
    piece::PieceKind,
    position::{GipfEnd, Half, Lack, Phase, Position},
    row::RowState,
    spot::CENTRE,
};
use crate::{
    dice::Dice,
    outcome::{Outcome, Turn},
    rules::Rules,
    seat::Seat,
    spots::{Area, Spot},
};

impl Rules for Position {
    type Move = Move;
    type Event = Event;

    #[inline]
    fn to_move(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over(_) => None,
            Phase::Announced { .. } | Phase::Contested { .. } => Some(self.mover.other()),
            Phase::Rows(_) | Phase::Extra(_) | Phase::Move => Some(self.mover),
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(end) => Some(end.outcome()),
            _ => None,
        }
    }

    #[inline]
    fn each_move(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_legal(visit)
    }

    #[inline]
    fn play_unchecked(
        &mut self,
        played: Move,
        _dice: &mut Dice,
        listener: &mut impl FnMut(Event),
    ) -> Turn {
        self.make(played, listener)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.hashed()
    }
}

impl Position {
    /// Plays a legal move; see [`crate::Rules::play_unchecked`].
    #[inline]
    pub(super) fn make(&mut self, played: Move, listener: &mut impl FnMut(Event)) -> Turn {
        if !matches!(played, Move::Row(_)) && matches!(self.phase, Phase::Rows(Half::Before)) {
            self.let_rows_stand();
            self.phase = self.current_phase();
        }
        match played {
            Move::Enter { kind, push } => {
                self.enter(kind, push, listener);
                return self.settle_move();
            }
            Move::Use { from, to } => self.use_potential(from, to, listener),
            Move::Extra(push) => {
                self.leave_rows_behind();
                self.extra(push, listener);
            }
            Move::GiveUp => {
                self.leave_rows_behind();
                self.leave_centre();
                listener(Event::ExtraGivenUp { seat: self.mover });
            }
            Move::Row(taken) => self.deal_with_row(taken, listener),
            Move::Leave => {
                listener(Event::RowsLeft { seat: self.mover });
                return self.hand_over();
            }
            Move::Allow => self.jump_off(listener),
            Move::Neutralise => self.challenge(listener),
            Move::Neutralised => self.neutralise(listener),
            Move::Upheld => {
                listener(Event::Upheld { seat: self.mover });
                self.jump_off(listener);
            }
        }
        self.settle(Turn::GoesOn)
    }

    /// Moves a potential on the board, or announces its jump.
    fn use_potential(&mut self, from: Spot, to: Spot, listener: &mut impl FnMut(Event)) {
        if self.can_be_challenged(self.planes.kind(from)) {
            self.announce(from, to, listener);
        } else {
            self.move_potential(from, to, listener);
        }
    }

    /// Returns the phase that the mover has to deal with now. Optional rows before the move are left implicitly
    /// when the mover goes on to a later phase.
    #[inline]
    pub(super) fn current_phase(&self) -> Phase {
        match self.phase {
            Phase::Rows(Half::Before) if self.any_row_is_due() => self.phase,
            Phase::Rows(Half::Before) if self.extra_is_due() => Phase::Extra(Half::Before),
            Phase::Rows(Half::Before) => Phase::Move,
            phase => phase,
        }
    }

    /// Returns the position with the turn at the first phase that needs a decision of the mover.
    pub(super) fn settled(mut self) -> Position {
        self.phase = Phase::Rows(Half::Before);
        let all_captured = |seat: &Seat| {
            self.variant.needs_gipf() && self.has_begun(*seat) && !self.has_gipf(*seat)
        };
        // The mover took the row: if it had the last GIPF pieces of both, the other side has lost.
        let loser = [self.mover.other(), self.mover]
            .into_iter()
            .find(all_captured);
        if let Some(loser) = loser {
            let lack = Lack::Gipf;
            self.phase = Phase::Over(GipfEnd { loser, lack });
        }
        self.settle(Turn::GoesOn);
        self
    }

    /// Advances to the next phase that needs a decision, through the end of the turn if need be.
    fn settle(&mut self, turn: Turn) -> Turn {
        match self.phase {
            Phase::Extra(Half::After) => self.settle_move(),
            Phase::Rows(Half::After) => self.settle_rows(),
            Phase::Rows(Half::Before) => self.begin(turn),
            Phase::Extra(Half::Before) => self.begin_move(turn),
            Phase::Move => self.ask_for_move(turn),
            Phase::Announced { .. } | Phase::Contested { .. } => turn,
            Phase::Over(end) => self.end(end, turn, Turn::Complete),
        }
    }

    /// Advances after the move: an extra move may have been earned.
    #[inline(always)]
    fn settle_move(&mut self) -> Turn {
        // Fast path: usually nothing is left to do, and the other side moves.
        if !self.planes.has_any_row() && !self.planes.doubles_on(CENTRE) {
            self.pass();
            return self.ask_for_move(Turn::Complete);
        }
        if self.extra_is_due() {
            self.phase = Phase::Extra(Half::After);
            return Turn::GoesOn;
        }
        self.settle_rows()
    }

    /// Advances to the rows after the move. A row that was left and has not changed could have been dealt with
    /// before the move, with the same effect.
    #[inline(always)]
    fn settle_rows(&mut self) -> Turn {
        if self.has_new_row() {
            self.phase = Phase::Rows(Half::After);
            return Turn::GoesOn;
        }
        self.hand_over()
    }

    /// Begins a turn: rows, then an owed extra move, then the move.
    #[inline(always)]
    fn begin(&mut self, turn: Turn) -> Turn {
        if self.has_row(self.mover) {
            self.phase = Phase::Rows(Half::Before);
            return turn;
        }
        self.begin_move(turn)
    }

    #[inline(always)]
    fn begin_move(&mut self, turn: Turn) -> Turn {
        if self.extra_is_due() {
            self.phase = Phase::Extra(Half::Before);
            return turn;
        }
        self.ask_for_move(turn)
    }

    #[inline(always)]
    fn ask_for_move(&mut self, turn: Turn) -> Turn {
        let Some(lack) = self.lack_of_move() else {
            self.phase = Phase::Move;
            return turn;
        };
        let loser = self.mover;
        self.end(GipfEnd { loser, lack }, turn, Turn::BrokenOff)
    }

    /// Returns the reason why the mover cannot move and has lost (MATRX, I.2; GIPF, 1.F); `None` if there is a
    /// move.
    #[inline(always)]
    pub(super) fn lack_of_move(&self) -> Option<Lack> {
        if self.can_move() {
            return None;
        }
        Some(if self.reserve(self.mover).is_empty() {
            Lack::Piece
        } else if !self.has_begun(self.mover) {
            // All pieces are in reserve, and none may enter as a GIPF piece: they have entered before.
            Lack::Gipf
        } else {
            Lack::Move
        })
    }

    /// Ends the game. The turn is complete if it was before, else as given by `unfinished`.
    #[cold]
    fn end(&mut self, end: GipfEnd, turn: Turn, unfinished: Turn) -> Turn {
        self.standing = RowState::default();
        self.phase = Phase::Over(end);
        match turn {
            Turn::GoesOn => unfinished,
            turn => turn,
        }
    }

    /// Passes the turn to the other side and begins it.
    #[inline(always)]
    pub(super) fn hand_over(&mut self) -> Turn {
        self.pass();
        self.begin(Turn::Complete)
    }

    /// Makes the other side the mover, which has left no row yet.
    #[inline(always)]
    fn pass(&mut self) {
        self.mover = self.mover.other();
        self.standing = RowState::default();
    }

    /// Returns whether the mover's own TAMSK-stack is on the centre (H.1.1, H.1.3).
    #[inline]
    fn extra_is_due(&self) -> bool {
        self.planes
            .is_stack_of(PieceKind::Tamsk, self.mover, CENTRE)
    }

    /// Returns whether the mover has any entry or any move with a potential (MATRX, I.2; GIPF, 1.F, with
    /// potentials, B.5). Every spot is on a line with dots at its ends, so there is room for an entry while any
    /// spot is empty.
    #[inline]
    fn can_move(&self) -> bool {
        (self.can_enter() && self.has_vacancy()) || self.can_use_potential()
    }

    /// Returns whether there is an empty spot.
    #[inline]
    fn has_vacancy(&self) -> bool {
        // Fast path: usually there is one on the part that both boards share.
        let inner = Area::CLASSIC.spots - self.planes.occupied();
        !inner.is_empty() || !self.vacant().is_empty()
    }
}
