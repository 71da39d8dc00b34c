//! Chaos test: kills the bot again and again under load, and reports whether any message is lost or doubled.

use std::{env, process::ExitCode, time::Duration};

use end_to_end::chaos::{self, Plan};

const USAGE: &str = "usage: chaos [--users N] [--duels N] [--runs N] [--commands N] [--kills N] \
                     [--restarts N] [--outage SECONDS] [--seed N]";

const FULL: Plan = Plan {
    users: 6,
    duels: 20,
    runs: 2,
    commands: 440,
    kills: 25,
    restarts: 3,
    outage: Duration::from_secs(30),
    seed: 1,
};

fn main() -> ExitCode {
    let Some(plan) = read(env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let report = chaos::run(&plan);
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
            "--users" => plan.users = count,
            "--duels" => plan.duels = count,
            "--runs" => plan.runs = count,
            "--commands" => plan.commands = count,
            "--kills" => plan.kills = count,
            "--restarts" => plan.restarts = count,
            "--outage" => plan.outage = Duration::from_secs(number),
            "--seed" => plan.seed = number,
            _ => return None,
        }
    }
    // Three users in each room, and a share of the commands for every kill and table.
    let playable = plan.users >= 3
        && plan.runs <= plan.users
        && (1..=plan.commands / 2).contains(&plan.duels)
        && (1..plan.commands).contains(&plan.kills);
    playable.then_some(plan)
}
