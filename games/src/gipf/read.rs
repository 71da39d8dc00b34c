//! What is written, read as a move of a position, or why it is none.

use super::{
    action::{Action, Taken},
    code::Code,
    lines::{Push, Way},
    moves::Move,
    piece::Kind,
    position::{Phase, Position, name},
    row::Row,
};
use crate::{
    fact::Illegal,
    hex::Coord,
    spots::{Spot, Spots},
};

impl Position {
    /// The move that is meant by an action.
    ///
    /// # Errors
    /// Why there is no such move; see the codes in [`super::CODES`].
    pub(super) fn move_of(&self, action: &Action) -> Result<Move, Illegal> {
        let refuse = |code| Err(Illegal::new(code));
        match (self.part(), action) {
            (Phase::Over(_), _) => refuse(Code::Over),
            // Rows that may stay are offered at the start of a turn and at its end.
            (_, Action::Row(taken)) if matches!(self.phase, Phase::Rows(_)) => {
                self.read_row(taken).map(Move::Row)
            }
            (Phase::Rows(_), Action::Leave) if !self.any_row_is_due() => Ok(Move::Leave),
            (Phase::Rows(_), _) => Err(self.row_first()),
            (Phase::Announced { .. }, Action::Allow) => Ok(Move::Allow),
            (Phase::Announced { .. }, Action::Neutralise) => Ok(Move::Neutralise),
            (Phase::Announced { .. }, _) => refuse(Code::JumpFirst),
            (Phase::Contested { .. }, Action::Upheld) => Ok(Move::Upheld),
            (Phase::Contested { .. }, Action::Neutralised) => Ok(Move::Neutralised),
            (Phase::Contested { .. }, _) => refuse(Code::ContestFirst),
            (Phase::Extra(_), Action::GiveUp) => Ok(Move::GiveUp),
            // The plus may be left out: nothing else can be meant.
            (
                Phase::Extra(_),
                Action::Extra { from, to }
                | Action::Move {
                    kind: None | Some(Kind::Tamsk),
                    from,
                    to,
                },
            ) => self.read_extra(*from, *to),
            (Phase::Extra(_), _) => refuse(Code::ExtraFirst),
            (
                Phase::Move,
                Action::Allow | Action::Neutralise | Action::Neutralised | Action::Upheld,
            ) => refuse(Code::NoJump),
            (Phase::Move, Action::Move { kind, from, to }) => self.read_move(*kind, *from, *to),
            (Phase::Move, Action::Leave) if matches!(self.phase, Phase::Rows(_)) => {
                refuse(Code::RowStays)
            }
            (Phase::Move, Action::Row(_) | Action::Leave) => refuse(Code::NoRow),
            (Phase::Move, Action::Extra { .. } | Action::GiveUp) => refuse(Code::NoExtra),
        }
    }

    /// The refusal of anything else while there are rows to deal with.
    fn row_first(&self) -> Illegal {
        let code = match self.any_row_is_due() {
            true => Code::RowFirst,
            false => Code::RowOrLeave,
        };
        Illegal::new(code).with("rows", self.row_names())
    }

    /// The rows of the mover as `b2-b5 c2-f5`.
    pub(super) fn row_names(&self) -> Vec<String> {
        let rows = self.rows(self.mover);
        rows.map(|row| row.to_string()).collect()
    }

    /// The lines that begin at a dot, the spots of each in order: `b2 c3 d4`, `b3 c4`.
    fn lines_from(&self, dot: Coord) -> String {
        let ways = self.ways().filter(|(_, way)| way.dot == dot);
        let lines = ways.map(|(_, way)| {
            let mut spots: Vec<String> =
                way.line.iter().map(|spot| name(spot).to_string()).collect();
            if spots.last() == Some(&name(way.rest).to_string()) {
                spots.reverse();
            }
            spots.join(" ")
        });
        lines.collect::<Vec<_>>().join(", ")
    }

