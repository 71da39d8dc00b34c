//! Benchmarks of a line: at one of many open tables, and in a room of many members.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use jiff::Timestamp;
use lobby::{Effect, Incoming, Limits, Line, Lobby, Members, Person, Settings};

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

criterion_group!(benches, moves, members, crowded);
criterion_main!(benches);
