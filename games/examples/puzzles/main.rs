//! Generator and checker of the puzzles in `games/puzzles`, from self-play of the computer.
//!
//! ```text
//! cargo run --release -p games --example puzzles -- find FAMILY COUNT SEED [THEME]
//! cargo run --release -p games --example puzzles -- check [FAMILY [NODES]]
//! ```
//!
//! FAMILY is `gipf`, `matrx`, `zertz` or `run`. `find` prints COUNT puzzles in the format of the
//! files; the same seed finds the same ones. A THEME, such as `capture`, leaves out all others.
//! `check` tests each stored puzzle with two searches of NODES positions each, and fails if one
//! does not hold.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a program for whoever works on the puzzles"
)]

mod duel;
mod quota;
mod run;

use std::{ops::ControlFlow, process::ExitCode};

use games::{
    Level, Live, Puzzle, SearchLimits, SearchResult, Seed, Value,
    puzzles::{Family, Theme},
};

/// Default node limit of a search when stored puzzles are checked.
const NODES: u64 = 1_000_000;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["find", family, count, seed] => {
            let count = count.parse().expect("a number of puzzles");
            match family_of(family) {
                Family::Run => run::find(count, seed, None),
                family => duel::find(family, count, seed, None),
            }
            ExitCode::SUCCESS
        }
        ["find", family, count, seed, theme] => {
            let count = count.parse().expect("a number of puzzles");
            let named = |known: &Theme| known.as_str() == *theme;
            let theme = Theme::ALL.into_iter().find(named).expect("a theme");
            match family_of(family) {
                Family::Run => run::find(count, seed, Some(theme)),
                family => duel::find(family, count, seed, Some(theme)),
            }
            ExitCode::SUCCESS
        }
        ["check"] => check(&Family::ALL, NODES),
        ["check", family] => check(&[family_of(family)], NODES),
        ["check", family, nodes] => {
            let nodes = nodes.parse().expect("a number of positions");
            check(&[family_of(family)], nodes)
        }
        _ => panic!("say find FAMILY COUNT SEED [THEME], or check [FAMILY [NODES]]"),
    }
}

fn family_of(word: &str) -> Family {
    let named = |family: &Family| family.id() == word;
    let found = Family::ALL.into_iter().find(named);
    found.expect("gipf, matrx, zertz or run")
}

/// Checks all stored puzzles; prints those that do not hold and the counts of each kind.
fn check(families: &[Family], nodes: u64) -> ExitCode {
    let mut wrong = 0;
    for family in families {
        let puzzles = family.puzzles();
        for puzzle in puzzles {
            let checked = match family {
                Family::Run => run::check(puzzle),
                _ => duel::check(puzzle, nodes),
            };
            if let Err(reason) = checked {
                println!("{reason}: {puzzle}");
                wrong += 1;
            }
        }
        println!(
            "{}: {} puzzles, {}",
            family.id(),
            puzzles.len(),
            kinds(puzzles)
        );
    }
    println!("{wrong} do not hold");
    match wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Returns the counts of puzzles by theme and by depth.
fn kinds(puzzles: &[Puzzle]) -> String {
    let count = |fits: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|it| fits(it)).count();
    let themes = Theme::ALL.into_iter().map(|theme| {
        let count = count(&|puzzle| puzzle.theme == theme);
        (count, theme.as_str().to_owned())
    });
    let deepest = puzzles.iter().map(|puzzle| puzzle.depth).max();
    let depths = (1..=deepest.unwrap_or(0)).map(|depth| {
        let count = count(&|puzzle| puzzle.depth == depth);
        (count, format!("{depth} deep"))
    });
    let all = themes.chain(depths).filter(|(count, _)| *count > 0);
    let all = all.map(|(count, what)| format!("{count} {what}"));
    all.collect::<Vec<_>>().join(", ")
}

/// Returns full strength with a node limit, and with a depth limit if one is given.
fn limits(nodes: u64, depth: Option<u32>) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        depth,
        ..SearchLimits::new(Level::HIGHEST, Seed([3; 32]))
    }
}

fn think(live: &Live, limits: &SearchLimits) -> Option<SearchResult> {
    live.position()
        .think(limits, &mut |_| ControlFlow::Continue(()))
}

fn second_best_value(live: &Live, turn: &[String], limits: &SearchLimits) -> Option<Value> {
    live.position()
        .second_best_value(turn, limits, &mut |_| ControlFlow::Continue(()))
}
