//! Moves as small values, and move generation.

use std::ops::ControlFlow;

use super::{
    lines::{Push, PushPath, Shift},
    piece::PieceKind,
    position::{Phase, Position},
};
use crate::spots::{Spot, Spots};

/// One action of a turn, meaningful in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// An entry (section D).
    Enter {
        /// The kind of piece.
        kind: PieceKind,
        /// The dot and the line.
        push: Push,
    },
    /// A move of the top piece of a stack (section H).
    Use {
        /// The spot of the stack.
        from: Spot,
        /// The target of its top piece.
        to: Spot,
    },
    /// The extra move of a TAMSK-potential (H.1).
    Extra(Push),
    /// The extra move given up.
    GiveUp,
    /// A row dealt with, by the cleared spots (section E).
    Row(Spots),
    /// Rows of GIPF pieces left on the board after the move (GIPF, 2.B.1).
    Leave,
    /// The opponent's consent to a jump (GIPF with potentials, C.2).
    Allow,
    /// The opponent's challenge of a jump.
    Neutralise,
    /// A contest won by the challenger.
    Neutralised,
    /// A contest not won by the challenger.
    Upheld,
}

impl Position {
    /// Visits every dot and line with room for a push, including pushes that come to rest on the same spot.
    #[inline]
    pub(super) fn each_shift(
        &self,
        mut visit: impl FnMut(Push, &PushPath, Shift) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = self.planes.occupied();
        for (push, path) in self.push_paths() {
            if let Some(shift) = path.shift(occupied) {
                visit(push, path, shift)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits every distinct push: those that come to rest on the same empty spot are visited once, from the
    /// first dot.
    #[inline]
    pub(super) fn each_push(
        &self,
        mut visit: impl FnMut(Push) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut rests = Spots::NONE;
        self.each_shift(|push, _, shift| {
            if shift.moved.is_empty() {
                if rests.meets(shift.end) {
                    return ControlFlow::Continue(());
                }
                rests |= shift.end;
            }
            visit(push)
        })
    }

    /// Visits every entry from every dot and in every direction that has room, including those that come to rest
    /// on the same spot and so are the same move. Moves other than entries are left out.
    ///
    /// ```
    /// use games::gipf::{Position, Variant};
    /// use std::ops::ControlFlow;
    /// let mut count = 0;
    /// let _ = Position::start(Variant::GipfBasic).each_entry(|_| {
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 42);
    /// ```
    #[inline]
    pub fn each_entry(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.current_phase() != Phase::Move {
            return ControlFlow::Continue(());
        }
        for kind in PieceKind::in_set(self.enterable()) {
            self.each_shift(|push, _, _| visit(Move::Enter { kind, push }))?;
        }
        ControlFlow::Continue(())
    }

    /// Visits every legal move; see [`crate::Rules::each_move`].
    #[inline]
    pub(super) fn each_legal(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let phase = self.current_phase();
        if matches!(self.phase, Phase::Rows(_)) {
            self.each_row_choice(|taken| visit(Move::Row(taken)))?;
        }
        match phase {
            Phase::Over(_) => ControlFlow::Continue(()),
            Phase::Announced { .. } => {
                visit(Move::Allow)?;
                visit(Move::Neutralise)
            }
            Phase::Contested { .. } => {
                visit(Move::Neutralised)?;
                visit(Move::Upheld)
            }
            Phase::Rows(_) if self.any_row_is_due() => ControlFlow::Continue(()),
            Phase::Rows(_) => visit(Move::Leave),
            Phase::Extra(_) => {
                self.each_push(|push| visit(Move::Extra(push)))?;
                visit(Move::GiveUp)
            }
            Phase::Move => {
                for kind in PieceKind::in_set(self.enterable()) {
                    self.each_push(|push| visit(Move::Enter { kind, push }))?;
                }
                self.each_use(|from, to| visit(Move::Use { from, to }))
            }
        }
    }
}
