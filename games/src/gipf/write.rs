//! Moves in canonical notation.

use super::{
    action::{Action, TakenRow},
    lines::Push,
    moves::Move,
    piece::PieceKind,
    position::Position,
    spot::name,
};
use crate::{hex::Coord, spots::Spots};

impl Position {
    /// Returns a legal move in canonical form.
    pub(super) fn action_of(&self, played: Move) -> Action {
        match played {
            Move::Enter { kind, push } => {
                let (from, to) = self.write_push(push);
                let kind = Some(kind).filter(|kind| *kind != PieceKind::Basic);
                Action::Move { kind, from, to }
            }
            Move::Use { from, to } => Action::Move {
                kind: Some(self.planes.kind(from)),
                from: Some(name(from)),
                to: name(to),
            },
            Move::Extra(push) => {
                let (from, to) = self.write_push(push);
                Action::Extra { from, to }
            }
            Move::GiveUp => Action::GiveUp,
            Move::Row(taken) => Action::Row(self.write_row(taken)),
            Move::Leave => Action::Leave,
            Move::Allow => Action::Allow,
            Move::Neutralise => Action::Neutralise,
            Move::Neutralised => Action::Neutralised,
            Move::Upheld => Action::Upheld,
        }
    }

    /// Returns the dot, omitted if nothing is pushed, and the spot where the furthest piece ends.
    pub(super) fn write_push(&self, push: Push) -> (Option<Coord>, Coord) {
        let path = push.path();
        match path.shift(self.planes.occupied()) {
            Some(shift) if !shift.moved.is_empty() => {
                let end = shift.end.first().unwrap_or(path.rest);
                (Some(path.dot), name(end))
            }
            _ => (None, name(path.rest)),
        }
    }

    /// Returns the cleared spots of a row with a star at every stack.
    pub(super) fn write_row(&self, taken: Spots) -> Vec<TakenRow> {
        let stacks = self.planes.stacks();
        let starred = |spot| TakenRow {
            spot: name(spot),
            stack: stacks.contains(spot),
        };
        taken.iter().map(starred).collect()
    }
}
