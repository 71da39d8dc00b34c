//! Example moves for beginners, chosen so that no blunder is shown.

use super::{
    message::Message,
    moves::Move,
    piece::PieceKind,
    position::{Phase, Position},
};
use crate::{fact::Fact, message::Message as _, rules::Rules};

impl Position {
    /// Returns one of the legal moves as an example of the notation.
    pub(super) fn example_move(&self) -> Option<Move> {
        let mut moves = self.moves();
        let is_row = |played: &Move| matches!(played, Move::Row(_));
        if matches!(self.current_phase(), Phase::Rows(_)) || moves.iter().all(is_row) {
            return self.best_of_rows(&moves);
        }
        // An optional row is not the answer to the question.
        moves.retain(|played| !is_row(played));
        // Start in the middle of the list, or all examples would be in one corner.
        let middle = moves.len() / 2;
        moves.rotate_left(middle);
        moves.into_iter().min_by_key(|played| self.blunder(*played))
    }

    /// Returns a legal move as an example after a refusal: of a potential if the refusal is about one on the board;
    /// `None` if the refusal names a move.
    pub(super) fn example_move_after(&self, refused: &Fact) -> Option<Move> {
        let refused_by = refused.code.strip_prefix(Message::AREA)?;
        let is_named = |name: &str| {
            let mut args = refused.args.iter();
            args.any(|(known, arg)| known == name && !arg.is_none())
        };
        match refused_by.strip_prefix('-')? {
            "jump-first" | "contest-first" | "rests-elsewhere" | "ambiguous" => None,
            "no-dot-beside" if is_named("example") || is_named("pushing") => None,
            "nothing-there"
            | "not-your-piece"
            | "other-piece-there"
            | "no-stack"
            | "gipf-stays"
            | "tamsk-stays"
            | "not-in-line"
            | "jump-over-nothing"
            | "jump-no-room"
            | "jump-lands-elsewhere"
            | "slide-not-vacant"
            | "path-blocked"
            | "lands-on-nothing"
            | "lands-on-other" => self.example_use().or_else(|| self.example_move()),
            _ => self.example_move(),
        }
    }

    /// Returns an example of using a potential on the board, where the usual example is another kind of move.
    pub(super) fn example_use(&self) -> Option<Move> {
        self.example_among(|played| matches!(played, Move::Use { .. }))
    }

    /// Returns an example among some of the legal moves.
    pub(super) fn example_among(&self, is_meant: impl Fn(&Move) -> bool) -> Option<Move> {
        let moves = self.moves().into_iter();
        let meant = moves.filter(|played| is_meant(played));
        meant.min_by_key(|played| self.blunder(*played))
    }

    /// Returns the best way to deal with rows: one that does not lose, deals with a compulsory row, captures
    /// most, and keeps own stacks.
    fn best_of_rows(&self, moves: &[Move]) -> Option<Move> {
        let worth = |played: &&Move| {
            let (due, captured, taken) = match played {
                Move::Row(taken) => {
                    let captured = self.row_yield(*taken).captured.count_all();
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

    /// Returns the penalty of a move as an example: highest for a loss, then for wasting something, giving the
    /// enemy a row, and saving the enemy's GIPF piece; lowest for a move that pushes nothing.
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
                    .except(PieceKind::Basic)
                    .except(PieceKind::Gipf);
                match kind {
                    PieceKind::Basic => !waits.is_empty(),
                    // The question is about other pieces once the player has begun.
                    PieceKind::Gipf => self.has_begun(self.mover),
                    _ => false,
                }
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
