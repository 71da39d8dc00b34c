//! A fortnight of correspondence games with a clock that the test moves, beside a simple count of every minute: no
//! flag falls by an outage, none is missed, reminders come once, and so do notices and digests, in time and in no
//! quiet hours.

mod games;
mod notices;
mod people;

use std::collections::{BTreeMap, BinaryHeap};

use ::games::{Entry, Live, Record, Seat};
use jiff::{SignedDuration, Timestamp};
use lobby::{
    Effect, Incoming, Line, Lobby, Members, Message, Saved, Synced, job::TimedBoard,
    saved::SavedStage,
};

use crate::room::settings;

use self::{
    games::{CLOCKS, GRACE, Game},
    notices::{CATCH_UP, Pace},
    people::{Player, person},
};

/// 2026-10-18, 12:00 UTC, a Sunday. In the fortnight, clocks are set back in Europe and in North America.
const START: Timestamp = Timestamp::constant(1_792_324_800, 0);

const PEOPLE: usize = 200;
const GAMES: usize = 2_000;
const ROOMS: usize = 400;
const MINUTES: i64 = 14 * 24 * 60;
const DAY: i64 = 24 * 60;
struct Fortnight {
    lobby: Lobby,
    saved: BTreeMap<u32, Saved>,
    settings: BTreeMap<String, String>,
    minute: i64,
    /// The second of the minute.
    second: i64,
    /// The minute of the last start, or of the end of the last outage.
    started_at: i64,
    lines: usize,
    random: u64,
    people: Members,
    games: BTreeMap<u32, Game>,
    /// Number of games begun so far; those that have ended are dropped.
    begun: usize,
    players: Vec<Player>,
    /// Moves to come, by the negative minute.
    moves: BinaryHeap<(i64, u32)>,
    pace: Pace,
    counts: BTreeMap<&'static str, usize>,
}

impl Fortnight {
    fn new() -> Fortnight {
        Fortnight {
            lobby: Lobby::new(settings()),
            saved: BTreeMap::new(),
            settings: BTreeMap::new(),
            minute: 0,
            second: 0,
            started_at: 0,
            lines: 0,
            random: 7,
            people: (0..PEOPLE).map(person).collect::<Vec<_>>().into(),
            games: BTreeMap::new(),
            begun: 0,
            players: (0..PEOPLE).map(Player::new).collect(),
            moves: BinaryHeap::new(),
            pace: Pace::new(),
            counts: BTreeMap::new(),
        }
    }

    fn now(&self) -> Timestamp {
        START + SignedDuration::from_secs(self.now_in_seconds())
    }

