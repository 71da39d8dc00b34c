//! Resolution of actions to legal moves, and the refusals of all others.

use super::{
    action::{Action, TakenRow},
    lines::{Push, PushPath},
    message::Message,
    moves::Move,
    piece::PieceKind,
    position::{Phase, Position},
    row::Row,
    spot::name,
};
use crate::{
    hex::Coord,
    spots::{Spot, Spots},
};

impl Position {
    /// Resolves an action to a move.
    ///
    /// # Errors
    /// The reason why there is no such move.
    pub(super) fn move_of(&self, action: &Action) -> Result<Move, Message> {
        match (self.current_phase(), action) {
            (Phase::Over(_), _) => Err(Message::Over),
            // Optional rows can be dealt with at the start of a turn and at its end.
            (_, Action::Row(taken)) if matches!(self.phase, Phase::Rows(_)) => {
                self.read_row(taken).map(Move::Row)
            }
            (Phase::Rows(_), Action::Leave) if !self.any_row_is_due() => Ok(Move::Leave),
            (Phase::Rows(_), _) => Err(self.row_first()),
            (Phase::Announced { .. }, Action::Allow) => Ok(Move::Allow),
            (Phase::Announced { .. }, Action::Neutralise) => Ok(Move::Neutralise),
            (Phase::Announced { .. }, _) => Err(Message::JumpFirst),
            (Phase::Contested { .. }, Action::Upheld) => Ok(Move::Upheld),
            (Phase::Contested { .. }, Action::Neutralised) => Ok(Move::Neutralised),
            (Phase::Contested { .. }, _) => Err(Message::ContestFirst),
            (Phase::Extra(_), Action::GiveUp) => Ok(Move::GiveUp),
            // The plus is optional: no other action is possible.
            (
                Phase::Extra(_),
                Action::Extra { from, to }
                | Action::Move {
                    kind: None | Some(PieceKind::Tamsk),
                    from,
                    to,
                },
            ) => self.read_extra(*from, *to),
            (Phase::Extra(_), _) => Err(Message::ExtraFirst),
            (
                Phase::Move,
                Action::Allow | Action::Neutralise | Action::Neutralised | Action::Upheld,
            ) => Err(Message::NoJump),
            (Phase::Move, Action::Move { kind, from, to }) => self.read_move(*kind, *from, *to),
            (Phase::Move, Action::Leave) if matches!(self.phase, Phase::Rows(_)) => {
                Err(Message::RowStays)
            }
            (Phase::Move, Action::Row(_) | Action::Leave) => Err(Message::NoRow),
            (Phase::Move, Action::Extra { .. } | Action::GiveUp) => Err(Message::NoExtra),
        }
    }

    /// Returns the refusal of any other action while there are rows to deal with.
    fn row_first(&self) -> Message {
        let rows = self.own_rows();
        if self.any_row_is_due() {
            Message::RowFirst { rows }
        } else {
            Message::RowOrLeave { rows }
        }
    }

    /// Returns the rows of the mover.
    pub(super) fn own_rows(&self) -> Vec<Row> {
        self.rows(self.mover).collect()
    }

    /// Returns the lines that begin at a dot, the spots of each in order: `b2 c3 d4`, `b3 c4`.
    fn lines_from(&self, dot: Coord) -> String {
        let paths = self.push_paths().filter(|(_, path)| path.dot == dot);
        let lines = paths.map(|(_, path)| {
            let mut spots: Vec<String> = path
                .line
                .iter()
                .map(|spot| name(spot).to_string())
                .collect();
            if spots.last() == Some(&name(path.rest).to_string()) {
                spots.reverse();
            }
            spots.join(" ")
        });
        lines.collect::<Vec<_>>().join(", ")
    }

