//! Steps of runs computed by an independent program.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use games::{Dice, Game, run::Position};

/// One test vector per line: `position ; action ; dice ; position after`, the last `illegal` for a
/// refusal.
const VECTORS: &str = include_str!("vectors/run.txt");

/// Replays one line.
fn check(line: &str) {
    let fields: Vec<&str> = line.split(" ; ").collect();
    let [before, action, dice, after] = fields[..] else {
        panic!("not four fields: {line}");
    };
    let position: Position = before.parse().unwrap_or_else(|why| panic!("{why}: {line}"));
    assert_eq!(position.to_string(), before);
    // An extra die, which neither a refused nor a played action may roll.
    let rolls = dice.split(',').filter_map(|die| die.parse().ok());
    let mut dice = Dice::given(rolls.chain([3]));
    let played = action
        .parse()
        .and_then(|action| position.play(&action, &mut dice));
    match played {
        Ok(step) => {
            assert_eq!(step.position.to_string(), after, "{line}");
            assert!(position.legal_actions().contains(&step.action), "{line}");
            assert_eq!(step.action.to_string().parse(), Ok(step.action));
        }
        Err(why) => assert_eq!(after, "illegal", "{why}: {line}"),
    }
    assert_eq!(position.to_string(), before, "{line}");
    assert_eq!(dice.roll(), Ok(3), "{line}");
}

#[test]
fn every_vector_is_replayed() {
    assert_eq!(VECTORS.lines().count(), 320);
    VECTORS.lines().for_each(check);
}
