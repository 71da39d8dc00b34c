//! Tests of the rules of MATRX GIPF, each named after its rule. Boards are pictures: the name of a spot and
//! its pile, in rows as on the board; spots left out are empty.

mod ends;
mod evaluate;
mod examples;
mod moves;
mod potentials;
mod prompts;
mod random;
mod versions;

use super::*;
use crate::{dice::Dice, outcome::Reason, perft::Turns, rules::Rules, seat::Seat};

/// Returns a position of MATRX GIPF from a picture, with the reserves and the side to move.
fn board(picture: &str, side: char, white: &str, black: &str) -> Position {
    laid(Variant::Matrx, picture, side, &format!("{white} {black}"))
}

/// Returns a position from a picture, with the side to move and the rest of the position text.
fn laid(variant: Variant, picture: &str, side: char, rest: &str) -> Position {
    let words: Vec<&str> = picture.split_whitespace().collect();
    let mut spots: Vec<(crate::hex::Coord, &str)> = words
        .chunks(2)
        .filter(|pair| pair[1] != "-")
        .map(|pair| (pair[0].parse().unwrap(), pair[1]))
        .collect();
    spots.sort();
    let spots: Vec<String> = spots
        .iter()
        .map(|(spot, pile)| format!("{spot}={pile}"))
        .collect();
    let spots = if spots.is_empty() {
        "-".to_owned()
    } else {
        spots.join(",")
    };
    let text = format!("{} {side} {spots} {rest}", variant.id());
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays actions one after another.
fn play(position: &Position, actions: &str) -> Position {
    actions.split(';').fold(*position, |position, action| {
        let action: Action = action.parse().unwrap();
        let step = position.play(&action, &mut Dice::none());
        step.unwrap_or_else(|refused| panic!("{action}: {refused}"))
            .position
    })
}

/// Checks that an action is refused with a code.
fn refuse(position: &Position, action: &str, code: &str) {
    let refused = position.play(&action.parse().unwrap(), &mut Dice::none());
    assert_eq!(refused.unwrap_err().code(), code, "{action}");
}

/// Returns the pile on a spot.
fn on(position: &Position, spot: &str) -> String {
    position.pile(spot.parse().unwrap()).unwrap().to_string()
}

const RESERVES: [&str; 2] = ["T4Z4D2Y4P2", "T4Z4D2Y4P2"];

/// Returns a position with White to move, stacks in reserve, and three GIPF pieces of each side out of the
/// way.
fn white(picture: &str) -> Position {
    let gipf = " b2 G c2 G d2 g f2 g";
    board(&format!("{picture}{gipf}"), 'w', RESERVES[0], RESERVES[1])
}

#[test]
fn gipf_pieces_enter_before_anything_else() {
    let start = Position::start(Variant::Matrx);
    assert!(
        start
            .legal_actions()
            .iter()
            .all(|action| action.to_string().starts_with('G'))
    );
    assert_eq!(start.legal_actions().len(), 19);
    refuse(&start, "Tb3", "gipf-gipf-first");
    let back = board("b3 ZZ b4 g c2 G", 'w', "G1T2", "T2");
    refuse(&back, "Zb3-b5", "gipf-gipf-first");
}

#[test]
fn a_push_moves_pieces_ahead_by_one_spot() {
    let pushed = play(&white("e2 TT e3 yy e4 -"), "Ze1-e4");
    assert_eq!(
        [on(&pushed, "e2"), on(&pushed, "e3"), on(&pushed, "e4")],
        ["ZZ", "TT", "yy"]
    );
}

#[test]
fn a_full_line_is_closed_at_both_ends() {
    let full = white("i2 zz i3 YY i4 tt");
    refuse(&full, "Ti1-i3", "gipf-line-full");
    refuse(&full, "Ti5-i3", "gipf-line-full");
}

#[test]
fn nothing_may_end_on_a_dot() {
    let position = white("b3 YY");
    refuse(&position, "Ta1-b3", "gipf-not-on-line");
    refuse(&position, "Tb1-a1", "gipf-ends-on-dot");
    refuse(&position, "Yb3-a3", "gipf-ends-on-dot");
    refuse(&position, "Te5-e6", "gipf-nothing-there");
    refuse(&position, "Te5", "gipf-no-dot-beside");
    refuse(&position, "Tk5", "gipf-no-such-point");
}

#[test]
fn an_entry_with_no_dot_beside_suggests_another() {
    for (position, action, told) in [
        ("matrx w - G3T6Z6D6Y6P6 G3T6Z6D6Y6P6", "Ge5", "example=Gb2"),
        (
            "matrx w e2=g G3T6Z6D6Y6P6 G2T6Z6D6Y6P6",
            "Ge3",
            "pushing=Ge1-e3",
        ),
        ("gipf-basic w - B15 B15", "e5", "example=b2"),
        ("gipf-basic w e2=b B15 B14", "e3", "pushing=e1-e3"),
    ] {
        let position: Position = position.parse().unwrap();
        let refused = position.play(&action.parse().unwrap(), &mut Dice::none());
        let refused = refused.unwrap_err();
        assert_eq!(refused.code(), "gipf-no-dot-beside");
        assert!(refused.to_string().contains(told), "{action}: {refused}");
        let (_, written) = told.split_once('=').unwrap();
        let step = position.play(&written.parse().unwrap(), &mut Dice::none());
        assert_eq!(step.unwrap().action.to_string(), written);
    }
}

#[test]
fn potentials_enter_only_in_twos() {
    let position = board("b2 G d2 g", 'w', "T1Z2", "T2");
    refuse(&position, "Tb3", "gipf-single-in-reserve");
    refuse(&position, "Db3", "gipf-none-in-reserve");
    assert_eq!(on(&play(&position, "Zb3"), "b3"), "ZZ");
}

#[test]
fn ambiguous_actions_are_refused_with_their_readings() {
    let position = board("b2 G d2 g", 'w', "T2Z2", "T2");
    let refused = position
        .play(&"b3".parse().unwrap(), &mut Dice::none())
        .unwrap_err();
    assert_eq!(refused.to_string(), "gipf-ambiguous readings=Tb3 Zb3");
    // Entering on an occupied spot pushes, and three dots are next to b2.
    let refused = position
        .play(&"Tb2".parse().unwrap(), &mut Dice::none())
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "gipf-ambiguous readings=Ta1-c3 Ta2-c2 Tb1-b3"
    );
    // After the dot comes the spot where the piece comes to rest, or where the last pushed one does.
    for written in ["Tb1-b2", "Tb1-b3", "tb1b2"] {
        let step = position
            .play(&written.parse().unwrap(), &mut Dice::none())
            .unwrap();
        assert_eq!(step.action.to_string(), "Tb1-b3");
    }
}

