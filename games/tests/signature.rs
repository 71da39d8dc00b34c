//! What the computer players do, to the last position that they look at: every number here follows from
//! the rules, from what positions are worth and from the order in which moves are tried. So a change
//! that was meant to change nothing changes nothing, and one that was meant to shows what it does.
//!
//! After a change that is meant: `UPDATE_SIGNATURE=1 cargo test -p games --test signature`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{env, fmt::Write as _, fs, ops::ControlFlow, path::Path};

use games::{
    Dice, Entry, Fact, Game, Level, Live, Orders, Rules, Seed, Value,
    puzzles::{Family, Puzzle},
    run,
};

/// What is played, and what is agreed on.
const DUELS: [(&str, &str); 9] = [
    ("matrx", "-"),
    ("matrx-classic", "-"),
    ("gipf-basic", "black+2"),
    ("gipf-standard", "-"),
    ("gipf-standard", "zertz=3,tamsk=3"),
    ("gipf-standard", "zertz=4,neutralise=2,by=coin"),
    ("gipf-tournament", "-"),
    ("zertz-basic", "-"),
    ("zertz-tournament", "-"),
];

/// Compares with what is stored under a name, or stores it if that is wanted.
fn check(name: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/signature/{name}.txt"));
    if env::var_os("UPDATE_SIGNATURE").is_some() {
        return fs::write(path, now).unwrap();
    }
    let stored = fs::read_to_string(path).unwrap();
    for (number, (now, stored)) in (1..).zip(now.lines().zip(stored.lines())) {
        assert_eq!(
            now, stored,
            "line {number} of {name}; see the head of this test"
        );
    }
    assert_eq!(
        now.lines().count(),
        stored.lines().count(),
        "lines of {name}"
    );
}

fn orders(level: Level, nodes: u64) -> Orders {
    Orders {
        nodes: Some(nodes),
        hash: 1 << 20,
        ..Orders::new(level, Seed([7; 32]))
    }
}

fn codes(facts: &[Fact]) -> String {
    let codes: Vec<String> = facts.iter().map(ToString::to_string).collect();
    codes.join(" ")
}

/// What is thought of a position: the turn, what it is worth, how far was looked, at how many positions.
fn thought(live: &Live, orders: &Orders) -> Option<(Vec<String>, String)> {
    let thought = live.think(orders, &mut |_| ControlFlow::Continue(()))?;
    let worth = match thought.value {
        Value::Score(score) => score.to_string(),
        Value::Wins(turns) => format!("wins {turns}"),
        Value::Loses(turns) => format!("loses {turns}"),
    };
    let told = format!(
        "{} | {worth} | depth {} | {} positions",
        thought.line.join(" "),
        thought.depth,
        thought.nodes
    );
    Some((thought.turn, told))
}

#[test]
fn duels_are_played_as_before() {
    let mut now = String::new();
    for (game, options) in DUELS {
        for level in Level::ALL {
            let mut live = Live::start(Entry::named(game).unwrap(), options, None).unwrap();
            writeln!(now, "# {game} {options}, level {}", level.number()).unwrap();
            for _ in 0..8 {
                let Some((turn, told)) = thought(&live, &orders(level, 1_500)) else {
                    break;
                };
                writeln!(now, "{told}").unwrap();
                for action in turn {
                    live.play(&action).unwrap();
                }
            }
        }
    }
    check("duels", &now);
}

fn some_puzzles(family: Family) -> impl Iterator<Item = &'static Puzzle> {
    family.puzzles().iter().step_by(5)
}

#[test]
fn puzzles_are_thought_about_as_before() {
    let mut now = String::new();
    for family in [Family::Gipf, Family::Matrx, Family::Zertz] {
        for puzzle in some_puzzles(family) {
            let live = puzzle.set_up().unwrap();
            writeln!(now, "# {}", live.position_text()).unwrap();
            for (level, nodes) in [(2, 2_000), (6, 6_000)] {
                let orders = orders(Level::try_from(level).unwrap(), nodes);
                let (turn, told) = thought(&live, &orders).unwrap();
                writeln!(now, "{told}").unwrap();
                let beside = live.beside(&turn, &orders, &mut |_| ControlFlow::Continue(()));
                writeln!(now, "beside: {beside:?}").unwrap();
                writeln!(
                    now,
                    "why: {}",
                    codes(&live.explain(&turn, turn.len(), None))
                )
                .unwrap();
            }
        }
    }
    check("puzzles", &now);
}

/// The runs that a player makes, action by action.
fn runs(player: &run::Player, seeds: u8, budget: u32) -> String {
    let mut now = String::new();
    for options in ["-", "target=9", "custom=k3g2b5r6", "custom=k6g4b1r2"] {
        for seed in 0..seeds {
            let seed = Seed([seed; 32]);
            let mut dice = Dice::from_seed(seed);
            let mut position = run::start(options, &mut dice).unwrap();
            write!(now, "{} {options}:", player.name).unwrap();
            while let Some(action) = (player.choose)(&position, budget, seed) {
                write!(now, " {action};").unwrap();
                let step = Game::play(&position, &action, &mut dice).unwrap();
                position = step.position;
            }
            writeln!(now, " {:?}", position.outcome()).unwrap();
        }
    }
    now
}

#[test]
fn runs_are_made_as_before() {
    let [random, greedy, quick, reference] = &run::PLAYERS;
    let now = [
        runs(random, 1, 0),
        runs(greedy, 2, 0),
        runs(quick, 8, 0),
        runs(reference, 1, 12),
    ];
    check("runs", &now.concat());
}

#[test]
fn hints_of_runs_are_as_before() {
    let mut now = String::new();
    for puzzle in some_puzzles(Family::Run) {
        let live = puzzle.set_up().unwrap();
        writeln!(now, "# {}", live.position_text()).unwrap();
        let advice = live.advise(60, Seed([3; 32])).unwrap();
        let next = advice
            .runner_up
            .map(|(action, wins)| format!("{action} {wins:.4}"));
        writeln!(
            now,
            "{} {:.4} {:.4} before {next:?}, why: {}",
            advice.action,
            advice.wins,
            advice.error,
            codes(&advice.why)
        )
        .unwrap();
    }
    check("hints", &now);
}
