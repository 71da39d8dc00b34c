//! Tests of the rules, named after the sections of the rulebook.

mod crowded;
mod evaluate;
mod example;
mod random;

use super::{Action, Position, Variant};
use crate::{
    dice::Dice,
    fact::Illegal,
    game::Game,
    hosted::HostedPosition,
    outcome::{Reason, Turn},
    perft::perft,
    rules::Rules,
    seat::Seat,
};

/// Plays one action; returns the position afterwards and the canonical action, or the refusal.
fn played(position: &str, action: &str) -> Result<(Position, String), String> {
    let before: Position = position
        .parse()
        .unwrap_or_else(|e| panic!("{position}: {e}"));
    let action = action.parse().map_err(|error: Illegal| error.to_string())?;
    match before.play(&action, &mut Dice::none()) {
        Ok(step) => {
            assert_eq!(step.turn, Turn::Complete);
            Ok((step.position, step.action.to_string()))
        }
        Err(refused) => Err(refused.to_string()),
    }
}

#[track_caller]
fn check(position: &str, action: &str, canonical: &str, after: &str) {
    let (position, action) = played(position, action).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(
        (action.as_str(), position.to_string().as_str()),
        (canonical, after)
    );
}

#[track_caller]
fn refuse(position: &str, action: &str, expected: &str) {
    let refused = played(position, action).expect_err("it is to be refused");
    assert!(refused.starts_with(expected), "{refused}");
}

#[test]
fn c_starts_with_37_rings_and_all_marbles() {
    let start = Position::start(Variant::Basic);
    assert_eq!(start.rings().count(), 37);
    assert_eq!(start.to_string().split(' ').nth(3), Some("w5g7b9"));
    let start = Position::start(Variant::Tournament);
    assert_eq!(start.to_string().split(' ').nth(3), Some("w6g8b10"));
    // 37 rings and 3 colours; 18 edge rings are free, except the one under the marble.
    assert_eq!(perft(&start, 1), 3 * (19 * 18 + 18 * 17));
}

#[test]
fn d1_any_marble_goes_onto_any_vacant_ring() {
    let position = "zertz-basic 1 a1,a2,b1,b2,b3,c1,c2=w g2b9 w1 -";
    refuse(
        position,
        "Wa1,a2",
        "zertz-none-in-pool colour=W marbles=2G 9B",
    );
    refuse(position, "Gc2,a1", "zertz-not-vacant ring=c2");
    refuse(position, "Gd7,a1", "zertz-ring-gone ring=d7");
    refuse(position, "Gh1,a1", "zertz-no-such-ring ring=h1");
    check(
        position,
        "ga1,c1",
        "Ga1,c1",
        "zertz-basic 2 a1=g,a2,b1,b2,b3,c2=w g1b9 w1 -",
    );
}

#[test]
fn d2_free_rings_have_two_open_neighbouring_sides() {
    let start = Position::start(Variant::Basic).to_string();
    refuse(
        &start,
        "Wd4",
        "zertz-off-missing ring=d4 rings=a1 a2 a3 a4 b1",
    );
    refuse(&start, "Wd4,d4", "zertz-off-same ring=d4");
    refuse(&start, "Wd4,c3", "zertz-not-free ring=c3 rings=a1");
    refuse(&start, "Wd4,h9", "zertz-no-such-ring ring=h9");
    // Two open sides that are not neighbours do not free a ring: b2 between b1, b3 and the others.
    let ring = "zertz-basic 1 a1,a2,b1,b2,b3,c2,c3 w1 - -";
    refuse(
        ring,
        "Wa1,b2",
        "zertz-not-free ring=b2 rings=a2 b1 b3 c2 c3",
    );
}

#[test]
fn d2_the_only_free_ring_needs_no_name() {
    let one_free = "zertz-basic 1 a1=w,a2=g,b1,b2 b2 - -";
    check(
        one_free,
        "Bb1 leave",
        "Bb1,b2 leave",
        "zertz-basic 1 a1=w,a2=g,b1=b b1 - -",
    );
}

