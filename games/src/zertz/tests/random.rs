//! Property tests of random games: actions and moves agree.

use std::ops::ControlFlow;

use proptest::prelude::*;

use crate::{
    dice::Dice,
    game::Game,
    outcome::Turn,
    rules::Rules,
    zertz::{Move, Position, Variant},
};

/// Chooses a move by a large number, preferring moves that isolate rings.
fn chosen(moves: &[Move], choice: usize) -> Option<Move> {
    let isolates = |legal: &&Move| matches!(legal, Move::Isolate(..));
    let isolating: Vec<&Move> = moves.iter().filter(isolates).collect();
    match isolating.get(choice % isolating.len().max(1)) {
        Some(isolating) if !choice.is_multiple_of(3) => Some(**isolating),
        _ => moves.get(choice % moves.len().max(1)).copied(),
    }
}

/// Returns the positions of a game played by these choices.
fn game(start: Position, choices: &[usize]) -> Vec<Position> {
    let mut positions = vec![start];
    let mut position = start;
    for choice in choices {
        let Some(next) = chosen(&position.moves(), *choice) else {
            break;
        };
        position.play_unchecked(next, &mut Dice::none(), &mut |_| {});
        positions.push(position);
    }
    positions
}

/// A start position, or a board with few rings where much happens soon.
fn start() -> impl Strategy<Value = Position> {
    let few =
        "zertz-basic 2 a1,a2,a3,b1,b2=w,b3,b4,c2,c3=b,c4,d3=g,d4,d5,e4,e5=b,f4,f5,g4 w3g4b6 - b1";
    let own = "zertz-tournament 1 b2,b3,c2,c3,c4,d2=w,d3,d4,d5=g,e2,e3,e4,f3 - w2g3b4 w3g2b2";
    let isle = "zertz-basic 1 a1,a2,b1,b2,b3,c2,c3,d3,d4=b,e4,f4=w,g3,g4 w2g2b3 g1 w1b1";
    let read = |text: &str| text.parse::<Position>().unwrap();
    prop_oneof![
        Just(Position::start(Variant::Basic)),
        Just(Position::start(Variant::Tournament)),
        Just(read(few)),
        Just(read(own)),
        Just(read(isle)),
    ]
}

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..1_000_000, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_move_is_read_as_it_is_written(start in start(), choices in choices()) {
        for position in game(start, &choices) {
            let moves = position.moves();
            prop_assert_eq!(moves.is_empty(), position.outcome().is_some());
            for legal in moves {
                let written = position.write(legal);
                prop_assert_eq!(position.read(&written), Ok(legal), "{} in {}", written, position);
                let again = written.to_string().parse();
                prop_assert_eq!(again, Ok(written));
            }
        }
    }

    #[test]
    fn unchecked_moves_agree_with_their_actions(
        start in start(),
        choices in choices(),
    ) {
        let mut dice = Dice::none();
        for position in game(start, &choices) {
            let moves = position.moves();
            // A sample of the move list: all combinations would take too long.
            for legal in moves.iter().step_by(1 + moves.len() / 40).copied() {
                let step = position.play(&position.write(legal), &mut dice).unwrap();
                let mut after = position;
                let turn = after.play_unchecked(legal, &mut dice, &mut |_| {});
                prop_assert_eq!((turn, step.turn), (Turn::Complete, Turn::Complete));
                prop_assert_eq!(after, step.position, "{} in {}", step.action, position);
                prop_assert_eq!(step.action, position.write(legal));
                prop_assert_eq!(after.key(), step.position.key());
                prop_assert_ne!(after.key(), position.key());
            }
        }
    }

    #[test]
    fn marbles_stay_on_rings_and_none_is_lost(start in start(), choices in choices()) {
        let count = |position: &Position| -> usize {
            let beside = [position.pool, position.captured[0], position.captured[1]];
            let beside = beside.iter().flat_map(|marbles| marbles.0).map(usize::from);
            beside.sum::<usize>() + position.taken().len()
        };
        for position in game(start, &choices) {
            prop_assert_eq!(count(&position), count(&start), "{}", position);
            let [white, grey, black] = position.marbles;
            prop_assert!(position.rings.covers(position.taken()));
            prop_assert!(!white.meets(grey) && !grey.meets(black) && !black.meets(white));
        }
    }

    #[test]
    fn a_visitor_may_stop_early(start in start(), choices in choices()) {
        for position in game(start, &choices) {
            let moves = position.moves();
            prop_assert_eq!(position.first_moves(1).pop(), moves.first().copied());
            let most = choices.len().min(moves.len());
            let mut seen = Vec::new();
            let stopped = position.each_move(|legal| {
                seen.push(legal);
                if seen.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            prop_assert_eq!(stopped.is_break(), !moves.is_empty());
            prop_assert_eq!(seen.as_slice(), moves.get(..most).unwrap_or_default());
        }
    }
}
