//! A fortnight of correspondence games with a clock that the test moves, beside a simple count of every minute: no
//! flag falls by an outage, none is missed, and reminders come once.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use games::{Entry, Live, Record, Seat};
use jiff::{SignedDuration, Timestamp};
use lobby::{
    Effect, Incoming, Line, Lobby, Members, Message, Person, Saved, Synced, job::ClockStart,
    saved::SavedStage,
};

use crate::room::{NOON, settings};

const PEOPLE: usize = 200;
const GAMES: usize = 2_000;
const ROOMS: usize = 400;
const MINUTES: i64 = 14 * 24 * 60;
const DAY: i64 = 24 * 60;
const GRACE: i64 = 60;
const FIRST_TURN: i64 = 3 * DAY;

/// Names, banks, increments and caps of the clocks, in minutes.
const CLOCKS: [(&str, i64, i64, i64); 4] = [
    ("1d", DAY, DAY, DAY),
    ("2d", 2 * DAY, 2 * DAY, 2 * DAY),
    ("normal", 2 * DAY, DAY, 4 * DAY),
    ("1d+12h/3d", DAY, DAY / 2, 3 * DAY),
];

/// A game as the test counts its time, in minutes.
struct Game {
    room: usize,
    thread: String,
    players: [usize; 2],
    clock: (i64, i64, i64),
    live: Live,
    mover: Seat,
    left: [i64; 2],
    moved: [bool; 2],
    used: i64,
    is_delivered: bool,
    is_reminded: bool,
    is_over: bool,
}

/// A player with habits.
#[derive(Default)]
struct Player {
    /// Mean time to think, in minutes.
    pace: i64,
    /// The end of the vacation, as a minute.
    away_until: i64,
}

struct Fortnight {
    lobby: Lobby,
    saved: BTreeMap<u32, Saved>,
    settings: BTreeMap<String, String>,
    minute: i64,
    lines: usize,
    random: u64,
    people: Members,
    games: BTreeMap<u32, Game>,
    players: Vec<Player>,
    /// Moves to come, by the negative minute.
    moves: BinaryHeap<(i64, u32)>,
    counts: BTreeMap<&'static str, usize>,
}

impl Game {
    fn budget(&self) -> i64 {
        let own = self.mover.index();
        if self.moved[own] {
            self.left[own]
        } else {
            FIRST_TURN
        }
    }

    /// The minutes used at which a reminder is due.
    fn reminder_at(&self) -> Option<i64> {
        let rest = (self.budget() / 4).max(60);
        (self.budget() > rest).then(|| self.budget() - rest)
    }

    /// Ends the turn of a seat.
    fn end_turn(&mut self, own: Seat) {
        let (_, increment, cap) = self.clock;
        if std::mem::replace(&mut self.moved[own.index()], true) {
            let left = (self.left[own.index()] - self.used).max(0);
            self.left[own.index()] = (left + increment).min(cap.max(left));
        }
        (self.used, self.is_delivered, self.is_reminded) = (0, false, false);
    }
}

impl Fortnight {
    fn new() -> Fortnight {
        let mut fortnight = Fortnight {
            lobby: Lobby::new(settings()),
            saved: BTreeMap::new(),
            settings: BTreeMap::new(),
            minute: 0,
            lines: 0,
            random: 7,
            people: (0..PEOPLE).map(person).collect::<Vec<_>>().into(),
            games: BTreeMap::new(),
            players: Vec::new(),
            moves: BinaryHeap::new(),
            counts: BTreeMap::new(),
        };
        for number in 0..PEOPLE {
            let pace = match number % 10 {
                0 => 100 * DAY,
                1..4 => 2 * DAY,
                _ => DAY / 2,
            };
            fortnight.players.push(Player {
                pace,
                away_until: 0,
            });
        }
        fortnight
    }

