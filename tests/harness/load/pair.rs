//! Two players with rooms of their own, who send one command after another.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use games::{Entry, Live, Record, Seat, Seed};
use serde_json::Value;

use super::Plan;
use crate::{Client, Homeserver, Message, NewRoom, chaos::Chance, play_as_bot};

/// The players of a pair, the rooms they are in, and the tables at which they play.
pub(super) struct Pair {
    players: [Arc<Client>; 2],
    bot: String,
    rooms: Vec<String>,
    /// The direct messages, each with its player's index.
    directs: Vec<(String, usize)>,
    tables: Vec<Table>,
    chance: Chance,
    waits: Vec<Duration>,
    finished: usize,
    wrong: Vec<String>,
}

/// A game with its expected state.
struct Table {
    room: String,
    /// The root of a duel's thread.
    thread: Option<String>,
    /// The indexes of the players, in the order of their seats.
    seats: Vec<usize>,
    live: Live,
    /// Number of actions after which the game is given up.
    patience: usize,
    given_up: bool,
}

impl Pair {
    /// Logs in two new users and opens their rooms with the bot.
    pub(super) fn gather(plan: &Plan, number: usize, homeserver: &Homeserver, bot: &str) -> Pair {
        let players = ["white", "black"].map(|side| {
            let name = format!("{side}{number}");
            Arc::new(Client::login(homeserver, &name))
        });
        let mut pair = Pair {
            players,
            bot: bot.to_owned(),
            rooms: Vec::new(),
            directs: Vec::new(),
            tables: Vec::new(),
            chance: Chance::new(plan.seed + number as u64),
            waits: Vec::new(),
            finished: 0,
            wrong: Vec::new(),
        };
        for room in 0..plan.rooms.div_ceil(plan.pairs) {
            pair.open_room(room % 5 == 4);
        }
        for direct in 0..plan.directs.div_ceil(plan.pairs) {
            pair.open_direct(direct % 2);
        }
        pair
    }

    fn open_room(&mut self, encrypted: bool) {
        let [alice, bob] = &self.players;
        let invite = &[self.bot.as_str(), bob.user()];
        let room = alice.create_room(NewRoom {
            invite,
            encrypted,
            ..NewRoom::default()
        });
        bob.join(&room);
        alice.wait_for_member(&room, &self.bot);
        bob.wait_for_member(&room, &self.bot);
        alice.next_message(&room, &self.bot);
        self.rooms.push(room);
    }

    fn open_direct(&mut self, player: usize) {
        let client = &self.players[player];
        let invite = &[self.bot.as_str()];
        let room = client.create_room(NewRoom {
            invite,
            direct: true,
            ..NewRoom::default()
        });
        client.wait_for_member(&room, &self.bot);
        client.next_message(&room, &self.bot);
        self.directs.push((room, player));
    }

    pub(super) fn users(&self) -> [&str; 2] {
        [self.players[0].user(), self.players[1].user()]
    }

    /// Returns one of the rooms.
    pub(super) fn room(&self, number: usize) -> &str {
        &self.rooms[number % self.rooms.len()]
    }

    /// Returns the direct messages, each with its player's user id.
    pub(super) fn directs(&self) -> impl Iterator<Item = (&str, &str)> {
        let player = |player: usize| self.players[player].user();
        let directs = self.directs.iter();
        directs.map(move |(room, number)| (room.as_str(), player(*number)))
    }

    /// Returns the root of a new thread in one of the rooms, which does not concern the bot.
    pub(super) fn open_thread(&self, number: usize) -> String {
        self.players[0].send(self.room(number), "Shall we play?")
    }

    /// Takes over a stored table if it is in one of the pair's rooms.
    pub(super) fn take(&mut self, saved: &Value) -> bool {
        let room = saved["room"].as_str().unwrap_or_default();
        let direct = self.directs.iter().find(|(direct, _)| direct == room);
        let seats = match direct {
            Some((_, player)) => vec![*player],
            None if self.rooms.iter().any(|own| own == room) => vec![0, 1],
            None => return false,
        };
        let record = saved["stage"]["playing"]["record"].as_str();
        let record: Record = record
            .and_then(|record| record.parse().ok())
            .expect("a stored table has a record");
        let live = Live::replay(&record).expect("a stored record can be played through");
        let patience = live.actions() + self.some(30);
        self.tables.push(Table {
            room: room.to_owned(),
            thread: saved["thread"].as_str().map(str::to_owned),
            seats,
            live,
            patience,
            given_up: false,
        });
        true
    }

