//! Detection of lessons and duels with the computer on a board without hints: of a puzzle, of a duel in progress,
//! of a run. Boards are compared by layout: across the versions of a game, and up to the symmetries of the board.

use std::collections::BTreeSet;

use games::{Entry, Layout, Live, puzzles::Family};

use crate::{
    context::Environment,
    tables::{Stage, Table, TableIndex},
    terms::Occasion,
};

/// Number of actions after which the board of a duel counts as its own, rather than as common to many games.
pub const FIRST_PRIVATE_TURN: usize = 4;

/// Least number of pieces, rings or marbles in common between similar boards of duels.
const MIN_COMMON: usize = 8;

/// Greatest number of pieces, rings or marbles, counted on both boards, that lie on one of two similar boards
/// only.
const MAX_APART: usize = 2;

/// The reason a board gets no hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// The board of a puzzle.
    Puzzle,
    /// The board of a duel that two people are playing.
    Duel,
}

/// The boards of a game so far.
struct Shown {
    /// All boards.
    all: BTreeSet<Layout>,
    /// The first board and the current ones, for which similar boards count as well.
    ends: Vec<Layout>,
}

impl Shown {
    /// Returns the boards of a game; `None` if its record cannot be replayed.
    fn of(game: &Live) -> Option<Shown> {
        let mut begun = None;
        let mut all = BTreeSet::new();
        Live::retrace(game.record(), &mut |at| {
            let [now, _] = at.layouts();
            begun.get_or_insert_with(|| now.clone());
            all.insert(now.clone());
        })
        .ok()?;
        let [now, before] = game.layouts();
        let ends = begun.into_iter().chain([now.clone(), before.clone()]);
        let mut ends: Vec<Layout> = ends.collect();
        ends.sort_unstable();
        ends.dedup();
        Some(Shown { all, ends })
    }

    /// Returns whether a board of a like family occurred, or one similar to the first or current board.
    fn has(&self, board: &Layout, family: Family) -> bool {
        let mut ends = self.ends.iter();
        self.all.contains(board) || ends.any(|end| end == board || are_alike(end, board, family))
    }
}

/// Returns the reason there are no hints at a lesson, a duel with the computer or a finished game; `None` if
/// there are.
pub fn barred(tables: &TableIndex, asked: &Table) -> Option<Barred> {
    // Otherwise a duel between people could be re-enacted in a finished game for hints, played against the
    // computer or between people.
    let is_meant = asked.is_over() || asked.is_lesson() || asked.computer().is_some();
    let game = asked.live().filter(|_| is_meant)?;
    let family = Family::of(game.entry())?;
    let Some(shown) = Shown::of(game) else {
        return Some(Barred::Duel);
    };
    // Otherwise a puzzle could be set up as a lesson, or reached in a game of one person, to have it solved.
    let mut puzzles = family.alike().iter().flat_map(|it| it.layouts());
    if puzzles.any(|it| shown.has(it, family)) {
        return Some(Barred::Puzzle);
    }
    let is_of = |table: &Table| match &table.stage {
        Stage::Playing(game) if !table.is_lesson() && table.computer().is_none() => {
            let live = &game.live;
            let counts = game.players.len() == 2 && live.actions() >= FIRST_PRIVATE_TURN;
            let is_same_game = is_like(live.entry(), family);
            let is_shown = |board| shown.has(board, family);
            counts && is_same_game && live.layouts().iter().any(is_shown)
        }
        _ => false,
    };
    let is_of_duel = tables.current().any(is_of);
    is_of_duel.then_some(Barred::Duel)
}

/// Returns whether boards of a game can be like those of a family.
fn is_like(entry: &Entry, family: Family) -> bool {
    Family::of(entry).is_some_and(|other| family.alike().contains(&other))
}

/// Returns whether a lesson or a run from a seed word has a matrix similar to that of a matching run: one in progress
/// without a hint, or today's run of the day, which others can still play. A word whose deal is similar can be searched
/// for.
pub fn is_of_run(
    env: &Environment<'_>,
    tables: &TableIndex,
    asked: u32,
    is_meant: impl Fn(Occasion) -> bool,
) -> bool {
    let gets_advice = |table: &&Table| table.is_lesson() || table.occasion == Occasion::Word;
    let table = tables.get(asked).filter(gets_advice);
    let Some(live) = table.and_then(Table::live) else {
        return false;
    };
    let [here, _] = live.layouts();
    let today = Occasion::Day(env.today());
    let counts = |table: &Table| match &table.stage {
        Stage::Playing(game) => !table.is_lesson() && !game.notes.hinted,
        Stage::Over(_) => table.occasion == today,
        _ => false,
    };
    let mut meant = tables.all().filter(|it| is_meant(it.occasion));
    let is_alike = |table: &Table| {
        let run = table.live().filter(|live| live.entry().seats == 1);
        run.is_some_and(|run| {
            let [there, _] = run.layouts();
            are_alike(here, there, Family::Run)
        })
    };
    // Finished games are replayed to be compared, so only those that count.
    meant.any(|table| counts(table) && is_alike(table))
}

/// Returns whether two boards are similar: a distant piece more changes little, and neither does a structure of a
/// run. A single structure is common to many runs.
fn are_alike(one: &Layout, other: &Layout, family: Family) -> bool {
    let (least, most) = (one.len().min(other.len()), one.len().max(other.len()));
    let are_enough = |common: &usize| match family {
        Family::Run => *common >= 2 && common * 4 >= most * 3,
        _ => *common >= MIN_COMMON && least + most <= 2 * common + MAX_APART,
    };
    // The overlap cannot exceed the smaller board.
    let needed = (0..=least).find(are_enough);
    needed.is_some_and(|needed| one.shares(other, needed))
}
