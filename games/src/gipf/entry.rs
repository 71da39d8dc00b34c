//! Entering pieces: from a dot, along a line, pushing what is in the way (section D).

use std::collections::BTreeSet;

use super::{
    piece::{Kind, Pile},
    position::Position,
    reserve::Reserve,
    variant::Variant,
};
use crate::{
    game::Illegal,
    hex::{Board, Coord, Direction},
};

/// A push along one line, from the dot at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The dot.
    pub dot: Coord,
    way: Direction,
    /// Where the furthest pushed piece ends; the spot behind the dot when nothing is pushed.
    pub end: Coord,
    /// Whether anything is pushed.
    pub pushes: bool,
}

impl Push {
    /// Where the entering piece comes to rest.
    pub(super) fn rest(self, board: &Board) -> Coord {
        board.next(self.dot, self.way).unwrap_or(self.end)
    }

    /// The dot as it is written: left out when nothing is pushed.
    pub fn written_from(self) -> Option<Coord> {
        self.pushes.then_some(self.dot)
    }
}

impl Position {
    /// The push from a dot along a line, unless the line is full (D.4).
    fn push_along(&self, dot: Coord, way: Direction) -> Option<Push> {
        let mut spots = self.board().along(dot, way);
        let end = spots.find(|spot| self.is_vacant(*spot))?;
        Some(Push {
            dot,
            way,
            end,
            pushes: self.board().next(dot, way) != Some(end),
        })
    }

    /// Every push that changes the board in its own way: coming to rest on an empty spot counts
    /// once, from whichever dot.
    pub(super) fn pushes(&self) -> Vec<Push> {
        let board = self.board();
        let mut seen = BTreeSet::new();
        board
            .dots()
            .flat_map(|dot| Direction::ALL.map(|way| (dot, way)))
            .filter_map(|(dot, way)| self.push_along(dot, way))
            .filter(|push| seen.insert((push.written_from(), push.end)))
            .collect()
    }

    /// The pushes that `from` and `to` can mean. With a dot, any spot of the line fixes the
    /// direction; without one, `to` is the spot on which the entering piece comes to rest, or a
    /// dot alone.
    ///
    /// # Errors
    /// `gipf-no-such-point`, `gipf-not-a-dot`, `gipf-ends-on-dot`, `gipf-not-on-line`,
    /// `gipf-no-dot-beside`, `gipf-line-full`.
    pub(super) fn read_push(&self, from: Option<Coord>, to: Coord) -> Result<Vec<Push>, Illegal> {
        let board = self.board();
        for point in from.into_iter().chain([to]) {
            if !board.contains(point) {
                return Err(Illegal::new("gipf-no-such-point").with("point", point.to_string()));
            }
        }
        let ways: Vec<(Coord, Direction)> = match from {
            Some(dot) if !board.is_dot(dot) => {
                return Err(Illegal::new("gipf-not-a-dot").with("point", dot.to_string()));
            }
            Some(_) if board.is_dot(to) => {
                return Err(Illegal::new("gipf-ends-on-dot").with("point", to.to_string()));
            }
            Some(dot) => board
                .way(dot, to)
                .map(|way| (dot, way))
                .into_iter()
                .collect(),
            None if board.is_dot(to) => Direction::ALL
                .into_iter()
                .filter(|way| board.along(to, *way).next().is_some())
                .map(|way| (to, way))
                .collect(),
            None => board
                .dots()
                .flat_map(|dot| Direction::ALL.map(|way| (dot, way)))
                .filter(|(dot, way)| board.next(*dot, *way) == Some(to))
                .collect(),
        };
        if ways.is_empty() {
            return Err(match from {
                Some(dot) => Illegal::new("gipf-not-on-line")
                    .with("dot", dot.to_string())
                    .with("spot", to.to_string()),
                None => Illegal::new("gipf-no-dot-beside").with("spot", to.to_string()),
            });
        }
        let mut seen = BTreeSet::new();
        let pushes: Vec<Push> = ways
            .into_iter()
            .filter_map(|(dot, way)| self.push_along(dot, way))
            .filter(|push| seen.insert((push.written_from(), push.end)))
            .collect();
        if pushes.is_empty() {
            return Err(
                Illegal::new("gipf-line-full").with("point", from.unwrap_or(to).to_string())
            );
        }
        Ok(pushes)
    }

    /// Puts a pile on the dot and pushes it in; every spot's whole contents move on by one up to
    /// the first empty spot (D.3).
    pub(super) fn push(&mut self, push: Push, mut pile: Pile) {
        let spots: Vec<Coord> = self.board().along(push.dot, push.way).collect();
        for spot in spots {
            if let Some(here) = self.pile_mut(spot) {
                std::mem::swap(here, &mut pile);
            }
            // A row that is pushed through is another one, even if it looks the same.
            self.standing.retain(|(row, _)| !row.spots.contains(&spot));
            if spot == push.end {
                break;
            }
        }
    }

