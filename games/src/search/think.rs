//! Iterative deepening: the entry point of the search for games for two.

use std::ops::{ControlFlow, RangeInclusive};

use super::{
    alpha_beta::{Search, SearchObserver, Stopped, Weakness},
    evaluate::Evaluate,
    level::MAX_DEPTH,
    score::{self, CERTAIN_WIN, Score, Window},
    shared_budget::SharedBudget,
    shared_table::{Shared, TableHandle},
    thought::{SearchLimits, SearchResult, Value},
    transposition_table::TranspositionTable,
    why,
};
use crate::{
    dice::{Dice, Seed},
    outcome::Turn,
    rules::{Rules, mix},
};

/// A callback that receives the progress of a search and can stop it; the best turn so far then
/// counts.
///
/// It is called at the end of each depth and every [`NODES_PER_REPORT`](super::NODES_PER_REPORT) positions (a few milliseconds). It
/// gets the best turn so far; a better one found in an unfinished depth counts at once. The first
/// call comes before any result, with a turn that is merely legal.
pub type ProgressCallback<'a> = dyn FnMut(&SearchResult) -> ControlFlow<()> + 'a;

/// Half width of the aspiration window, in hundredths of a piece.
const ASPIRATION_WINDOW: Score = 40;

/// Divisor of the node limit if there is only one legal move.
const SINGLE_MOVE_DIVISOR: u64 = 50;

/// Searches the best turn; `None` when the game is over or waits for a contest.
pub fn think<R: Evaluate>(
    position: &R,
    limits: &SearchLimits,
    on_progress: &mut ProgressCallback<'_>,
) -> Option<SearchResult> {
    think_excluding(position, None, limits, on_progress)
}

/// Returns the value of the second-best turn: the search excludes turns that lead to the same
/// position as this one.
///
/// Meaningless if every turn leads there. `None` if the turn is not legal, the game is over or it
/// waits for a contest.
pub fn second_best_value<G: Evaluate>(
    position: &G,
    turn: &[G::Action],
    limits: &SearchLimits,
    on_progress: &mut ProgressCallback<'_>,
) -> Option<Value> {
    let (mut after, mut dice) = (position.clone(), Dice::none());
    for action in turn {
        after.act(action, &mut dice, &mut |_| {}).ok()?;
    }
    let thought = think_excluding(position, Some(after.key()), limits, on_progress)?;
    Some(thought.value)
}

fn think_excluding<R: Evaluate>(
    position: &R,
    excluded: Option<u64>,
    limits: &SearchLimits,
    on_progress: &mut ProgressCallback<'_>,
) -> Option<SearchResult> {
    position.to_move().filter(|_| !position.is_contested())?;
    let skill = limits.level.skill();
    let mut nodes = limits
        .nodes
        .unwrap_or(R::NODES_PER_SECOND * skill.millis / 1_000);
    let moves = position.moves();
    if moves.len() < 2 && limits.depth.is_none() {
        nodes /= SINGLE_MOVE_DIVISOR;
    }
    let weakness = Weakness {
        overlooks: skill.overlooks,
        blur: skill.blur,
        seed: mix(&[word(limits.seed), position.key()]),
    };
    let depth = limits.depth.unwrap_or(skill.depth).clamp(1, MAX_DEPTH);
    let budget = SharedBudget::new(nodes.max(1), limits.threads);
    let mut progress = Progress::begin(position, &budget, on_progress);
    let look = |memory, observer: &mut dyn SearchObserver<R::Move>, depths| {
        let mut search = Search::new(memory, weakness, observer).excluding(excluded);
        deepen(position, depths, &mut search);
    };
    if limits.threads < 2 {
        let table = TranspositionTable::new(limits.hash, nodes);
        look(TableHandle::Own(table), &mut progress, 1..=depth);
    } else {
        let shared = Shared::new(limits.hash, nodes);
        let helper = |number: usize| {
            // Every other helper starts one turn deeper, so that the threads search different
            // trees.
            let first = 1 + number as u32 % 2;
            look(
                TableHandle::Shared(&shared),
                &mut &budget,
                first..=depth.max(first),
            );
        };
        budget.with_helpers(limits.threads - 1, helper, || {
            look(TableHandle::Shared(&shared), &mut progress, 1..=depth);
        });
    }
    Some(progress.end())
}

