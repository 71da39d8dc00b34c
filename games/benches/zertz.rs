//! Benchmark of ZÈRTZ turns per second on one core.

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
    zertz::{Position, Variant},
};

/// Plays every turn down to a depth and counts the leaf positions, transpositions included.
fn turns(position: &Position, depth: u32, dice: &mut Dice) -> u64 {
    let mut positions = 0;
    let _ = position.each_move(|legal| {
        let mut next = *position;
        next.play_unchecked(legal, dice, &mut |_| {});
        positions += match depth {
            1 => {
                black_box(&next);
                1
            }
            _ => turns(&next, depth - 1, dice),
        };
        ControlFlow::Continue(())
    });
    positions
}

/// Marbles at the edge and in the middle, so that isolations and jumps come soon.
const MIDDLE: &str = "zertz-tournament 1 a2,a3=w,b1,b2=b,b3,b4,c2,c3,c4=g,c5,d1=b,d2,d3,d4,d5,d6,\
    e1,e2,e3=w,e4,e5,f1=g,f2,f3,f4,g2,g3=b w3g4b6 w1b1 g2";

fn made(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("zertz");
    group.sample_size(20);
    let mut dice = Dice::none();
    let start = Position::start(Variant::Tournament);
    assert_eq!(turns(&start, 2, &mut dice), 3_277_260);
    let middle: Position = MIDDLE.parse().expect("a position of ZÈRTZ");
    for (name, position) in [
        ("turns from the start", start),
        ("turns in the middle", middle),
    ] {
        group.throughput(Throughput::Elements(turns(&position, 2, &mut dice)));
        group.bench_function(name, |bencher| {
            bencher.iter(|| turns(black_box(&position), 2, &mut dice));
        });
    }
    group.finish();
}

criterion_group!(benches, made);
criterion_main!(benches);