    fn read_move(
        &self,
        kind: Option<PieceKind>,
        from: Option<Coord>,
        to: Coord,
    ) -> Result<Move, Message> {
        if let Some(from) = from.and_then(|from| self.area().spot(from)) {
            let (from, to) = self.read_use(kind, from, to)?;
            return Ok(Move::Use { from, to });
        }
        let kinds = match kind {
            Some(kind) => {
                self.check_in_reserve(kind)?;
                vec![kind]
            }
            None if !self.variant.is_matrx() => {
                self.check_in_reserve(PieceKind::Basic)?;
                vec![PieceKind::Basic]
            }
            None => PieceKind::in_set(self.enterable()).collect(),
        };
        let letter = kind.map(|kind| kind.letter().to_string());
        let letter = letter.unwrap_or_default();
        let is_meant =
            |played: &Move| matches!(played, Move::Enter { kind, .. } if kinds.contains(kind));
        let pushes = self
            .read_push(from, to)
            .map_err(|refusal| self.with_entries(refusal, to, letter, is_meant))?;
        let all = kinds.iter().flat_map(|kind| {
            let entry = |push: &Push| Move::Enter {
                kind: *kind,
                push: *push,
            };
            pushes.iter().map(entry)
        });
        self.only(all.collect())
    }

    fn read_extra(&self, from: Option<Coord>, to: Coord) -> Result<Move, Message> {
        let is_meant = |played: &Move| matches!(played, Move::Extra(_));
        let pushes = self
            .read_push(from, to)
            .map_err(|refusal| self.with_entries(refusal, to, "+".to_owned(), is_meant))?;
        self.only(pushes.into_iter().map(Move::Extra).collect())
    }

    /// Completes a refused entry with suggestions: the letter for the notation, or a legal entry and one that
    /// pushes something onto the spot.
    fn with_entries(
        &self,
        mut refusal: Message,
        to: Coord,
        written: String,
        is_meant: impl Fn(&Move) -> bool,
    ) -> Message {
        let (example, pushing) = match &mut refusal {
            Message::RestsElsewhere { letter, .. } => {
                *letter = written;
                return refusal;
            }
            Message::NoDotBeside {
                example, pushing, ..
            } => (example, pushing),
            _ => return refusal,
        };
        let ends_there = |played: &Move| match played {
            Move::Enter { push, .. } | Move::Extra(push) => self.write_push(*push).1 == to,
            _ => false,
        };
        let write = |played: Move| self.action_of(played).to_string();
        let pushes_there = self.example_among(|played| is_meant(played) && ends_there(played));
        *example = self.example_among(is_meant).map(write);
        *pushing = pushes_there.map(write);
        refusal
    }

    /// Returns the only reading, or a refusal if there is none or several.
    fn only(&self, readings: Vec<Move>) -> Result<Move, Message> {
        match readings.as_slice() {
            [] => Err(self.nothing_enters()),
            [one] => Ok(*one),
            several => {
                let write = |played: &Move| self.action_of(*played).to_string();
                let readings: Vec<String> = several.iter().map(write).collect();
                Err(Message::Ambiguous { readings })
            }
        }
    }

    /// Returns the pushes that `from` and `to` can mean. After a dot, `to` is the spot where the entering piece
    /// comes to rest, or the one where the last pushed piece does; without a dot, `to` is the spot where the
    /// entering piece comes to rest, or a dot alone.
    ///
    /// # Errors
    /// The reason why nothing can be pushed there, without the letters and examples that belong to the piece.
    pub(super) fn read_push(&self, from: Option<Coord>, to: Coord) -> Result<Vec<Push>, Message> {
        let board = self.board();
        for point in from.into_iter().chain([to]) {
            if !board.contains(point) {
                return Err(Message::NoSuchPoint { point });
            }
        }
        let spot = self.area().spot(to);
        if let Some(dot) = from {
            if self.area().spot(dot).is_some() {
                return Err(Message::NotADot { point: dot });
            }
            if spot.is_none() {
                return Err(Message::EndsOnDot { point: to });
            }
        }
        let is_meant = |path: &PushPath| match (from, spot) {
            (Some(dot), Some(spot)) => path.dot == dot && path.line.contains(spot),
            (None, Some(spot)) => path.rest == spot,
            _ => path.dot == to,
        };
        let paths: Vec<(Push, &PushPath)> = self
            .push_paths()
            .filter(|(_, path)| is_meant(path))
            .collect();
        if paths.is_empty() {
            return Err(match from {
                Some(dot) => Message::NotOnLine {
                    dot,
                    spot: to,
                    lines: self.lines_from(dot),
                },
                None => Message::NoDotBeside {
                    spot: to,
                    example: None,
                    pushing: None,
                },
            });
        }
        let vacant = self.vacant();
        let mut pushes: Vec<Push> = Vec::new();
        for (push, path) in paths {
            let rests = |other: &Push| other.path().rest == path.rest;
            // Coming to rest on an empty spot is the same move from any dot.
            let again = vacant.contains(path.rest) && pushes.iter().any(rests);
            if path.shift(self.planes.occupied()).is_some() && !again {
                pushes.push(push);
            }
        }
        let Some(first) = pushes.first() else {
            return Err(Message::LineFull {
                point: from.unwrap_or(to),
            });
        };
        match (from, spot) {
            (Some(dot), Some(spot)) if !self.ends_there(*first, spot) => {
                Err(self.rests_elsewhere(dot, to, *first))
            }
            _ => Ok(pushes),
        }
    }

