//! What is won whatever the dice show.

use std::ops::ControlFlow;

use super::{GoOn, Searchable};
use crate::{dice::Dice, rules::Rules, seat::Seat};

/// So many actions ahead is looked.
const AHEAD: u32 = 3;

/// So many actions are tried at most.
const TRIED: u32 = 100_000;

/// The numbers of a die.
const FACES: std::ops::RangeInclusive<u8> = 1..=6;

/// An action with which the game can be won whatever the dice show, with how many actions, and nothing
/// that lies face down has to be uncovered for it; the fewest actions that are enough.
pub(super) fn sure_win<G: Searchable>(
    position: &G,
    go_on: &mut GoOn<'_>,
) -> Option<(G::Action, u32)> {
    let mut tried = 0;
    let mut depths = (1..=AHEAD).take_while(|_| go_on());
    depths.find_map(|within| {
        let played = winning_move(position, within, &mut tried)?;
        Some((position.write(played), within))
    })
}

/// A move with which the game is won within so many.
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

/// Whether a move wins, or leads to where the game can be won with the others of so many.
fn wins<G: Searchable>(position: &G, played: G::Move, within: u32, tried: &mut u32) -> bool {
    let faces = match position.rolls(played) {
        // It comes out alike for all of them.
        0 => 1..=1,
        1 => FACES,
        _ => return false,
    };
    for die in faces {
        *tried += 1;
        if *tried > TRIED {
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
