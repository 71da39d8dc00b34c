//! Position texts: an accepted text is printed and read again as the same, can be shown, and can be played on
//! from.
//!
//! The input is a position text, and in its other lines actions to go on with, `%7` being the action with
//! that number.

#![no_main]

use games::{Seed, read_position};
use icebreaker_fuzz::rules::{self, check_action, check_position};
use libfuzzer_sys::fuzz_target;

/// Maximum number of actions after the position.
const LONGEST: usize = 12;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Ok(mut position) = read_position(lines.next().unwrap_or_default()) else {
        return;
    };
    let printed = position.text();
    let again = read_position(&printed).unwrap_or_else(|why| panic!("{printed}: {why}"));
    assert_eq!(again.text(), printed);
    assert_eq!(again.legal_actions(), position.legal_actions());
    assert_eq!(again.outcome(), position.outcome());
    assert_eq!(again.prompt(), position.prompt());
    assert_eq!(again.warnings(), position.warnings());
    assert_eq!(again.scene(), position.scene());
    // The immediate advice of the computer player, without a search.
    position.advise(0, Seed([7; 32]), &mut || true);
    for number in 0..LONGEST {
        let listed = check_position(position.as_ref());
        let line = lines
            .next()
            .map_or_else(|| format!("%{}", number * 37), str::to_owned);
        let action = rules::numbered(&line, &listed).unwrap_or(line);
        if let Some(after) = check_action(position.as_ref(), &listed, &action) {
            position = after;
        }
    }
});
