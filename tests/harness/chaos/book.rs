//! The commands sent to one table, and the record expected from them.

use std::{
    thread,
    time::{Duration, Instant},
};

use games::{Entry, Live, Record, Seat};

use super::{Chance, Pace, World};
use crate::{PATIENCE, play_as_bot};

/// The commands sent to one table.
pub(super) struct Book {
    /// The index of the room.
    pub(super) place: usize,
    kind: Kind,
    chance: Chance,
    commands: usize,
    pub(super) sent: Vec<Sent>,
    /// The game in the record that the bot exports at the end.
    exported: Option<Record>,
}

enum Kind {
    /// The seats, the thread once there is one, and the expected game.
    Duel([usize; 2], Option<String>, Box<Live>),
    /// The player. Deal and dice are known at the end only.
    Run(usize),
}

/// A command.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) event: String,
    pub(super) line: String,
    /// The time of sending.
    pub(super) at: Instant,
}

impl Book {
    pub(super) fn duel(place: usize, seats: [usize; 2]) -> Book {
        let matrx = Entry::find("matrx").expect("MATRX GIPF is in the catalog");
        let live = Live::start(matrx, "-", None).expect("a duel starts from its usual start");
        Book::new(place, Kind::Duel(seats, None, Box::new(live)))
    }

    pub(super) fn run(place: usize, player: usize) -> Book {
        Book::new(place, Kind::Run(player))
    }

    fn new(place: usize, kind: Kind) -> Book {
        Book {
            place,
            kind,
            chance: Chance::new(0),
            commands: 0,
            sent: Vec::new(),
            exported: None,
        }
    }

    pub(super) fn with(self, commands: usize, chance: Chance) -> Book {
        Book {
            commands,
            chance,
            ..self
        }
    }

    /// Sends all commands, without waiting for answers.
    pub(super) fn fill(&mut self, world: &World, pace: &Pace) {
        for number in 0..self.commands {
            pace.take();
            let (user, line) = match &self.kind {
                Kind::Duel(..) => self.duel_line(world, number),
                Kind::Run(player) => (*player, run_line(&mut self.chance, number)),
            };
            self.send(world, user, &line);
            thread::sleep(Duration::from_millis(self.chance.below(300)));
        }
    }

    fn send(&mut self, world: &World, user: usize, line: &str) {
        let (client, room) = (&world.clients[user], &world.places[self.place].room);
        let at = Instant::now();
        let event = match &mut self.kind {
            Kind::Duel(_, Some(thread), _) => client.send_in_thread(room, thread, line),
            Kind::Duel(_, thread, _) => {
                let event = client.send(room, line);
                *thread = Some(event.clone());
                event
            }
            Kind::Run(_) => client.send(room, line),
        };
        let line = line.to_owned();
        self.sent.push(Sent { event, line, at });
    }

    /// Returns the next user and line: a challenge, its acceptance, then mostly moves, some of them out of
    /// turn or illegal, and questions.
    fn duel_line(&mut self, world: &World, number: usize) -> (usize, String) {
        let Kind::Duel([white, black], _, live) = &mut self.kind else {
            return (0, String::new());
        };
        match number {
            0 => return (*white, format!("!challenge {} white", world.user(*black))),
            1 => return (*black, "accept".to_owned()),
            _ => {}
        }
        let Some(seat) = live.to_move() else {
            return (*white, "board".to_owned());
        };
        let (mover, other) = match seat {
            Seat::First => (*white, *black),
            Seat::Second => (*black, *white),
        };
        let actions = live.legal_actions();
        let action = self.chance.pick(&actions).clone();
        match self.chance.below(10) {
            0 => (other, action),
            1 => (mover, "m Gz9".to_owned()),
            2 => (*white, "board".to_owned()),
            3 => (*black, "moves Z".to_owned()),
            _ => {
                play_as_bot(live, &action);
                (mover, action)
            }
        }
    }

    /// Gives up a run and asks for the record.
    pub(super) fn close(&mut self, world: &World) {
        let (user, lines): (usize, &[&str]) = match self.kind {
            Kind::Duel([white, _], ..) => (white, &["export"]),
            Kind::Run(player) => (player, &["quit", "quit", "export"]),
        };
        for line in lines {
            self.send(world, user, line);
        }
        let place = &world.places[self.place];
        let asked = self
            .sent
            .last()
            .map(|sent| sent.event.clone())
            .unwrap_or_default();
        let deadline = Instant::now() + PATIENCE;
        while self.exported.is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(100));
            let answers = world.answers(place);
            let mut answers = answers
                .iter()
                .filter(|answer| place.direct || answer.answers(&asked));
            self.exported = answers.find_map(|answer| answer.game());
        }
    }

    /// Returns the difference between the exported record and the expected one, if any.
    pub(super) fn wrong(&self) -> Option<String> {
        let first = self.sent.first().map_or("", |sent| sent.event.as_str());
        let Some(exported) = &self.exported else {
            return Some(format!("the table of {first} shows no record"));
        };
        let expected = match &self.kind {
            Kind::Duel(_, _, live) => live.record().clone(),
            Kind::Run(_) => self.run_record(exported),
        };
        let wrong = expected != *exported;
        wrong.then(|| format!("the table of {first} is at\n{exported}instead of\n{expected}"))
    }

    /// Replays the lines with the seed of the exported record and returns the expected record.
    fn run_record(&self, exported: &Record) -> Record {
        let entry = Entry::find("run").expect("the run is in the catalog");
        let start = Live::start(entry, &exported.options, exported.seed);
        let mut live = start.expect("the run has options and a seed");
        for Sent { line, .. } in &self.sent[1..] {
            if line != "quit" {
                // A line refused here must have been refused by the bot.
                let _ = live.play(line);
            }
        }
        if live.to_move().is_some() {
            live.play("quit").expect("a run can be given up");
        }
        live.record().clone()
    }
}

/// Returns the start, then steps and answers in any order: some are legal, many are not.
fn run_line(chance: &mut Chance, number: usize) -> String {
    let breaker = ["k", "g", "r", "b"][number % 4];
    let entrance = ["m13", "n14", "m12", "l13"][number % 4];
    match (number, chance.below(8)) {
        (0, _) => "run target 9".to_owned(),
        (1..=4, _) => format!("{breaker} {entrance}"),
        (_, 0) => "board".to_owned(),
        (_, 1..=2) => chance.pick(&["boost", "hold"]).to_string(),
        (_, 3) => format!("{breaker} {entrance}"),
        _ => format!(
            "{} {}",
            chance.pick(&["k", "g", "r", "b"]),
            chance.pick(&["n", "e", "s", "w"])
        ),
    }
}
