//! A position: board, reserves, whose turn it is and which part of it.

use super::{
    piece::{Kind, Pile},
    reserve::Reserve,
    variant::Variant,
};
use crate::{
    game::{Outcome, Seat},
    hex::{Board, Coord},
};

/// A position of a game of this family, also in the middle of a turn. Only positions that obey
/// the rules about pieces and piles exist; one is read by `FromStr`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) variant: Variant,
    /// One pile for every point of the board; those of the dots stay empty.
    pub(super) piles: Vec<Pile>,
    /// White's reserve, Black's reserve.
    pub(super) reserves: [Reserve; 2],
    pub(super) mover: Seat,
    pub(super) phase: Phase,
}

/// The part of a turn that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The mover deals with a row of their colour (section E).
    Rows(Half),
    /// The mover makes or gives up the extra move of a TAMSK-stack on the centre (H.1).
    Extra(Half),
    /// The mover makes the move (section D).
    Move,
    /// The game is over (section I).
    Over(Outcome),
}

/// Which side of the move a part of the turn lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// Left over from the opponent's turn.
    Before,
    /// Brought about by the mover.
    After,
}

impl Position {
    /// The start of a game: an empty board and full reserves (section B).
    pub fn start(variant: Variant) -> Position {
        Position {
            variant,
            piles: vec![Pile::default(); variant.board().points().len()],
            reserves: [Reserve::full(); 2],
            mover: Seat::First,
            phase: Phase::Move,
        }
    }

    /// Which game it is.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The board it is played on.
    pub fn board(&self) -> &'static Board {
        self.variant.board()
    }

    /// Which part of the turn comes next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat whose turn it is, or was when the game ended.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// What a player has in reserve.
    pub fn reserve(&self, seat: Seat) -> &Reserve {
        &self.reserves[seat.index()]
    }

    /// What lies on a spot, `None` when there is no such point.
    pub fn pile(&self, spot: Coord) -> Option<&Pile> {
        self.board()
            .index(spot)
            .and_then(|index| self.piles.get(index))
    }

    pub(super) fn pile_mut(&mut self, spot: Coord) -> Option<&mut Pile> {
        self.board()
            .index(spot)
            .and_then(|index| self.piles.get_mut(index))
    }

    /// Whether nothing lies on a spot.
    pub(super) fn is_vacant(&self, spot: Coord) -> bool {
        self.pile(spot).is_some_and(Pile::is_empty)
    }

    /// The occupied spots with their piles, in the order of their names.
    pub fn occupied(&self) -> impl Iterator<Item = (Coord, &Pile)> {
        let points = self.board().points().iter().copied();
        points.zip(&self.piles).filter(|(_, pile)| !pile.is_empty())
    }

    /// How many pieces of a kind a player still has, on the board and in reserve.
    pub fn remaining(&self, seat: Seat, kind: Kind) -> u8 {
        let on_board = self
            .piles
            .iter()
            .flat_map(Pile::pieces)
            .filter(|piece| piece.owner == seat && piece.kind == kind)
            .count() as u8;
        on_board + self.reserve(seat).count(kind)
    }

    /// The pieces of a player that are out of the game: captured, or given up.
    pub fn lost(&self, seat: Seat) -> Reserve {
        let mut lost = Reserve::default();
        for kind in Kind::ALL {
            lost.add(
                kind,
                kind.owned().saturating_sub(self.remaining(seat, kind)),
            );
        }
        lost
    }
}
