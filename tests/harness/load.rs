//! A bot with years behind it under load: how quickly it starts, what it holds in memory, how fast
//! it answers, and whether any of that grows with what is over.
//!
//! The tables are made by the example `stock` of the bot, which stores them with the bot's own
//! store; the rooms, their members and the threads of the tables that are on are real.

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

/// How often the memory is looked at under load.
const TICK: Duration = Duration::from_millis(500);

/// Programs open more tables than people.
const LIMITS: &str = "[limits]\nuser_tables = 1000000\nroom_tables = 1000000\nuser_challenges = 1000000\nroom_challenges = 1000000\n";

/// How much of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The tables that are stored before the load.
    pub tables: usize,
    /// How many of these are on.
    pub on: usize,
    /// The events that the bot remembers having seen.
    pub seen: usize,
    /// The pairs of players; each pair has one command under way at a time.
    pub pairs: usize,
    /// The rooms with both players of a pair; every fifth one is encrypted.
    pub rooms: usize,
    /// The direct messages, in which runs are made.
    pub directs: usize,
    /// The commands of all pairs together.
    pub commands: usize,
    /// The commands after that of one pair alone.
    pub alone: usize,
    /// How often the start is measured, before the load and after it.
    pub starts: usize,
    /// Where all chance comes from.
    pub seed: u64,
}

/// What the bot keeps on the disk, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Disk {
    database: u64,
    sdk: u64,
}

/// Loads a bot as planned.
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

/// How long it takes from the start of the process until everything is answered; the last one goes
/// on running.
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

/// All pairs play at once; the bot's memory meanwhile.
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