#[test]
fn d3_without_a_free_ring_none_is_removed() {
    let last = "zertz-basic 1 a1=w,a2=g,b1 b2 - -";
    refuse(last, "Bb1,a1", "zertz-not-vacant ring=a1");
    // A vacant ring between others can't be removed either.
    let none_free = "zertz-basic 1 a1=w,a2=g,b1=b,b2,b3=g,c1=w,c2=g,c3=b,d4 w1 - -";
    refuse(none_free, "Wd4,b2", "zertz-nothing-free ring=b2");
    check(
        last,
        "Bb1 leave",
        "Bb1 leave",
        "zertz-basic 1 a1=w,a2=g,b1=b b1 - -",
    );
}

const CAPTURES: &str = "zertz-basic 1 a1,b1,b2=g,c1,c2,c3=b,d1,d2,d3,d4=w,d5,e3 w4g6b8 - -";

#[test]
fn captures_are_compulsory() {
    refuse(CAPTURES, "Wa1,d5", "zertz-capture-first captures=");
    refuse(CAPTURES, "a1-c3", "zertz-no-marble ring=a1");
    refuse(CAPTURES, "b2-d5", "zertz-not-a-jump from=b2 to=d5");
    refuse(CAPTURES, "b2-c1", "zertz-not-a-jump from=b2 to=c1");
    let refused = played(CAPTURES, "Wa1,d5").unwrap_err();
    let position: Position = CAPTURES.parse().unwrap();
    for capture in position.legal_actions() {
        assert!(refused.contains(&format!("`{capture}`")), "{refused}");
    }
    assert!(
        position
            .legal_actions()
            .iter()
            .all(|action| matches!(action, Action::Capture { .. }))
    );
    let start = Position::start(Variant::Basic).to_string();
    refuse(&start, "d4-d6", "zertz-no-capture");
}

#[test]
fn a_marble_jumps_over_neighbours_while_it_can() {
    let row = "zertz-basic 1 d1,d2=w,d3=b,d4,d5,d6=g,d7 w4g6b8 - -";
    check(
        row,
        "d2-d4",
        "x d2Bd4",
        "zertz-basic 2 d1,d2,d3,d4=w,d5,d6=g,d7 w4g6b8 b1 -",
    );
    check(
        row,
        "x d3Wd1",
        "x d3Wd1",
        "zertz-basic 2 d1=b,d2,d3,d4,d5,d6=g,d7 w4g6b8 w1 -",
    );
    refuse(row, "x d3Gd1", "zertz-other-marble colour=G from=d3 to=d1");
    refuse(row, "d6-d4", "zertz-jump-over-nothing ring=d5");
    refuse(row, "d2-d4-d6", "zertz-ends-there ring=d4");
    let on = "zertz-basic 1 d1,d2=w,d3=b,d4,d5=g,d6,d7 w4g6b8 - -";
    // The only way to go on need not be written.
    for written in ["d2d4d6", "d2-d4"] {
        check(
            on,
            written,
            "x d2Bd4Gd6",
            "zertz-basic 2 d1,d2,d3,d4,d5,d6=w,d7 w4g6b8 g1b1 -",
        );
    }
    let fork = "zertz-basic 1 d1,d2=w,d3=b,d4,d5=g,d6,d7,e4=g,f4 w4g5b8 - -";
    let ways = "`x d2Bd4Gd6`, `x d2Bd4Gf4`";
    refuse(
        fork,
        "d2-d4",
        &format!("zertz-goes-on captures={ways} ring=d4"),
    );
}

