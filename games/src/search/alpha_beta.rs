//! Alpha-beta over actions: the same seat may act several times in a turn.
//!
//! Depth counts turns. What a move leads to is worth to the one who made it the reverse of what it
//! is worth to the other seat, or just that where the same seat goes on. The first move that is
//! tried is looked at in full, and the others only as to whether they are better (principal
//! variation search), the later ones and those that look dull not as far.

mod prune;
mod quiet;

use std::{cmp::Reverse, ops::ControlFlow};

use super::{
    evaluate::Evaluate,
    memory::Memory,
    order::{Order, Ranked},
    score::{self, INFINITE, MOST, Score, Window},
    table::{Bound, Known},
};
use crate::{dice::Dice, outcome::Turn, rules::mix};

/// So many moves are picked one by one as the best of the rest, before the rest is sorted.
const PICKED: usize = 4;

/// A line of actions never gets longer.
const LONGEST: usize = 400;

/// The search was told to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Where in the tree a position stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// How many turns are still to be looked at; 0 and below where only what is loud is.
    pub(super) depth: i32,
    /// How many turns have been made.
    pub(super) turns: u32,
    /// How many actions have been made.
    pub(super) actions: usize,
    /// Whether the turn before was given away, to see whether that does any harm.
    pub(super) given_away: bool,
}

impl At {
    fn after(self, turn: Turn) -> At {
        let whole = turn != Turn::GoesOn;
        At {
            depth: self.depth - i32::from(whole),
            turns: self.turns + u32::from(whole),
            actions: self.actions + 1,
            given_away: false,
        }
    }

    fn reduced(self, by: i32) -> At {
        At {
            depth: self.depth - by,
            ..self
        }
    }
}

/// What a weak player does not see, and misjudges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weakness {
    /// Of 256 moves, how many are never thought of.
    pub(super) overlooks: u8,
    /// By how much positions are misjudged at most.
    pub(super) blur: u16,
    /// What decides which of them.
    pub(super) seed: u64,
}

/// Who is told what is found, and says whether to go on.
pub(super) trait Listen<M> {
    /// The best line so far, at the root.
    fn found(&mut self, line: &[M], score: Score);
    /// So many nodes have been looked at; gives the number at which to ask again.
    fn may_go_on(&mut self, nodes: u64) -> ControlFlow<(), u64>;
    /// Everything has been looked at to so many turns; whether to go on.
    fn finished(&mut self, depth: u32, nodes: u64) -> ControlFlow<()>;
}

/// A search under way.
pub(super) struct Search<'a, R: Evaluate> {
    memory: Memory<'a, R::Move>,
    order: Order<R::Move>,
    weakness: Weakness,
    listener: &'a mut dyn Listen<R::Move>,
    nodes: u64,
    /// At this number of nodes it asks whether it may go on.
    ask: u64,
    /// By the number of actions, room for the moves there.
    lists: Vec<Vec<Ranked<R::Move>>>,
    dice: Dice,
    /// The key of a position to which the first turn must not lead.
    barred: Option<u64>,
}

/// A line to be filled in, where it is of interest.
type Line<'a, M> = Option<&'a mut Vec<M>>;

