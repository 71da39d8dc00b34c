//! Bench figures of every game, as of chess engines: nodes searched over fixed positions to fixed
//! depths; for the run, actions of its players. A change that alters no move of the computer alters
//! no figure.
//!
//! After an intended change: `UPDATE_BENCH=1 cargo test -p games --test bench`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{env, fs, ops::ControlFlow, path::Path};

use games::{Dice, Entry, Game, Level, Live, SearchLimits, Seed, puzzles::Family, run};

/// Every duel: its options, the search depth in turns, and the step between the puzzles used.
const DUELS: [(&str, &[&str], u32, usize); 7] = [
    ("matrx", &["-"], 3, 25),
    ("matrx-classic", &["-"], 3, 25),
    ("gipf-basic", &["-", "black+2"], 5, 5),
    (
        "gipf-standard",
        &["-", "zertz=3,tamsk=3", "zertz=4,neutralise=2,by=coin"],
        4,
        20,
    ),
    ("gipf-tournament", &["-"], 5, 5),
    ("zertz-basic", &["-"], 2, 15),
    ("zertz-tournament", &["-"], 2, 15),
];

/// Options of runs, with every custom breaker once.
const RUNS: [&str; 8] = [
    "-",
    "target=9",
    "custom=k1g1r1b1",
    "custom=k2g2r2b2",
    "custom=k3g3r3b3",
    "custom=k4g4r4b4",
    "custom=k5g5r5b5",
    "custom=k6g6r6b6",
];

/// Returns the number of nodes of a search to a depth.
fn nodes(live: &Live, depth: u32) -> u64 {
    let limits = SearchLimits {
        depth: Some(depth),
        nodes: None,
        hash: 1 << 20,
        ..SearchLimits::new(Level::HIGHEST, Seed([7; 32]))
    };
    let thought = live
        .position()
        .think(&limits, &mut |_| ControlFlow::Continue(()));
    thought.map_or(0, |thought| thought.nodes)
}

/// Plays a duel by its examples; returns the nodes of searches on the way.
fn duel(entry: &'static Entry, options: &str, depth: u32) -> u64 {
    let mut live = Live::start(entry, options, None).unwrap();
    let mut figure = 0;
    for action in 0..24 {
        if action % 6 == 0 {
            figure += nodes(&live, depth);
        }
        let Some(example) = live.position().example() else {
            break;
        };
        live.play(&example).unwrap();
    }
    figure
}

/// Returns the nodes of searches of some puzzles of a duel.
fn puzzles(entry: &Entry, depth: u32, step: usize) -> u64 {
    let puzzles = Family::of(entry).into_iter().flat_map(Family::puzzles);
    let of_game = puzzles.filter(|puzzle| puzzle.position.starts_with(&format!("{} ", entry.id)));
    let benched = of_game.step_by(step).take(6);
    benched
        .map(|puzzle| nodes(&puzzle.set_up().unwrap(), depth))
        .sum()
}

/// Returns the number of actions of a player in runs from several seeds.
fn actions(player: &run::Player, options: &str, seeds: u8, budget: u32) -> u64 {
    let mut actions = 0;
    for seed in 0..seeds {
        let seed = Seed([seed; 32]);
        let mut dice = Dice::from_seed(seed);
        let mut position = run::start(options, &mut dice).unwrap();
        while let Some(action) = (player.choose)(&position, budget, seed) {
            position = Game::play(&position, &action, &mut dice).unwrap().position;
            actions += 1;
        }
    }
    actions
}

#[test]
fn the_search_looks_at_the_same_positions() {
    let [_, greedy, quick, reference] = &run::PLAYERS;
    let duels = DUELS.iter().map(|(game, options, depth, step)| {
        let entry = Entry::find(game).unwrap();
        let duels: u64 = options
            .iter()
            .map(|options| duel(entry, options, *depth))
            .sum();
        format!("{game} {}\n", duels + puzzles(entry, *depth, *step))
    });
    let runs = RUNS.iter().map(|options| {
        actions(greedy, options, 4, 0)
            + actions(quick, options, 8, 0)
            + actions(reference, options, 1, 10)
    });
    let runs = format!("run {}\n", runs.sum::<u64>());
    let now: String = duels.chain([runs]).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench.txt");
    if env::var_os("UPDATE_BENCH").is_some() {
        return fs::write(path, now).unwrap();
    }
    assert_eq!(
        now,
        fs::read_to_string(path).unwrap(),
        "see the head of this test"
    );
}
