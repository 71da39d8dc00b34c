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

use std::{env, fmt::Write as _, fs, path::Path};

use games::{Fact, Live, Seed, puzzles::Family};

/// Of so many puzzles one is told.
const EACH: usize = 10;

fn tell(text: &mut String, what: &str, facts: &[Fact]) {
    for fact in facts {
        writeln!(text, "  {what}{fact}").unwrap();
    }
}

/// What is asked, and all that stands beside it.
fn ask(text: &mut String, live: &Live) {
    let Some(prompt) = live.prompt() else {
        writeln!(text, "  over: {:?}", live.outcome()).unwrap();
        tell(text, "because ", live.ending().as_slice());
        tell(text, "looking back ", &live.look_back());
        return;
    };
    writeln!(text, "  asked {}", prompt.ask).unwrap();
    for choice in &prompt.choices {
        writeln!(text, "  answer {}: {}", choice.action, choice.what).unwrap();
    }
    tell(text, "detail ", &prompt.details);
    tell(text, "note ", &prompt.notes);
    tell(text, "warning ", &prompt.warnings);
    tell(text, "beside the board ", &live.margin());
    writeln!(text, "  for example {}", live.example().unwrap()).unwrap();
}

fn play(text: &mut String, live: &mut Live, action: &str) {
    writeln!(text, "> {action}").unwrap();
    tell(text, "kind ", live.kind(action).as_slice());
    tell(text, "price ", live.price(action).as_slice());
    if let Some(parts) = live.parts(action) {
        writeln!(text, "  parts {}", parts.parts.join(" + ")).unwrap();
    }
    let facts = live.play(action).unwrap();
    tell(text, "", &facts);
}

/// A game that goes on as a puzzle says, with its refusals before.
fn transcript(family: Family) -> String {
    let puzzles: Vec<_> = family.puzzles().iter().step_by(EACH).collect();
    let mut text = String::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        let mut live = Live::set_up(&puzzle.position, Some(Seed([2; 32]))).unwrap();
        writeln!(text, "# {}", puzzle.position).unwrap();
        ask(&mut text, &live);
        // What is best elsewhere is seldom possible here.
        let others = puzzles.iter().cycle().skip(number + 1).take(6);
        for action in others.flat_map(|other| &other.turn) {
            if let Some(refusal) = live.refusal(action) {
                writeln!(text, "  refused {action}: {refusal}").unwrap();
            }
        }
        for action in puzzle.turn.iter().chain(&puzzle.line) {
            play(&mut text, &mut live, action);
            if !live.is_in_turn() {
                ask(&mut text, &live);
            }
            if family == Family::Run {
                // What comes after it, dice decide.
                break;
            }
        }
        writeln!(text, "  captured {:?}\n", live.captured()).unwrap();
    }
    text
}

fn check(family: Family) {
    let now = transcript(family);
    let name = format!("tests/told/{}.txt", family.id());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
    if env::var_os("UPDATE_TOLD").is_some() {
        return fs::write(path, now).unwrap();
    }
    let stored = fs::read_to_string(path).unwrap();
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
    check(Family::Gipf);
}

#[test]
fn matrx_is_told_as_before() {
    check(Family::Matrx);
}

#[test]
fn zertz_is_told_as_before() {
    check(Family::Zertz);
}

#[test]
fn runs_are_told_as_before() {
    check(Family::Run);
}
