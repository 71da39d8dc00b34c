//! Tests of the rules of GIPF: basic, standard and tournament.

use super::*;

/// Returns a position of the standard version with White to move, and a GIPF piece of each side out of the
/// way.
fn standard(picture: &str) -> Position {
    let gipf = " h2 BB h5 bb";
    laid(
        Variant::GipfStandard,
        &format!("{picture}{gipf}"),
        'w',
        "B6 B6",
    )
}

fn outcome(position: &Position) -> (Option<Seat>, Reason) {
    let outcome = position.outcome().unwrap();
    (outcome.winner, outcome.reason)
}

#[test]
fn each_turn_enters_one_basic_piece() {
    let start = Position::start(Variant::GipfBasic);
    let entered = play(&start, "b3");
    assert_eq!(on(&entered, "b3"), "B");
    assert_eq!(entered.reserve(Seat::First).count(PieceKind::Basic), 11);
    assert_eq!(entered.mover(), Seat::Second);
    assert_eq!(on(&play(&entered, "a2-c4"), "c4"), "B");
    refuse(&start, "b2", "gipf-ambiguous");
    refuse(&start, "Gb3", "gipf-no-gipf-enters");
    refuse(&start, "Zb3", "gipf-no-such-potential");
}

#[test]
fn a_row_goes_with_all_that_extends_it() {
    let row = laid(Variant::GipfBasic, "e2 B e3 B e4 B e5 b d5 B", 'w', "B5 B5");
    let row = play(&row, "e1-e6");
    assert_eq!(row.phase(), Phase::Rows(Half::After));
    refuse(&row, "xe2,e3,e4,e5", "gipf-single-must-go");
    refuse(&row, "b3", "gipf-row-first");
    refuse(&row, "leave", "gipf-row-first");
    let dealt = play(&row, "xe2,e3,e4,e5,e6");
    assert_eq!(dealt.reserve(Seat::First).count(PieceKind::Basic), 8);
    assert_eq!(dealt.lost(Seat::Second).count(PieceKind::Basic), 15 - 5);
    assert_eq!(on(&dealt, "d5"), "B");
}

#[test]
fn the_mover_chooses_among_rows_that_meet() {
    let crossed = laid(
        Variant::GipfBasic,
        "e3 B e4 B e5 B e6 B c5 B d5 B f4 B c3 b",
        'w',
        "B3 B3",
    );
    let spots = |action: &Action| action.to_string();
    let choices: Vec<String> = crossed.legal_actions().iter().map(spots).collect();
    assert_eq!(choices, ["xe3,e4,e5,e6", "xc5,d5,e5,f4"]);
    assert_eq!(play(&crossed, "xe3,e4,e5,e6").current_phase(), Phase::Move);
}

#[test]
fn a_player_with_nothing_to_enter_loses() {
    let last = laid(Variant::GipfBasic, "b2 B h5 b", 'w', "B3 -");
    assert_eq!(
        outcome(&play(&last, "b3")),
        (Some(Seat::First), Reason::GipfNoPiece)
    );
    let saved = laid(Variant::GipfBasic, "e2 b e3 b e4 b e5 b", 'b', "B3 -");
    assert_eq!(play(&saved, "xe2,e3,e4,e5").current_phase(), Phase::Move);
}

#[test]
fn cleared_gipf_pieces_return_as_two_basic_pieces() {
    let row = standard("e2 BB e3 B e4 B e5 B e6 bb b2 bb");
    let left = play(&row, "xe3,e4,e5");
    assert_eq!([on(&left, "e2"), on(&left, "e6")], ["BB", "bb"]);
    let taken = play(&row, "xe2*,e3,e4,e5,e6*");
    assert_eq!(taken.reserve(Seat::First).count(PieceKind::Basic), 6 + 5);
    let lost = |position: &Position| position.lost(Seat::Second).count(PieceKind::Basic);
    assert_eq!(lost(&taken), lost(&row) + 2);
    refuse(&row, "xe2,e3,e4", "gipf-single-must-go");
}