    fn read_move(
        &self,
        kind: Option<Kind>,
        from: Option<Coord>,
        to: Coord,
    ) -> Result<Move, Illegal> {
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
                self.check_in_reserve(Kind::Basic)?;
                vec![Kind::Basic]
            }
            None => Kind::in_set(self.enterable()).collect(),
        };
        let letter = kind.map(|kind| kind.letter().to_string());
        let letter = letter.unwrap_or_default();
        let is_meant =
            |played: &Move| matches!(played, Move::Enter { kind, .. } if kinds.contains(kind));
        let pushes = self
            .read_push(from, to)
            .map_err(|illegal| self.with_entries(illegal, to, letter, is_meant))?;
        let all = kinds.iter().flat_map(|kind| {
            let entry = |push: &Push| Move::Enter {
                kind: *kind,
                push: *push,
            };
            pushes.iter().map(entry)
        });
        self.only(all.collect())
    }

    fn read_extra(&self, from: Option<Coord>, to: Coord) -> Result<Move, Illegal> {
        let is_meant = |played: &Move| matches!(played, Move::Extra(_));
        let pushes = self
            .read_push(from, to)
            .map_err(|illegal| self.with_entries(illegal, to, "+".to_owned(), is_meant))?;
        self.only(pushes.into_iter().map(Move::Extra).collect())
    }

    /// A refused entry with what could have been meant: the letter it is written with, or an entry that can be
    /// made, and one that pushes something onto the spot.
    fn with_entries(
        &self,
        illegal: Illegal,
        to: Coord,
        letter: String,
        is_meant: impl Fn(&Move) -> bool,
    ) -> Illegal {
        if illegal.code() == Code::RestsElsewhere.as_str() {
            return illegal.with("letter", letter);
        }
        if illegal.code() != Code::NoDotBeside.as_str() {
            return illegal;
        }
        let ends_there = |played: &Move| match played {
            Move::Enter { push, .. } | Move::Extra(push) => self.write_push(*push).1 == to,
            _ => false,
        };
        let write = |played: Move| self.action_of(played).to_string();
        let pushing = self.show_of(|played| is_meant(played) && ends_there(played));
        illegal
            .with("example", self.show_of(is_meant).map(write))
            .with("pushing", pushing.map(write))
    }

    /// The one entry that the words can mean.
    fn only(&self, readings: Vec<Move>) -> Result<Move, Illegal> {
        match readings.as_slice() {
            [] => Err(self.nothing_enters()),
            [one] => Ok(*one),
            several => {
                let write = |played: &Move| self.action_of(*played).to_string();
                let readings: Vec<String> = several.iter().map(write).collect();
                Err(Illegal::new(Code::Ambiguous).with("readings", readings))
            }
        }
    }

    /// The pushes that `from` and `to` can mean. Behind a dot stands the spot on which the entering
    /// piece comes to rest, or the one on which the last pushed piece does; without a dot, `to` is the
    /// spot on which the entering piece comes to rest, or a dot alone.
    ///
    /// # Errors
    /// `gipf-no-such-point`, `gipf-not-a-dot`, `gipf-ends-on-dot`, `gipf-not-on-line`,
    /// `gipf-no-dot-beside`, `gipf-line-full`, `gipf-rests-elsewhere`.
    pub(super) fn read_push(&self, from: Option<Coord>, to: Coord) -> Result<Vec<Push>, Illegal> {
        let board = self.board();
        for point in from.into_iter().chain([to]) {
            if !board.contains(point) {
                return Err(Illegal::new(Code::NoSuchPoint).with("point", point.to_string()));
            }
        }
        let spot = self.area().spot(to);
        if let Some(dot) = from {
            if self.area().spot(dot).is_some() {
                return Err(Illegal::new(Code::NotADot).with("point", dot.to_string()));
            }
            if spot.is_none() {
                return Err(Illegal::new(Code::EndsOnDot).with("point", to.to_string()));
            }
        }
        let is_meant = |way: &Way| match (from, spot) {
            (Some(dot), Some(spot)) => way.dot == dot && way.line.contains(spot),
            (None, Some(spot)) => way.rest == spot,
            _ => way.dot == to,
        };
        let ways: Vec<(Push, &Way)> = self.ways().filter(|(_, way)| is_meant(way)).collect();
        if ways.is_empty() {
            return Err(match from {
                Some(dot) => Illegal::new(Code::NotOnLine)
                    .with("dot", dot.to_string())
                    .with("spot", to.to_string())
                    .with("lines", self.lines_from(dot)),
                None => Illegal::new(Code::NoDotBeside).with("spot", to.to_string()),
            });
        }
        let vacant = self.vacant();
        let mut pushes: Vec<Push> = Vec::new();
        for (push, way) in ways {
            let rests = |other: &Push| other.way().rest == way.rest;
            // From whichever dot, coming to rest on an empty spot is the same.
            let again = vacant.contains(way.rest) && pushes.iter().any(rests);
            if way.room(self.planes.occupied()).is_some() && !again {
                pushes.push(push);
            }
        }
        let Some(first) = pushes.first() else {
            let point = from.unwrap_or(to).to_string();
            return Err(Illegal::new(Code::LineFull).with("point", point));
        };
        match (from, spot) {
            (Some(dot), Some(spot)) if !self.ends_there(*first, spot) => {
                Err(self.rests_elsewhere(dot, to, *first))
            }
            _ => Ok(pushes),
        }
    }

    /// Whether a spot is where the entering piece comes to rest, or the last pushed one: both are
    /// written behind the dot.
    fn ends_there(&self, push: Push, spot: Spot) -> bool {
        let way = push.way();
        let end = way.room(self.planes.occupied()).map(|room| room.end);
        way.rest == spot || end.is_some_and(|end| end.contains(spot))
    }

    /// The refusal of a spot further on the line, as if a piece went there by itself.
    fn rests_elsewhere(&self, dot: Coord, to: Coord, push: Push) -> Illegal {
        let (from, end) = self.write_push(push);
        let written = match from {
            Some(from) => format!("{from}-{end}"),
            None => end.to_string(),
        };
        Illegal::new(Code::RestsElsewhere)
            .with("dot", dot.to_string())
            .with("spot", to.to_string())
            .with("rest", name(push.way().rest).to_string())
            .with("written", written)
    }

    /// Reads which row is meant by the cleared spots.
    ///
    /// # Errors
    /// `gipf-not-in-row`, `gipf-not-a-stack`, `gipf-single-must-go`, `gipf-row-not-broken`.
    fn read_row(&self, taken: &[Taken]) -> Result<Spots, Illegal> {
        let spot = |taken: &Taken| self.area().spot(taken.spot);
        let spots: Option<Spots> = taken.iter().map(spot).collect();
        let mut refusal = None;
        if let Some(spots) = spots.filter(|spots| !spots.is_empty()) {
            for row in self.rows(self.mover) {
                if !row.spots.covers(spots) {
                    continue;
                }
                match self.check_row(&row, spots) {
                    Ok(()) => return self.check_stars(taken).map(|()| spots),
                    Err(illegal) => refusal = refusal.or(Some(illegal)),
                }
            }
        }
        Err(refusal.unwrap_or_else(|| Illegal::new(Code::NotInRow).with("rows", self.row_names())))
    }

    /// Whether clearing these spots deals with the row: every single goes (MATRX, E.1; GIPF, 1.E),
    /// and no four stay, unless they are GIPF pieces of GIPF (2.B.1; with potentials, A.6).
    fn check_row(&self, row: &Row, taken: Spots) -> Result<(), Illegal> {
        let must_go = (row.spots - taken) - self.planes.stacks();
        if let Some(spot) = must_go.first() {
            return Err(Illegal::new(Code::SingleMustGo).with("spot", name(spot).to_string()));
        }
        if self.four_stay(row, taken) {
            return Err(Illegal::new(Code::RowNotBroken).with("row", row.to_string()));
        }
        Ok(())
    }

    /// Whether stars stand only at stacks.
    fn check_stars(&self, taken: &[Taken]) -> Result<(), Illegal> {
        let is_stack = |spot: Spot| self.planes.stacks().contains(spot);
        let wrong = |taken: &&Taken| {
            let spot = self.area().spot(taken.spot);
            taken.stack && !spot.is_some_and(is_stack)
        };
        match taken.iter().find(wrong) {
            Some(Taken { spot, .. }) => {
                Err(Illegal::new(Code::NotAStack).with("spot", spot.to_string()))
            }
            None => Ok(()),
        }
    }
}
