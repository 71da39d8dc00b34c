//! Benchmarks of a line, at one of many open tables and in a room of many members, and of a sync response while many
//! clocks run.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use jiff::{SignedDuration, Timestamp};
use lobby::{
    Effect, Incoming, Limits, Line, Lobby, Members, Message, Person, Settings, Synced,
    job::TimedBoard,
};

const NOON: Timestamp = Timestamp::constant(1_795_262_400, 0);

/// Number of tables per room.
const IN_ROOM: usize = 10;

fn person(number: usize) -> Person {
    Person {
        id: format!("@{number}:example.org"),
        name: format!("person {number}"),
    }
}

fn line(table: usize, members: &Members, who: usize, thread: bool, body: &str) -> Incoming {
    Incoming::Line(Line {
        room: format!("!{}:example.org", table / IN_ROOM),
        direct: false,
        event: format!("${table}"),
        thread: thread.then(|| format!("${table}")),
        sender: person(2 * table + who),
        may_change_room: false,
        people: members.clone(),
        by_name: false,
        body: body.to_owned(),
        received: None,
        delivered: None,
        sent: None,
        seed: [7; 32],
    })
}

/// Returns the players in the room of a table.
fn players(table: usize) -> Members {
    let first = table / IN_ROOM * IN_ROOM;
    (2 * first..2 * (first + IN_ROOM)).map(person).collect()
}

/// Creates a bot with a number of duels that have just begun.
fn hall(tables: usize) -> Lobby {
    let mut hall = Lobby::new(Settings {
        limits: Limits::UNLIMITED,
        ..Settings::default()
    });
    for table in 0..tables {
        let members = players(table);
        let asked = format!("!challenge @{}:example.org gipf-basic white", 2 * table + 1);
        hall.handle(NOON, &line(table, &members, 0, false, &asked));
        hall.handle(NOON, &line(table, &members, 1, true, "accept"));
    }
    hall
}

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a move at one of so many tables");
    for tables in [100, 10_000, 100_000] {
        let mut hall = hall(tables);
        // Each measured move is the first of a game; earlier ones are taken back.
        let mut next = (0..tables).cycle();
        group.bench_function(tables.to_string(), |bencher| {
            bencher.iter_custom(|times| {
                let mut spent = Duration::ZERO;
                for table in next.by_ref().take(times as usize) {
                    let members = players(table);
                    for (who, body) in [(0, "takeback"), (1, "accept")] {
                        hall.handle(NOON, &line(table, &members, who, true, body));
                    }
                    let moved = line(table, &members, 0, true, "b3");
                    let begin = Instant::now();
                    let effects = black_box(hall.handle(NOON, &moved));
                    spent += begin.elapsed();
                    assert!(matches!(
                        effects[..],
                        [Effect::Save(_), Effect::SendMessage(_)]
                    ));
                }
                spent
            });
        });
    }
    group.finish();
}

fn members(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a line in a room of so many members");
    for count in [20, 20_000] {
        let mut hall = hall(IN_ROOM);
        let members: Members = (0..count).map(person).collect();
        let asked = line(0, &members, 0, true, "tables");
        group.bench_function(count.to_string(), |bencher| {
            bencher.iter(|| black_box(&mut hall).handle(NOON, &asked));
        });
    }
    group.finish();
}

/// A position of ZÈRTZ in which one marble has 96,420 captures.
const CAPTURES: &str = "zertz-tournament 1 a1,a2,a3,a4,b1,b2=b,b3,b4=b,b5,c1=b,c2=b,c3=b,c4=b,c5=b,c6=b,\
    d1,d2=b,d3=b,d4=g,d5,d6=g,d7,e1=g,e2=g,e3=g,e4=g,e5=g,e6=g,f1,f2=w,f3,f4=w,f5,g1,g2,g3,g4 w4 - -";

/// A run with some 9,000 legal actions.
const STEPS: &str = "run m13=K1 k@-,g2@-,r6@-,b3@m13 k2g2r2b2 k3g3r3b3 0 \
    K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,KF,R5,GF,B1,RF,B2,BF,B3,B4,B5 -";

