//! Alpha-beta search (negamax with principal variation search) over actions.
//!
//! A seat may act several times in a turn. Depth counts turns, not actions. Negamax: the child's
//! score is negated unless the same seat moves again. The first move is searched with the full
//! window, the others with a null window; late moves are searched to a reduced depth first
//! (late-move reduction). Below depth 0 follows quiescence search; see `prune` for the pruned nodes
//! and [`TtEntry`] for the transposition table.

mod prune;
mod quiescence;

use std::{cmp::Reverse, ops::ControlFlow};

use super::{
    evaluate::Evaluate,
    order::{Order, RankedMove},
    score::{self, INFINITE, MAX_ESTIMATE, Score, Window},
    shared_table::TableHandle,
    transposition_table::{Bound, TtEntry},
};
use crate::{dice::Dice, outcome::Turn, rules::mix};

/// Number of moves picked by selection sort before the rest is sorted.
const SELECTION_SORTED: usize = 4;

/// Maximum number of actions from the root, a bound on the recursion.
const MAX_LINE_ACTIONS: usize = 400;

/// The observer stopped the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The place of a node in the search tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Remaining depth in turns; 0 and below in quiescence search.
    pub(super) depth: i32,
    /// Turns from the root.
    pub(super) turns: u32,
    /// Actions from the root (the ply).
    pub(super) actions: usize,
    /// Set directly after a null move, so that no two follow each other.
    pub(super) null_move: bool,
}

impl Node {
    fn after(self, turn: Turn) -> Node {
        let whole = turn != Turn::GoesOn;
        Node {
            depth: self.depth - i32::from(whole),
            turns: self.turns + u32::from(whole),
            actions: self.actions + 1,
            null_move: false,
        }
    }

    fn reduced(self, by: i32) -> Node {
        Node {
            depth: self.depth - by,
            ..self
        }
    }
}

/// The handicap of a weak level: overlooked moves and blurred values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weakness {
    /// Likelihood of overlooking a move: 0 for never, else this and one more of 256; half of this in the first turn.
    pub(super) overlooks: u8,
    /// Maximum error of the evaluation, in hundredths of a piece.
    pub(super) blur: u16,
    /// Seed of the overlooked moves and of the errors.
    pub(super) seed: u64,
}

/// Nodes between two calls of the observer.
pub const NODES_PER_REPORT: u64 = 2_048;

/// A observer for search results that can also stop the search.
pub(super) trait SearchObserver<M> {
    /// Receives a new principal variation at the root.
    fn found(&mut self, line: &[M], score: Score);
    /// Receives the node count; returns the count at which to ask again, or `Break` to stop.
    fn should_continue(&mut self, nodes: u64) -> ControlFlow<(), u64>;
    /// Receives the end of an iteration of iterative deepening, with the depth in turns.
    fn finished(&mut self, depth: u32, nodes: u64) -> ControlFlow<()>;
}

/// A running search.
pub(super) struct Search<'a, R: Evaluate> {
    table: TableHandle<'a, R::Move>,
    order: Order<R::Move>,
    weakness: Weakness,
    observer: &'a mut dyn SearchObserver<R::Move>,
    nodes: u64,
    /// Node count at which the observer is asked again.
    ask: u64,
    /// Move lists by ply, kept for reuse of their allocations.
    lists: Vec<Vec<RankedMove<R::Move>>>,
    dice: Dice,
    /// Key of the position to which the first turn must not lead.
    excluded: Option<u64>,
}

/// A principal variation to fill in; `None` where it is not needed.
type PrincipalVariation<'a, M> = Option<&'a mut Vec<M>>;

