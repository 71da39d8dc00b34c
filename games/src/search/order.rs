//! Move ordering: transposition-table move, killers, history heuristic and the game's own score.

use super::evaluate::Evaluate;
use crate::seat::Seat;

/// A move with its move-ordering score.
pub(super) type RankedMove<M> = (i32, M);

/// Score of the transposition-table move, before all others.
const TT_MOVE_SCORE: i32 = i32::MAX;

/// Bonus of a killer move: one that caused a beta cutoff at the same ply.
const KILLER_SCORE: i32 = 40_000;

/// Maximum history score; beyond it all scores of the seat are halved.
const MAX_HISTORY: i32 = 16_000;

/// The killer and history tables.
#[derive(Debug)]
pub(super) struct Order<M> {
    /// Two killer moves per ply (number of actions from the root).
    killers: Vec<[Option<M>; 2]>,
    /// History scores by seat and [`Evaluate::history_index`].
    history: [Vec<i32>; 2],
}

impl<M: Copy + Eq> Order<M> {
    /// Creates empty tables; `places` is the size of the history table.
    pub(super) fn new(places: usize) -> Order<M> {
        Order {
            killers: Vec::new(),
            history: [vec![0; places], vec![0; places]],
        }
    }

    /// Returns the move-ordering score of a move at a ply.
    #[inline]
    pub(super) fn rank<R: Evaluate<Move = M>>(
        &self,
        position: &R,
        played: M,
        actions: usize,
        known: Option<M>,
    ) -> i32 {
        if known == Some(played) {
            return TT_MOVE_SCORE;
        }
        let killers = self.killers.get(actions);
        let kills = killers.is_some_and(|killers| killers.contains(&Some(played)));
        let seat = position.to_move().unwrap_or(Seat::First);
        let place = position.history_index(played);
        let good = seat.of(&self.history).get(place);
        let killer = if kills { KILLER_SCORE } else { 0 };
        position.move_ordering_score(played) + killer + good.copied().unwrap_or_default()
    }

    /// Records a beta cutoff: the move becomes a killer and gains depth squared in history.
    pub(super) fn reward<R: Evaluate<Move = M>>(
        &mut self,
        position: &R,
        played: M,
        actions: usize,
        depth: i32,
    ) {
        if self.killers.len() <= actions {
            self.killers.resize(actions + 1, [None; 2]);
        }
        if let Some([first, second]) = self.killers.get_mut(actions)
            && *first != Some(played)
        {
            (*first, *second) = (Some(played), *first);
        }
        let seat = position.to_move().unwrap_or(Seat::First);
        let history = seat.of_mut(&mut self.history);
        if let Some(good) = history.get_mut(position.history_index(played)) {
            *good += depth.max(1) * depth.max(1);
            if *good > MAX_HISTORY {
                history.iter_mut().for_each(|good| *good /= 2);
            }
        }
    }
}