#[test]
fn an_optional_row_is_named_beside_compulsory_ones() {
    let rows = "c2 BB c3 BB c4 BB c5 BB e2 B e3 B e4 B e5 B h2 bb";
    let position = laid(Variant::GipfStandard, rows, 'w', "B4 B8");
    let prompt = position.prompt().unwrap();
    assert_eq!(prompt.ask.code, "gipf-ask-row-of-gipf");
    let asked = prompt.ask.to_string();
    assert!(asked.contains(" count=1 "), "{asked}");
    assert!(asked.contains(" rows=e2-e5 "), "{asked}");
    let note = prompt.notes[0].to_string();
    assert_eq!(note, "gipf-row-may-stay count=1 rows=c2-c5");
    // Compulsory rows are listed first.
    assert_eq!(prompt.choices[0].action, "xe2,e3,e4,e5");
    let example = position.example_move().unwrap();
    assert_eq!(position.action_of(example).to_string(), "xe2,e3,e4,e5");
    // Once it is dealt with, the prompt does not mention it.
    let dealt = play(&position, "xe2,e3,e4,e5").prompt().unwrap();
    assert_eq!(dealt.notes[0].code, "gipf-row-may-go");
}

#[test]
fn the_example_prefers_moving_to_an_optional_row() {
    for (rows, ask, use_or_enter) in [
        ("b2 BZ b3 b", "gipf-ask-only-jumps", true),
        ("b2 B b5 BB", "gipf-ask-enter", true),
        ("b2 B b5 BB", "gipf-ask-only-rows", false),
    ] {
        let rows = format!("{rows} c2 BB c3 BB c4 BB c5 BB h2 bb");
        let reserve = match ask {
            "gipf-ask-enter" => "B3 B10",
            _ => "- B10",
        };
        let position = laid(Variant::GipfStandard, &rows, 'w', reserve);
        assert_eq!(position.prompt().unwrap().ask.code, ask);
        let example = position
            .action_of(position.example_move().unwrap())
            .to_string();
        assert_eq!(!example.starts_with('x'), use_or_enter, "{ask}: {example}");
    }
}

#[test]
fn a_row_of_gipf_pieces_alone_may_stay() {
    let row = standard("e2 BB e3 BB e4 BB e5 BB");
    assert_eq!(row.current_phase(), Phase::Move);
    let notes = row.prompt().unwrap().notes;
    assert!(notes.iter().any(|note| note.code == "gipf-row-may-go"));
    assert_eq!(play(&row, "b3").mover(), Seat::Second);
    refuse(&row, "leave", "gipf-row-stays");
    // A row that the move has changed is asked about.
    let longer = play(&row, "e1-e6");
    assert_eq!(longer.to_move(), Some(Seat::First));
    assert_eq!(
        play(&row, "xe3*;b3")
            .reserve(Seat::First)
            .count(PieceKind::Basic),
        7
    );
}

#[test]
fn new_rows_of_gipf_pieces_are_asked_about() {
    // The line a1-i5 pushes the GIPF piece from d4 to e5, above three others.
    let position = standard("b2 b c3 b d4 BB e2 BB e3 BB e4 BB");
    let asked = play(&position, "a1-e5");
    assert_eq!(asked.phase(), Phase::Rows(Half::After));
    assert_eq!(asked.to_move(), Some(Seat::First));
    refuse(&asked, "b3", "gipf-row-or-leave");
    assert_eq!(play(&asked, "leave").mover(), Seat::Second);
    let taken = play(&asked, "xe3*");
    assert_eq!(taken.mover(), Seat::Second);
    // Of 15 ways to take, the most useful ones are numbered.
    let choices = asked.prompt().unwrap().choices;
    let numbered: Vec<&str> = choices.iter().map(|it| it.action.as_str()).collect();
    assert_eq!(numbered, ["xe2*", "xe5*", "xe2*,e3*,e4*,e5*", "leave"]);
    assert_eq!(asked.legal_actions().len(), 16);
}