impl<'a, R: Evaluate> Search<'a, R> {
    /// Creates a search with empty killers and history.
    pub(super) fn new(
        table: TableHandle<'a, R::Move>,
        weakness: Weakness,
        observer: &'a mut dyn SearchObserver<R::Move>,
    ) -> Search<'a, R> {
        Search {
            table,
            order: Order::new(R::HISTORY_SIZE),
            weakness,
            observer,
            nodes: 0,
            ask: 0,
            lists: Vec::new(),
            dice: Dice::none(),
            excluded: None,
        }
    }

    /// Excludes first turns that lead to the position with this key.
    pub(super) fn excluding(self, key: Option<u64>) -> Search<'a, R> {
        Search {
            excluded: key,
            ..self
        }
    }

    /// Reports the end of an iteration to the observer.
    pub(super) fn finish(&mut self, depth: u32) -> ControlFlow<()> {
        self.observer.finished(depth, self.nodes)
    }

    /// Searches the root to a depth in turns; the score is exact inside the window, else a bound.
    pub(super) fn root(
        &mut self,
        position: &R,
        depth: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let at = Node {
            depth: depth as i32,
            turns: 0,
            actions: 0,
            null_move: false,
        };
        self.node(position, at, window, Some(&mut Vec::new()))
    }

    #[inline]
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.ask {
            self.ask()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn ask(&mut self) -> Result<(), Stopped> {
        match self.observer.should_continue(self.nodes) {
            ControlFlow::Continue(next) => {
                self.ask = next;
                Ok(())
            }
            ControlFlow::Break(()) => Err(Stopped),
        }
    }

    /// Searches a node that is not over: negamax score for the seat to move.
    fn node(
        &mut self,
        position: &R,
        mut at: Node,
        window: Window,
        mut line: PrincipalVariation<'_, R::Move>,
    ) -> Result<Score, Stopped> {
        if at.depth <= 0 || at.actions >= MAX_LINE_ACTIONS {
            return self.quiescence(position, at, window);
        }
        self.count()?;
        if position.is_contested() {
            return self.contest(position, at);
        }
        if R::EXTENDS_FORCED && at.actions > 0 && position.has_forced_capture() {
            at.depth += 1;
        }
        let key = position.key();
        let known = self.table.get(key);
        if line.is_none()
            && let Some(score) = known.and_then(|known| tt_cutoff(&known, at, window))
        {
            return Ok(score);
        }
        if line.is_none()
            && let Some(score) = self.prune(position, at, window)?
        {
            return Ok(score);
        }
        let tt_move = known.and_then(|known| known.played);
        let mut moves = self.take_list(at);
        let each = |visit: &mut dyn FnMut(R::Move)| {
            let _ = position.each_move(|legal| {
                visit(legal);
                ControlFlow::Continue(())
            });
        };
        self.generate_moves(position, at, tt_move, each, &mut moves);
        let found = self.search_moves(position, at, window, &mut moves, &mut line);
        self.put_list(at, moves);
        let (score, played) = found?;
        let bound = match score {
            _ if score >= window.beta => Bound::Lower,
            _ if score <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.put(TtEntry {
            key,
            played,
            score: score::stored(score, at.turns),
            depth: at.depth as i16,
            bound,
        });
        Ok(score)
    }

    /// Scores a chance node (a contest) as the mean of its ends, weighted by [`Evaluate::share`].
    fn contest(&mut self, position: &R, at: Node) -> Result<Score, Stopped> {
        let mut ends = Vec::new();
        for played in position.moves() {
            let (child, turn) = self.play(position, played);
            let score = self.after(position, &child, at.after(turn), Window::WHOLE, None)?;
            ends.push((score, position.share(played)));
        }
        Ok(score::mean(&ends))
    }

    /// Searches the moves in order; returns the best score (fail-soft) and the move that raised
    /// alpha.
    fn search_moves(
        &mut self,
        position: &R,
        at: Node,
        window: Window,
        moves: &mut [RankedMove<R::Move>],
        line: &mut PrincipalVariation<'_, R::Move>,
    ) -> Result<(Score, Option<R::Move>), Stopped> {
        let (mut best, mut good) = (-INFINITE, None);
        let mut alpha = window.alpha;
        for number in 0..moves.len() {
            let Some(played) = next_move(moves, number) else {
                break;
            };
            let (child, turn) = self.play(position, played);
            let window = Window { alpha, ..window };
            let mut rest = Vec::new();
            let below = line.is_some().then_some(&mut rest);
            let score =
                self.search_move(position, &child, at.after(turn), window, number, below)?;
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
                    self.observer.found(line, score);
                }
            }
            if score >= window.beta {
                self.order.reward(position, played, at.actions, at.depth);
                break;
            }
        }
        Ok((best, good))
    }

    /// Searches one move: full window for the first, else null window with late-move reduction, and
    /// again with the full window if it raises alpha (principal variation search).
    fn search_move(
        &mut self,
        position: &R,
        child: &R,
        at: Node,
        window: Window,
        number: usize,
        line: PrincipalVariation<'_, R::Move>,
    ) -> Result<Score, Stopped> {
        if number == 0 {
            return self.after(position, child, at, window, line);
        }
        let less = if at.actions > 1 && child.has_forced_capture() {
            0
        } else {
            reduction(at.depth, number)
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

    /// Scores a child for the seat that moved. Negamax: negates it unless the same seat moves
    /// again.
    #[inline]
    fn after(
        &mut self,
        before: &R,
        child: &R,
        at: Node,
        window: Window,
        line: PrincipalVariation<'_, R::Move>,
    ) -> Result<Score, Stopped> {
        if at.turns == 1
            && self
                .excluded
                .is_some_and(|excluded| child.key() == excluded)
        {
            return Ok(-INFINITE);
        }
        let seat = before.to_move();
        if let (Some(outcome), Some(seat)) = (child.outcome(), seat) {
            self.count()?;
            return Ok(score::of_end(outcome, seat, at.turns));
        }
        if child.to_move() == seat {
            self.node(child, at, window, line)
        } else {
            Ok(-self.node(child, at, window.turned(), line)?)
        }
    }

    #[inline]
    fn play(&mut self, position: &R, played: R::Move) -> (R, Turn) {
        let mut child = position.clone();
        let turn = child.play_unchecked(played, &mut self.dice, &mut |_| {});
        (child, turn)
    }

    /// The static evaluation, with the error of a weak level.
    #[inline]
    fn value(&self, position: &R) -> Score {
        let value = position.value().clamp(-MAX_ESTIMATE, MAX_ESTIMATE);
        match Score::from(self.weakness.blur) {
            0 => value,
            blur => {
                let chance = mix(&[self.weakness.seed, position.key()]);
                value + (chance % (2 * blur as u64 + 1)) as Score - blur
            }
        }
    }

    /// Returns whether a weak level overlooks a move, here or anywhere else in this turn.
    fn overlooks(&self, position: &R, played: R::Move, at: Node) -> bool {
        // Moves of the own turn are overlooked half as often as later ones.
        let share = match at.turns {
            0 => self.weakness.overlooks / 2,
            _ => self.weakness.overlooks,
        };
        let place = position.history_index(played) as u64;
        share > 0 && mix(&[self.weakness.seed, place, u64::from(at.turns)]) as u8 <= share
    }

    /// Fills a move list with move-ordering scores, without the overlooked moves.
    #[inline]
    fn generate_moves(
        &mut self,
        position: &R,
        at: Node,
        tt_move: Option<R::Move>,
        each: impl FnOnce(&mut dyn FnMut(R::Move)),
        moves: &mut Vec<RankedMove<R::Move>>,
    ) {
        let order = &self.order;
        each(&mut |legal| {
            let rank = order.rank(position, legal, at.actions, tt_move);
            moves.push((rank, legal));
        });
        if self.weakness.overlooks > 0 {
            let seen = |ranked: &RankedMove<R::Move>| !self.overlooks(position, ranked.1, at);
            // Quiescence search may overlook every move. Above it nothing is dropped if no move
            // would remain.
            if at.depth <= 0 || moves.iter().any(seen) {
                moves.retain(seen);
            }
        }
    }

    fn take_list(&mut self, at: Node) -> Vec<RankedMove<R::Move>> {
        if self.lists.len() <= at.actions {
            self.lists.resize_with(at.actions + 1, Vec::new);
        }
        let list = self.lists.get_mut(at.actions);
        list.map(std::mem::take).unwrap_or_default()
    }

    fn put_list(&mut self, at: Node, mut list: Vec<RankedMove<R::Move>>) {
        list.clear();
        if let Some(place) = self.lists.get_mut(at.actions) {
            *place = list;
        }
    }
}

/// Returns the score of a transposition-table entry if its depth and bound suffice for a cutoff.
#[inline]
fn tt_cutoff<M>(known: &TtEntry<M>, at: Node, window: Window) -> Option<Score> {
    let score = score::recalled(known.score, at.turns);
    let enough = match known.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (enough && i32::from(known.depth) >= at.depth).then_some(score)
}

/// Picks the next move in order: the first few by selection sort, the rest sorted once.
#[inline]
fn next_move<M: Copy>(moves: &mut [RankedMove<M>], number: usize) -> Option<M> {
    let rest = moves.get_mut(number..)?;
    if number < SELECTION_SORTED {
        let ranks = rest.iter().enumerate();
        let best = ranks.max_by_key(|(place, ranked)| (ranked.0, Reverse(*place)))?;
        let place = best.0;
        rest.swap(0, place);
    } else if number == SELECTION_SORTED {
        rest.sort_unstable_by_key(|ranked| Reverse(ranked.0));
    }
    rest.first().map(|ranked| ranked.1)
}

/// Late-move reduction, in turns, by remaining depth and move number.
#[inline]
fn reduction(depth: i32, number: usize) -> i32 {
    match (depth, number) {
        (..1, _) | (_, ..4) => 0,
        (1..3, _) | (_, ..12) => 1,
        (3..5, _) | (_, ..40) => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        super::{shared_budget::SharedBudget, transposition_table::TranspositionTable},
        *,
    };
    use crate::{
        rules::Rules,
        zertz::{Position, Variant},
    };

    #[test]
    fn weak_levels_err_both_ways_within_their_blur() {
        let weakness = Weakness {
            overlooks: 0,
            blur: 5,
            seed: 1,
        };
        let budget = SharedBudget::new(1, 1);
        let mut observer = &budget;
        let table = TranspositionTable::new(1 << 10, 1);
        let mut search = Search::new(TableHandle::Own(table), weakness, &mut observer);
        let start = Position::start(Variant::Basic);
        let errors = start.moves().into_iter().map(|first| {
            let (child, _) = search.play(&start, first);
            search.value(&child) - child.value()
        });
        let errors: BTreeSet<Score> = errors.collect();
        assert_eq!(errors, (-5..=5).collect());
    }
}