    fn now(&self) -> Timestamp {
        NOON + SignedDuration::from_mins(self.minute)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % limit as u64) as usize
    }

    /// Handles an event; sometimes a kill comes between it and its effects, so that it comes again.
    fn feed(&mut self, incoming: &Incoming) -> Vec<Message> {
        if self.below(4_000) == 0 {
            let _ = self.lobby.handle(self.now(), incoming);
            self.restart();
        }
        let effects = self.lobby.handle(self.now(), incoming);
        let mut said = Vec::new();
        for effect in effects {
            match effect {
                Effect::Save(saved) => {
                    self.saved.insert(saved.id, saved);
                }
                Effect::Set(key, value) => {
                    self.settings.insert(key.to_string(), value);
                }
                Effect::Unset(key) => {
                    self.settings.remove(&key.to_string());
                }
                Effect::SendMessage(message) => said.push(message),
                _ => {}
            }
        }
        said
    }

    fn restart(&mut self) {
        self.lobby = Lobby::new(settings());
        let failed = self.lobby.restore(self.saved.values().cloned());
        assert_eq!(failed, []);
        let failed = self.lobby.remember([], [], self.settings.clone());
        assert_eq!(failed, []);
        *self.counts.entry("kills").or_default() += 1;
    }

    fn line(&mut self, who: usize, room: usize, thread: Option<&str>, body: &str) -> Line {
        self.lines += 1;
        Line {
            room: format!("!{room}:example.org"),
            direct: false,
            event: format!("${}", self.lines),
            thread: thread.map(str::to_owned),
            sender: person(who),
            may_change_room: false,
            people: self.people.clone(),
            by_name: false,
            body: body.to_owned(),
            received: None,
            seed: [7; 32],
        }
    }

    fn say(&mut self, who: usize, room: usize, thread: Option<&str>, body: &str) -> Vec<Message> {
        let line = self.line(who, room, thread, body);
        self.feed(&Incoming::Line(line))
    }

    /// Starts a game of two people.
    fn begin(&mut self, number: usize) {
        let (name, bank, increment, cap) = CLOCKS[number % CLOCKS.len()];
        let room = number % ROOMS;
        let white = self.below(PEOPLE);
        let black = (white + 1 + self.below(PEOPLE - 1)) % PEOPLE;
        let challenge = format!("!challenge @p{black}:example.org gipf-basic white {name}");
        self.say(white, room, None, &challenge);
        let thread = format!("${}", self.lines);
        let said = self.say(black, room, Some(&thread), "accept");
        let table = said[0].table.expect("the game has begun");
        let entry = Entry::named("gipf-basic").expect("it is a game");
        let game = Game {
            room,
            thread,
            players: [white, black],
            clock: (bank, increment, cap),
            live: Live::start(entry, "-", None).expect("it starts"),
            mover: Seat::First,
            left: [bank; 2],
            moved: [false; 2],
            used: 0,
            is_delivered: false,
            is_reminded: false,
            is_over: false,
        };
        self.games.insert(table, game);
        self.deliver(&said);
        self.plan(table);
    }

    /// Has the boards of messages arrive.
    fn deliver(&mut self, said: &[Message]) {
        for message in said {
            if let (Some(table), Some(actions)) = (message.table, message.starts_clock) {
                let start = ClockStart {
                    room: message.room.clone(),
                    table,
                    actions,
                    at: self.now(),
                };
                self.feed(&Incoming::Delivered(start));
                if let Some(game) = self.games.get_mut(&table) {
                    game.is_delivered = true;
                }
            }
        }
    }

    /// Plans the next move of a game.
    fn plan(&mut self, table: u32) {
        let game = &self.games[&table];
        let mover = game.players[game.mover.index()];
        let pace = self.players[mover].pace as usize;
        let wait = self.below(pace * 2) as i64 + 1;
        self.moves.push((-(self.minute + wait), table));
    }

    /// Makes a legal move at random.
    fn play(&mut self, table: u32) {
        let Some(game) = self.games.get(&table).filter(|game| !game.is_over) else {
            return;
        };
        let legal = game.live.legal_actions();
        let (own, room, thread) = (game.mover, game.room, game.thread.clone());
        let who = game.players[own.index()];
        let action = legal[self.below(legal.len())].clone();
        let said = self.say(who, room, Some(&thread), &action);
        let SavedStage::Playing { record, .. } = &self.saved[&table].stage else {
            self.games.get_mut(&table).expect("a game").is_over = true;
            return;
        };
        let record: Record = record.parse().expect("it is a record");
        let game = self.games.get_mut(&table).expect("a game");
        game.live = Live::replay(&record).expect("it can be replayed");
        game.mover = game.live.to_move().expect("somebody is to move");
        if game.mover != own {
            game.end_turn(own);
        }
        *self.counts.entry("moves").or_default() += 1;
        self.deliver(&said);
        self.plan(table);
    }

    /// Counts a minute of each running clock.
    fn count_minute(&mut self) {
        for game in self.games.values_mut().filter(|game| !game.is_over) {
            let mover = &self.players[game.players[game.mover.index()]];
            if game.is_delivered && mover.away_until < self.minute {
                game.used += 1;
            }
        }
    }

    /// Checks a message that follows from the time.
    fn check_message(&mut self, message: &Message) {
        let text = message.plain();
        let thread = message.thread.clone().expect("it is in a thread");
        let mut games = self.games.values_mut();
        let game = games.find(|game| game.thread == thread).expect("a game");
        let (used, budget) = (game.used, game.budget());
        let kind = [
            "clock-reminder",
            "clock-automatic-vacation",
            "end-timed-out",
            "end-not-begun",
        ];
        let kind = kind.into_iter().find(|kind| text.contains(kind));
        let kind = kind.unwrap_or_else(|| panic!("unexpected: {text}"));
        *self.counts.entry(kind).or_default() += 1;
        let player = &mut self.players[game.players[game.mover.index()]];
        match kind {
            "clock-reminder" => {
                let due = game.reminder_at().expect("a reminder makes sense");
                assert!(!game.is_reminded, "a second reminder: {text}");
                assert!(
                    (due - 2..=due + 3).contains(&used),
                    "{used} of {due}: {text}"
                );
                game.is_reminded = true;
            }
            "clock-automatic-vacation" => {
                assert!(used >= budget + GRACE - 2, "{used} of {budget}");
                player.away_until = self.minute + DAY;
            }
            _ => {
                assert!(used >= budget + GRACE - 2, "{used} of {budget}: {text}");
                assert!(player.away_until < self.minute, "a flag during a vacation");
                assert_eq!(kind == "end-not-begun", !game.moved[game.mover.index()]);
                game.is_over = true;
            }
        }
    }

    /// Checks that no reminder and no flag is missing.
    fn check_missing(&self) {
        for (table, game) in self.games.iter().filter(|(_, game)| !game.is_over) {
            let player = &self.players[game.players[game.mover.index()]];
            if player.away_until >= self.minute - 3 {
                continue;
            }
            assert!(
                game.used < game.budget() + GRACE + 3,
                "t{table}: a flag is missing"
            );
            let due = game.reminder_at().filter(|_| !game.is_reminded);
            let is_due = due.is_some_and(|due| game.used >= due + 4);
            assert!(
                !is_due,
                "t{table}: no reminder, minute {}, used {} of {}: {:?}",
                self.minute,
                game.used,
                game.budget(),
                self.saved[table].stage
            );
        }
    }

    /// Lets a minute pass with the homeserver.
    fn pass_minute(&mut self) {
        self.count_minute();
        while self.moves.peek().is_some_and(|(at, _)| -at <= self.minute) {
            let (_, table) = self.moves.pop().expect("a move");
            self.play(table);
        }
        let sync = Synced {
            requested: self.now(),
            undecrypted: Vec::new(),
        };
        let said = self.feed(&Incoming::Synced(sync));
        for message in &said {
            self.check_message(message);
        }
    }
}