impl<'a, R: Evaluate> Search<'a, R> {
    /// A search in which nothing has been looked at.
    pub(super) fn new(
        memory: Memory<'a, R::Move>,
        weakness: Weakness,
        listener: &'a mut dyn Listen<R::Move>,
    ) -> Search<'a, R> {
        Search {
            memory,
            order: Order::new(R::PLACES),
            weakness,
            listener,
            nodes: 0,
            ask: 0,
            lists: Vec::new(),
            dice: Dice::none(),
            barred: None,
        }
    }

    /// The same search, in which the first turn must not lead to the position with this key.
    pub(super) fn barring(self, key: Option<u64>) -> Search<'a, R> {
        Search {
            barred: key,
            ..self
        }
    }

    /// Says that a depth is finished; whether to go on.
    pub(super) fn finish(&mut self, depth: u32) -> ControlFlow<()> {
        self.listener.finished(depth, self.nodes)
    }

    /// What the root is worth, looked at to so many turns, if that lies within the window.
    pub(super) fn root(
        &mut self,
        position: &R,
        depth: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let at = At {
            depth: depth as i32,
            turns: 0,
            actions: 0,
            given_away: false,
        };
        self.node(position, at, window, Some(&mut Vec::new()))
    }

    #[inline]
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        match self.nodes >= self.ask {
            true => self.ask(),
            false => Ok(()),
        }
    }

    #[cold]
    fn ask(&mut self) -> Result<(), Stopped> {
        match self.listener.may_go_on(self.nodes) {
            ControlFlow::Continue(next) => {
                self.ask = next;
                Ok(())
            }
            ControlFlow::Break(()) => Err(Stopped),
        }
    }

    /// What a position that goes on is worth to the seat to move.
    fn node(
        &mut self,
        position: &R,
        mut at: At,
        window: Window,
        mut line: Line<'_, R::Move>,
    ) -> Result<Score, Stopped> {
        if at.depth <= 0 || at.actions >= LONGEST {
            return self.quiet(position, at, window);
        }
        self.count()?;
        if position.is_contested() {
            return self.contest(position, at);
        }
        if R::FORCED_IS_FREE && at.actions > 0 && position.is_loud() {
            at.depth += 1;
        }
        let key = position.key();
        let known = self.memory.get(key);
        if line.is_none()
            && let Some(score) = known.and_then(|known| settled(&known, at, window))
        {
            return Ok(score);
        }
        if line.is_none()
            && let Some(score) = self.prune(position, at, window)?
        {
            return Ok(score);
        }
        let hint = known.and_then(|known| known.played);
        let mut moves = self.take_list(at);
        let each = |visit: &mut dyn FnMut(R::Move)| {
            let _ = position.each_move(|legal| {
                visit(legal);
                ControlFlow::Continue(())
            });
        };
        self.fill(position, at, hint, each, &mut moves);
        let found = self.try_all(position, at, window, &mut moves, &mut line);
        self.put_list(at, moves);
        let (score, played) = found?;
        let bound = match score {
            _ if score >= window.beta => Bound::Least,
            _ if score <= window.alpha => Bound::Most,
            _ => Bound::Exact,
        };
        self.memory.put(Known {
            key,
            played,
            score: score::stored(score, at.turns),
            depth: at.depth as i16,
            bound,
        });
        Ok(score)
    }

    /// What nobody decides is worth the mean of how it can end, each end by how often it comes.
    fn contest(&mut self, position: &R, at: At) -> Result<Score, Stopped> {
        let mut ends = Vec::new();
        for played in position.moves() {
            let (child, turn) = self.play(position, played);
            let score = self.after(position, &child, at.after(turn), Window::WHOLE, None)?;
            ends.push((score, position.share(played)));
        }
        Ok(score::mean(&ends))
    }

    /// The best score that these moves lead to, and the move that does if it is worth anything.
    fn try_all(
        &mut self,
        position: &R,
        at: At,
        window: Window,
        moves: &mut [Ranked<R::Move>],
        line: &mut Line<'_, R::Move>,
    ) -> Result<(Score, Option<R::Move>), Stopped> {
        let (mut best, mut good) = (-INFINITE, None);
        let mut alpha = window.alpha;
        for number in 0..moves.len() {
            let Some(played) = pick(moves, number) else {
                break;
            };
            let (child, turn) = self.play(position, played);
            let window = Window { alpha, ..window };
            let mut rest = Vec::new();
            let below = line.is_some().then_some(&mut rest);
            let score = self.try_one(position, &child, at.after(turn), window, number, below)?;
            best = best.max(score);
            if score <= alpha {
                continue;
            }
            (alpha, good) = (score, Some(played));
            if let Some(line) = line {
                line.clear();
                line.push(played);
                line.append(&mut rest);
                if at.actions == 0 {
                    self.listener.found(line, score);
                }
            }
            if score >= window.beta {
                self.order.reward(position, played, at.actions, at.depth);
                break;
            }
        }
        Ok((best, good))
    }

    /// What the so many-th move leads to: exactly where it is better than what one is sure of.
    fn try_one(
        &mut self,
        position: &R,
        child: &R,
        at: At,
        window: Window,
        number: usize,
        line: Line<'_, R::Move>,
    ) -> Result<Score, Stopped> {
        if number == 0 {
            return self.after(position, child, at, window, line);
        }
        let less = match at.actions > 1 && child.is_loud() {
            true => 0,
            false => reduction(at.depth, number),
        };
        if less > 0 {
            let score = self.after(position, child, at.reduced(less), window.null(), None)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        let score = self.after(position, child, at, window.null(), None)?;
        if score <= window.alpha || window.is_null() {
            return Ok(score);
        }
        self.after(position, child, at, window, line)
    }

    /// What a position is worth to the seat that has led to it from another one.
    #[inline]
    fn after(
        &mut self,
        before: &R,
        child: &R,
        at: At,
        window: Window,
        line: Line<'_, R::Move>,
    ) -> Result<Score, Stopped> {
        if at.turns == 1 && self.barred.is_some_and(|barred| child.key() == barred) {
            return Ok(-INFINITE);
        }
        let seat = before.to_move();
        if let (Some(outcome), Some(seat)) = (child.outcome(), seat) {
            self.count()?;
            return Ok(score::of_end(outcome, seat, at.turns));
        }
        match child.to_move() == seat {
            true => self.node(child, at, window, line),
            false => Ok(-self.node(child, at, window.turned(), line)?),
        }
    }

    #[inline]
    fn play(&mut self, position: &R, played: R::Move) -> (R, Turn) {
        let mut child = position.clone();
        let turn = child.play_unchecked(played, &mut self.dice, &mut |_| {});
        (child, turn)
    }

    /// What a position looks like, and to a weak player not quite so.
    #[inline]
    fn value(&self, position: &R) -> Score {
        let value = position.value().clamp(-MOST, MOST);
        match Score::from(self.weakness.blur) {
            0 => value,
            blur => {
                let chance = mix(&[self.weakness.seed, position.key()]);
                value + (chance % (2 * blur as u64 + 1)) as Score - blur
            }
        }
    }

    /// Whether a weak player does not think of a move, here or anywhere in this turn.
    fn overlooks(&self, position: &R, played: R::Move, at: At) -> bool {
        // One sees more of what one can do at once than of what may come.
        let share = match at.turns {
            0 => self.weakness.overlooks / 2,
            _ => self.weakness.overlooks,
        };
        let place = position.place(played) as u64;
        share > 0 && mix(&[self.weakness.seed, place, u64::from(at.turns)]) as u8 <= share
    }

    /// Makes a list of moves with how promising they look.
    #[inline]
    fn fill(
        &mut self,
        position: &R,
        at: At,
        hint: Option<R::Move>,
        each: impl FnOnce(&mut dyn FnMut(R::Move)),
        moves: &mut Vec<Ranked<R::Move>>,
    ) {
        let order = &self.order;
        each(&mut |legal| {
            let rank = order.rank(position, legal, at.actions, hint);
            moves.push((rank, legal));
        });
        if self.weakness.overlooks > 0 {
            let seen = |ranked: &Ranked<R::Move>| !self.overlooks(position, ranked.1, at);
            // Beyond the depth everything can be overlooked.
            if at.depth <= 0 || moves.iter().any(seen) {
                moves.retain(seen);
            }
        }
    }

    fn take_list(&mut self, at: At) -> Vec<Ranked<R::Move>> {
        if self.lists.len() <= at.actions {
            self.lists.resize_with(at.actions + 1, Vec::new);
        }
        let list = self.lists.get_mut(at.actions);
        list.map(std::mem::take).unwrap_or_default()
    }

    fn put_list(&mut self, at: At, mut list: Vec<Ranked<R::Move>>) {
        list.clear();
        if let Some(place) = self.lists.get_mut(at.actions) {
            *place = list;
        }
    }
}

