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
    Dice, Entry, Fact, Game, Judged, Level, Live, Orders, Outcome, Rules, Seed, Thought, Value,
    analyse,
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

fn think(live: &Live, orders: &Orders) -> Option<Thought> {
    live.think(orders, &mut |_| ControlFlow::Continue(()))
}

/// The turn and what is expected after it, what it is worth, how far was looked, at how many positions.
fn told(thought: &Thought) -> String {
    let worth = match thought.value {
        Value::Score(score) => score.to_string(),
        Value::Wins(turns) => format!("wins {turns}"),
        Value::Loses(turns) => format!("loses {turns}"),
    };
    let line = thought.line.join(" ");
    format!(
        "{line} | {worth} | depth {} | {} positions",
        thought.depth, thought.nodes
    )
}

#[test]
fn duels_are_played_as_before() {
    let mut now = String::new();
    for (game, options) in DUELS {
        for level in Level::ALL {
            let mut live = Live::start(Entry::named(game).unwrap(), options, None).unwrap();
            writeln!(now, "# {game} {options}, level {}", level.number()).unwrap();
            for _ in 0..8 {
                let Some(thought) = think(&live, &orders(level, 1_500)) else {
                    break;
                };
                writeln!(now, "{}", told(&thought)).unwrap();
                for action in &thought.turn {
                    live.play(action).unwrap();
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
fn jumps_that_can_be_challenged_are_thought_about_as_before() {
    let mut now = String::new();
    for by in ["coin", "die", "zertz-basic"] {
        let options = format!("zertz=3,neutralise=2,by={by}");
        let entry = Entry::find("gipf-standard").unwrap();
        let mut live = Live::start(entry, &options, None).unwrap();
        for action in ["Zc2", "Zg6", "Zc1-c3", "Zg7-g5", "Zc2-c4"] {
            live.play(action).unwrap();
            let thought = think(&live, &orders(Level::HIGHEST, 3_000)).unwrap();
            writeln!(now, "{by}, after {action}: {}", told(&thought)).unwrap();
        }
    }
    check("challenges", &now);
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
                let thought = think(&live, &orders).unwrap();
                writeln!(now, "{}", told(&thought)).unwrap();
                let why: Vec<Fact> = thought.why.into_iter().map(Fact::from).collect();
                writeln!(now, "why: {}", codes(&why)).unwrap();
                let watch = &mut |_: &Thought| ControlFlow::Continue(());
                let beside = live.beside(&thought.turn, &orders, watch);
                writeln!(now, "beside: {beside:?}").unwrap();
            }
        }
    }
    check("puzzles", &now);
}

#[test]
fn games_are_analysed_as_before() {
    let mut now = String::new();
    for family in [Family::Gipf, Family::Matrx, Family::Zertz] {
        for puzzle in family.puzzles().iter().step_by(12) {
            let mut live = puzzle.set_up().unwrap();
            for action in puzzle.turn.iter().chain(&puzzle.line) {
                live.play(action).unwrap();
            }
            writeln!(now, "# {}", puzzle.position).unwrap();
            let orders = orders(Level::HIGHEST, 800);
            let judged = analyse(&live, &orders, &mut |_| ControlFlow::Continue(()));
            for Judged { turn, best, .. } in &judged {
                writeln!(now, "{} rather than {}", best.join(" "), turn.join(" ")).unwrap();
            }
            let losses: Vec<i32> = judged.iter().map(Judged::loss).collect();
            let balances: Vec<i32> = judged.iter().map(Judged::balance).collect();
            writeln!(now, "losses {losses:?}, balances {balances:?}").unwrap();
        }
    }
    let entry = Entry::find("gipf-standard").unwrap();
    for decided in [
        &["allow"][..],
        &["neutralise", "neutralised"],
        &["neutralise", "upheld"],
    ] {
        let options = "zertz=3,neutralise=2,by=coin";
        let mut live = Live::start(entry, options, None).unwrap();
        for action in ["Zc2", "Zg6", "Zc1-c3", "Zg7-g5", "Zc2-c4"]
            .iter()
            .chain(decided)
        {
            live.play(action).unwrap();
        }
        // What is left of the turn, and the answer to it.
        while live.actions() < 10 {
            let action = live.example().unwrap();
            live.play(&action).unwrap();
        }
        writeln!(now, "# {}", live.record().turns.concat().join(" ")).unwrap();
        let orders = orders(Level::HIGHEST, 800);
        for it in analyse(&live, &orders, &mut |_| ControlFlow::Continue(())) {
            writeln!(
                now,
                "{} rather than {}",
                it.best.join(" "),
                it.turn.join(" ")
            )
            .unwrap();
        }
    }
    check("analyses", &now);
}

/// What runs are made with: every custom breaker is there once.
const OPTIONS: [&str; 8] = [
    "-",
    "target=9",
    "custom=k1g1r1b1",
    "custom=k2g2r2b2",
    "custom=k3g3r3b3",
    "custom=k4g4r4b4",
    "custom=k5g5r5b5",
    "custom=k6g6r6b6",
];

/// The runs that a player makes, action by action.
fn runs(player: &run::Player, seeds: u8, budget: u32) -> String {
    let mut now = String::new();
    for options in OPTIONS {
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
            let Outcome { winner, reason } = position.outcome().unwrap();
            let outcome = format!("Outcome {{ winner: {winner:?}, reason: \"{reason}\" }}");
            writeln!(now, " Some({outcome})").unwrap();
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
        runs(quick, 6, 0),
        runs(reference, 1, 10),
    ];
    check("runs", &now.concat());
}

/// A hint, with its chances as they are told.
fn hint(live: &Live) -> String {
    let advice = live.advise(60, Seed([3; 32]), &mut || true).unwrap();
    let next = advice.runner_up;
    let next = next.map(|(action, wins)| format!("{action} {wins:.4}"));
    format!(
        "{} {:.4} {:.4} before {next:?}, why: {}",
        advice.action,
        advice.wins,
        advice.error,
        codes(&advice.why)
    )
}

#[test]
fn hints_of_runs_are_as_before() {
    let mut now = String::new();
    for puzzle in some_puzzles(Family::Run) {
        let live = puzzle.set_up().unwrap();
        writeln!(now, "# {}\n{}", live.position_text(), hint(&live)).unwrap();
    }
    let quick = &run::PLAYERS[2];
    for (seed, options) in (0..).zip(&OPTIONS[2..]) {
        let seed = Seed([seed; 32]);
        let entry = Entry::find("run").unwrap();
        let mut live = Live::start(entry, options, Some(seed)).unwrap();
        writeln!(now, "# {options}").unwrap();
        while live.outcome().is_none() {
            if live.actions() % 3 == 2 {
                writeln!(now, "{}", hint(&live)).unwrap();
            }
            let position: run::Position = live.position_text().parse().unwrap();
            let action = (quick.choose)(&position, 0, seed).unwrap();
            live.play(&action.to_string()).unwrap();
        }
    }
    check("hints", &now);
}