/// Iterative deepening over a range of depths.
fn deepen<R: Evaluate>(position: &R, depths: RangeInclusive<u32>, search: &mut Search<'_, R>) {
    let mut last = None;
    for depth in depths {
        let Ok(score) = aspire(position, depth, last, search) else {
            return;
        };
        // The end has been seen: a deeper search finds nothing new.
        let ends = score::turns_to_end(score).is_some_and(|turns| turns <= depth);
        if search.finish(depth).is_break() || ends {
            return;
        }
        last = Some(score);
    }
}

/// Searches with an aspiration window around the last score, then with the full window if it fails.
fn aspire<R: Evaluate>(
    position: &R,
    depth: u32,
    last: Option<Score>,
    search: &mut Search<'_, R>,
) -> Result<Score, Stopped> {
    if let Some(last) = last.filter(|last| last.abs() < CERTAIN_WIN) {
        let window = Window {
            alpha: last - ASPIRATION_WINDOW,
            beta: last + ASPIRATION_WINDOW,
        };
        let score = search.root(position, depth, window)?;
        if score > window.alpha && score < window.beta {
            return Ok(score);
        }
    }
    search.root(position, depth, Window::WHOLE)
}

/// The best result so far.
struct Progress<'a, 'w, R: Rules> {
    root: &'a R,
    /// Node counts, those of the helper threads included.
    budget: &'a SharedBudget,
    /// The principal variation, and the number of its moves that form this turn.
    line: Vec<R::Move>,
    turn: usize,
    thought: SearchResult,
    on_progress: &'a mut ProgressCallback<'w>,
}

impl<'a, 'w, R: Evaluate> Progress<'a, 'w, R> {
    /// Starts with a turn that is merely legal.
    fn begin(
        root: &'a R,
        budget: &'a SharedBudget,
        on_progress: &'a mut ProgressCallback<'w>,
    ) -> Progress<'a, 'w, R> {
        let thought = SearchResult {
            turn: Vec::new(),
            value: score::value(0),
            depth: 0,
            nodes: 0,
            line: Vec::new(),
            why: Vec::new(),
        };
        let mut progress = Progress {
            root,
            budget,
            line: Vec::new(),
            turn: 0,
            thought,
            on_progress,
        };
        progress.found(&[], 0);
        progress
    }

    /// Returns the result with its reasons.
    fn end(self) -> SearchResult {
        let mut thought = self.thought;
        thought.why = why::reasons(self.root, &self.line, self.turn, thought.value);
        thought
    }

    /// Completes a line to a whole turn by move-ordering score; returns it with the number of moves
    /// of this turn.
    fn whole(&self, line: &[R::Move]) -> (Vec<R::Move>, usize) {
        let seat = self.root.to_move();
        let (mut position, mut dice) = (self.root.clone(), Dice::none());
        let mut whole: Vec<R::Move> = Vec::new();
        while position.to_move() == seat && !position.is_contested() {
            let promising = || {
                let moves = position.moves().into_iter();
                moves.max_by_key(|legal| position.move_ordering_score(*legal))
            };
            let Some(played) = line.get(whole.len()).copied().or_else(promising) else {
                break;
            };
            whole.push(played);
            if position.play_unchecked(played, &mut dice, &mut |_| {}) != Turn::GoesOn {
                break;
            }
        }
        let turn = whole.len();
        whole.extend(line.iter().skip(turn));
        (whole, turn)
    }
}

impl<R: Evaluate> SearchObserver<R::Move> for Progress<'_, '_, R> {
    fn found(&mut self, line: &[R::Move], score: Score) {
        (self.line, self.turn) = self.whole(line);
        let (mut position, mut dice) = (self.root.clone(), Dice::none());
        self.thought.line.clear();
        for played in &self.line {
            self.thought.line.push(position.write(*played).to_string());
            position.play_unchecked(*played, &mut dice, &mut |_| {});
        }
        self.thought.turn = self.thought.line.iter().take(self.turn).cloned().collect();
        self.thought.value = score::value(score);
    }

    fn should_continue(&mut self, nodes: u64) -> ControlFlow<(), u64> {
        let (all, next) = self.budget.count(nodes);
        self.thought.nodes = all;
        if next == nodes || (self.on_progress)(&self.thought).is_break() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(next)
    }

    fn finished(&mut self, depth: u32, nodes: u64) -> ControlFlow<()> {
        self.thought.depth = depth;
        self.thought.nodes = self.budget.count(nodes).0;
        (self.on_progress)(&self.thought)
    }
}

/// Hashes a seed to one word.
fn word(seed: Seed) -> u64 {
    let words = seed.0.chunks(8).map(|bytes| {
        let word = bytes.iter().rev();
        word.fold(0, |word, byte| word << 8 | u64::from(*byte))
    });
    mix(&words.collect::<Vec<u64>>())
}