fn crowded(criterion: &mut Criterion) {
    let captures = [
        "moves",
        "moves x d3Bd1G",
        "moves w",
        "moves zz",
        "hint",
        "board",
    ];
    let steps = ["moves", "moves use b m16", "moves zz", "board"];
    let boards = [("zertz", CAPTURES, &captures[..]), ("run", STEPS, &steps)];
    for (game, position, bodies) in boards {
        let mut group = criterion.benchmark_group(format!("a line at a crowded board, {game}"));
        let mut hall = Lobby::new(Settings {
            limits: Limits::UNLIMITED,
            ..Settings::default()
        });
        let said = |body: &str| match line(0, &players(0), 0, false, body) {
            Incoming::Line(line) => Incoming::Line(Line {
                direct: true,
                ..line
            }),
            other => other,
        };
        hall.handle(NOON, &said(&format!("setup {position}")));
        for body in bodies {
            let asked = said(body);
            group.bench_function(*body, |bencher| {
                bencher.iter(|| {
                    let effects = black_box(&mut hall).handle(NOON, &asked);
                    assert!(!effects.is_empty());
                    effects
                });
            });
        }
        group.finish();
    }
}

/// Maximum number of measured events in a sample: each needs a table of its own, which takes longer.
const MAX_MEASURED: u64 = 20;

/// A lobby with many games of three days a turn, of which most first players have a direct message. They begin after
/// the time of the measurement, so that nothing at them is due.
struct Hall {
    lobby: Lobby,
    now: Timestamp,
    /// Number of tables that were begun for one measurement.
    begun: usize,
}

/// Returns a line with a text.
fn typed(body: &str) -> Line {
    let Incoming::Line(line) = line(0, &Members::default(), 0, false, body) else {
        unreachable!("it is a line");
    };
    line
}

/// Returns a line in the direct message of a user.
fn direct(user: &str, body: &str) -> Incoming {
    Incoming::Line(Line {
        room: format!("!{user}-direct:example.org"),
        direct: true,
        sender: Person {
            id: format!("@{user}:example.org"),
            name: user.to_owned(),
        },
        ..typed(body)
    })
}

/// Returns the delivery of a board among effects.
fn delivery(effects: Vec<Effect>, at: Timestamp) -> Option<Incoming> {
    let mut starts = effects.into_iter().filter_map(|effect| match effect {
        Effect::SendMessage(message) => TimedBoard::of(&message, at),
        _ => None,
    });
    starts.next().map(Incoming::Delivered)
}

impl Hall {
    fn new(tables: usize) -> Hall {
        let later = NOON + SignedDuration::from_hours(24 * 30);
        let mut lobby = Lobby::new(Settings {
            limits: Limits::UNLIMITED,
            ..Settings::default()
        });
        for table in 0..tables {
            let members = players(table);
            let asked = format!(
                "!challenge @{}:example.org gipf-basic white 3d",
                2 * table + 1
            );
            lobby.handle(later, &line(table, &members, 0, false, &asked));
            let begun = lobby.handle(later, &line(table, &members, 1, true, "accept"));
            if let Some(delivered) = delivery(begun, later) {
                lobby.handle(later, &delivered);
            }
            // The lobby knows at most 100,000 direct messages, and the measurement needs some.
            if table % 10 != 9 {
                lobby.handle(later, &direct(&(2 * table).to_string(), "digest daily"));
            }
        }
        let mut hall = Hall {
            lobby,
            now: NOON,
            begun: 0,
        };
        hall.sync(0);
        hall
    }

    /// Handles a sync response some seconds after the last one; returns the time that takes, and the messages.
    fn sync(&mut self, seconds: i64) -> (Duration, Vec<Message>) {
        self.now += SignedDuration::from_secs(seconds);
        let sync = Incoming::Synced(Synced {
            requested: self.now,
            deleted_boards: Vec::new(),
            incomplete_rooms: Vec::new(),
            undecrypted: Vec::new(),
            players: Vec::new(),
        });
        let begin = Instant::now();
        let effects = black_box(self.lobby.handle(self.now, &sync));
        let spent = begin.elapsed();
        let said = effects.into_iter().filter_map(|effect| match effect {
            Effect::SendMessage(message) => Some(message),
            _ => None,
        });
        (spent, said.collect())
    }