    /// Returns whether a spot is where the entering piece or the last pushed piece comes to rest: either may be
    /// written after the dot.
    fn ends_there(&self, push: Push, spot: Spot) -> bool {
        let path = push.path();
        let end = path.shift(self.planes.occupied()).map(|shift| shift.end);
        path.rest == spot || end.is_some_and(|end| end.contains(spot))
    }

    /// Returns the refusal of a spot further on the line, as if a piece went there by itself.
    fn rests_elsewhere(&self, dot: Coord, to: Coord, push: Push) -> Message {
        let (from, end) = self.write_push(push);
        let written = match from {
            Some(from) => format!("{from}-{end}"),
            None => end.to_string(),
        };
        Message::RestsElsewhere {
            dot,
            spot: to,
            rest: name(push.path().rest),
            written,
            letter: String::new(),
        }
    }

    /// Resolves the cleared spots to a row.
    ///
    /// # Errors
    /// The reason why no row can be dealt with like that.
    fn read_row(&self, taken: &[TakenRow]) -> Result<Spots, Message> {
        let spot = |taken: &TakenRow| self.area().spot(taken.spot);
        let spots: Option<Spots> = taken.iter().map(spot).collect();
        let mut refusal = None;
        if let Some(spots) = spots.filter(|spots| !spots.is_empty()) {
            for row in self.rows(self.mover) {
                if !row.spots.covers(spots) {
                    continue;
                }
                match self.check_row(&row, spots) {
                    Ok(()) => return self.check_stars(taken).map(|()| spots),
                    Err(broken) => refusal = refusal.or(Some(broken)),
                }
            }
        }
        Err(refusal.unwrap_or_else(|| Message::NotInRow {
            rows: self.own_rows(),
        }))
    }

    /// Checks that clearing these spots deals with the row: every single goes (MATRX, E.1; GIPF, 1.E), and no
    /// four stay, unless they are GIPF pieces of GIPF (2.B.1; with potentials, A.6).
    fn check_row(&self, row: &Row, taken: Spots) -> Result<(), Message> {
        let must_go = (row.spots - taken) - self.planes.stacks();
        if let Some(spot) = must_go.first() {
            return Err(Message::SingleMustGo { spot: name(spot) });
        }
        if self.four_stay(row, taken) {
            return Err(Message::RowNotBroken { row: *row });
        }
        Ok(())
    }

    /// Checks that only stacks have a star.
    fn check_stars(&self, taken: &[TakenRow]) -> Result<(), Message> {
        let is_stack = |spot: Spot| self.planes.stacks().contains(spot);
        let wrong = |taken: &&TakenRow| {
            let spot = self.area().spot(taken.spot);
            taken.stack && !spot.is_some_and(is_stack)
        };
        match taken.iter().find(wrong) {
            Some(TakenRow { spot, .. }) => Err(Message::NotAStack { spot: *spot }),
            None => Ok(()),
        }
    }
}