#[test]
fn an_entry_past_its_resting_spot_is_refused() {
    let refuse = |written: &str, expected: &str| {
        let position = white("b3 G");
        let refused = position.play(&written.parse().unwrap(), &mut Dice::none());
        assert_eq!(refused.unwrap_err().to_string(), expected, "{written}");
    };
    let code = "gipf-rests-elsewhere";
    refuse(
        "Pg7-g5",
        &format!("{code} dot=g7 letter=P rest=g6 spot=g5 written=g6"),
    );
    refuse(
        "Ye9-e2",
        &format!("{code} dot=e9 letter=Y rest=e8 spot=e2 written=e8"),
    );
    refuse(
        "Tb1-b5",
        &format!("{code} dot=b1 letter=T rest=b2 spot=b5 written=b1-b4"),
    );
}

#[test]
fn zertz_potentials_jump_onto_the_first_empty_spot() {
    let position = white("e3 ZZ e4 g e5 tt e6 -");
    let jumped = play(&position, "Ze3-e6");
    assert_eq!([on(&jumped, "e3"), on(&jumped, "e6")], ["Z", "Z"]);
    refuse(&position, "Ze3-e7", "gipf-jump-lands-elsewhere");
    refuse(&position, "Ze3-d3", "gipf-jump-over-nothing");
    refuse(&position, "Ze3-c4", "gipf-not-in-line");
    let walled = white("g3 ZZ h3 g i3 tt");
    refuse(&walled, "Zg3-i3", "gipf-jump-no-room");
}

#[test]
fn a_yinsh_potential_slides_over_empty_spots() {
    let position = white("e3 YY e6 g");
    assert_eq!(on(&play(&position, "Ye3-e5"), "e5"), "Y");
    refuse(&position, "Ye3-e6", "gipf-slide-not-vacant");
    refuse(&position, "Ye3-e7", "gipf-path-blocked");
}

#[test]
fn dvonn_potentials_land_only_on_an_enemy_dvonn() {
    let position = white("e3 DD e6 dd e7 d");
    let landed = play(&position, "De3-e6");
    assert_eq!([on(&landed, "e3"), on(&landed, "e6")], ["D", "ddD"]);
    refuse(&position, "De3-e5", "gipf-lands-on-nothing");
    refuse(&position, "De3-e7", "gipf-path-blocked");
    refuse(&white("e3 DD e4 PP"), "De3-e4", "gipf-lands-on-other");
    refuse(&white("e3 DD e4 DD"), "De3-e4", "gipf-lands-on-other");
    refuse(&white("e3 PP e4 dd"), "Pe3-e4", "gipf-lands-on-other");
}

