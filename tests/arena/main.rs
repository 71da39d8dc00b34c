//! The arena: a match of two engines, with a statistical test of which one is stronger.

mod engine;
mod game;
mod opening;
mod pairs;
mod plan;
mod report;
mod statistics;

use std::{env, process::ExitCode};

use game::End;
use pairs::Finished;
use plan::{Plan, USAGE};
use report::Report;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let plan = match Plan::read(words.into_iter()) {
        Ok(plan) => plan,
        Err(problem) => {
            eprintln!("{problem}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match pairs::play(&plan, |finished, so_far| show(&plan, finished, so_far)) {
        Ok(report) => {
            print!("\n{report}");
            match report.has_faults() {
                true => ExitCode::FAILURE,
                false => ExitCode::SUCCESS,
            }
        }
        Err(problem) => {
            eprintln!("arena: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a line for a finished game.
fn show(plan: &Plan, finished: &Finished, so_far: &Report) {
    let Finished { seat, played, .. } = finished;
    let name = |at: games::Seat| {
        let [first, second] = &plan.sides;
        if at == *seat {
            &first.name
        } else {
            &second.name
        }
    };
    let how = match (&played.end, played.winner) {
        (End::Fault(at, fault), _) => format!("{} {fault}", name(*at)),
        (End::Long, _) => "too many turns".to_owned(),
        (End::Rules(reason), Some(winner)) => format!("{} wins: {reason}", name(winner)),
        (End::Rules(reason), None) => format!("draw: {reason}"),
    };
    let (number, of) = (finished.number(), plan.pairs * 2);
    let turns = played.record.turns.len();
    println!(
        "game {number} of {of}: {how}, {turns} turns; so far {}",
        so_far.tally()
    );
}
