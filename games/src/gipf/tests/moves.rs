//! Tests that moves are the same in both directions of the notation, with any listener.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::random::{agreed, game};
use crate::{
    dice::Dice,
    game::Game,
    gipf::{Action, Move, Phase, Position, Variant},
    rules::Rules,
};

#[test]
fn state_beside_the_board_changes_the_key() {
    let begin = Position::start(Variant::GipfTournament);
    let mut positions = vec![begin; 6];
    positions[1].gipfs_enter[0] = false;
    positions[2].gipfs_enter[1] = false;
    positions[3].gipfs_enter = [false; 2];
    positions[4].challenges.left[0] = 1;
    positions[5].challenges.left[1] = 1;
    let keys: std::collections::BTreeSet<u64> = positions.iter().map(Rules::key).collect();
    assert_eq!(keys.len(), positions.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_move_is_read_and_played_as_written(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 0..140),
    ) {
        for position in game(agreed, &choices) {
            let moves = position.moves();
            prop_assert_eq!(moves.len(), position.legal_actions().len());
            prop_assert_eq!(moves.first().copied(), position.first_moves(1).pop());
            for played in moves {
                let action = position.write(played);
                prop_assert_eq!(action.to_string().parse::<Action>().unwrap(), action.clone());
                prop_assert_eq!(position.read(&action).unwrap(), played);
                let step = Game::play(&position, &action, &mut Dice::none()).unwrap();
                let (mut unheard, mut heard, mut events) = (position, position, 0);
                let turn = unheard.play_unchecked(played, &mut Dice::none(), &mut |_| {});
                heard.play_unchecked(played, &mut Dice::none(), &mut |_| events += 1);
                prop_assert_eq!((unheard, turn), (step.position, step.turn));
                prop_assert_eq!((heard, events), (step.position, step.facts.len()));
                prop_assert_eq!(unheard.key(), step.position.key());
                prop_assert_ne!(unheard.key(), position.key());
            }
        }
    }

    #[test]
    fn entries_by_dot_and_direction_match_the_list(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 0..90),
    ) {
        for position in game(agreed, &choices) {
            let mut entries = Vec::new();
            let _ = position.each_entry(|entry| {
                entries.push(position.write(entry));
                ControlFlow::Continue(())
            });
            let mut listed = Vec::new();
            for entry in entries {
                if !listed.contains(&entry) {
                    listed.push(entry);
                }
            }
            let is_entry = |played: &Move| matches!(played, Move::Enter { .. });
            let moves = position.moves().into_iter().filter(is_entry);
            let moves: Vec<Action> = moves.map(|played| position.write(played)).collect();
            prop_assert_eq!(listed, moves);
        }
    }
}

#[test]
fn an_example_avoids_losing_or_giving_a_row() {
    let gives = |position: &Position, played: Move| {
        let mut after = *position;
        after.make(played, &mut |_| {});
        let lost = after
            .outcome()
            .is_some_and(|end| end.winner != Some(position.mover));
        lost || after.has_row(position.mover.other())
    };
    let mut shown = 0;
    for variant in [Variant::Matrx, Variant::GipfBasic, Variant::GipfTournament] {
        for seed in 0..40u64 {
            let mut position = Position::start(variant);
            let mut random = seed + 1;
            while position.to_move().is_some() && shown < 20_000 {
                let moves = position.moves();
                let example = position.example_move().unwrap();
                assert!(moves.contains(&example), "{position}");
                if position.current_phase() == Phase::Move && gives(&position, example) {
                    assert!(moves.iter().all(|it| gives(&position, *it)), "{position}");
                }
                shown += 1;
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695);
                let pick = (random >> 33) as usize % moves.len();
                position.make(moves[pick], &mut |_| {});
            }
        }
    }
    assert!(shown > 2_000);
}