#[test]
fn only_own_tops_of_stacks_can_be_used() {
    let position = white("e3 Z e4 zz e5 TT e6 G");
    let position = play(&position, "+x");
    refuse(&position, "Ze3-e7", "gipf-no-stack");
    refuse(&position, "Ze4-e7", "gipf-not-your-piece");
    refuse(&position, "De6-e7", "gipf-no-stack");
    refuse(&position, "e6-e7", "gipf-no-stack");
    refuse(&white("e4 TT"), "Te4-e5", "gipf-tamsk-stays");
    refuse(&white("e4 TT"), "Ze4-e5", "gipf-other-piece-there");
}

#[test]
fn tamsk_on_the_centre_earns_an_extra_move() {
    let position = white("e2 ZZ e3 yy e4 TT e5 -");
    let owed = play(&position, "Ze1-e5");
    assert_eq!(owed.phase(), Phase::Extra(Half::After));
    refuse(&owed, "Zb3", "gipf-extra-first");
    let entered = play(&owed, "+b3");
    assert_eq!([on(&entered, "e5"), on(&entered, "b3")], ["T", "T"]);
    assert_eq!(entered.mover(), Seat::Second);
    let given_up = play(&owed, "+x");
    assert_eq!(
        given_up.lost(Seat::First).count(PieceKind::Tamsk),
        owed.lost(Seat::First).count(PieceKind::Tamsk) + 1
    );
}

#[test]
fn extra_moves_given_by_the_opponent_come_first() {
    let position = white("e2 ZZ e3 yy e4 tt e5 -");
    let pushed = play(&position, "Ze1-e5");
    assert_eq!(
        (pushed.mover(), pushed.phase()),
        (Seat::Second, Phase::Extra(Half::Before))
    );
    let moved = play(&pushed, "+b3");
    assert_eq!((moved.mover(), moved.phase()), (Seat::Second, Phase::Move));
}

#[test]
fn rows_wait_until_the_extra_move_is_made() {
    // The push puts a fourth white piece next to b2 c2 d2 and brings the T-stack onto e5.
    let position = board("b2 G c2 G d2 G e2 z e3 y e4 TT h2 g", 'w', "Y2", "T2");
    let owed = play(&position, "Ye1-e5");
    assert_eq!(owed.rows(Seat::First).count(), 1);
    assert_eq!(owed.phase(), Phase::Extra(Half::After));
    assert_eq!(play(&owed, "+x").phase(), Phase::Rows(Half::After));
}

#[test]
fn singles_in_rows_go_and_stacks_may_stay() {
    let position = board("d3 ZZ d4 YY d5 TT d6 - e6 G b2 g", 'w', "G1D2", "T2");
    let row = play(&position, "Gd2");
    assert_eq!(row.phase(), Phase::Rows(Half::After));
    refuse(&row, "xd3*", "gipf-single-must-go");
    refuse(&row, "xd2*", "gipf-not-a-stack");
    assert_eq!(on(&play(&row, "xd2"), "d5"), "TT");
}

#[test]
fn new_rows_are_cleared_beside_kept_ones() {
    let rows = "c2 BB c3 BB c4 BB c5 BB e3 B e4 B e5 B h2 bb";
    let position = laid(Variant::GipfStandard, rows, 'w', "B4 B10");
    let moved = play(&position, "e2");
    assert_eq!(moved.to_move(), Some(Seat::First));
    let dealt = play(&moved, "xe2,e3,e4,e5");
    assert_eq!(on(&dealt, "e2"), "");
    // The other row is unchanged: the mover is not asked about it again.
    assert_eq!(dealt.to_move(), Some(Seat::Second));
    // Before that, both can be dealt with, one after the other.
    let both = play(&moved, "xc2*;xe2,e3,e4,e5");
    assert_eq!(both.to_move(), Some(Seat::Second));
    // Without a new row, the turn is over.
    let moved = play(&position, "g2");
    assert_eq!(moved.to_move(), Some(Seat::Second));
}

#[test]
fn kept_rows_are_asked_about_when_they_change() {
    // f3 is in both rows, and the other row has four pieces without it.
    let rows = "b4 BB c4 BB d4 BB e4 BB f3 BB f4 B f5 B h2 bb";
    let position = laid(Variant::GipfStandard, rows, 'w', "B5 B10");
    let moved = play(&position, "f2");
    let kept = play(&moved, "xf2,f4,f5");
    assert_eq!(kept.to_move(), Some(Seat::Second));
    let shorter = play(&moved, "xf2,f3*,f4,f5");
    assert_eq!(shorter.phase(), Phase::Rows(Half::After));
    assert_eq!(play(&shorter, "leave").to_move(), Some(Seat::Second));
}

