//! In which order moves are looked at: the earlier a good one comes, the less has to be.

use super::evaluate::Evaluate;
use crate::seat::Seat;

/// A move with how promising it looks.
pub(super) type Ranked<M> = (i32, M);

/// A move that a table knows as the best comes before all others.
const KNOWN: i32 = i32::MAX;

/// One that has refuted another move of the same turn just before.
const KILLER: i32 = 40_000;

/// Nothing that is remembered weighs more; then all of it is halved.
const MOST: i32 = 16_000;

/// What has been good so far.
#[derive(Debug)]
pub(super) struct Order<M> {
    /// By the number of actions before it, two moves that were too good.
    killers: Vec<[Option<M>; 2]>,
    /// By seat and [`Evaluate::place`], how often a move was too good.
    history: [Vec<i32>; 2],
}

impl<M: Copy + Eq> Order<M> {
    /// Nothing is remembered.
    pub(super) fn new(places: usize) -> Order<M> {
        Order {
            killers: Vec::new(),
            history: [vec![0; places], vec![0; places]],
        }
    }

    /// How promising a move looks after so many actions.
    #[inline]
    pub(super) fn rank<R: Evaluate<Move = M>>(
        &self,
        position: &R,
        played: M,
        actions: usize,
        known: Option<M>,
    ) -> i32 {
        if known == Some(played) {
            return KNOWN;
        }
        let killers = self.killers.get(actions);
        let kills = killers.is_some_and(|killers| killers.contains(&Some(played)));
        let seat = position.to_move().unwrap_or(Seat::First);
        let place = position.place(played);
        let good = seat.of(&self.history).get(place);
        let killer = if kills { KILLER } else { 0 };
        position.promise(played) + killer + good.copied().unwrap_or_default()
    }

    /// A move was so good that the others did not matter.
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
        if let Some(good) = history.get_mut(position.place(played)) {
            *good += depth.max(1) * depth.max(1);
            if *good > MOST {
                history.iter_mut().for_each(|good| *good /= 2);
            }
        }
    }
}
