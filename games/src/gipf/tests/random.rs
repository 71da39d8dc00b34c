//! Property tests of random games.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::{
    dice::Dice,
    game::Game,
    gipf::{Action, Phase, PieceKind, Position, Variant, start},
    hex::Coord,
    rules::Rules,
    seat::Seat,
};

/// Returns the first positions of a game played by these choices.
pub(super) fn game((variant, options): (Variant, &str), choices: &[usize]) -> Vec<Position> {
    let mut positions = vec![start(variant, options).unwrap()];
    for choice in choices {
        let position = &positions[positions.len() - 1];
        let actions = position.legal_actions();
        if actions.is_empty() {
            break;
        }
        // Rows are rare with uniformly chosen entries; potentials on the board make them.
        let action = &actions[actions.len() - 1 - choice % actions.len()];
        let step = position.play(action, &mut Dice::none()).unwrap();
        positions.push(step.position);
    }
    positions
}

fn owned(position: &Position) -> BTreeMap<(usize, PieceKind), u8> {
    let both = Seat::BOTH
        .into_iter()
        .flat_map(|seat| PieceKind::ALL.map(|kind| (seat, kind)));
    both.map(|(seat, kind)| ((seat.index(), kind), position.remaining(seat, kind)))
        .collect()
}

fn may_lose(position: &Position) -> bool {
    matches!(
        position.current_phase(),
        Phase::Extra(_) | Phase::Contested { .. }
    )
}

pub(super) fn agreed() -> impl Strategy<Value = (Variant, &'static str)> {
    prop_oneof![
        Just((Variant::Matrx, "-")),
        Just((Variant::MatrxClassic, "-")),
        Just((Variant::GipfBasic, "-")),
        Just((Variant::GipfBasic, "black+2,zertz=4")),
        Just((Variant::GipfStandard, "-")),
        Just((
            Variant::GipfStandard,
            "zertz=3,tamsk=5,neutralise=2,by=coin"
        )),
        Just((Variant::GipfTournament, "-")),
        Just((Variant::GipfTournament, "tamsk=6,zertz=6")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pieces_leave_only_by_rows_extras_or_contests(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 1..140),
    ) {
        let positions = game(agreed, &choices);
        for pair in positions.windows(2) {
            let (before, after) = (owned(&pair[0]), owned(&pair[1]));
            for (piece, count) in &after {
                prop_assert!(*count <= before[piece]);
            }
            // The exception: going on to singles costs the potentials that have not entered.
            let waiting = |position: &Position| {
                let waits = |kind: &PieceKind| position.reserve(pair[0].mover()).count(*kind) > 0;
                position.variant().potentials().iter().any(waits)
            };
            let plain = !waiting(&pair[0]) || waiting(&pair[1]);
            if !pair[0].has_row(pair[0].mover()) && !may_lose(&pair[0]) && plain {
                prop_assert_eq!(before, after);
            }
        }
    }

    #[test]
    fn every_written_action_is_listed_or_refused(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 0..90),
    ) {
        let positions = game(agreed, &choices);
        let position = &positions[positions.len() - 1];
        let listed = position.legal_actions();
        let points: Vec<Coord> = position.board().points().collect();
        for (kind, from) in PieceKind::ALL.into_iter().flat_map(|k| points.iter().map(move |p| (k, *p))) {
            for to in &points {
                let written = Action::Move { kind: Some(kind), from: Some(from), to: *to };
                match position.play(&written, &mut Dice::none()) {
                    Ok(step) => prop_assert!(listed.contains(&step.action), "{}", written),
                    Err(_) => prop_assert!(!listed.contains(&written), "{}", written),
                }
            }
        }
    }

    #[test]
    fn a_position_between_turns_is_read_as_written(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 1..140),
    ) {
        let positions = game(agreed, &choices);
        for pair in positions.windows(2) {
            if pair[0].mover() != pair[1].mover() && pair[1].outcome().is_none() {
                let text = pair[1].to_string();
                let read: Position = text.parse().unwrap();
                prop_assert_eq!(read.to_string(), text);
                prop_assert_eq!(read.legal_actions(), pair[1].legal_actions());
            }
        }
    }

    #[test]
    fn a_finished_game_is_read_with_its_end(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 100..400),
    ) {
        let positions = game(agreed, &choices);
        let last = &positions[positions.len() - 1];
        if let Some(outcome) = last.outcome() {
            let text = last.to_string();
            let read: Position = text.parse().unwrap();
            prop_assert_eq!(read.to_string(), text);
            prop_assert_eq!(read.outcome(), Some(outcome));
        }
    }

    #[test]
    fn no_text_makes_reading_panic(text in "[a-jA-Z0-9 +x*,=;\\-]{0,20}") {
        let _ = text.parse::<Action>();
        let _ = text.parse::<Position>();
        let _ = format!("matrx w {text} - -").parse::<Position>();
    }
}