#[test]
fn an_action_for_two_rows_is_listed_once() {
    // c4 is in both rows, and everything else may stay.
    let rows = "c2 BB c3 BB c4 B c5 BB b3 BB d5 BB e6 BB h2 bb";
    let position = laid(Variant::GipfStandard, rows, 'w', "B2 B10");
    let actions: Vec<String> = position
        .legal_actions()
        .iter()
        .map(ToString::to_string)
        .collect();
    let count = |action: &str| actions.iter().filter(|it| *it == action).count();
    assert_eq!(count("xc4"), 1, "{actions:?}");
    assert!(actions.iter().all(|action| count(action) == 1));
}

#[test]
fn a_row_of_stacks_alone_must_be_broken() {
    let position = board("d3 ZZ d4 YY d5 TT b3 G b2 g", 'w', "D2", "T2");
    let row = play(&position, "Dd2");
    assert_eq!(row.phase(), Phase::Rows(Half::After));
    refuse(&row, "xb2", "gipf-not-in-row");
    let dealt = play(&row, "xd4*");
    assert_eq!(dealt.reserve(Seat::First).count(PieceKind::Yinsh), 2);
    assert_eq!(dealt.mover(), Seat::Second);
}

#[test]
fn enemy_pieces_that_extend_a_row_are_captured() {
    let position = board("e2 Z e3 Y e4 T e6 y e7 g b2 G h2 g c5 YY", 'w', "-", "T2");
    let row = play(&position, "Yc5-e5");
    assert_eq!(row.phase(), Phase::Rows(Half::After));
    let dealt = play(&row, "xe2,e3,e4,e5,e6,e7");
    assert_eq!(dealt.lost(Seat::Second).count(PieceKind::Gipf), 2);
    assert_eq!(dealt.reserve(Seat::First).to_string(), "T1Z1Y2");
}

#[test]
fn losing_the_last_gipf_piece_loses_at_once() {
    let position = board("e2 Z e3 Y e4 T e6 y e7 g b2 G c5 YY", 'w', "-", "T2");
    let won = play(&position, "Yc5-e5;xe2,e3,e4,e5,e6,e7");
    let outcome = won.outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Seat::First), Reason::GipfCaptured)
    );
    refuse(&won, "Tb3", "gipf-over");
}

#[test]
fn a_player_without_a_move_loses() {
    let position = board("b2 G h2 g b4 YY", 'w', "-", "T1");
    let won = play(&position, "Yb4-b5");
    let outcome = won.outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Seat::First), Reason::GipfNoMove)
    );
}

#[test]
fn the_opponent_clears_their_row_before_moving() {
    // Pushing d from e7 to e6 joins the black pieces e3 e4 e5.
    let position = board("e3 z e4 y e5 t e7 d b2 G h2 g e8 -", 'w', "T2Z2", "T2");
    let position = play(&position, "Te8");
    let position = play(&position, "Tb3");
    let pushed = play(&position, "Ze9-e6");
    assert_eq!(
        (pushed.mover(), pushed.phase()),
        (Seat::Second, Phase::Rows(Half::Before))
    );
    refuse(&pushed, "Tb4", "gipf-row-first");
}

#[test]
fn removing_a_piece_frees_those_under_it() {
    let position = board("e2 Z e3 Y e4 ddD e6 - b2 G h2 g c5 YY", 'w', "-", "T2");
    let row = play(&position, "Yc5-e5");
    let dealt = play(&row, "xe2,e3,e4,e5");
    assert_eq!(on(&dealt, "e4"), "dd");
    assert_eq!(dealt.reserve(Seat::First).to_string(), "Z1D1Y2");
}

#[test]
fn positions_with_impossible_pieces_are_refused() {
    for (text, code) in [
        ("matrx w - G3T6Z6D6Y6P6", "common-bad-position"),
        ("chess w - - -", "common-bad-position"),
        ("matrx x - - -", "common-bad-position"),
        ("matrx w a1=G G2 G3", "common-bad-position"),
        ("matrx w b2=GG G1 G3", "common-bad-position"),
        ("matrx w b3=G,b2=G G1 G3", "common-bad-position"),
        ("matrx w b2=G G3 G3", "gipf-too-many"),
        ("matrx w b2=TT T2 T2", "gipf-no-gipf"),
        ("matrx-classic w i2=G G2 G3", "common-bad-position"),
    ] {
        assert_eq!(text.parse::<Position>().unwrap_err().code(), code, "{text}");
    }
}

#[test]
fn the_same_position_reached_twice_counts_once() {
    let turns = |variant| Turns::default().of(&Position::start(variant)).len();
    assert_eq!(turns(Variant::Matrx), 19);
    assert_eq!(turns(Variant::MatrxClassic), 18);
}
