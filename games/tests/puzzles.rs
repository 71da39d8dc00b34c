//! Tests of the stored puzzles: every one can be set up and solved, and there are enough of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{collections::BTreeSet, ops::ControlFlow};

use games::{
    Level, Puzzle, SearchLimits, SearchResult, Seed, Value,
    puzzles::{Family, Theme, Worth},
};

/// Sampling step: one puzzle in this many is searched.
const SAMPLE: usize = 10;

/// Node limit of those searches; `examples/puzzles check` uses far more.
const NODES: u64 = 200_000;

fn all() -> impl Iterator<Item = (Family, &'static Puzzle)> {
    let families = Family::ALL.into_iter();
    families.flat_map(|family| family.puzzles().iter().map(move |puzzle| (family, puzzle)))
}

#[test]
fn every_family_has_a_hundred_different_puzzles() {
    let mut positions = BTreeSet::new();
    for family in Family::ALL {
        assert!(family.puzzles().len() >= 100, "{family:?}");
        for puzzle in family.puzzles() {
            assert!(positions.insert(&puzzle.position), "{puzzle}");
            assert_eq!(Family::of(puzzle.set_up().unwrap().entry()), Some(family));
        }
    }
}

#[test]
fn puzzles_are_spread_over_themes_and_depths() {
    for family in Family::ALL {
        let puzzles = family.puzzles();
        let themes: BTreeSet<Theme> = puzzles.iter().map(|puzzle| puzzle.theme).collect();
        assert!(themes.len() >= 2, "{family:?}: {themes:?}");
        for theme in themes {
            let count = puzzles.iter().filter(|it| it.theme == theme).count();
            assert!(count * 10 <= puzzles.len() * 9, "{family:?}: {theme:?}");
        }
        let plain = puzzles.iter().filter(|it| it.depth == 1).count();
        assert!(plain * 2 <= puzzles.len(), "{family:?}: {plain} are plain");
    }
}

#[test]
fn every_solution_is_legal_whole_and_recognised() {
    for (_, puzzle) in all() {
        let start = puzzle.set_up().unwrap();
        let (seat, text) = (start.to_move(), start.position_text());
        assert_eq!(text, puzzle.position, "the text is canonical");
        let mut live = puzzle.set_up().unwrap();
        for (number, action) in puzzle.turn.iter().enumerate() {
            assert!(number == 0 || live.is_in_turn(), "{puzzle}");
            assert_eq!(live.to_move(), seat);
            assert!(live.legal_actions().contains(action), "{puzzle}");
            live.play(action).unwrap();
        }
        assert!(
            !live.is_in_turn() && live.position().contest().is_none(),
            "{puzzle}"
        );
        assert!(puzzle.is_solved_by(&live), "{puzzle}");
        assert!(!puzzle.is_solved_by(&start), "{puzzle}");
        assert_eq!(Puzzle::of(&live), Some(puzzle));
        let mut after = puzzle.solved().unwrap();
        for action in &puzzle.line {
            after.play(action).unwrap();
        }
    }
}

#[test]
fn turns_as_good_as_the_solution_solve_a_puzzle() {
    let mut count = 0;
    for (_, puzzle) in all() {
        for turn in &puzzle.others {
            let mut live = puzzle.set_up().unwrap();
            for action in turn {
                live.play(action).unwrap();
            }
            assert!(!live.is_in_turn() && puzzle.is_solved_by(&live), "{puzzle}");
            assert!(matches!(puzzle.worth, Worth::Value(Value::Wins(_))));
            count += 1;
        }
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
    }
    assert_eq!(count, 3);
}

#[test]
fn every_solution_has_reasons_and_a_partial_hint() {
    for (_, puzzle) in all() {
        assert!(!puzzle.why().is_empty(), "{puzzle}");
        match puzzle.beginning(0) {
            None => assert_eq!(puzzle.theme, Theme::Boost, "{puzzle}"),
            Some(beginning) => {
                let first = puzzle.turn[0].as_str();
                assert!(
                    first.starts_with(beginning) && first != beginning,
                    "{puzzle}"
                );
            }
        }
    }
}

#[test]
fn one_turn_is_clearly_the_best() {
    for (_, puzzle) in all() {
        let clear = match (puzzle.worth, puzzle.next) {
            (Worth::Value(Value::Wins(_)), Worth::Value(Value::Wins(_))) => false,
            (Worth::Value(Value::Wins(_)), Worth::Value(_)) => puzzle.theme == Theme::Win,
            (Worth::Value(Value::Score(_)), Worth::Value(Value::Loses(_))) => {
                puzzle.theme == Theme::Escape
            }
            (Worth::Value(Value::Score(best)), Worth::Value(Value::Score(next))) => {
                best >= next + 80
            }
            (Worth::Chance(best), Worth::Chance(next)) => best >= next + 4,
            _ => false,
        };
        assert!(clear, "{puzzle}");
    }
}

#[test]
fn a_search_finds_only_the_solution() {
    let limits = SearchLimits {
        nodes: Some(NODES),
        hash: 8 << 20,
        ..SearchLimits::new(Level::HIGHEST, Seed([9; 32]))
    };
    let points = |value| match value {
        Value::Score(score) => score,
        Value::Wins(_) => 100_000,
        Value::Loses(_) => -100_000,
    };
    let duels = Family::ALL.into_iter().filter(|it| *it != Family::Run);
    for puzzle in duels.flat_map(|family| family.puzzles().iter().step_by(SAMPLE)) {
        let live = puzzle.set_up().unwrap();
        let mut on_progress = |_: &SearchResult| ControlFlow::Continue(());
        let thought = live.position().think(&limits, &mut on_progress).unwrap();
        let mut tried = puzzle.set_up().unwrap();
        for action in &thought.turn {
            tried.play(action).unwrap();
        }
        assert!(puzzle.is_solved_by(&tried), "{:?}: {puzzle}", thought.turn);
        let next = live
            .position()
            .second_best_value(&puzzle.turn, &limits, &mut on_progress)
            .unwrap();
        assert!(
            points(thought.value) >= points(next) + 40,
            "{next:?}: {puzzle}"
        );
    }
}

#[test]
fn rollouts_find_the_best_action_of_a_run() {
    for puzzle in Family::Run.puzzles().iter().step_by(SAMPLE) {
        let live = puzzle.set_up().unwrap();
        let advice = live
            .position()
            .advise(2_000, Seed([9; 32]), &mut || true)
            .unwrap();
        assert_eq!([advice.action], puzzle.turn[..], "{puzzle}");
    }
}
