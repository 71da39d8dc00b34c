//! Games played at random, reproducibly.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use games::{Entry, Live, Record, Seed};

/// Plays a random game of a kind, of up to that many turns: the longest of 20 games.
pub fn game(entry: &'static Entry, turns: usize) -> Record {
    let games = (0..20).map(|seed| play(entry, turns, seed));
    let longest = games.max_by_key(|record| record.turns.len().min(turns));
    longest.expect("more than no game")
}

fn play(entry: &'static Entry, turns: usize, seed: u8) -> Record {
    let mut picker = u64::from(seed);
    let mut pick = |from: usize| {
        picker = picker.wrapping_mul(6_364_136_223_846_793_005);
        picker = picker.wrapping_add(1_442_695_040_888_963_407);
        (picker >> 33) as usize % from
    };
    let start = Live::start(entry, "-", Some(Seed([seed; 32])));
    let mut live = start.expect("a game without options starts");
    while live.outcome().is_none() && live.record().turns.len() <= turns {
        let actions = live.legal_actions();
        let played = live.play(&actions[pick(actions.len())]);
        played.expect("a listed action can be played");
    }
    // The last turn may not be complete.
    let mut record = live.record().clone();
    record.turns.truncate(turns);
    record
}
