//! Example moves for beginners, chosen so that copying them loses no marbles.

use std::cmp::Reverse;

use super::{
    marble::{MarbleColour, Marbles},
    moves::{Move, Placement},
    position::Position,
};
use crate::{MAX_LISTED, rules::Rules};

/// Values of a white, grey and black marble: four, five or six of a colour win (F).
const MARBLE_VALUES: [i32; 3] = [15, 12, 10];
/// Value of a winning set, more than all marbles together.
const WIN_VALUE: i32 = 10_000;

/// Maximum number of positions searched for an example, so that a crowded board stays fast.
pub(super) const MAX_COMPARED: usize = 20_000;

/// Maximum number of the opponent's captures compared after one move; a move that allows more
/// counts as a loss.
pub(super) const MAX_REPLIES: usize = 200;

impl Position {
    /// Returns a legal move as an example of the notation: the simplest form, the least loss, the
    /// most common marble, and of those left the one in the middle of the list.
    pub(super) fn example_move(&self) -> Option<Move> {
        self.compare().0
    }

    /// Returns the example and the number of positions searched.
    pub(super) fn compare(&self) -> (Option<Move>, usize) {
        let mut shown: Vec<Move> = Vec::new();
        let (mut least, mut compared) = (None, 0);
        for played in self.first_moves(MAX_LISTED) {
            if compared >= MAX_COMPARED {
                break;
            }
            let (gives, answers) = self.gives(played);
            compared += 1 + answers;
            let blunder = (played.notation_complexity(), gives, Reverse(of(played)));
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

    /// Returns the net loss by the opponent's best capture after a move, and the number of captures
    /// compared.
    fn gives(&self, played: Move) -> (i32, usize) {
        let (after, got) = self.gets(played);
        let answers = if after.mover != self.mover && after.can_capture() {
            after.first_moves(MAX_REPLIES + 1)
        } else {
            Vec::new()
        };
        if answers.len() > MAX_REPLIES {
            return (WIN_VALUE - worth(got), answers.len());
        }
        let lost = answers.iter().map(|answer| {
            let (next, got) = after.gets(*answer);
            let winner = next.outcome().and_then(|outcome| outcome.winner);
            worth(got) + i32::from(winner == Some(after.mover)) * WIN_VALUE
        });
        let lost = lost.max().unwrap_or_default();
        (lost - worth(got), answers.len())
    }
}

/// The colour of the placed marble.
fn of(played: Move) -> Option<MarbleColour> {
    match played {
        Move::Place(Placement { colour, .. }) | Move::Isolate(Placement { colour, .. }, _) => {
            Some(colour)
        }
        Move::Capture(..) => None,
    }
}

fn worth(marbles: Marbles) -> i32 {
    let worths = marbles.0.into_iter().zip(MARBLE_VALUES);
    worths.map(|(count, worth)| i32::from(count) * worth).sum()
}
