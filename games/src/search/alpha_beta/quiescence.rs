//! Quiescence search: captures beyond the search depth.

use std::ops::ControlFlow;

use super::{MAX_LINE_ACTIONS, Node, Search, Stopped, next_move};
use crate::search::{
    evaluate::Evaluate,
    order::RankedMove,
    score::{INFINITE, Score, Window},
};

impl<R: Evaluate> Search<'_, R> {
    /// Quiescence search: forced captures and single captures, then the static evaluation (stand
    /// pat, unless a capture is forced).
    pub(super) fn quiescence(
        &mut self,
        position: &R,
        at: Node,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.count()?;
        if position.is_contested() {
            return self.contest(position, at);
        }
        let loud = position.has_forced_capture() && at.actions < MAX_LINE_ACTIONS;
        let stand_pat = if loud {
            -INFINITE
        } else {
            self.value(position)
        };
        if !loud && (stand_pat >= window.beta || at.depth <= -R::QUIESCENCE_TURNS) {
            return Ok(stand_pat);
        }
        let mut moves = self.take_list(at);
        let each = |visit: &mut dyn FnMut(R::Move)| {
            let _ = position.each_noisy_move(|legal| {
                visit(legal);
                ControlFlow::Continue(())
            });
        };
        self.generate_moves(position, at, None, each, &mut moves);
        let found = self.try_noisy_moves(position, at, window, stand_pat, &mut moves);
        self.put_list(at, moves);
        found
    }

    fn try_noisy_moves(
        &mut self,
        position: &R,
        at: Node,
        window: Window,
        stand_pat: Score,
        moves: &mut [RankedMove<R::Move>],
    ) -> Result<Score, Stopped> {
        let mut best = stand_pat;
        for number in 0..moves.len() {
            let Some(played) = next_move(moves, number) else {
                break;
            };
            let window = Window {
                alpha: window.alpha.max(best),
                ..window
            };
            let (child, turn) = self.play(position, played);
            let score = self.after(position, &child, at.after(turn), window, None)?;
            best = best.max(score);
            if best >= window.beta {
                break;
            }
        }
        // A forced position whose captures are all overlooked gets its static evaluation.
        Ok(match best {
            _ if best == -INFINITE => self.value(position),
            _ => best,
        })
    }
}