    /// Returns the seconds since the start.
    fn now_in_seconds(&self) -> i64 {
        self.minute * 60 + self.second
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
        self.started_at = self.minute;
        self.pace.note_restart();
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
            delivered: None,
            sent: None,
            seed: [7; 32],
        }
    }

    fn say(&mut self, who: usize, room: usize, thread: Option<&str>, body: &str) -> Vec<Message> {
        let line = self.line(who, room, thread, body);
        self.feed(&Incoming::Line(line))
    }

    /// Has a player set something up: in the direct message, or in a room where there is none.
    fn set_up(&mut self, who: usize, body: &str) {
        let mut line = self.line(who, who % ROOMS, None, &format!("!{body}"));
        if self.players[who].has_direct {
            line.direct = true;
            line.room = format!("!dm{who}:example.org");
        }
        let said = self.feed(&Incoming::Line(line));
        let told = said[0].plain();
        let is_done = ["setting-told", "vacation-"].map(|done| told.starts_with(done));
        assert!(is_done.contains(&true), "{body}: {told}");
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
            began: self.minute,
            is_told: false,
        };
        self.games.insert(table, game);
        self.deliver(&said);
        self.plan(table);
    }

    /// Has the boards of messages arrive.
    fn deliver(&mut self, said: &[Message]) {
        for message in said {
            if let (Some(table), Some(actions)) = (message.table, message.starts_clock) {
                let start = TimedBoard {
                    room: message.room.clone(),
                    table,
                    actions,
                    at: self.now(),
                    event: None,
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
        let pace = self.players[game.on_turn()].pace as usize;
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
            game.end_turn(own, self.minute);
        }
        *self.counts.entry("moves").or_default() += 1;
        self.deliver(&said);
        self.plan(table);
    }

    /// Counts a minute of each running clock.
    fn count_minute(&mut self) {
        let minute = self.minute;
        let away: Vec<bool> = self.players.iter().map(|it| it.is_away(minute)).collect();
        for game in self.games.values_mut().filter(|game| !game.is_over) {
            if game.is_delivered && !away[game.on_turn()] {
                game.used += 1;
            }
        }
    }

    /// Checks a message that follows from the time.
    fn check_message(&mut self, message: &Message) {
        if message.room.starts_with("!dm") {
            return self.check_notice(message);
        }
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
        let player = &mut self.players[game.on_turn()];
        match kind {
            "clock-reminder" => {
                let due = game.reminder_at().expect("a reminder makes sense");
                assert!(!game.is_reminded, "a second reminder: {text}");
                // After an outage, many clocks are looked at before this one.
                let is_late = self.minute < self.started_at + CATCH_UP;
                let latest = due + if is_late { CATCH_UP } else { 3 };
                let is_in_time = (due - 2..=latest).contains(&used);
                let minute = self.minute;
                assert!(is_in_time, "minute {minute}, {used} of {due}: {text}");
                game.is_reminded = true;
            }
            "clock-automatic-vacation" => {
                assert!(used >= budget + GRACE - 2, "{used} of {budget}");
                assert!(!player.is_away_at(self.minute), "a second vacation");
                player.away_until = self.minute + DAY + i64::from(self.second > 0);
            }
            _ => {
                assert!(used >= budget + GRACE - 2, "{used} of {budget}: {text}");
                assert!(!player.is_away_at(self.minute), "a flag of somebody away");
                assert_eq!(kind == "end-not-begun", !game.moved[game.mover.index()]);
                game.is_over = true;
            }
        }
    }

    /// Checks that no reminder and no flag is missing, once those of an outage have come.
    fn check_missing(&self) {
        if self.minute < self.started_at + CATCH_UP {
            return;
        }
        for (table, game) in self.games.iter().filter(|(_, game)| !game.is_over) {
            let player = &self.players[game.on_turn()];
            if (self.minute - 3..=self.minute).any(|at| player.is_away(at)) {
                continue;
            }
            assert!(
                game.used < game.budget() + GRACE + 3,
                "t{table}: no flag, minute {}, used {} of {}: {:?}",
                self.minute,
                game.used,
                game.budget(),
                self.saved[table].stage
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

    /// Lets a minute pass with the homeserver; while messages wait for their pace, with a response every few seconds.
    fn pass_minute(&mut self) {
        self.count_minute();
        while self.moves.peek().is_some_and(|(at, _)| -at <= self.minute) {
            let (_, table) = self.moves.pop().expect("a move");
            self.play(table);
        }
        for second in [0, 5, 10, 20, 30, 40, 50] {
            self.second = second;
            let sync = Synced {
                requested: self.now(),
                deleted_boards: Vec::new(),
                incomplete_rooms: Vec::new(),
                undecrypted: Vec::new(),
                players: Vec::new(),
            };
            let said = self.feed(&Incoming::Synced(sync));
            for message in &said {
                self.check_message(message);
            }
            let now = self.now_in_seconds();
            if second == 0 && self.pace.is_spare(now) {
                break;
            }
        }
        self.check_missing_notices();
        self.second = 0;
    }

    /// Notes the time in all zones, and drops the games that have ended.
    fn note_hour(&mut self) {
        self.games.retain(|_, game| !game.is_over);
        let now = self.now();
        for player in &mut self.players {
            player.note_hour(now);
        }
    }

    /// Has somebody begin a vacation.
    fn begin_vacation(&mut self) {
        let who = self.below(PEOPLE);
        if self.players[who].away_until < self.minute {
            self.set_up(who, "vacation 3d");
            self.players[who].away_until = self.minute + 3 * DAY;
        }
    }
}

/// Returns whether the homeserver is down in a minute.
fn is_outage(minute: i64) -> bool {
    (3 * DAY..4 * DAY).contains(&minute) || (8 * DAY + 7..8 * DAY + 300).contains(&minute)
}

#[test]
fn a_fortnight_misses_and_repeats_nothing() {
    let mut fortnight = Fortnight::new();
    fortnight.note_hour();
    fortnight.pass_minute();
    fortnight.minute = 1;
    for who in 0..PEOPLE {
        for line in fortnight.players[who].settings() {
            fortnight.set_up(who, &line);
        }
        if who % 3 != 0 {
            fortnight.set_up(who, "vacation auto off");
        }
    }
    while fortnight.minute < MINUTES {
        fortnight.minute += 1;
        if fortnight.minute % 60 == 0 {
            fortnight.note_hour();
        }
        if is_outage(fortnight.minute) {
            fortnight.started_at = fortnight.minute;
            continue;
        }
        if fortnight.begun < GAMES {
            fortnight.begin(fortnight.begun);
            fortnight.begun += 1;
        }
        if fortnight.minute % DAY == 9 * 60 {
            fortnight.begin_vacation();
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
        ("turn notices", 3_000),
        ("digests", 500),
    ] {
        let count = fortnight.counts.get(what).copied().unwrap_or_default();
        assert!(count >= least, "{what}: {:?}", fortnight.counts);
    }
}