fn person(number: usize) -> Person {
    Person {
        id: format!("@p{number}:example.org"),
        name: format!("p{number}"),
    }
}

#[test]
fn a_fortnight_misses_and_repeats_nothing() {
    let mut fortnight = Fortnight::new();
    fortnight.pass_minute();
    for who in 0..PEOPLE {
        if who % 3 != 0 {
            fortnight.say(who, who % ROOMS, None, "!vacation auto off");
        }
    }
    let outages: BTreeSet<i64> = [3 * DAY..4 * DAY, 8 * DAY + 7..8 * DAY + 300]
        .into_iter()
        .flatten()
        .collect();
    while fortnight.minute < MINUTES {
        fortnight.minute += 1;
        if outages.contains(&fortnight.minute) {
            continue;
        }
        if fortnight.games.len() < GAMES {
            fortnight.begin(fortnight.games.len());
        }
        if fortnight.minute % DAY == 9 * 60 {
            let who = fortnight.below(PEOPLE);
            if fortnight.players[who].away_until < fortnight.minute {
                fortnight.say(who, who % ROOMS, None, "!vacation 3d");
                fortnight.players[who].away_until = fortnight.minute + 3 * DAY;
            }
        }
        fortnight.pass_minute();
        if fortnight.minute % 10 == 0 {
            fortnight.check_missing();
        }
    }
    for (what, least) in [
        ("moves", 10_000),
        ("kills", 5),
        ("clock-reminder", 500),
        ("clock-automatic-vacation", 20),
        ("end-timed-out", 100),
        ("end-not-begun", 50),
    ] {
        let count = fortnight.counts.get(what).copied().unwrap_or_default();
        assert!(count >= least, "{what}: {:?}", fortnight.counts);
    }
}
