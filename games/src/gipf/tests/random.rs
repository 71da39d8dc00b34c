//! What holds in every game, however it is played.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::{
    dice::Dice,
    game::{Game, Seat},
    gipf::{Action, Kind, Phase, Position, Variant},
};

/// The first positions of a game played by these choices.
fn game(variant: Variant, choices: &[usize]) -> Vec<Position> {
    let mut positions = vec![Position::start(variant)];
    for choice in choices {
        let position = &positions[positions.len() - 1];
        let actions = position.legal_actions();
        if actions.is_empty() {
            break;
        }
        // Rows are rare when entries are chosen evenly; potentials on the board make them.
        let action = &actions[actions.len() - 1 - choice % actions.len()];
        let step = position.play(action, &mut Dice::none()).unwrap();
        positions.push(step.position);
    }
    positions
}

fn owned(position: &Position) -> BTreeMap<(usize, Kind), u8> {
    let both = Seat::BOTH
        .into_iter()
        .flat_map(|seat| Kind::ALL.map(|kind| (seat, kind)));
    both.map(|(seat, kind)| ((seat.index(), kind), position.remaining(seat, kind)))
        .collect()
}

fn variant() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::Matrx), Just(Variant::MatrxClassic)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pieces_leave_only_by_a_row_or_a_given_up_extra_move(
        variant in variant(),
        choices in prop::collection::vec(0usize..10_000, 1..140),
    ) {
        let positions = game(variant, &choices);
        for pair in positions.windows(2) {
            let (before, after) = (owned(&pair[0]), owned(&pair[1]));
            for (piece, count) in &after {
                prop_assert!(*count <= before[piece]);
            }
            if matches!(pair[0].phase(), Phase::Move) {
                prop_assert_eq!(before, after);
            }
        }
    }

    #[test]
    fn whatever_is_written_is_one_of_the_listed_actions_or_refused(
        variant in variant(),
        choices in prop::collection::vec(0usize..10_000, 0..90),
    ) {
        let positions = game(variant, &choices);
        let position = &positions[positions.len() - 1];
        let listed = position.legal_actions();
        let points = position.board().points();
        for (kind, from) in Kind::ALL.into_iter().flat_map(|k| points.iter().map(move |p| (k, *p))) {
            for to in points {
                let written = Action::Move { kind: Some(kind), from: Some(from), to: *to };
                match position.play(&written, &mut Dice::none()) {
                    Ok(step) => prop_assert!(listed.contains(&step.action), "{}", written),
                    Err(_) => prop_assert!(!listed.contains(&written), "{}", written),
                }
            }
        }
    }

    #[test]
    fn no_text_makes_reading_panic(text in "[a-jA-Z0-9 +x*,=;\\-]{0,20}") {
        let _ = text.parse::<Action>();
        let _ = text.parse::<Position>();
        let _ = format!("matrx w {text} - -").parse::<Position>();
    }
}
