//! Property tests of all moves: actions and moves agree.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::{random::pick, *};
use crate::{dice::Seed, outcome::Turn};

/// Returns the positions of a run dealt from a seed, with mostly high dice so that it lasts.
fn run(seed: [u8; 32], options: &str, actions: usize) -> Vec<Position> {
    let mut dice = Dice::from_seed(Seed(seed));
    let mut position = start(options, &mut dice).unwrap();
    let mut choose = seed[0] as usize;
    let mut positions = vec![position.clone()];
    for _ in 0..actions {
        let Some(action) = pick(&position, true, &mut choose) else {
            break;
        };
        match choose % 100 {
            0..3 => dice.lay([]),
            die => dice.lay([3 + die as u8 % 4, 6, 6]),
        }
        position.play_unchecked(action, &mut dice, &mut |_| {});
        positions.push(position.clone());
    }
    positions
}

fn options() -> impl Strategy<Value = String> {
    let custom = prop::array::uniform4(1..=6u8);
    prop_oneof![
        Just("-".to_owned()),
        custom.prop_map(|[k, g, r, b]| format!("target=9,custom=k{k}g{g}r{r}b{b}")),
    ]
}

/// Returns a sample of the moves, from all parts of the list, and `quit`.
fn some(position: &Position) -> Vec<Move> {
    let moves = position.moves();
    let part = moves.iter().step_by(1 + moves.len() / 60).copied();
    let quit = position.to_move().map(|_| Action::Quit);
    part.chain(moves.last().copied()).chain(quit).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_move_is_read_as_it_is_written(
        seed in any::<[u8; 32]>(),
        options in options(),
        actions in 0usize..90,
    ) {
        for position in run(seed, &options, actions) {
            for legal in some(&position) {
                let written = position.write(legal);
                prop_assert_eq!(position.read(&written), Ok(legal), "{} in {}", written, position);
                prop_assert_eq!(written.to_string().parse(), Ok(written));
            }
        }
    }

    #[test]
    fn play_unchecked_agrees_with_play(
        seed in any::<[u8; 32]>(),
        options in options(),
        actions in 0usize..60,
    ) {
        for position in run(seed, &options, actions) {
            for legal in some(&position) {
                let (mut dice, mut again) = (Dice::given([2, 5, 3]), Dice::given([2, 5, 3]));
                let step = position.play(&position.write(legal), &mut dice).unwrap();
                let (mut after, mut facts) = (position.clone(), Vec::new());
                let turn = after.play_unchecked(legal, &mut again, &mut |event| facts.push(event));
                prop_assert_eq!(&after, &step.position, "{} in {}", legal, position);
                prop_assert_eq!(step.action, legal);
                prop_assert_eq!((turn, step.turn), (Turn::Complete, Turn::Complete));
                prop_assert_eq!(Position::facts(&facts), step.facts);
                prop_assert_eq!(dice.rolled(), position.rolls(legal));
                prop_assert_eq!(again.rolled(), dice.rolled());
            }
        }
    }

    #[test]
    fn only_equal_positions_share_a_key(
        seed in any::<[u8; 32]>(),
        options in options(),
        actions in 0usize..60,
    ) {
        let positions = run(seed, &options, actions);
        for one in &positions {
            for other in &positions {
                prop_assert_eq!(one.key() == other.key(), one == other);
            }
            let read: Position = one.to_string().parse().unwrap();
            prop_assert_eq!(read.key(), one.key());
        }
    }

    #[test]
    fn a_visitor_may_stop_early(
        seed in any::<[u8; 32]>(),
        options in options(),
        actions in 0usize..60,
        most in 1usize..40,
    ) {
        for position in run(seed, &options, actions) {
            let moves = position.moves();
            prop_assert_eq!(position.first_moves(1).pop(), moves.first().copied());
            let most = most.min(moves.len());
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

#[test]
fn a_move_without_enough_dice_is_refused() {
    let run = Table {
        matrix: "m13=K1,m14=K2,m15=K3",
        breakers: "k@m14,g@m13,r@-,b@-",
        ..Table::default()
    }
    .set();
    let mut dice = Dice::none();
    let action = "k m15".parse().unwrap();
    assert_eq!(run.read(&action), Ok(action));
    assert_eq!(run.rolls(action), 1);
    assert_eq!(
        run.play(&action, &mut dice).unwrap_err().code(),
        "common-no-die"
    );
}
