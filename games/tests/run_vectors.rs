//! Steps of runs that an independent program has worked out.

use games::{Dice, Game, run::Position};

/// Every line is `position ; action ; dice ; position after`, or `illegal` at the end.
const VECTORS: &str = include_str!("vectors/run.txt");

/// Replays one line.
fn check(line: &str) {
    let fields: Vec<&str> = line.split(" ; ").collect();
    let [before, action, dice, after] = fields[..] else {
        panic!("not four fields: {line}");
    };
    let position: Position = before.parse().unwrap_or_else(|why| panic!("{why}: {line}"));
    assert_eq!(position.to_string(), before);
    // A die that a refused action must leave alone, and a played one as well.
    let rolls = dice.split(' ').filter_map(|die| die.parse().ok());
    let mut dice = Dice::given(rolls.chain([3]));
    let played = action
        .parse()
        .and_then(|action| position.play(&action, &mut dice));
    match played {
        Ok(step) => assert_eq!(step.position.to_string(), after, "{line}"),
        Err(why) => assert_eq!(after, "illegal", "{why}: {line}"),
    }
    assert_eq!(position.to_string(), before, "{line}");
    assert_eq!(dice.roll(), Ok(3), "{line}");
}

/// Whether only plain breakers, and nothing that custom ones leave behind, occur in a line.
fn is_plain(line: &str) -> bool {
    let custom = |position: &str| {
        let numbered = |part: &str| part.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let fields: Vec<&str> = position.split(' ').collect();
        let [_, matrix, breakers, .., options] = fields[..] else {
            return false;
        };
        (matrix != "-" && matrix.contains('-'))
            || breakers.contains('^')
            || breakers.split(',').any(numbered)
            || options.contains("reach=")
    };
    !line.split(" ; ").any(custom)
}

#[test]
fn every_vector_with_plain_breakers_is_replayed() {
    let plain: Vec<&str> = VECTORS.lines().filter(|line| is_plain(line)).collect();
    assert!(plain.len() >= 80, "{}", plain.len());
    plain.into_iter().for_each(check);
}
