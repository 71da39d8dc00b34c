//! Moves to show to beginners: none that would be a blunder to copy.

use super::{
    moves::Move,
    piece::Kind,
    position::{Phase, Position},
};
use crate::rules::Rules;

impl Position {
    /// One of the legal moves, to show how they are written.
    pub(super) fn show(&self) -> Option<Move> {
        let mut moves = self.moves();
        let is_row = |played: &Move| matches!(played, Move::Row(_));
        if matches!(self.part(), Phase::Rows(_)) || moves.iter().all(is_row) {
            return self.best_of_rows(&moves);
        }
        // A row that may stay is not what is asked for.
        moves.retain(|played| !is_row(played));
        // From the middle of the list on, so that not all examples are at one corner.
        let middle = moves.len() / 2;
        moves.rotate_left(middle);
        moves.into_iter().min_by_key(|played| self.blunder(*played))
    }

    /// An example of using a potential on the board, where something else is the usual example.
    pub(super) fn show_use(&self) -> Option<Move> {
        self.show_of(|played| matches!(played, Move::Use { .. }))
    }

    /// An example of some of the legal moves.
    pub(super) fn show_of(&self, is_meant: impl Fn(&Move) -> bool) -> Option<Move> {
        let moves = self.moves().into_iter();
        let meant = moves.filter(|played| is_meant(played));
        meant.min_by_key(|played| self.blunder(*played))
    }

    /// Of the ways to deal with rows, one that does not lose, deals with a row that has to be dealt with, captures
    /// most and keeps own stacks.
    fn best_of_rows(&self, moves: &[Move]) -> Option<Move> {
        let worth = |played: &&Move| {
            let (due, captured, taken) = match played {
                Move::Row(taken) => {
                    let captured = self.haul(*taken).captured.count_all();
                    (self.is_of_due_row(*taken), captured, taken.len())
                }
                _ => (false, 0, usize::MAX),
            };
            (
                self.loses_by(**played),
                !due,
                usize::MAX - usize::from(captured),
                taken,
            )
        };
        moves.iter().min_by_key(worth).copied()
    }

    /// How bad a move would be as an example: what loses, throws something away, gives the enemy a row
    /// or saves the enemy's GIPF piece comes last, and what pushes nothing first.
    pub(super) fn blunder(&self, played: Move) -> u32 {
        let mut after = *self;
        let enemy = self.mover.other();
        after.make(played, &mut |_| {});
        let gipfs_before = self.gipf_pieces() & self.planes.of(enemy);
        let gipfs_after = after.gipf_pieces() & after.planes.of(enemy);
        let pushes = matches!(played, Move::Enter { push, .. } | Move::Extra(push) if self.write_push(push).0.is_some());
        let throws_away = match played {
            Move::Enter { kind, .. } if !self.variant.is_matrx() => {
                let waits = self
                    .reserve(self.mover)
                    .except(Kind::Basic)
                    .except(Kind::Gipf);
                kind == Kind::Basic && !waits.is_empty()
            }
            Move::GiveUp => true,
            _ => false,
        };
        u32::from(self.loses_by(played)) * 1000
            + u32::from(throws_away) * 200
            + u32::from(after.has_row(enemy)) * 100
            + u32::from(gipfs_before != gipfs_after) * 50
            + u32::from(pushes) * 5
            + u32::from(matches!(played, Move::Use { .. }))
    }
}
