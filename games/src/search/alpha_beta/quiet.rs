//! Quiescence search: captures beyond the search depth.

use std::ops::ControlFlow;

use super::{At, LONGEST, Search, Stopped, pick};
use crate::search::{
    evaluate::Evaluate,
    order::Ranked,
    score::{INFINITE, Score, Window},
};

impl<R: Evaluate> Search<'_, R> {
    /// Quiescence search: forced captures and single captures, then the static evaluation (stand
    /// pat, unless a capture is forced).
    pub(super) fn quiet(&mut self, position: &R, at: At, window: Window) -> Result<Score, Stopped> {
        self.count()?;
        if position.is_contested() {
            return self.contest(position, at);
        }
        let loud = position.is_loud() && at.actions < LONGEST;
        let still = match loud {
            true => -INFINITE,
            false => self.value(position),
        };
        if !loud && (still >= window.beta || at.depth <= -R::LOOKS_ON) {
            return Ok(still);
        }
        let mut moves = self.take_list(at);
        let each = |visit: &mut dyn FnMut(R::Move)| {
            let _ = position.each_loud(|legal| {
                visit(legal);
                ControlFlow::Continue(())
            });
        };
        self.fill(position, at, None, each, &mut moves);
        let found = self.try_loud(position, at, window, still, &mut moves);
        self.put_list(at, moves);
        found
    }

    fn try_loud(
        &mut self,
        position: &R,
        at: At,
        window: Window,
        still: Score,
        moves: &mut [Ranked<R::Move>],
    ) -> Result<Score, Stopped> {
        let mut best = still;
        for number in 0..moves.len() {
            let Some(played) = pick(moves, number) else {
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
