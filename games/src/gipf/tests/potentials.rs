//! Tests of GIPF with potentials.

use super::{
    super::challenges::{Challenges, Decider},
    *,
};
use crate::{contest::Means, outcome::Reason};

/// Returns a position of the standard version with White to move, and a GIPF piece of each side out of the
/// way.
fn standard(picture: &str, reserves: &str) -> Position {
    let picture = format!("{picture} h2 BB h5 bb");
    laid(Variant::GipfStandard, &picture, 'w', reserves)
}

/// Returns the codes of an action's events.
fn told(position: &Position, action: &str) -> Vec<String> {
    let step = position.play(&action.parse().unwrap(), &mut Dice::none());
    let facts = step.unwrap().facts;
    facts.iter().map(|fact| fact.code.to_string()).collect()
}

#[test]
fn loaded_pieces_enter_before_single_ones() {
    let position = standard("e2 b", "B5Z3 B5Z3");
    let loaded = play(&position, "Zb3");
    assert_eq!(on(&loaded, "b3"), "BZ");
    assert_eq!(loaded.to_string().split(' ').nth(3), Some("B4Z2"));
    assert_eq!(
        told(&position, "b3"),
        ["gipf-entered", "gipf-potentials-lost"]
    );
    let single = play(&position, "b3");
    assert_eq!(single.lost(Seat::First).count(PieceKind::Zertz), 3);
    let later = play(&single, "Zg6");
    refuse(&later, "Zc2", "gipf-no-potential-left");
    refuse(&position, "Tb3", "gipf-no-such-potential");
}

#[test]
fn zertz_potentials_enter_before_tamsk_ones() {
    let position = standard("e2 b", "B5T3Z1 B5T3Z3");
    refuse(&position, "Tb3", "gipf-zertz-first");
    let last = play(&position, "Zb3;Zg6");
    assert_eq!(on(&play(&last, "Tc2"), "c2"), "BT");
}

#[test]
fn in_tournaments_a_loaded_piece_ends_gipf_entries() {
    let start = start(Variant::GipfTournament, "zertz=3").unwrap();
    refuse(&start, "Zb2", "gipf-begin-with-gipf");
    let loaded = play(&start, "Gb2;Gh5;Zc2;Gh4");
    assert_eq!(loaded.gipfs_enter, [false, true]);
    refuse(&loaded, "Gd2", "gipf-singles-only");
    assert_eq!(on(&play(&loaded, "Zd2"), "d2"), "BZ");
}

#[test]
fn jumps_separate_potentials_from_their_basic_pieces() {
    let position = standard("e3 BZ e4 bb e5 bz", "B5 B5");
    let jumped = play(&position, "Ze3-e6");
    assert_eq!([on(&jumped, "e3"), on(&jumped, "e6")], ["B", "Z"]);
    refuse(&position, "Ze5-e2", "gipf-not-your-piece");
    let again = play(&jumped, "b2");
    refuse(&again, "Ze6-e3", "gipf-no-stack");
}

#[test]
fn loaded_pieces_may_stay_but_potentials_never_return() {
    let row = standard("e2 BZ e3 B e4 B e5 B", "B5 B5");
    assert_eq!(on(&play(&row, "xe3,e4,e5"), "e2"), "BZ");
    let taken = play(&row, "xe2*,e3,e4,e5");
    assert_eq!(taken.reserve(Seat::First).to_string(), "B9");
    assert_eq!(
        told(&row, "xe2*,e3,e4,e5"),
        ["gipf-row-of-stacks-cleared", "gipf-spent"]
    );
    // A used potential is a single piece: it has to go, and leaves the game.
    let used = standard("e2 Z e3 B e4 B e5 B", "B5 B5");
    refuse(&used, "xe3,e4,e5", "gipf-single-must-go");
    assert_eq!(
        play(&used, "xe2,e3,e4,e5").reserve(Seat::First).to_string(),
        "B8"
    );
}

#[test]
fn a_row_with_loaded_pieces_must_be_broken() {
    let row = standard("e2 BZ e3 BB e4 BB e5 BB e6 BB", "B1 B5");
    assert_eq!(row.current_phase(), Phase::Rows(Half::Before));
    refuse(&row, "b3", "gipf-row-first");
    refuse(&row, "leave", "gipf-row-first");
    refuse(&row, "xe6*", "gipf-row-not-broken");
    // The rest may be four GIPF pieces, which may stay.
    assert_eq!(play(&row, "xe2*").current_phase(), Phase::Move);
    assert_eq!(play(&row, "xe4*").current_phase(), Phase::Move);
    // A single in it goes, and then the four still have to be broken.
    let mixed = standard("e2 BZ e3 BB e4 BB e5 BB e6 B", "B1 B5");
    refuse(&mixed, "xe6", "gipf-row-not-broken");
    assert_eq!(play(&mixed, "xe3*,e6").current_phase(), Phase::Move);
}

