//! Load test of a bot with 10,000 stored tables: start time, memory, answer times, and their growth under
//! load.

use std::{env, process::ExitCode};

use end_to_end::load::{self, Plan};

const USAGE: &str = "usage: load [--tables N] [--on N] [--seen N] [--pairs N] [--rooms N] \
                     [--directs N] [--commands N] [--alone N] [--starts N] [--seed N]";

const FULL: Plan = Plan {
    tables: 10_000,
    on: 500,
    seen: 50_000,
    pairs: 4,
    rooms: 100,
    directs: 40,
    commands: 10_000,
    alone: 300,
    starts: 5,
    seed: 1,
};

fn main() -> ExitCode {
    let Some(plan) = read(env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let report = load::run(&plan);
    println!("{report}");
    match report.wrong.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Reads the plan from the command line.
fn read(mut words: impl Iterator<Item = String>) -> Option<Plan> {
    let mut plan = FULL;
    while let Some(word) = words.next() {
        let number: u64 = words.next()?.parse().ok()?;
        let count = usize::try_from(number).ok()?;
        match word.as_str() {
            "--tables" => plan.tables = count,
            "--on" => plan.on = count,
            "--seen" => plan.seen = count,
            "--pairs" => plan.pairs = count,
            "--rooms" => plan.rooms = count,
            "--directs" => plan.directs = count,
            "--commands" => plan.commands = count,
            "--alone" => plan.alone = count,
            "--starts" => plan.starts = count,
            "--seed" => plan.seed = number,
            _ => return None,
        }
    }
    // Every pair has a table, a room and a direct message.
    let playable = plan.pairs > 0
        && plan.rooms >= plan.pairs
        && plan.directs >= plan.pairs
        && (plan.pairs..=plan.tables).contains(&plan.on)
        && plan.starts > 0;
    playable.then_some(plan)
}
