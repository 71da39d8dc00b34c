//! Wins that no die can prevent.

use std::ops::ControlFlow;

use super::{Searchable, ShouldContinue};
use crate::{dice::Dice, rules::Rules, seat::Seat};

/// Search depth in actions.
const MAX_ACTIONS: u32 = 3;

/// Node limit: number of outcomes (an action with a die) that are tried.
const MAX_TRIED: u32 = 100_000;

/// The faces of a die.
const DIE_FACES: std::ops::RangeInclusive<u8> = 1..=6;

/// Returns an action that starts a win whatever the dice show, and the number of actions it takes.
///
/// Iterative deepening, so the number is the smallest. Lines that uncover a hidden card do not
/// count.
pub(super) fn forced_win<G: Searchable>(
    position: &G,
    should_continue: &mut ShouldContinue<'_>,
) -> Option<(G::Action, u32)> {
    let mut tried = 0;
    let mut depths = (1..=MAX_ACTIONS).take_while(|_| should_continue());
    depths.find_map(|within| {
        let played = winning_move(position, within, &mut tried)?;
        Some((position.write(played), within))
    })
}

/// Returns a move that wins within a number of actions.
fn winning_move<G: Searchable>(position: &G, within: u32, tried: &mut u32) -> Option<G::Move> {
    let mut found = None;
    let _ = position.each_move(|played| {
        if !wins(position, played, within, tried) {
            return ControlFlow::Continue(());
        }
        found = Some(played);
        ControlFlow::Break(())
    });
    found
}

/// Returns whether a move wins within a number of actions for every die.
fn wins<G: Searchable>(position: &G, played: G::Move, within: u32, tried: &mut u32) -> bool {
    let faces = match position.rolls(played) {
        // No die: one try suffices.
        0 => 1..=1,
        1 => DIE_FACES,
        _ => return false,
    };
    for die in faces {
        *tried += 1;
        if *tried > MAX_TRIED {
            return false;
        }
        let (mut after, mut uncovers) = (position.clone(), false);
        after.play_unchecked(played, &mut Dice::given([die]), &mut |event| {
            uncovers |= G::uncovers(&event);
        });
        let is_won = match Rules::outcome(&after) {
            _ if uncovers => false,
            Some(outcome) => outcome.winner == Some(Seat::First),
            None => within > 1 && winning_move(&after, within - 1, tried).is_some(),
        };
        if !is_won {
            return false;
        }
    }
    true
}
