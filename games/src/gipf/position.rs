//! A position: board, reserves, the player to move and the phase of the turn.

use super::{
    challenges::Challenges,
    lines::{self, Push, PushPath},
    piece::{PieceKind, Pile},
    planes::Planes,
    reserve::Reserve,
    row::RowState,
    spot::name,
    variant::Variant,
};
use crate::{
    hex::{Board, Coord},
    outcome::{Outcome, Reason},
    rules::mix,
    seat::Seat,
    spots::{Area, Spot, Spots},
};

/// A position of a game of this family, also in the middle of a turn: 128 bytes. Only positions that obey
/// the rules about pieces and piles exist; `FromStr` parses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) planes: Planes,
    /// White's reserve, Black's reserve.
    pub(super) reserves: [Reserve; 2],
    /// The pieces that White and Black started with.
    pub(super) owned: [Reserve; 2],
    /// The rows that the mover has left in this turn.
    pub(super) standing: RowState,
    pub(super) variant: Variant,
    /// `true` while White and Black may still enter GIPF pieces (GIPF, 3.4); always `false` in other games.
    pub(super) gipfs_enter: [bool; 2],
    pub(super) mover: Seat,
    pub(super) phase: Phase,
    pub(super) challenges: Challenges,
}

/// The start position of GIPF, with White and Black alternating around the board (GIPF, 1.B.4): b5, e2, h5
/// and b2, e8, h2 as column and row.
const START: [(Seat, u8, u8); 6] = [
    (Seat::First, 1, 5),
    (Seat::First, 4, 2),
    (Seat::First, 7, 5),
    (Seat::Second, 1, 2),
    (Seat::Second, 4, 8),
    (Seat::Second, 7, 2),
];

/// The phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A row of the mover to deal with (section E).
    Rows(Half),
    /// The extra move of a TAMSK-stack on the centre, to make or to give up (H.1).
    Extra(Half),
    /// The move (section D).
    Move,
    /// An announced jump of the mover, which the opponent may challenge (GIPF with potentials, C.2).
    Announced {
        /// The spot of the potential.
        from: Spot,
        /// The target.
        to: Spot,
    },
    /// A challenged jump, until the contest is decided.
    Contested {
        /// The spot of the potential.
        from: Spot,
        /// The target.
        to: Spot,
    },
    /// The end of the game (section I).
    Over(GipfEnd),
}

/// The half of a turn: before or after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// Before the move: left over from the opponent's turn.
    Before,
    /// After the move: caused by the mover.
    After,
}

/// The end of a game of this family; there is no draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GipfEnd {
    /// The loser.
    pub loser: Seat,
    /// The cause.
    pub lack: Lack,
}

/// The cause of a loss: the thing that the loser lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lack {
    /// A GIPF piece (MATRX, I.1; GIPF, 2.C).
    Gipf,
    /// A move (MATRX, I.2).
    Move,
    /// A piece in reserve, nor any other move (GIPF, 1.F).
    Piece,
}

impl GipfEnd {
    /// Converts the end to the outcome shared by all games.
    pub(super) fn outcome(self) -> Outcome {
        Outcome {
            winner: Some(self.loser.other()),
            reason: match self.lack {
                Lack::Gipf => Reason::GipfCaptured,
                Lack::Move => Reason::GipfNoMove,
                Lack::Piece => Reason::GipfNoPiece,
            },
        }
    }
}

impl Position {
    /// Returns the start of a game (MATRX, B; GIPF, 1.B, 2.A, 3.1).
    pub fn start(variant: Variant) -> Position {
        Position::start_with(variant, [Reserve::default(); 2])
    }

    /// Returns the start of a game in which White and Black own these additional pieces.
    pub(super) fn start_with(variant: Variant, more: [Reserve; 2]) -> Position {
        let owned = more.map(|more| Reserve::of_all(|kind| variant.owned(kind) + more.count(kind)));
        let mut position = Position {
            planes: Planes::default(),
            reserves: owned,
            owned,
            standing: RowState::default(),
            variant,
            gipfs_enter: [variant == Variant::GipfTournament; 2],
            mover: Seat::First,
            phase: Phase::Move,
            challenges: Challenges::NONE,
        };
        let Some(entering) = variant.at_start() else {
            return position;
        };
        for (seat, column, row) in START {
            if let Some(spot) = position.area().spot(Coord { column, row }) {
                position.planes.lay(spot.into(), entering, seat);
                let pieces = position.planes.pile(spot).pieces().len() as u8;
                position.reserves[seat.index()].take(PieceKind::Basic, pieces);
            }
        }
        position
    }

    /// Returns whether a player has a GIPF piece left: on the board, or in MATRX GIPF in reserve.
    #[inline]
    pub(super) fn has_gipf(&self, seat: Seat) -> bool {
        let own = self.planes.of(seat);
        if self.variant.is_matrx() {
            // Nothing ever lands on a GIPF piece.
            return self.reserve(seat).count(PieceKind::Gipf) > 0
                || own.meets(self.planes.topped_by(PieceKind::Gipf));
        }
        own.meets(self.planes.topped_by(PieceKind::Basic) & self.planes.stacks())
    }

