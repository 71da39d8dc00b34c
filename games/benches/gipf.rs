//! Benchmarks of GIPF (entries per second) and MATRX GIPF (turns per second) on one core.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench that finds something amiss stops"
)]

use std::{hint::black_box, ops::ControlFlow};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games::{
    Dice, Rules,
    gipf::{Position, Variant},
    perft::perft,
};

/// Plays every entry by dot and direction down to a depth and counts the leaf positions,
/// transpositions included.
fn entries(position: &Position, depth: u32, dice: &mut Dice) -> u64 {
    let mut positions = 0;
    let _ = position.each_entry(|entry| {
        let mut next = *position;
        next.play_unchecked(entry, dice, &mut |_| {});
        positions += match depth {
            1 => {
                black_box(&next);
                1
            }
            _ => entries(&next, depth - 1, dice),
        };
        ControlFlow::Continue(())
    });
    positions
}

/// Leaf positions by entries of basic GIPF from the start, at depths 1 to 5.
const ENTRIES: [u64; 5] = [42, 1764, 73_800, 3_066_768, 126_307_872];

fn gipf(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("gipf");
    let start = Position::start(Variant::GipfBasic);
    let mut dice = Dice::none();
    for (depth, positions) in (1..).zip(ENTRIES) {
        if depth < 5 {
            assert_eq!(entries(&start, depth, &mut dice), positions);
        }
    }
    group.sample_size(20);
    group.throughput(Throughput::Elements(ENTRIES[..4].iter().sum()));
    group.bench_function("actions, four deep", |bencher| {
        bencher.iter(|| entries(black_box(&start), 4, &mut dice));
    });
    group.finish();
}

/// Stacks of all kinds on the board and in both reserves.
const MIDDLE: &str = "matrx w b3=TT,b5=G,c3=yy,c5=zz,d2=g,d4=DD,d6=Z,e2=G,e4=pp,e7=g,f3=Y,f5=G,g3=dd,\
    g5=PP,h2=g,h4=t,i3=ZZ T4Z3D4Y5P4 T5Z4D4Y4P4";

fn matrx(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("matrx");
    group.sample_size(20);
    let middle: Position = MIDDLE.parse().expect("a position of MATRX GIPF");
    for (name, position, depth) in [
        ("turns from the start", Position::start(Variant::Matrx), 4),
        ("turns in the middle", middle, 2),
    ] {
        group.throughput(Throughput::Elements(perft(&position, depth)));
        group.bench_function(name, |bencher| {
            bencher.iter(|| perft(black_box(&position), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, gipf, matrx);
criterion_main!(benches);
