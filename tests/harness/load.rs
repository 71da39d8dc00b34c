//! The load test of a bot with a large database: its start time, memory and answer times, and whether they
//! grow with the number of finished games.
//!
//! The tables are made by the bot's example `stock`, which uses the bot's own store; the rooms, their members
//! and the threads of running tables are real.

mod figures;
mod pair;
mod report;
mod stock;

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::{Bot, Homeserver, Limits};
use figures::Sample;
use pair::Pair;
pub use report::Report;

/// Sampling interval of the memory under load.
const TICK: Duration = Duration::from_millis(500);

/// Test programs open more tables than people.
const LIMITS: &str = "[limits]\nuser_tables = 1000000\nroom_tables = 1000000\nuser_challenges = 1000000\nroom_challenges = 1000000\n";

/// The size of a load test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of tables stored before the load.
    pub tables: usize,
    /// The number of these that are running.
    pub on: usize,
    /// The number of stored seen events.
    pub seen: usize,
    /// The number of pairs of players; each pair has one command in flight at a time.
    pub pairs: usize,
    /// The number of rooms with both players of a pair; every fifth one is encrypted.
    pub rooms: usize,
    /// The number of direct messages, for runs.
    pub directs: usize,
    /// The number of commands of all pairs together.
    pub commands: usize,
    /// The number of commands by one pair alone, after the load.
    pub alone: usize,
    /// The number of measured starts, before the load and after it each.
    pub starts: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The bot's disk usage in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Disk {
    database: u64,
    sdk: u64,
}

/// Runs the load test.
pub fn run(plan: &Plan) -> Report {
    let homeserver = Homeserver::start(Limits::Off);
    let mut bot = Bot::start(&homeserver, "bot-load");
    let mut pairs = gather(plan, &homeserver, bot.user());
    bot.stop();
    bot.change_config("[limits]\n", LIMITS);
    let begin = Instant::now();
    let made = stock::fill(plan, &mut pairs, &bot.state());
    let mut report = Report::new(*plan, made, begin.elapsed());
    let disk = Disk::of(&bot.state());
    report.starts[0] = starts(plan, &mut bot);
    report.at_rest = bot.memory();
    let begin = Instant::now();
    report.samples = play(plan, &mut pairs, &bot);
    report.took = begin.elapsed();
    report.collect(&mut pairs);
    for _ in 0..plan.alone {
        pairs[0].step();
    }
    report.alone = pairs[0].take_waits();
    report.peak = bot.peak_memory();
    for pair in &mut pairs {
        report.wrong.extend(pair.wrong());
    }
    report.starts[1] = starts(plan, &mut bot);
    for pair in &mut pairs {
        report.wrong.extend(pair.wrong());
    }
    bot.stop();
    report.disks = [disk, Disk::of(&bot.state())];
    report
}

fn gather(plan: &Plan, homeserver: &Homeserver, bot: &str) -> Vec<Pair> {
    thread::scope(|scope| {
        let gathering: Vec<_> = (0..plan.pairs)
            .map(|number| scope.spawn(move || Pair::gather(plan, number, homeserver, bot)))
            .collect();
        let gathering = gathering.into_iter();
        gathering
            .map(|pair| pair.join().expect("a pair gathers"))
            .collect()
    })
}

/// Returns the times from the start of the process until the bot is ready; leaves the last one running.
fn starts(plan: &Plan, bot: &mut Bot) -> Vec<Duration> {
    let start = |_| {
        if bot.is_running() {
            bot.stop();
        }
        let begin = Instant::now();
        bot.start_again();
        begin.elapsed()
    };
    (0..plan.starts).map(start).collect()
}

/// Lets all pairs play concurrently and returns samples of the bot's memory.
fn play(plan: &Plan, pairs: &mut [Pair], bot: &Bot) -> Vec<Sample> {
    let (begun, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let sampling = scope.spawn(|| {
            let mut samples = Vec::new();
            while !ended.load(Ordering::Relaxed) {
                let commands = begun.load(Ordering::Relaxed);
                let memory = bot.memory();
                samples.extend(memory.map(|memory| Sample { commands, memory }));
                thread::sleep(TICK);
            }
            samples
        });
        let playing: Vec<_> = pairs
            .iter_mut()
            .map(|pair| {
                let begun = &begun;
                scope.spawn(move || {
                    while begun.fetch_add(1, Ordering::Relaxed) < plan.commands {
                        pair.step();
                    }
                })
            })
            .collect();
        let played = playing.into_iter().map(thread::ScopedJoinHandle::join);
        let all_well = played.fold(true, |well, played| well & played.is_ok());
        ended.store(true, Ordering::Relaxed);
        assert!(all_well, "a pair has failed");
        sampling.join().expect("memory is looked at")
    })
}

impl Disk {
    fn of(state: &Path) -> Disk {
        let size = |folder: &Path, wanted: &str| -> u64 {
            let files = fs::read_dir(folder).into_iter().flatten().flatten();
            let files = files.filter(|file| file.file_name().to_string_lossy().contains(wanted));
            files
                .filter_map(|file| Some(file.metadata().ok()?.len()))
                .sum()
        };
        Disk {
            database: size(state, "icebreaker.db"),
            sdk: size(&state.join("sdk"), "sqlite3"),
        }
    }
}