#[test]
fn losing_the_last_gipf_piece_loses_the_game() {
    let row = laid(
        Variant::GipfStandard,
        "e2 B e3 B e4 B e5 B e6 bb h2 BB",
        'w',
        "B5 B5",
    );
    assert_eq!(
        outcome(&play(&row, "xe2,e3,e4,e5,e6*")),
        (Some(Seat::First), Reason::GipfCaptured)
    );
    // One row takes the last ones of both: the player who took it wins.
    let both = laid(
        Variant::GipfStandard,
        "e2 BB e3 B e4 B e5 B e6 bb",
        'w',
        "B5 B5",
    );
    let taken = play(&both, "xe2*,e3,e4,e5,e6*");
    assert_eq!(outcome(&taken), (Some(Seat::First), Reason::GipfCaptured));
    let own = play(&both, "xe2*,e3,e4,e5");
    assert_eq!(outcome(&own), (Some(Seat::Second), Reason::GipfCaptured));
}

#[test]
fn a_losing_answer_is_marked_and_no_example() {
    let row = "e2 B e3 B e4 B e5 BB h5 bb";
    let row = laid(Variant::GipfStandard, row, 'w', "B5 B5");
    assert_eq!(row.example().unwrap().to_string(), "xe2,e3,e4");
    let choices = row.prompt().unwrap().choices;
    let loses = |action: &str| {
        let choice = choices.iter().find(|choice| choice.action == action);
        let args = &choice.unwrap().what.args;
        args.contains(&("loses".into(), crate::fact::Arg::Text("yes".into())))
    };
    assert!(loses("xe2,e3,e4,e5*"));
    assert!(!loses("xe2,e3,e4"));
}

#[test]
fn a_gipf_piece_is_moved_by_pushing_alone() {
    refuse(&standard("e3 B"), "Zh2-f4", "gipf-gipf-stays");
    refuse(&standard("e3 B"), "h2-f4", "gipf-gipf-stays");
    refuse(&standard("e3 B"), "Ze3-e5", "gipf-no-stack");
}

#[test]
fn the_basic_version_has_no_gipf_pieces() {
    let text = "gipf-basic w b2=BB,f6=b B5 B5";
    let refused = text.parse::<Position>().unwrap_err();
    assert_eq!(refused.code(), "common-bad-position");
}

#[test]
fn tournaments_begin_with_gipf_pieces_until_a_single() {
    let start = Position::start(Variant::GipfTournament);
    refuse(&start, "b2", "gipf-begin-with-gipf");
    let begun = play(&start, "Gb2");
    assert_eq!(begun.to_string(), "gipf-tournament b b2=BB B16 B18 Gg");
    let both = play(&begun, "Gh5;Gc2;h4");
    assert_eq!(both.gipfs_enter, [true, false]);
    let singles = play(&both, "d2");
    refuse(&singles, "Gg6", "gipf-singles-only");
    let singles = play(&singles, "h3");
    refuse(&singles, "Gg2", "gipf-singles-only");
    let poor = laid(Variant::GipfTournament, "b2 BB h5 bb", 'w', "B1 B5 Gg");
    refuse(&poor, "Gc2", "gipf-one-in-reserve");
}

#[test]
fn captured_gipf_pieces_are_told_with_their_row() {
    let picture = "b2=bb,e2=BB,e3=B,e4=B,e5=B,e6=bb,h2=BB,h5=bb";
    let position = format!("gipf-standard w {picture} B6 B6");
    let told = |cleared: &str| {
        let mut live = crate::Live::set_up(&position, None).unwrap();
        let facts = live.play(cleared).unwrap();
        let row = facts
            .iter()
            .find(|fact| fact.code == "gipf-row-of-stacks-cleared");
        let args = row.unwrap().args.clone();
        let arg = |name: &str| {
            args.iter()
                .find(|(known, _)| *known == name)
                .unwrap()
                .1
                .clone()
        };
        (arg("row"), arg("gipfs"))
    };
    let row = crate::Arg::from("e2-e6".to_owned());
    assert_eq!(
        told("xe2*,e3,e4,e5,e6*"),
        (row.clone(), crate::Arg::from(1u8))
    );
    assert_eq!(told("xe3,e4,e5"), (row, crate::Arg::from(0u8)));
}
