//! Comparison of the run's players over many runs, printed as a table.
//!
//! ```text
//! cargo run --release -p games --example run_strategy -- RUNS [BUDGET [OPTIONS [PLAYER ...]]]
//! ```
//!
//! RUNS is the number of runs, with the seeds 0, 1, 2, …; BUDGET is the number of rollouts for each
//! choice of the player that searches; OPTIONS are those of a run, `-` for none.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "an example that finds something amiss stops"
)]

use std::{
    error::Error,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use games::{
    Illegal, Seed,
    run::{PLAYERS, Phase, Player, RunEnd},
};

/// Totals over the runs of a player.
#[derive(Default)]
struct Sum {
    runs: u32,
    wins: u32,
    damage: u64,
    damage_of_wins: u64,
    actions: u64,
    time: Duration,
}

impl Sum {
    fn add(&mut self, other: &Sum) {
        self.runs += other.runs;
        self.wins += other.wins;
        self.damage += other.damage;
        self.damage_of_wins += other.damage_of_wins;
        self.actions += other.actions;
        self.time += other.time;
    }

    fn print(&self, name: &str) {
        let runs = f64::from(self.runs.max(1));
        let share = f64::from(self.wins) / runs;
        let error = (share * (1.0 - share) / runs).sqrt();
        let of_wins = match self.wins {
            0 => "-".to_owned(),
            wins => format!("{:.2}", self.damage_of_wins as f64 / f64::from(wins)),
        };
        println!(
            "| {name} | {:.1} % ± {:.1} | {:.2} | {of_wins} | {:.1} | {:.2} ms |",
            100.0 * share,
            100.0 * error,
            self.damage as f64 / runs,
            self.actions as f64 / runs,
            1000.0 * self.time.as_secs_f64() / runs,
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise| match args.get(place) {
        Some(text) => text.parse::<u32>(),
        None => Ok(otherwise),
    };
    let (runs, budget) = (number(0, 1_000)?, number(1, 100)?);
    let options = args.get(2).map_or("-", String::as_str);
    let names = args.get(3..).unwrap_or_default();
    println!("{runs} runs, options {options}, {budget} rollouts for each choice\n");
    println!("| player | won | damage | damage of won runs | actions | time of a run |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for player in &PLAYERS {
        if names.is_empty() || names.iter().any(|name| name == player.name) {
            play_all(player, runs, budget, options)?.print(player.name);
        }
    }
    Ok(())
}

/// Plays all runs, on every core.
fn play_all(player: &Player, runs: u32, budget: u32, options: &str) -> Result<Sum, Illegal> {
    let next = AtomicU32::new(0);
    let work = || {
        let mut sum = Sum::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= runs {
                return Ok(sum);
            }
            sum.add(&play(player, number, budget, options)?);
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let mut all = Sum::default();
        for worker in workers {
            let sum: Result<Sum, Illegal> = worker.join().expect("no player panics");
            all.add(&sum?);
        }
        Ok(all)
    })
}

fn play(player: &Player, number: u32, budget: u32, options: &str) -> Result<Sum, Illegal> {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number.to_le_bytes());
    let begin = Instant::now();
    let finished = player.play(options, budget, Seed(seed))?;
    let time = begin.elapsed();
    let damage = u64::from(finished.position.damage());
    let won = *finished.position.phase() == Phase::Over(RunEnd::Won);
    Ok(Sum {
        runs: 1,
        wins: u32::from(won),
        damage,
        damage_of_wins: if won { damage } else { 0 },
        actions: u64::from(finished.actions),
        time,
    })
}