    /// What the mover can enter now, were there room (MATRX, F.5, G.6; GIPF, 3.2 to 3.4).
    pub(super) fn enterable(&self) -> Vec<Kind> {
        let kinds = Kind::ALL.into_iter();
        kinds
            .filter(|kind| self.check_in_reserve(*kind).is_ok())
            .collect()
    }

    /// Takes from the reserve what enters as a piece of that kind.
    pub(super) fn take_entering(&mut self, kind: Kind) -> Pile {
        let seat = self.mover;
        let pile = match kind {
            Kind::Gipf if self.variant.is_matrx() => Pile::of(&[kind], seat),
            Kind::Gipf => Pile::of(&[Kind::Basic; 2], seat),
            Kind::Basic => Pile::of(&[kind], seat),
            _ if self.variant.is_matrx() => Pile::of(&[kind; 2], seat),
            _ => Pile::of(&[Kind::Basic, kind], seat),
        };
        let reserve = &mut self.reserves[seat.index()];
        for piece in pile.pieces() {
            reserve.take(piece.kind, 1);
        }
        // Who goes on to loaded pieces or singles has enough GIPF pieces, and who goes on to
        // singles enters no more potentials (GIPF, 3.4, with potentials, A.3).
        self.gipfs_enter[seat.index()] &= kind == Kind::Gipf;
        if kind == Kind::Basic {
            *reserve = Reserve::of_all(|kind| match kind {
                Kind::Basic => reserve.count(kind),
                _ => 0,
            });
        }
        pile
    }

    /// Whether a piece of this kind may enter now.
    ///
    /// # Errors
    /// `gipf-gipf-first` (F.5), `gipf-none-in-reserve`, `gipf-single-in-reserve` (G.6),
    /// `gipf-reserve-empty`; in GIPF
    /// `gipf-begin-with-gipf` (3.2), `gipf-no-gipf-enters`, `gipf-singles-only` (3.4),
    /// `gipf-one-in-reserve`, and those of loaded pieces.
    pub(super) fn check_in_reserve(&self, kind: Kind) -> Result<(), Illegal> {
        let reserve = self.reserve(self.mover);
        if !self.variant.is_matrx() {
            let refuse = |code| Err(Illegal::new(code));
            let may = self.gipfs_enter[self.mover.index()];
            return match (kind, reserve.count(Kind::Basic)) {
                (Kind::Basic, _) if !self.has_begun(self.mover) => refuse("gipf-begin-with-gipf"),
                (Kind::Basic | Kind::Gipf, 0) => Err(self.nothing_enters()),
                (Kind::Basic, _) => Ok(()),
                (Kind::Gipf, _) if self.variant != Variant::GipfTournament => {
                    refuse("gipf-no-gipf-enters")
                }
                (Kind::Gipf, _) if !may => refuse("gipf-singles-only"),
                (Kind::Gipf, 1) => refuse("gipf-one-in-reserve"),
                (Kind::Gipf, _) => Ok(()),
                _ => self.check_loaded(kind),
            };
        }
        let gipf = reserve.count(Kind::Gipf);
        match reserve.count(kind) {
            _ if gipf > 0 && kind != Kind::Gipf => {
                Err(Illegal::new("gipf-gipf-first").with("count", gipf))
            }
            0 => Err(Illegal::new("gipf-none-in-reserve").with("piece", kind.letter())),
            count if count < kind.entering() => {
                Err(Illegal::new("gipf-single-in-reserve").with("piece", kind.letter()))
            }
            _ => Ok(()),
        }
    }

    /// Why nothing in the reserve can enter, and what can be done instead: use a stack of MATRX (G.1),
    /// jump in GIPF (with potentials, A.4), or deal with a row that may stay (GIPF, 2.B.1).
    pub(super) fn nothing_enters(&self) -> Illegal {
        let instead = if self.variant.is_matrx() {
            "stack"
        } else if self.can_use_potential() {
            "jump"
        } else {
            "row"
        };
        Illegal::new("gipf-reserve-empty").with("use", instead)
    }

    /// Whether a basic piece may enter with a potential on it (GIPF with potentials, A.3).
    fn check_loaded(&self, kind: Kind) -> Result<(), Illegal> {
        let reserve = self.reserve(self.mover);
        let refuse = |code| Err(Illegal::new(code).with("piece", kind.letter()));
        match kind {
            _ if self.owned(self.mover, kind) == 0 => refuse("gipf-no-such-potential"),
            _ if reserve.count(kind) == 0 => refuse("gipf-no-potential-left"),
            _ if !self.has_begun(self.mover) => refuse("gipf-begin-with-gipf"),
            _ if reserve.count(Kind::Basic) == 0 => Err(self.nothing_enters()),
            Kind::Tamsk if reserve.count(Kind::Zertz) > 0 => refuse("gipf-zertz-first"),
            _ => Ok(()),
        }
    }
}