#[test]
fn loaded_tamsk_on_the_centre_earns_extra_moves() {
    let position = standard("e2 b e3 b e4 BT", "B5 B5");
    let owed = play(&position, "e1-e5");
    assert_eq!(owed.phase(), Phase::Extra(Half::After));
    let entered = play(&owed, "+b3");
    assert_eq!([on(&entered, "e5"), on(&entered, "b3")], ["B", "T"]);
    assert_eq!(
        play(&owed, "+x").lost(Seat::First).count(PieceKind::Tamsk),
        1
    );
    // The opponent pushed it: the extra move comes before the own one, with nothing taken between.
    let by_black = laid(
        Variant::GipfStandard,
        "e2 b e3 b e4 BT b2 BB c2 BB d2 BB b3 BB c3 BB d3 BB e6 B h5 bb",
        'b',
        "B2 B5",
    );
    let owed = play(&by_black, "e1-e5");
    assert_eq!(owed.current_phase(), Phase::Extra(Half::Before));
    assert_eq!(owed.mover(), Seat::First);
}

#[test]
fn a_movable_potential_keeps_the_game_going() {
    let last = standard("e3 bz e4 B b2 b", "B3 -");
    assert_eq!(play(&last, "b3").current_phase(), Phase::Move);
    let jumped = play(&last, "b3;Ze3-e5");
    assert_eq!(jumped.outcome(), None);
    let stuck = play(&jumped, "c2");
    assert_eq!(stuck.outcome().unwrap().reason, Reason::GipfNoPiece);
}

/// Returns a position in which White has announced a jump, and Black may challenge two.
fn announced() -> Position {
    let mut position = standard("e3 BZ e4 bb c2 BZ d2 b", "B5 B5");
    position.challenges = Challenges {
        left: [0, 2],
        by: Decider::from_text("coin").unwrap(),
    };
    play(&position, "Ze3-e5")
}

#[test]
fn an_announced_jump_waits_for_the_opponent() {
    let announced = announced();
    assert_eq!(on(&announced, "e3"), "BZ", "it has not jumped yet");
    assert_eq!(announced.to_move(), Some(Seat::Second));
    assert_eq!(announced.prompt().unwrap().choices.len(), 2);
    refuse(&announced, "b3", "gipf-jump-first");
    refuse(&announced, "upheld", "gipf-jump-first");
    let allowed = play(&announced, "allow");
    assert_eq!(on(&allowed, "e5"), "Z");
    assert_eq!(allowed.challenges_left(Seat::Second), 2);
    assert_eq!(allowed.to_move(), Some(Seat::Second));
    // White may challenge none, so Black's jump is not announced.
    let loaded = standard("e3 BZ", "B5 B5");
    refuse(&loaded, "neutralise", "gipf-no-jump");
}

#[test]
fn both_ends_of_an_undecided_jump_are_marked() {
    let marked = |position: &Position| -> Vec<String> {
        let points = crate::HostedPosition::scene(position).points.into_iter();
        let due = points.filter(|point| point.mark == crate::scene::Mark::Due);
        due.map(|point| point.name).collect()
    };
    let announced = announced();
    assert_eq!(marked(&announced), ["e3", "e5"]);
    let contested = play(&announced, "neutralise");
    assert_eq!(marked(&contested), ["e3", "e5"]);
    assert_eq!(marked(&play(&announced, "allow")), [""; 0]);
}

#[test]
fn a_won_challenge_neutralises_and_the_turn_continues() {
    let contested = play(&announced(), "neutralise");
    let contest = contested.contest().unwrap();
    assert_eq!(
        (contest.challenger, contest.by),
        (Seat::Second, Means::Coin)
    );
    refuse(&contested, "allow", "gipf-contest-first");
    let neutralised = play(&contested, contest.won);
    assert_eq!(on(&neutralised, "e3"), "B");
    assert_eq!(neutralised.lost(Seat::First).count(PieceKind::Zertz), 1);
    assert_eq!(neutralised.to_move(), Some(Seat::First));
    assert_eq!(neutralised.contest(), None);
    // The turn goes on: another jump may be tried, and challenged again.
    let again = play(&neutralised, "Zc2-e2");
    assert_eq!(again.to_move(), Some(Seat::Second));
    let last = play(&again, "neutralise;upheld");
    assert_eq!(on(&last, "e2"), "Z");
    assert_eq!(last.challenges_left(Seat::Second), 0);
}