    /// Returns a line at the last game that was begun for a measurement.
    fn late(&self, who: &str, thread: bool, body: &str) -> Incoming {
        let number = self.begun;
        let person = |who: &str| Person {
            id: format!("@{who}{number}:example.org"),
            name: who.to_owned(),
        };
        Incoming::Line(Line {
            room: format!("!late{number}:example.org"),
            event: format!("$late{number}"),
            thread: thread.then(|| format!("$late{number}")),
            sender: person(who),
            people: ["late", "other"].map(person).to_vec().into(),
            ..typed(body)
        })
    }

    /// Begins a game of three days a turn some time ago.
    fn begin(&mut self, ago: SignedDuration) {
        self.begun += 1;
        let at = self.now - ago;
        let number = self.begun;
        let asked = format!("!challenge @other{number}:example.org gipf-basic white 3d");
        let asked = self.late("late", false, &asked);
        self.lobby.handle(at, &asked);
        let accepted = self.late("other", true, "accept");
        let begun = self.lobby.handle(at, &accepted);
        if let Some(delivered) = delivery(begun, at) {
            self.lobby.handle(at, &delivered);
        }
    }

    /// Ends the last game that was begun for a measurement.
    fn end(&mut self) {
        let resigned = self.late("late", true, "resign");
        for _ in 0..2 {
            self.lobby.handle(self.now, &resigned);
        }
    }

    /// Returns the time of a sync response with one thing due, for a game begun some time ago.
    fn sync_with_one_due(&mut self, ago: SignedDuration, has_direct: bool) -> Duration {
        self.begin(ago);
        if has_direct {
            let user = format!("late{}", self.begun);
            self.lobby.handle(self.now, &direct(&user, "help"));
        }
        let (spent, said) = self.sync(10);
        assert_eq!(said.len(), 1, "{said:?}");
        self.end();
        spent
    }

    /// Returns the time of a move at a game whose clock runs.
    fn play(&mut self) -> Duration {
        self.begin(SignedDuration::from_secs(1));
        let moved = self.late("late", true, "b3");
        let begin = Instant::now();
        let effects = black_box(self.lobby.handle(self.now, &moved));
        let spent = begin.elapsed();
        assert!(matches!(
            effects[..],
            [Effect::Save(_), Effect::SendMessage(_)]
        ));
        self.end();
        spent
    }
}

fn clocks(criterion: &mut Criterion) {
    for tables in [100, 10_000, 100_000] {
        let mut group = criterion.benchmark_group(format!("{tables} running clocks"));
        group.sample_size(50);
        group.warm_up_time(Duration::from_millis(100));
        let mut hall = Hall::new(tables);
        let hours = SignedDuration::from_hours;
        let minutes = SignedDuration::from_mins;
        let mut measure = |name: &str, most: u64, once: &mut dyn FnMut(&mut Hall) -> Duration| {
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|times| {
                    let count = times.min(most);
                    let spent: Duration = (0..count).map(|_| once(&mut hall)).sum();
                    spent.mul_f64(times as f64 / count as f64)
                });
            });
        };
        measure("move", MAX_MEASURED, &mut Hall::play);
        measure("sync, nothing due", u64::MAX, &mut |hall| hall.sync(0).0);
        measure("sync, a flag", MAX_MEASURED, &mut |hall| {
            hall.sync_with_one_due(hours(74), false)
        });
        measure("sync, a reminder", MAX_MEASURED, &mut |hall| {
            hall.sync_with_one_due(hours(60), false)
        });
        measure("sync, a notice", MAX_MEASURED, &mut |hall| {
            hall.sync_with_one_due(minutes(16), true)
        });
        measure("wake-up", u64::MAX, &mut |hall| {
            let begin = Instant::now();
            let rooms = Vec::new();
            black_box(hall.lobby.handle(hall.now, &Incoming::Woken { rooms }));
            black_box(hall.lobby.next_wake());
            begin.elapsed()
        });
        group.finish();
    }
}

criterion_group!(benches, moves, members, crowded, clocks);
criterion_main!(benches);
