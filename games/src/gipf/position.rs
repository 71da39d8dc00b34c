//! A position: board, reserves, whose turn it is and which part of it.

use super::{
    contest::Challenges,
    piece::{Kind, Pile},
    reserve::Reserve,
    row::Row,
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
    /// What White and Black have begun with.
    pub(super) owned: [Reserve; 2],
    /// Whether White and Black may still enter GIPF pieces (GIPF, 3.4); never in other games.
    pub(super) gipfs_enter: [bool; 2],
    pub(super) mover: Seat,
    pub(super) phase: Phase,
    pub(super) challenges: Challenges,
    /// The rows that the mover has let stand in this turn, with what lay on their spots.
    pub(super) standing: Vec<(Row, Vec<Pile>)>,
}

/// Where GIPF begins, White and Black in turns around the board (GIPF, 1.B.4): b5, e2, h5 and b2, e8,
/// h2 as column and row.
const START: [(Seat, u8, u8); 6] = [
    (Seat::First, 1, 5),
    (Seat::First, 4, 2),
    (Seat::First, 7, 5),
    (Seat::Second, 1, 2),
    (Seat::Second, 4, 8),
    (Seat::Second, 7, 2),
];

/// The part of a turn that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The mover deals with a row of their colour (section E).
    Rows(Half),
    /// The mover makes or gives up the extra move of a TAMSK-stack on the centre (H.1).
    Extra(Half),
    /// The mover makes the move (section D).
    Move,
    /// The mover wants to jump, and the opponent may challenge that (GIPF with potentials, C.2).
    Announced {
        /// Where the potential stands.
        from: Coord,
        /// Where it jumps to.
        to: Coord,
    },
    /// Whether the jump happens is being decided elsewhere.
    Contested {
        /// Where the potential stands.
        from: Coord,
        /// Where it jumps to.
        to: Coord,
    },
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
    /// The start of a game (MATRX, B; GIPF, 1.B, 2.A, 3.1).
    pub fn start(variant: Variant) -> Position {
        Position::start_with(variant, [Reserve::default(); 2])
    }

    /// The start of a game in which White and Black own some pieces more.
    pub(super) fn start_with(variant: Variant, more: [Reserve; 2]) -> Position {
        let owned = more.map(|more| Reserve::of_all(|kind| variant.owned(kind) + more.count(kind)));
        let mut position = Position {
            variant,
            piles: vec![Pile::default(); variant.board().points().len()],
            reserves: owned,
            owned,
            gipfs_enter: [variant == Variant::GipfTournament; 2],
            mover: Seat::First,
            phase: Phase::Move,
            challenges: Challenges::NONE,
            standing: Vec::new(),
        };
        for (seat, column, row) in START {
            let pile = Pile::of(variant.at_start(), seat);
            for piece in pile.pieces() {
                position.reserves[seat.index()].take(piece.kind, 1);
            }
            if let Some(here) = position.pile_mut(Coord { column, row }) {
                *here = pile;
            }
        }
        position
    }

    /// Whether a player has a GIPF piece left: on the board, or in MATRX GIPF in reserve.
    pub(super) fn has_gipf(&self, seat: Seat) -> bool {
        if self.variant.is_matrx() {
            return self.remaining(seat, Kind::Gipf) > 0;
        }
        let mut piles = self.piles.iter();
        piles.any(|pile| pile.is_stack_of(Kind::Basic, seat))
    }

    /// Whether a player has entered a piece, or begun with some on the board.
    pub(super) fn has_begun(&self, seat: Seat) -> bool {
        let reserve = self.reserve(seat).count(Kind::Basic);
        self.variant != Variant::GipfTournament || reserve < self.variant.owned(Kind::Basic)
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

    /// How many pieces of a kind a player has begun with.
    pub fn owned(&self, seat: Seat, kind: Kind) -> u8 {
        self.owned[seat.index()].count(kind)
    }

    /// Whether the game is played with potentials, which enter before single pieces.
    pub fn has_potentials(&self) -> bool {
        let owns = |kind: &&Kind| Seat::BOTH.iter().any(|seat| self.owned(*seat, **kind) > 0);
        self.variant.potentials().iter().any(|kind| owns(&kind))
    }

    /// The pieces of a player that are out of the game: captured, or given up.
    pub fn lost(&self, seat: Seat) -> Reserve {
        let mut lost = Reserve::default();
        for kind in Kind::ALL {
            let remaining = self.remaining(seat, kind);
            lost.add(kind, self.owned(seat, kind).saturating_sub(remaining));
        }
        lost
    }
}