#[test]
fn isolated_full_rings_can_be_claimed_or_left() {
    // d1 is connected by d2 alone, e6 by d7.
    let position = "zertz-basic 1 d1=w,d2,d4,d5,d6,e4,e5 g3b5 - -";
    check(
        position,
        "Bd4,d2",
        "Bd4,d2 x Wd1",
        "zertz-basic 2 d4=b,d5,d6,e4,e5 g3b4 w1 -",
    );
    check(
        position,
        "Bd4,d2 leave",
        "Bd4,d2 leave",
        "zertz-basic 2 d1=w,d4=b,d5,d6,e4,e5 g3b4 - -",
    );
    refuse(position, "Bd4,d2 x Bd4", "zertz-claim-whole groups=Wd1");
    refuse(position, "Bd4,d2 x Bd1", "zertz-claim-whole groups=Wd1");
    refuse(position, "Bd4,e4 x Wd1", "zertz-nothing-to-claim");
    // A waived group stays: only groups that a move completes can be claimed.
    let left = "zertz-basic 2 d1=w,d4=b,d5,d6,e4,e5 g3b4 - -";
    refuse(left, "Bd6,e4 x Wd1", "zertz-nothing-to-claim");
    // A marble on the last vacant ring of a group completes it as well.
    let pair = "zertz-basic 1 a1=w,a2,d4,d5,e4 g3b5 - -";
    check(
        pair,
        "Ga2,d4",
        "Ga2,d4 x Wa1Ga2",
        "zertz-basic 2 d5,e4 g2b5 w1g1 -",
    );
}

#[test]
fn f_a_winning_set_wins_at_once() {
    for (set, basic, tournament) in [
        ("w3", true, false),
        ("g4", true, false),
        ("b5", true, false),
        ("w2g2b2", true, false),
        ("w2g3b4", true, false),
        ("w2g1b4", false, false),
        ("w4", true, true),
        ("g5", true, true),
        ("b6", true, true),
        ("w3g3b3", true, true),
        ("w3g2b5", true, false),
    ] {
        for (variant, wins) in [("basic", basic), ("tournament", tournament)] {
            let position: Position = format!("zertz-{variant} 2 a1,a2,b1 - {set} -")
                .parse()
                .unwrap();
            let won = position.outcome().map(|outcome| outcome.winner);
            assert_eq!(won == Some(Some(Seat::First)), wins, "{variant} {set}");
        }
    }
    let last = "zertz-basic 1 d1,d2=w,d3=b,d4 w4g6b4 b4 -";
    let (won, _) = played(last, "d2-d4").unwrap();
    assert_eq!(won.outcome().unwrap().reason, Reason::ZertzWon);
    assert!(won.legal_actions().is_empty());
    refuse(&won.to_string(), "Wd1,d2", "zertz-over");
}

#[test]
fn g1_captured_marbles_replace_an_empty_pool() {
    let position = "zertz-basic 1 a1,a2,b1,b2 - w1b2 g1";
    refuse(
        position,
        "Ga1,a2",
        "zertz-none-captured colour=G marbles=1W 2B",
    );
    check(
        position,
        "Ba1,b2",
        "Ba1,b2",
        "zertz-basic 2 a1=b,a2,b1 - w1b1 g1",
    );
}

#[test]
fn g1_a_stuck_player_passes_and_two_draw() {
    let alone = "zertz-basic 1 a1,a2,b1,b2 - w1b2 -";
    check(
        alone,
        "Ba1,b2",
        "Ba1,b2",
        "zertz-basic 1 a1=b,a2,b1 - w1b1 -",
    );
    let (draw, _) = played("zertz-basic 1 a1,c1,c3 - b1 -", "Ba1,c1 leave").unwrap();
    let outcome = draw.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (None, Reason::ZertzStuck));
}

#[test]
fn g2_filling_the_board_wins_whatever_is_claimed() {
    let position = "zertz-basic 2 a1=w,b1=w,d5 b1 g1 w1";
    let (won, action) = played(position, "Bd5").unwrap();
    assert_eq!(action, "Bd5 x Wa1Wb1Bd5");
    assert_eq!(won.outcome().unwrap().winner, Some(Seat::Second));
    for action in ["Ba1,a2", "Ba1,a2 leave"] {
        let (filled, _) = played("zertz-basic 1 a1,a2 b5 b1 -", action).unwrap();
        let outcome = filled.outcome().unwrap();
        let expected = (Some(Seat::First), Reason::ZertzFilled);
        assert_eq!((outcome.winner, outcome.reason), expected, "{action}");
        let read: Position = filled.to_string().parse().unwrap();
        assert_eq!(read.outcome(), filled.outcome(), "{action}");
    }
}

