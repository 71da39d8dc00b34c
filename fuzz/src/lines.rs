//! Mutation of inputs that consist of lines, by whole lines and within one.

use libfuzzer_sys::fuzzer_mutate;
use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};

/// Mutates the text in the buffer and returns its new length. A third of the mutations are those of
/// libFuzzer, which knows nothing of lines; `new` makes up a line.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    new: impl Fn(&mut ChaCha20Rng) -> String,
) -> usize {
    let mut chance = ChaCha20Rng::seed_from_u64(seed.into());
    if chance.random_ratio(1, 3) {
        return fuzzer_mutate(data, size, max_size);
    }
    let text = String::from_utf8_lossy(&data[..size]);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..chance.random_range(1..4) {
        change(&mut lines, &mut chance, &new);
    }
    let mut changed = lines.join("\n").into_bytes();
    changed.truncate(max_size.min(data.len()));
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
}

fn change(
    lines: &mut Vec<String>,
    chance: &mut ChaCha20Rng,
    new: impl Fn(&mut ChaCha20Rng) -> String,
) {
    let place = chance.random_range(0..=lines.len());
    match chance.random_range(0..8) {
        0..4 => lines.insert(place, new(chance)),
        4 => lines.extend((0..4).map(|_| new(chance))),
        5 if place < lines.len() => {
            lines.remove(place);
        }
        6 if place < lines.len() => lines.insert(place, lines[place].clone()),
        7 if place < lines.len() => {
            let other = chance.random_range(0..lines.len());
            lines.swap(place, other);
        }
        _ => lines.push(new(chance)),
    }
}

/// Returns a random one of these texts.
pub fn one<'a>(chance: &mut ChaCha20Rng, from: &[&'a str]) -> &'a str {
    from[chance.random_range(0..from.len())]
}
