//! Benchmark of random runs per second on one core.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench that finds something amiss stops"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games::{
    Dice, Game, Seed,
    hex::Coord,
    run::{Action, Colour, Phase, Position, Question, Space, Toward, Way, start},
};

/// Number of runs in one iteration, each with its own seed.
const RUNS: u64 = 256;

/// A small pseudo-random generator, so that every iteration plays the same runs.
struct Picker(u64);

impl Picker {
    fn pick(&mut self, from: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 32) as usize * from) >> 32
    }

    fn step(&mut self, run: &Position) -> Action {
        let breaker = Colour::ALL[self.pick(Colour::ALL.len())];
        let to = match run.place(breaker) {
            Some(_) => Toward::Way(Way::ALL[self.pick(Way::ALL.len())]),
            None => Toward::Space(self.space()),
        };
        Action::Step {
            breaker,
            to,
            choice: None,
        }
    }

    fn space(&mut self) -> Space {
        let side = usize::from(Space::SIDE);
        let (column, row) = (self.pick(side) as u8, self.pick(side) as u8 + 1);
        Space::on_table(Coord { column, row }).unwrap_or(Space::MIDDLE)
    }
}

/// Deals a run from a seed and tries random actions until it ends. Returns the number of accepted
/// actions.
fn play_out(seed: u64, picker: &mut Picker) -> u32 {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Dice::from_seed(Seed(bytes));
    let Ok(mut run) = start("-", &mut dice) else {
        return 0;
    };
    let mut actions = 0;
    loop {
        let action = match run.phase() {
            Phase::Over(_) => return actions,
            Phase::Asked(Question::Boost(_)) if picker.pick(2) == 0 => Action::Hold,
            Phase::Asked(_) => Action::Boost,
            Phase::Step => picker.step(&run),
        };
        actions += u32::from(run.act(&action, &mut dice, &mut |_| {}).is_ok());
    }
}

fn random_runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("run");
    group.throughput(Throughput::Elements(RUNS));
    group.bench_function("random runs", |bencher| {
        bencher.iter(|| {
            let mut picker = Picker(7);
            (0..RUNS)
                .map(|seed| play_out(black_box(seed), &mut picker))
                .sum::<u32>()
        });
    });
    group.finish();
}

criterion_group!(benches, random_runs);
criterion_main!(benches);
