//! Moves to show to beginners: none by which whoever copies it gives marbles away.

use std::cmp::Reverse;

use super::{
    marble::{Colour, Marbles},
    moves::{Move, Placement},
    position::Position,
};
use crate::{MAX_LISTED, rules::Rules};

/// What a marble is worth, white, grey, black: four, five or six of a colour win (F).
const WORTH: [i32; 3] = [15, 12, 10];
/// A marble set that wins is worth more than all marbles.
const WIN: i32 = 10_000;

/// The most positions that are looked at for an example, so that a crowded board does not take long.
pub(super) const MAX_COMPARED: usize = 20_000;

/// The most captures of the opponent that are compared after one move. A move that allows more gives enough away.
pub(super) const MAX_ANSWERS: usize = 200;

impl Position {
    /// One of the legal moves, to show how they are written: of the plainest ones that give away least, one
    /// with the most common marble, and from the middle of the board.
    pub(super) fn show(&self) -> Option<Move> {
        self.compare().0
    }

    /// The same, and how many positions were looked at to find it.
    pub(super) fn compare(&self) -> (Option<Move>, usize) {
        let mut shown: Vec<Move> = Vec::new();
        let (mut least, mut compared) = (None, 0);
        for played in self.first_moves(MAX_LISTED) {
            if compared >= MAX_COMPARED {
                break;
            }
            let (gives, answers) = self.gives(played);
            compared += 1 + answers;
            let blunder = (played.intricacy(), gives, Reverse(of(played)));
            if least.is_none_or(|least| blunder < least) {
                least = Some(blunder);
                shown.clear();
            }
            if least == Some(blunder) {
                shown.push(played);
            }
        }
        (shown.get(shown.len() / 2).copied(), compared)
    }

    /// How much more the opponent gets by the best capture after a move than one gets by it, and how many captures
    /// were compared.
    fn gives(&self, played: Move) -> (i32, usize) {
        let (after, got) = self.gets(played);
        let answers = match after.mover != self.mover && after.can_capture() {
            true => after.first_moves(MAX_ANSWERS + 1),
            false => Vec::new(),
        };
        if answers.len() > MAX_ANSWERS {
            return (WIN - worth(got), answers.len());
        }
        let lost = answers.iter().map(|answer| {
            let (next, got) = after.gets(*answer);
            let winner = next.outcome().and_then(|outcome| outcome.winner);
            worth(got) + i32::from(winner == Some(after.mover)) * WIN
        });
        let lost = lost.max().unwrap_or_default();
        (lost - worth(got), answers.len())
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
