//! What positions and moves are worth to the computer player.

use std::ops::ControlFlow;

use super::{
    moves::Move,
    piece::Kind,
    position::{Phase, Position},
};
use crate::{game::Game, rules::Rules, search::Evaluate, seat::Seat, spots::Spots};

/// What a piece in reserve is worth; one on the board is worth less.
const IN_RESERVE: i32 = 100;
const ON_BOARD: i32 = 60;

impl Evaluate for Position {
    const PACE: u64 = 1_500_000;
    const LOOKS_ON: i32 = 1;
    const PLACES: usize = 1024;

    fn value(&self) -> i32 {
        let worth = |seat| {
            let reserve = i32::from(self.reserve(seat).count_all());
            let on_board = self.planes.of(seat).len() as i32;
            IN_RESERVE * reserve + ON_BOARD * on_board
        };
        let difference = worth(Seat::First) - worth(Seat::Second);
        match Rules::to_move(self) {
            Some(Seat::Second) => -difference,
            _ => difference,
        }
    }

    fn is_loud(&self) -> bool {
        matches!(self.phase, Phase::Rows(_))
    }

    fn each_loud(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.phase {
            Phase::Rows(_) => self.each_move(visit),
            Phase::Move => self.each_move(|played| match self.makes_row(played) {
                true => visit(played),
                false => ControlFlow::Continue(()),
            }),
            _ => ControlFlow::Continue(()),
        }
    }

    fn is_contested(&self) -> bool {
        matches!(self.phase, Phase::Contested { .. })
    }

    fn promise(&self, played: Move) -> i32 {
        match played {
            Move::Row(taken) => {
                let enemies = taken & self.planes.of(self.mover.other());
                1_000 * enemies.len() as i32
            }
            Move::Enter { .. } | Move::Extra(_) if self.makes_row(played) => 20_000,
            _ => 0,
        }
    }

    fn place(&self, played: Move) -> usize {
        let push = |push: super::Push| usize::from(push.0);
        match played {
            Move::Enter { kind, push: way } => (kind as usize) * 64 + push(way),
            Move::Extra(way) => Kind::ALL.len() * 64 + push(way),
            Move::Use { to, .. } => 512 + to.index(),
            Move::Row(taken) => 576 + taken.first().map_or(0, |spot| spot.index()),
            Move::GiveUp => 640,
            Move::Leave => 641,
            Move::Allow => 642,
            Move::Neutralise => 643,
            Move::Neutralised => 644,
            Move::Upheld => 645,
        }
    }

    fn notation(&self, played: Move) -> String {
        self.write(played).to_string()
    }
}

impl Position {
    /// Whether the mover has a row after something has entered.
    #[inline]
    fn makes_row(&self, played: Move) -> bool {
        let (Move::Enter { push, .. } | Move::Extra(push)) = played else {
            return false;
        };
        let way = self.ways().get(push);
        let Some(room) = way.room(self.vacant()) else {
            return false;
        };
        let own = self.planes.of(self.mover);
        let moved = own & room.moved;
        let moved_on = Spots::from_bits(moved.bits().rotate_left(way.rotation));
        ((own ^ moved) | moved_on | way.rest.into()).has_four()
    }
}
