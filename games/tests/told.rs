//! What is told while a game goes on, word for word as facts: of every action what it is, what it costs
//! and what came of it, what is asked then, and why others are refused. Positions of puzzles show what
//! happens in games, and the files show what players would be told.
//!
//! After a change that is meant: `UPDATE_TOLD=1 cargo test -p games --test told`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

#[path = "told/digests.rs"]
mod digests;
#[path = "told/transcript.rs"]
mod transcript;

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use games::{Entry, Live, Seed, puzzles::Family};
use transcript::{ask, of_puzzle, play, tell};

/// Of so many puzzles one is told.
const EACH: usize = 11;

fn transcript(family: Family) -> String {
    let puzzles = || family.puzzles().iter().step_by(EACH);
    let told = puzzles().enumerate().map(|(number, puzzle)| {
        let others = puzzles().cycle().skip(number + 1).take(6);
        of_puzzle(puzzle, others)
    });
    told.collect()
}

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.join(format!("tests/told/{name}.txt"))
}

fn check(name: &str, now: &str) {
    if env::var_os("UPDATE_TOLD").is_some() {
        return fs::write(path(name), now).unwrap();
    }
    let stored = fs::read_to_string(path(name)).unwrap();
    for (number, (now, stored)) in (1..).zip(now.lines().zip(stored.lines())) {
        assert_eq!(now, stored, "line {number} of {name}");
    }
    assert_eq!(
        now.lines().count(),
        stored.lines().count(),
        "lines of {name}"
    );
}

#[test]
fn gipf_is_told_as_before() {
    check("gipf", &transcript(Family::Gipf));
}

#[test]
fn matrx_is_told_as_before() {
    check("matrx", &transcript(Family::Matrx));
}

#[test]
fn zertz_is_told_as_before() {
    check("zertz", &transcript(Family::Zertz));
}

/// The actions of a file, under each heading those that are played.
fn script(name: &str) -> Vec<(String, Vec<String>)> {
    let mut script: Vec<(String, Vec<String>)> = Vec::new();
    for line in fs::read_to_string(path(name)).unwrap().lines() {
        if let Some(heading) = line.strip_prefix("# ") {
            script.push((heading.to_owned(), Vec::new()));
        } else if let Some(action) = line.strip_prefix("> ") {
            script.last_mut().unwrap().1.push(action.to_owned());
        }
    }
    script
}

/// Runs with every custom breaker, each heading dealt and rolled from the next seed.
fn custom_runs() -> String {
    let mut text = String::new();
    for (seed, (options, actions)) in (1..).zip(script("custom")) {
        let entry = Entry::find("run").unwrap();
        let mut live = Live::start(entry, &options, Some(Seed([seed; 32]))).unwrap();
        writeln!(text, "# {options}").unwrap();
        tell(&mut text, "at the beginning ", &live.opening());
        for action in actions {
            play(&mut text, &mut live, &action);
            let is_asked = live.prompt().is_some_and(|it| !it.choices.is_empty());
            if is_asked || live.actions().is_multiple_of(15) {
                ask(&mut text, &live);
            }
        }
        ask(&mut text, &live);
    }
    text
}

#[test]
fn custom_runs_are_told_as_before() {
    // The file itself says what is played.
    let script = script("custom");
    for number in 1..=6 {
        let options = format!("custom=k{number}g{number}r{number}b{number}");
        let mut runs = script.iter().filter(|(heading, _)| *heading == options);
        assert!(runs.any(|(_, actions)| actions.len() > 20), "{options}");
    }
    check("custom", &custom_runs());
}

#[test]
fn runs_are_told_as_before() {
    check("run", &transcript(Family::Run));
}
