//! Benchmarks of pictures and films, with their sizes: every game, in the middle, played at random.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench that finds something amiss stops"
)]

mod random;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use games::{CATALOG, Diagram, Live};
use pictures::{Limits, Replay, Theme, film, png};

/// Maximum number of turns in a film.
const TURNS: usize = 100;
/// Maximum number of turns before a picture.
const MIDDLE: usize = 24;

fn names() -> Vec<String> {
    ["alice", "Bob the Builder"].map(str::to_owned).to_vec()
}

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("png");
    for entry in CATALOG {
        let record = random::game(entry, MIDDLE);
        let live = Live::replay(&record).expect("what was played can be replayed");
        let players = &names()[..entry.seats];
        let diagram = Diagram::of(&live, Some(7), players);
        let bytes = png(&[&diagram], Theme::Light).bytes.len();
        println!("{}: {bytes} bytes", entry.id);
        group.bench_function(entry.id, |bencher| {
            bencher.iter(|| png(black_box(&[&diagram]), Theme::Light));
        });
    }
    group.finish();
}

fn films(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("film");
    group.sample_size(10);
    for entry in CATALOG {
        let record = random::game(entry, TURNS);
        let players = &names()[..entry.seats];
        let replay = Replay {
            record: &record,
            table: Some(7),
            players,
            ended: None,
        };
        let draw = || {
            let film = film(black_box(&replay), Theme::Light, &Limits::NONE);
            film.expect("it can be replayed").file
        };
        let (turns, bytes) = (record.turns.len(), draw().bytes.len());
        println!("{}: {turns} turns, {bytes} bytes", entry.id);
        group.bench_function(entry.id, |bencher| bencher.iter(draw));
    }
    group.finish();
}

criterion_group!(benches, boards, films);
criterion_main!(benches);