/// The score that is known already, if it is enough to know that.
#[inline]
fn settled<M>(known: &Known<M>, at: At, window: Window) -> Option<Score> {
    let score = score::recalled(known.score, at.turns);
    let enough = match known.bound {
        Bound::Exact => true,
        Bound::Least => score >= window.beta,
        Bound::Most => score <= window.alpha,
    };
    (enough && i32::from(known.depth) >= at.depth).then_some(score)
}

/// The move that is tried next.
#[inline]
fn pick<M: Copy>(moves: &mut [Ranked<M>], number: usize) -> Option<M> {
    let rest = moves.get_mut(number..)?;
    if number < PICKED {
        let ranks = rest.iter().enumerate();
        let best = ranks.max_by_key(|(place, ranked)| (ranked.0, Reverse(*place)))?;
        let place = best.0;
        rest.swap(0, place);
    } else if number == PICKED {
        rest.sort_unstable_by_key(|ranked| Reverse(ranked.0));
    }
    rest.first().map(|ranked| ranked.1)
}

/// By how many turns less a move is looked at that comes as late as that.
#[inline]
fn reduction(depth: i32, number: usize) -> i32 {
    match (depth, number) {
        (..1, _) | (_, ..4) => 0,
        (1..3, _) | (_, ..12) => 1,
        (3..5, _) | (_, ..40) => 2,
        _ => 3,
    }
}
