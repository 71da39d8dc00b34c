//! The tables stored before a load test.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use super::{Plan, pair::Pair};
use crate::{built_programs, chaos::Chance};

/// Stores them and gives the running ones to the pairs that play at them; returns their number.
pub(super) fn fill(plan: &Plan, pairs: &mut [Pair], state: &Path) -> usize {
    let mut chance = Chance::new(plan.seed);
    let over = (0..plan.tables - plan.on).map(|number| {
        let pair = &pairs[number % pairs.len()];
        // Of three finished tables, one is a run and one is a duel that was given up.
        match number / pairs.len() % 3 {
            0 => run(pair, number, 400, false),
            1 => duel(pair, number, &made_up(number), 20 + chance.below(40), false),
            _ => duel(pair, number, &made_up(number), 400, false),
        }
    });
    let mut tables: Vec<Value> = over.collect();
    let mut on = 0;
    for pair in pairs.iter() {
        // One run in each direct message, and the rest are duels.
        let runs = pair.directs().count().min(plan.on / plan.pairs);
        tables.extend((0..runs).map(|number| run(pair, number, chance.below(12), true)));
        let duels = (plan.on / plan.pairs).saturating_sub(runs);
        for number in 0..duels {
            let root = pair.open_thread(number);
            tables.push(duel(pair, number, &root, chance.below(60), true));
        }
    }
    let plan = json!({"seed": plan.seed, "seen": plan.seen, "tables": tables});
    for line in made(&plan, state).lines() {
        let saved: Value = serde_json::from_str(line).expect("a stored table is JSON");
        let taken = pairs.iter_mut().any(|pair| pair.take(&saved));
        assert!(taken, "nobody plays at {saved}");
        on += 1;
    }
    on
}

fn run(pair: &Pair, number: usize, actions: u64, on: bool) -> Value {
    let directs: Vec<(&str, &str)> = pair.directs().collect();
    let (room, player) = directs[number % directs.len()];
    json!({
        "room": room, "thread": null, "players": [player], "game": "run", "actions": actions,
        "on": on,
    })
}

fn duel(pair: &Pair, number: usize, thread: &str, actions: u64, on: bool) -> Value {
    json!({
        "room": pair.room(number), "thread": thread, "players": pair.users(), "game": "matrx",
        "actions": actions, "on": on,
    })
}

/// Returns the root of a thread that does not exist, as long as a real one.
fn made_up(number: usize) -> String {
    format!("${number:043}")
}

/// Runs the example `stock` and returns its output.
fn made(plan: &Value, state: &Path) -> String {
    let program = built_programs().join("examples/stock");
    let mut stock = Command::new(&program)
        .arg(state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{} cannot be started: {error}", program.display()));
    let mut pipe = stock.stdin.take().expect("stdin is a pipe");
    pipe.write_all(plan.to_string().as_bytes())
        .expect("the plan is read");
    drop(pipe);
    let output = stock.wait_with_output().expect("the tables are made");
    assert!(output.status.success(), "the tables are not made");
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}