#[test]
fn a_row_jumped_over_can_be_cleared_afterwards() {
    let position = laid(
        Variant::GipfStandard,
        "b4 BZ c2 BB c3 BB c4 BB c5 BB h2 bb",
        'w',
        "B4 B10",
    );
    let jumped = play(&position, "Zb4-d4");
    assert_eq!(jumped.phase(), Phase::Rows(Half::After));
    assert_eq!(on(&play(&jumped, "xc4*"), "c4"), "");
    assert_eq!(play(&jumped, "leave").to_move(), Some(Seat::Second));
    // A row elsewhere is not asked about again.
    let beside = laid(
        Variant::GipfStandard,
        "e2 BZ e3 B c2 BB c3 BB c4 BB c5 BB h2 bb",
        'w',
        "B4 B10",
    );
    assert_eq!(play(&beside, "Ze2-e4").to_move(), Some(Seat::Second));
}

#[test]
fn kept_rows_can_go_after_a_lost_contest() {
    let rows = "b2 BZ b3 b c2 BB c3 BB c4 BB c5 BB h2 bb";
    for reserve in ["B2 B10", "- B10"] {
        let text = format!("{reserve} neutralise=0/1,by=coin");
        let position = laid(Variant::GipfStandard, rows, 'w', &text);
        let neutralised = play(&position, "Zb2-b4;neutralise;neutralised");
        assert_eq!(neutralised.outcome(), None);
        assert_eq!(neutralised.to_move(), Some(Seat::First));
        let dealt = play(&neutralised, "xc2*");
        assert_eq!(on(&dealt, "c2"), "");
        assert_eq!(play(&dealt, "g2").to_move(), Some(Seat::Second));
    }
}

#[test]
fn extra_move_rows_wait_after_a_lost_contest() {
    let board = "b5 BB c3 B c4 B c5 B e5 BT g3 BZ g4 b h2 bb";
    let text = "B6 B6 neutralise=0/1,by=coin";
    let position = laid(Variant::GipfStandard, board, 'w', text);
    for extra in ["+c2", "+x"] {
        let contested = play(&position, &format!("{extra};Zg3-g5;neutralise"));
        let neutralised = play(&contested, "neutralised");
        assert_eq!(neutralised.phase(), Phase::Move);
        assert_eq!(neutralised.to_move(), Some(Seat::First));
        assert_eq!(on(&neutralised, "g3"), "B");
    }
    // The row made by the extra move is dealt with at the end of the turn.
    let row = play(&position, "+c2;Zg3-g5;neutralise;neutralised;f2");
    assert_eq!(row.phase(), Phase::Rows(Half::After));
    assert_eq!(row.to_move(), Some(Seat::First));
}

#[test]
fn a_row_kept_before_an_extra_move_stays() {
    let rows = "c2 BB c3 BB c4 BB c5 BB e5 BT g3 BZ g4 b h2 bb";
    let text = "B4 B6 neutralise=0/1,by=coin";
    let position = laid(Variant::GipfStandard, rows, 'w', text);
    let contested = play(&position, "+x;Zg3-g5;neutralise");
    let neutralised = play(&contested, "neutralised");
    refuse(&neutralised, "xc2*", "gipf-no-row");
    assert_eq!(play(&neutralised, "f2").to_move(), Some(Seat::Second));
}

#[test]
fn a_failed_challenge_lets_the_jump_happen() {
    let upheld = play(&announced(), "neutralise;upheld");
    assert_eq!([on(&upheld, "e3"), on(&upheld, "e5")], ["B", "Z"]);
    assert_eq!(upheld.to_move(), Some(Seat::Second));
}

#[test]
fn losing_the_last_potential_in_a_contest_loses() {
    let mut position = standard("e3 BZ e4 bb", "- B5");
    position.challenges = Challenges {
        left: [1, 1],
        by: Decider::from_text("coin").unwrap(),
    };
    let neutralised = play(&position, "Ze3-e5;neutralise;neutralised");
    assert_eq!(neutralised.outcome().unwrap().reason, Reason::GipfNoPiece);
}
