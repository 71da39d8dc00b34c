//! Moves to show to beginners: none by which whoever copies it gives marbles away.

use std::cmp::Reverse;

use super::{
    marble::{Colour, Marbles},
    moves::{Move, Placement},
    position::Position,
};
use crate::rules::Rules;

/// What a marble is worth, white, grey, black: four, five or six of a colour win (F).
const WORTH: [i32; 3] = [15, 12, 10];
/// A marble set that wins is worth more than all marbles.
const WIN: i32 = 10_000;

impl Position {
    /// One of the legal moves, to show how they are written: of the plainest ones that give away least, one
    /// with the most common marble, and from the middle of the board.
    pub(super) fn show(&self) -> Option<Move> {
        let mut shown: Vec<Move> = Vec::new();
        let mut least = None;
        for played in self.moves() {
            let blunder = (played.intricacy(), self.gives(played), Reverse(of(played)));
            if least.is_none_or(|least| blunder < least) {
                least = Some(blunder);
                shown.clear();
            }
            if least == Some(blunder) {
                shown.push(played);
            }
        }
        shown.get(shown.len() / 2).copied()
    }

    /// How much more the opponent gets by the best capture after a move than one gets by it.
    fn gives(&self, played: Move) -> i32 {
        let (after, got) = self.gets(played);
        let answers = match after.mover != self.mover && after.can_capture() {
            true => after.moves(),
            false => Vec::new(),
        };
        let answers = answers.into_iter();
        let lost = answers.map(|answer| {
            let (next, got) = after.gets(answer);
            let winner = next.outcome().and_then(|outcome| outcome.winner);
            worth(got) + i32::from(winner == Some(after.mover)) * WIN
        });
        lost.max().unwrap_or_default() - worth(got)
    }
}

/// The colour that is placed.
fn of(played: Move) -> Option<Colour> {
    match played {
        Move::Place(Placement { colour, .. }) | Move::Isolate(Placement { colour, .. }, _) => {
            Some(colour)
        }
        Move::Capture(..) => None,
    }
}

fn worth(marbles: Marbles) -> i32 {
    let worths = marbles.0.into_iter().zip(WORTH);
    worths.map(|(count, worth)| i32::from(count) * worth).sum()
}
