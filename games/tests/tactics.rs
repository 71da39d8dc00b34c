//! Tests of tactics: forced wins, escapes and captures are found. Each claim of the files is first
//! checked by a brute-force solver that knows only the rules.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{fs, ops::ControlFlow, path::Path};

use games::{
    Dice, Fact, Game, Level, Rules, SearchLimits, SearchResult, Seat, Seed, gipf,
    perft::Turns,
    search::{self, Evaluate, Value, think},
    zertz,
};

/// Node limit that suffices to find everything.
const NODES: u64 = 400_000;

/// Returns the positions after every whole turn, without duplicates.
fn turns<R: Rules>(position: &R) -> Vec<R> {
    Turns::default().of(position).to_vec()
}

fn is_won<R: Rules>(position: &R, by: Seat) -> bool {
    position
        .outcome()
        .is_some_and(|outcome| outcome.winner == Some(by))
}

/// Returns whether the seat to move can force a win within a number of own turns, whatever the
/// answers. Only own turns that are `worth` it are tried, but all answers.
fn forces<R: Rules>(position: &R, within: u32, worth: &dyn Fn(&R) -> bool) -> bool {
    let seat = position.to_move().unwrap();
    let ends = turns(position);
    if ends.iter().any(|end| is_won(end, seat)) {
        return true;
    }
    let goes_on = |end: &&R| within > 1 && end.outcome().is_none() && worth(end);
    ends.iter()
        .filter(goes_on)
        .any(|end| loses(end, seat, within - 1, worth))
}

/// Returns whether a seat wins after its turn within a number of further turns.
fn loses<R: Rules>(after: &R, seat: Seat, within: u32, worth: &dyn Fn(&R) -> bool) -> bool {
    if after.to_move() == Some(seat) {
        return forces(after, within, worth);
    }
    turns(after).iter().all(|answer| match answer.outcome() {
        Some(_) => is_won(answer, seat),
        None => forces(answer, within, worth),
    })
}

fn thought<R: Evaluate>(position: &R) -> SearchResult {
    let limits = SearchLimits {
        nodes: Some(NODES),
        hash: 16 << 20,
        ..SearchLimits::new(Level::HIGHEST, Seed([5; 32]))
    };
    think(position, &limits, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// Returns the position after the turn of a search result.
fn after<G: Game>(position: &G, thought: &SearchResult) -> G {
    thought
        .turn
        .iter()
        .fold(position.clone(), |position, action| {
            let action = action.parse().unwrap();
            Game::play(&position, &action, &mut Dice::none())
                .unwrap()
                .position
        })
}

/// Returns whether the seat that has just moved would win at once with another turn.
fn threatens<G: Evaluate>(after: &G) -> bool {
    after.null_move().is_some_and(|given| {
        let seat = Rules::to_move(&given).unwrap();
        turns(&given).iter().any(|end| is_won(end, seat))
    })
}

/// Asserts that a win in exactly this number of own turns is found.
fn check_win<G: Evaluate>(position: &G, within: u32, worth: &dyn Fn(&G) -> bool) {
    let seat = Rules::to_move(position).unwrap();
    let everything = |_: &G| true;
    assert!(
        within == 1 || !forces(position, within - 1, &everything),
        "it is sooner won"
    );
    assert!(forces(position, within, worth), "it is not won");
    let thought = thought(position);
    assert_eq!(thought.value, Value::Wins(within), "{:?}", thought.line);
    let wins = Fact::from(search::Message::Wins { turns: within });
    let told = thought.why.iter().any(|reason| reason.fact == wins);
    assert!(told, "{:?}", thought.why);
    let after = after(position, &thought);
    let won = is_won(&after, seat) || loses(&after, seat, within - 1, worth);
    assert!(won, "{:?} does not win", thought.turn);
}

/// Asserts that nearly all turns lose at once and the one found does not.
fn check_escape<G: Evaluate>(position: &G) {
    let seat = Rules::to_move(position).unwrap();
    let everything = |_: &G| true;
    let escapes = |end: &G| match Rules::outcome(end) {
        Some(_) => is_won(end, seat),
        None => !forces(end, 1, &everything),
    };
    let ends = turns(position);
    let good = ends.iter().filter(|end| escapes(end)).count();
    assert!(
        good > 0 && good * 5 <= ends.len(),
        "{good} of {} turns escape",
        ends.len()
    );
    let thought = thought(position);
    assert!(
        escapes(&after(position, &thought)),
        "{:?} loses at once",
        thought.turn
    );
}

/// Asserts that the search result has this reason.
fn check_told<G: Evaluate>(position: &G, code: &str) {
    let thought = thought(position);
    let told = thought.why.iter().any(|reason| reason.fact.code == code);
    assert!(told, "{:?}: {:?}", thought.turn, thought.why);
}

/// Checks a file of lines `position ; claim [number [by threats]]`. In a win by threats each own
/// turn but the last threatens to win at once, and only those are tried.
fn check_all<G: Evaluate>(file: &str, least: usize, worth: &dyn Fn(&G) -> bool) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/tactics")
        .join(file);
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        println!("{line}");
        let (position, claim) = line.split_once(" ; ").unwrap();
        let position: G = position.parse().unwrap();
        match claim.split_once(' ').unwrap_or((claim, "")) {
            ("wins", turns) => match turns.strip_suffix(" by threats") {
                Some(turns) => check_win(&position, turns.parse().unwrap(), &threatens),
                None => check_win(&position, turns.parse().unwrap(), worth),
            },
            ("escapes", _) => check_escape(&position),
            ("tells", code) => check_told(&position, code),
            _ => panic!("what is {claim}?"),
        }
        count += 1;
    }
    assert!(count >= least, "{count} positions");
}

#[test]
fn matrx_tactics_are_found() {
    check_all::<gipf::Position>("matrx.txt", 12, &|_| true);
}

#[test]
fn gipf_tactics_are_found() {
    check_all::<gipf::Position>("gipf.txt", 12, &|_| true);
}

#[test]
fn zertz_tactics_are_found() {
    // A forcing turn must leave a capture, which is compulsory.
    let forces = |after: &zertz::Position| {
        let first = after.first_moves(1);
        matches!(first.as_slice(), [zertz::Move::Capture(..)])
    };
    check_all::<zertz::Position>("zertz.txt", 12, &forces);
}