    /// Returns whether a player has entered a piece, or started with some on the board.
    #[inline]
    pub(super) fn has_begun(&self, seat: Seat) -> bool {
        self.variant != Variant::GipfTournament
            || self.reserve(seat).count(PieceKind::Basic) < self.variant.owned(PieceKind::Basic)
    }

    /// Returns the game of the family.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the board of the game.
    pub fn board(&self) -> &'static Board {
        self.variant.board()
    }

    /// Returns the spots of the board.
    #[inline]
    pub(super) fn area(&self) -> &'static Area {
        self.variant.area()
    }

    /// Returns the pushes of the board.
    #[inline]
    pub(super) fn push_paths(&self) -> impl Iterator<Item = (Push, &'static PushPath)> + use<> {
        lines::push_paths(self.variant.is_wide())
    }

    /// Returns the empty spots.
    #[inline]
    pub(super) fn vacant(&self) -> Spots {
        self.area().spots - self.planes.occupied()
    }

    /// Returns the current phase of the turn.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the seat whose turn it is, or was when the game ended.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// Returns the reserve of a player.
    #[inline]
    pub fn reserve(&self, seat: Seat) -> &Reserve {
        let [white, black] = &self.reserves;
        match seat {
            Seat::First => white,
            Seat::Second => black,
        }
    }

    /// Returns the pile on a point, which is empty on a dot; `None` if there is no such point.
    pub fn pile(&self, point: Coord) -> Option<Pile> {
        if !self.board().contains(point) {
            return None;
        }
        let spot = self.area().spot(point);
        Some(spot.map_or_else(Pile::default, |spot| self.planes.pile(spot)))
    }

    /// Returns the occupied spots with their piles, in the order of their names.
    pub fn occupied(&self) -> impl Iterator<Item = (Coord, Pile)> {
        let spots = self.planes.occupied().iter();
        spots.map(|spot| (name(spot), self.planes.pile(spot)))
    }

    /// Returns the number of pieces of a kind that a player has, on the board and in reserve.
    pub fn remaining(&self, seat: Seat, kind: PieceKind) -> u8 {
        let on_board = |(_, pile): (Coord, Pile)| {
            let pieces = pile.pieces().iter();
            pieces
                .filter(|piece| piece.owner == seat && piece.kind == kind)
                .count() as u8
        };
        self.occupied().map(on_board).sum::<u8>() + self.reserve(seat).count(kind)
    }

    /// Returns the number of pieces of a kind that a player started with.
    pub fn owned(&self, seat: Seat, kind: PieceKind) -> u8 {
        self.owned[seat.index()].count(kind)
    }

    /// Returns whether there are pieces of a kind in this game. GIPF pieces of GIPF are made of two basic ones,
    /// from the standard version on (GIPF, 2).
    pub(super) fn has_kind(&self, kind: PieceKind) -> bool {
        let owns = |seat| self.owned(seat, kind) > 0;
        let is_made = kind == PieceKind::Gipf && self.variant != Variant::GipfBasic;
        is_made || Seat::BOTH.into_iter().any(owns)
    }

    /// Returns the pieces of a player that are out of the game: captured, or given up.
    pub fn lost(&self, seat: Seat) -> Reserve {
        let mut lost = Reserve::default();
        for kind in PieceKind::ALL {
            let remaining = self.remaining(seat, kind);
            lost.add(kind, self.owned(seat, kind).saturating_sub(remaining));
        }
        lost
    }

    /// Returns the hash of the position; see [`crate::Rules::key`].
    #[inline]
    pub(super) fn hashed(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, i, j] = self.planes.words();
        let [white, black] = self.reserves.map(Reserve::bits);
        let [first, second] = self.owned.map(Reserve::bits);
        let (part, rows) = self.stage();
        mix(&[
            a, b, c, d, e, f, g, h, i, j, white, black, first, second, part, rows,
        ])
    }

    /// Returns everything besides board and pieces as two words, for hashing.
    #[inline]
    fn stage(&self) -> (u64, u64) {
        let (part, from, to) = match self.phase {
            Phase::Rows(half) => (0, half as u8, 0),
            Phase::Extra(half) => (1, half as u8, 0),
            Phase::Move => (2, 0, 0),
            Phase::Announced { from, to } => (3, from.bit(), to.bit()),
            Phase::Contested { from, to } => (4, from.bit(), to.bit()),
            Phase::Over(GipfEnd { loser, lack }) => (5, loser as u8, lack as u8),
        };
        let [white, black] = self.gipfs_enter.map(u8::from);
        let flags = self.mover as u8 | white << 1 | black << 2;
        let [first, second] = self.challenges.left;
        let by = self.challenges.by.number();
        let rest = [part, from, to, flags, self.variant as u8, first, second, by];
        (u64::from_le_bytes(rest), u64::from(self.standing.bits()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_takes_two_cache_lines() {
        assert_eq!(size_of::<Position>(), 128);
    }
}
