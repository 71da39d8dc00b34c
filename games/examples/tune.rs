//! Tuning of the evaluation weights by self-play.
//!
//! ```text
//! cargo run --release -p games --example tune -- matrx 2000 500 1
//! ```
//!
//! This plays 2,000 games of MATRX GIPF with 500 positions a turn, from seed 1, each begun by a few
//! random turns, and fits the feature weights that best predict the winner (logistic regression by
//! Newton's method). It prints them in the format of `games/src/gipf/weights.rs` and
//! `games/src/zertz/weights.rs`. Options of the games may follow, used in turn:
//! `gipf-standard 2000 500 1 - zertz=3,tamsk=3`.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    reason = "a program for whoever works on the computer player"
)]

use std::ops::ControlFlow;

use games::{
    Dice, Entry, Game, Level, Rules, SearchLimits, Seat, Seed, gipf,
    search::{Evaluate, Features, MAX_FEATURES, think},
    zertz,
};

/// Number of random turns at the start of each game.
const RANDOM_TURNS: u32 = 6;

/// Maximum number of turns of a game; longer ones are discarded.
const LONGEST: u32 = 300;

/// Index of the feature that is scaled to 100: a piece in reserve, or a white marble.
const UNIT: usize = 1;

/// Ridge regularisation: pull of the weights towards 0 where the games give no evidence.
const RIDGE: f64 = 3.0;

/// A training example: the features for the seat to move, and its result from 0 (loss) to 1 (win).
type Example = (Features, f64);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, nodes, seed, options @ ..] = &args[..] else {
        panic!("say GAME GAMES NODES SEED [OPTIONS ...], for example: matrx 2000 500 1");
    };
    let entry = Entry::named(game).expect("a game of the catalog");
    let games: u32 = games.parse().expect("a number of games");
    let nodes: u64 = nodes.parse().expect("a number of positions");
    let usual = ["-".to_owned()];
    let options = if options.is_empty() { &usual } else { options };
    let start = |options: &String| {
        let start = entry.start(options, &mut Dice::none());
        start.expect("options of the game").text()
    };
    let starts: Vec<String> = options.iter().map(start).collect();
    let examples = match entry.id.starts_with("zertz") {
        true => play_all::<zertz::Position>(&starts, games, nodes, seed),
        false => play_all::<gipf::Position>(&starts, games, nodes, seed),
    };
    let weights = fit(&examples);
    println!(
        "// {} positions, error {:.4}",
        examples.len(),
        error(&examples, &weights)
    );
    let scale = 100.0 / weights[UNIT];
    let scaled: Vec<String> = weights
        .iter()
        .map(|w| format!("{:.0}", w * scale))
        .collect();
    println!("[{}]", scaled.join(", "));
}

/// Plays the games and returns their training examples.
fn play_all<P: Evaluate>(starts: &[String], games: u32, nodes: u64, seed: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for (number, start) in (0..games).zip(starts.iter().cycle()) {
        let Ok(start) = start.parse::<P>() else {
            panic!("{start} is no position of the game");
        };
        let seed = Seed::from_word(&format!("{seed} {number}"));
        examples.extend(play_one(&start, nodes, seed));
        if (number + 1) % 100 == 0 {
            eprintln!("{} games, {} positions", number + 1, examples.len());
        }
    }
    examples
}

fn play_one<P: Evaluate>(start: &P, nodes: u64, seed: Seed) -> Vec<Example> {
    let mut random = Dice::from_seed(seed);
    let limits = SearchLimits {
        nodes: Some(nodes),
        hash: 1 << 20,
        ..SearchLimits::new(Level::HIGHEST, seed)
    };
    let mut position = start.clone();
    let mut seen: Vec<(Seat, Features)> = Vec::new();
    for turn in 0..LONGEST {
        let Some(seat) = Rules::to_move(&position) else {
            break;
        };
        if turn < RANDOM_TURNS {
            let mut moves = position.moves();
            random.shuffle(&mut moves);
            position.play_unchecked(moves[0], &mut Dice::none(), &mut |_| {});
            continue;
        }
        if !position.has_forced_capture() {
            seen.push((seat, position.features()));
        }
        let thought = think(&position, &limits, &mut |_| ControlFlow::Continue(()));
        for action in thought.expect("a game that goes on").turn {
            let action = action.parse().expect("notation of the game");
            let step = Game::play(&position, &action, &mut Dice::none());
            position = step.expect("a legal action").position;
        }
    }
    let Some(outcome) = Rules::outcome(&position) else {
        return Vec::new();
    };
    let won = |seat| match outcome.winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == seat)),
    };
    seen.into_iter()
        .map(|(seat, features)| (features, won(seat)))
        .collect()
}

/// Returns the predicted chance to win (logistic function).
fn chance(features: &Features, weights: &[f64; MAX_FEATURES]) -> f64 {
    let pairs = features.iter().zip(weights);
    let sum: f64 = pairs
        .map(|(feature, weight)| f64::from(*feature) * weight)
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Returns the mean log loss of the predictions, in nats.
fn error(examples: &[Example], weights: &[f64; MAX_FEATURES]) -> f64 {
    let surprise = examples.iter().map(|(features, won)| {
        let chance = chance(features, weights).clamp(1e-9, 1.0 - 1e-9);
        -(won * chance.ln() + (1.0 - won) * (1.0 - chance).ln())
    });
    surprise.sum::<f64>() / examples.len().max(1) as f64
}

/// Returns the weights with the least log loss, by Newton's method with ridge regularisation.
fn fit(examples: &[Example]) -> [f64; MAX_FEATURES] {
    let mut weights = [0.0; MAX_FEATURES];
    for _ in 0..12 {
        let mut slope = weights.map(|weight| -RIDGE * weight);
        let mut curve = [[0.0; MAX_FEATURES]; MAX_FEATURES];
        for i in 0..MAX_FEATURES {
            curve[i][i] = RIDGE;
        }
        for (features, won) in examples {
            let chance = chance(features, &weights);
            let spread = chance * (1.0 - chance);
            for i in 0..MAX_FEATURES {
                let feature = f64::from(features[i]);
                slope[i] += (won - chance) * feature;
                for j in 0..MAX_FEATURES {
                    curve[i][j] += spread * feature * f64::from(features[j]);
                }
            }
        }
        let step = solve(curve, slope);
        weights
            .iter_mut()
            .zip(step)
            .for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Solves a system of linear equations by Gaussian elimination with partial pivoting.
fn solve(
    mut rows: [[f64; MAX_FEATURES]; MAX_FEATURES],
    mut right: [f64; MAX_FEATURES],
) -> [f64; MAX_FEATURES] {
    for i in 0..MAX_FEATURES {
        let size = |row: &usize| rows[*row][i].abs();
        let pivot = (i..MAX_FEATURES)
            .max_by(|a, b| size(a).total_cmp(&size(b)))
            .unwrap_or(i);
        rows.swap(i, pivot);
        right.swap(i, pivot);
        for below in i + 1..MAX_FEATURES {
            let factor = rows[below][i] / rows[i][i];
            for column in i..MAX_FEATURES {
                rows[below][column] -= factor * rows[i][column];
            }
            right[below] -= factor * right[i];
        }
    }
    for i in (0..MAX_FEATURES).rev() {
        let known: f64 = (i + 1..MAX_FEATURES)
            .map(|column| rows[i][column] * right[column])
            .sum();
        right[i] = (right[i] - known) / rows[i][i];
    }
    right
}
