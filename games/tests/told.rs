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

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use games::{
    Entry, Fact, Live, Seed,
    puzzles::Family,
    scene::{Beside, Mark},
};

/// Of so many puzzles one is told.
const EACH: usize = 11;

fn tell(text: &mut String, what: &str, facts: &[Fact]) {
    for fact in facts {
        writeln!(text, "  {what}{fact}").unwrap();
    }
}

/// What is drawn but the pieces: marks, rows that wait, the way pieces went, odds of runs.
fn see(text: &mut String, live: &Live) {
    let scene = live.weighed_scene();
    let marked = scene.points.iter().filter(|point| point.mark != Mark::None);
    let marked: Vec<String> = marked
        .map(|it| format!("{} {:?}", it.name, it.mark))
        .collect();
    writeln!(text, "  marked {}", marked.join(", ")).unwrap();
    for deed in &scene.deeds {
        writeln!(text, "  drawn {deed:?}").unwrap();
    }
    for row in &scene.rows {
        writeln!(text, "  drawn {row:?}").unwrap();
    }
    let next = scene.points.iter().filter(|point| !point.next.is_empty());
    for point in next.step_by(4) {
        let next = point.next.iter().map(|next| {
            let odds = next.odds.map(|odds| (odds.least, odds.percent));
            let whence = if next.inside { "inside" } else { "outside" };
            format!("{} from {whence} {odds:?}", next.piece.letter)
        });
        let next: Vec<String> = next.collect();
        writeln!(text, "  next at {}: {}", point.name, next.join(", ")).unwrap();
    }
    if live.actions() > 0 {
        return;
    }
    for beside in &scene.beside {
        let told = match beside {
            Beside::Stock { holder, items } => {
                let items = items.iter().map(|item| {
                    let letters: String = item.pieces.iter().map(|it| it.letter).collect();
                    format!(" {}{letters}{:?}", item.count, item.number)
                });
                format!("{holder:?}{}", items.collect::<String>())
            }
            other => format!("{other:?}"),
        };
        writeln!(text, "  beside {told}").unwrap();
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
    for figures in &prompt.figures {
        writeln!(text, "  figures {}", figures.title).unwrap();
        for row in &figures.rows {
            tell(text, "  row ", row);
        }
    }
    writeln!(text, "  for example {}", live.example().unwrap()).unwrap();
    see(text, live);
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
        tell(&mut text, "at the beginning ", &live.opening());
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
