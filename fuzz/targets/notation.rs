//! Notation: a game is played from its start with actions in any notation.
//!
//! The input is `GAME OPTIONS` in its first line and one action in each other line, `%7` being the action
//! with that number. An action that can be read is read again as it is printed; one that is played is printed
//! in its canonical form, which does the same; one that is refused changes nothing; the record leads to the
//! same position.

#![no_main]

use std::{fmt::Display, str::FromStr};

use games::{Entry, Live, Seed, gipf, read_position, run, zertz};
use icebreaker_fuzz::{
    lines,
    rules::{self, check_action},
};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use rand::RngExt;

/// Maximum number of actions in a game.
const LONGEST: usize = 40;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let (game, options) = lines
        .next()
        .and_then(|line| line.split_once(' '))
        .unwrap_or_default();
    let Some(entry) = Entry::find(game) else {
        return;
    };
    let Ok(mut live) = Live::start(entry, options, Some(Seed([7; 32]))) else {
        return;
    };
    for line in lines.take(LONGEST) {
        check_text::<gipf::Action>(line);
        check_text::<run::Action>(line);
        check_text::<zertz::Action>(line);
        play(&mut live, line);
    }
    let replayed = Live::replay(&live.record().to_string().parse().expect("a record is read"));
    let replayed = replayed.expect("a record is played through");
    assert_eq!(replayed.position_text(), live.position_text());
    assert_eq!(replayed.scene(), live.scene());
    if let Some(outcome) = live.outcome() {
        let text = live.position_text();
        let read = read_position(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(read.outcome(), Some(outcome), "{text}");
        assert_eq!(read.text(), text);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    lines::mutate(data, size, max_size, seed, |chance| {
        match chance.random_range(0..3) {
            0 => {
                let words = [
                    "use", "k", "g", "r", "b", "n", "m13", "=", "pay", "swap", "boost", "hold",
                    "sum",
                ];
                (0..chance.random_range(1..5))
                    .map(|_| lines::one(chance, &words))
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            _ => format!("%{}", chance.random_range(0..400)),
        }
    })
});

/// Checks that a text that can be read as an action is read again as it is printed.
fn check_text<A: FromStr + Display + PartialEq + std::fmt::Debug>(text: &str)
where
    A::Err: Display,
{
    if let Ok(action) = text.parse::<A>() {
        let printed = action.to_string();
        match printed.parse::<A>() {
            Ok(again) => assert_eq!(again, action, "{text} as {printed}"),
            Err(why) => panic!("{text} as {printed}: {why}"),
        }
    }
}

fn play(live: &mut Live, line: &str) {
    let before = live.position_text();
    // A position within a turn has no text of its own: it is the start of the turn with the actions since.
    let (start, made) = before.split_once(" moves ").unwrap_or((&before, ""));
    let mut position = read_position(start).unwrap_or_else(|why| panic!("{before}: {why}"));
    for action in made.split_whitespace() {
        let step = position.play(action, &mut rules::dice());
        position = step
            .unwrap_or_else(|why| panic!("{action} in {before}: {why}"))
            .position;
    }
    let listed = position.legal_actions();
    let action = rules::numbered(line, &listed).unwrap_or_else(|| line.to_owned());
    let accepted = check_action(position.as_ref(), &listed, &action).is_some();
    let played = live.play(&action).is_ok();
    assert_eq!(played, accepted, "{action} at {before}");
    assert_eq!(
        live.position_text() != before,
        played,
        "{action} at {before}"
    );
}