    /// Sends one command at one of the tables, or those that end a game or start another.
    pub(super) fn step(&mut self) {
        let number = self.some(self.tables.len());
        let mut table = self.tables.swap_remove(number);
        match table.live.to_move() {
            Some(_) if table.live.actions() >= table.patience => self.give_up(&mut table),
            Some(seat) if !table.given_up => self.play(&mut table, seat),
            _ => {
                self.finished += 1;
                self.begin(&mut table);
            }
        }
        self.tables.push(table);
    }

    /// Returns a number less than `end`.
    fn some(&mut self, end: usize) -> usize {
        usize::try_from(self.chance.below(end as u64)).unwrap_or_default()
    }

    fn play(&mut self, table: &mut Table, seat: Seat) {
        let mover = table.seats[seat.index()];
        let mut actions = table.live.legal_actions();
        actions.retain(|action| action != "quit");
        let action = self.chance.pick(&actions).clone();
        let line = match self.chance.below(10) {
            0 => "board",
            1 => "m z99",
            _ => {
                play_as_bot(&mut table.live, &action);
                &action
            }
        };
        self.ask(table, mover, line);
    }

    fn give_up(&mut self, table: &mut Table) {
        let first = table.seats[0];
        let line = match table.thread {
            Some(_) => "resign",
            None => "quit",
        };
        for _ in 0..2 {
            self.ask(table, first, line);
        }
        if table.thread.is_none() {
            table.live.play("quit").expect("a run can be given up");
        }
        table.given_up = true;
        table.patience = usize::MAX;
    }

    /// Starts another game: about half of the duels are rematches, the others have a new thread.
    fn begin(&mut self, table: &mut Table) {
        let again = self.chance.below(2) == 0;
        let entry = table.live.entry();
        let mut seed = None;
        match (&table.thread, again) {
            (None, _) => {
                // The deal follows from the word, so that it is known here, too.
                let word = format!("w{}", self.chance.below(u64::MAX));
                self.ask(table, table.seats[0], &format!("run seed {word}"));
                seed = Some(Seed::from_word(&word));
            }
            (Some(_), true) => {
                for player in table.seats.clone() {
                    self.ask(table, player, "rematch");
                }
                table.seats.reverse();
            }
            (Some(_), false) => {
                table.thread = None;
                let [white, black] = [table.seats[0], table.seats[1]];
                let wish = format!("!challenge {} white", self.players[black].user());
                table.thread = Some(self.ask(table, white, &wish));
                self.ask(table, black, "accept");
            }
        }
        table.live = Live::start(entry, "-", seed).expect("a game starts");
        table.patience = 12 + self.some(30);
        table.given_up = false;
    }

    /// Sends a line and waits for its answer; returns the line's event.
    fn ask(&mut self, table: &Table, player: usize, line: &str) -> String {
        let begin = Instant::now();
        let event = self.send(table, player, line);
        let answer = self.answer(table);
        self.waits.push(answer.seen - begin);
        // In a direct message the bot does not reply to single events.
        if table.seats.len() == 2 && !answer.answers(&event) {
            let room = &table.room;
            self.wrong
                .push(format!("{line:?} in {room} is not answered by {answer}"));
        }
        event
    }

    fn send(&self, table: &Table, player: usize, line: &str) -> String {
        let client = &self.players[player];
        match &table.thread {
            Some(thread) => client.send_in_thread(&table.room, thread, line),
            None => client.send(&table.room, line),
        }
    }

    fn answer(&self, table: &Table) -> Message {
        let watcher = match table.seats.as_slice() {
            [player] => *player,
            _ => 0,
        };
        self.players[watcher].next_message(&table.room, &self.bot)
    }

    /// Takes the answer times since the last call.
    pub(super) fn take_waits(&mut self) -> Vec<Duration> {
        std::mem::take(&mut self.waits)
    }

    /// Returns the number of finished games.
    pub(super) fn finished(&self) -> usize {
        self.finished
    }

    /// Takes the errors found, after comparing the records of the duels among every tenth table.
    pub(super) fn wrong(&mut self) -> Vec<String> {
        let duel = Entry::find("matrx").map(|entry| entry.id);
        for number in 0..self.tables.len() {
            let table = &self.tables[number];
            if Some(table.live.entry().id) != duel || number % 10 > 0 {
                continue;
            }
            self.send(table, 0, "export");
            let answer = self.answer(table);
            if answer.game().as_ref() != Some(table.live.record()) {
                let expected = table.live.record();
                self.wrong.push(format!("not\n{expected}but\n{answer}"));
            }
        }
        std::mem::take(&mut self.wrong)
    }
}
