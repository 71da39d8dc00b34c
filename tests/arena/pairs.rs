//! Pairs of games from the same opening with exchanged sides, several in parallel.

use std::{
    fs,
    path::Path,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Sender},
    },
    thread,
};

use games::{Dice, Live, Seat};

use crate::{
    engine::Engine,
    game::{End, Game, Played},
    opening::{opening, seed},
    plan::Plan,
    report::Report,
    statistics::Verdict,
};

/// A finished game with its number and seats.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The number of the pair, from 0.
    pub pair: usize,
    /// The seat of the first side in it.
    pub seat: Seat,
    /// The game.
    pub played: Played,
}

impl Finished {
    /// Returns the number of the game, from 1.
    pub fn number(&self) -> usize {
        self.pair * 2 + self.seat.index() + 1
    }
}

/// Plays all pairs of a plan, or as many as its sequential test needs, and shows every finished game.
///
/// # Errors
/// If an engine cannot be started, there is no opening, or a record cannot be written.
pub fn play(plan: &Plan, mut show: impl FnMut(&Finished, &Report)) -> Result<Report, String> {
    if let Some(folder) = &plan.records {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, finished) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..plan.at_once.min(plan.pairs) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                if let Err(problem) = play_some(plan, next, stop, &sender) {
                    // The receiver stops at the first problem and ignores others.
                    let _other = sender.send(Err(problem));
                }
            });
        }
        drop(sender);
        let mut report = Report::new(plan);
        for finished in finished {
            let counted = finished.and_then(|finished| {
                if let Some(folder) = &plan.records {
                    keep(folder, &finished)?;
                }
                report.add(&finished);
                show(&finished, &report);
                Ok(())
            });
            if counted.is_err() || report.verdict().is_some_and(|said| said != Verdict::Open) {
                stop.store(true, Ordering::Relaxed);
            }
            counted?;
        }
        Ok(report)
    })
}

/// Plays pairs as long as there are some left.
fn play_some(
    plan: &Plan,
    next: &AtomicUsize,
    stop: &AtomicBool,
    finished: &Sender<Result<Finished, String>>,
) -> Result<(), String> {
    let mut sides = start(plan)?;
    loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if pair >= plan.pairs || stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let opening = opening(plan, pair)?;
        for seat in Seat::BOTH {
            let played;
            (played, sides) = play_one(plan, pair, seat, &opening, sides);
            // After a fault both engines are restarted: one may be dead, and the other may wait for it.
            if matches!(played.end, End::Fault(..)) {
                sides = start(plan)?;
            }
            let game = Finished { pair, seat, played };
            if finished.send(Ok(game)).is_err() {
                return Ok(());
            }
        }
    }
}

/// Starts both sides.
fn start(plan: &Plan) -> Result<[Engine; 2], String> {
    let [first, second] = &plan.sides;
    Ok([Engine::start(first, plan)?, Engine::start(second, plan)?])
}

/// Plays a game with the first side in a seat, and returns the engines.
fn play_one(
    plan: &Plan,
    pair: usize,
    seat: Seat,
    opening: &Live,
    mut sides: [Engine; 2],
) -> (Played, [Engine; 2]) {
    let game = format!("{pair} {}", seat.index());
    for (number, side) in sides.iter_mut().enumerate() {
        side.set(
            "Seed",
            &seed(plan, &format!("side {game} {number}")).to_hex(),
        );
        side.say("uginewgame");
    }
    let mut names = plan.sides.each_ref().map(|side| side.name.as_str());
    if seat == Seat::Second {
        sides.reverse();
        names.reverse();
    }
    let coin = Dice::from_seed(seed(plan, &format!("coin {game}")));
    let opening = Live::replay(opening.record());
    let opening = opening.expect("what has been played can be played again");
    let played = Game::new(plan, opening, coin).play(&mut sides, names);
    if seat == Seat::Second {
        sides.reverse();
    }
    (played, sides)
}

/// Writes the record of a game into a folder.
fn keep(folder: &Path, finished: &Finished) -> Result<(), String> {
    let file = folder.join(format!("{:05}.record", finished.number()));
    let text = finished.played.record.to_string();
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
}