#[test]
fn malformed_positions_are_refused() {
    for bad in [
        "zertz-basic 1 a1",
        "zertz-basic 3 a1 - - -",
        "zertz-basic 1 a5 - - -",
        "zertz-basic 1 a2,a1 - - -",
        "zertz-basic 1 a1=x - - -",
        "zertz-basic 1 a1=W - - -",
        "zertz-basic 1 a1= - - -",
        "zertz-basic 1 a1 w6 - -",
        "zertz-basic 1 a1=w w5 - -",
        "zertz-basic 1 a1 w2g0 - -",
    ] {
        assert!(bad.parse::<Position>().is_err(), "{bad}");
    }
}

#[test]
fn the_question_fits_its_example() {
    for (position, how) in [
        ("zertz-basic 1 a1,a2,b1,b2 w5g7b8 b1 -", "off"),
        (
            "zertz-basic 1 c3=b,c4=b,d3=b,d4,d5=b,e3=b,e4,e5=b,f3=b,f4=b w5g7b1 - -",
            "none-off",
        ),
        (
            "zertz-tournament 2 e1=g,e4=b,f2=b,f3,f4,g1=w,g3=g - w2g4b3 w3g2b5",
            "some-off",
        ),
        ("zertz-basic 2 a1=w,b1=w,d5 b1 g1 w1", "claim"),
    ] {
        let position: Position = position.parse().unwrap();
        let ask = position.prompt().unwrap().ask;
        let how = ("how".into(), crate::fact::Arg::Text(how.into()));
        assert!(ask.args.contains(&how), "{position}: {ask:?}");
    }
}

#[test]
fn f_a_win_is_told_with_its_set() {
    let sets = [
        ("zertz-basic", "w2g3b2", "2W 2G 2B"),
        ("zertz-basic", "w3g1", "3W"),
        ("zertz-tournament", "w3g4b3", "3W 3G 3B"),
        ("zertz-tournament", "b7", "6B"),
    ];
    for (variant, captured, set) in sets {
        let over = format!("{variant} 2 a1,a2,b1,b2 - {captured} -");
        let over: Position = over.parse().unwrap();
        let ending = over.ending().unwrap();
        let told = ending.args.iter().find(|(name, _)| *name == "set");
        assert_eq!(told.unwrap().1.to_string(), set, "{over}");
    }
}

#[test]
fn one_marble_or_ring_changes_the_key() {
    let board = "a1,a2,b1,b2=w,b3,c1,c2=g,c3=b";
    let mut texts = vec![
        format!("zertz-tournament 1 {board} w1 w1 w1"),
        format!("zertz-basic 1 {board} w1 w1 w1"),
        format!("zertz-basic 2 {board} w1 w1 w1"),
        format!("zertz-basic 1 {board},d1 w1 w1 w1"),
        format!("zertz-basic 1 {} w1 w1 w1", board.replace("a2,", "")),
    ];
    for colour in ["=w", "=g", "=b", ""] {
        let board = board.replace("c2=g", &format!("c2{colour}"));
        for marbles in ["w1", "g1", "b1", "g2", "b2", "-"] {
            for place in 0..3 {
                let mut owned = ["g1b1"; 3];
                owned[place] = marbles;
                let [pool, first, second] = owned;
                texts.push(format!("zertz-basic 1 {board} {pool} {first} {second}"));
            }
        }
    }
    texts.sort();
    texts.dedup();
    let keys = texts.iter().map(|text| {
        let position: Position = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        position.key()
    });
    let keys: std::collections::BTreeSet<u64> = keys.collect();
    assert_eq!(keys.len(), texts.len());
}
