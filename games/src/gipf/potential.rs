//! Moves with potentials that are already on the board (sections G and H).

use super::{
    piece::{Kind, Piece},
    position::Position,
};
use crate::{
    game::Illegal,
    hex::{Coord, Direction},
};

impl Position {
    /// Where the top piece of the mover's stack on `from` can go; nothing when it is no stack.
    pub(super) fn targets(&self, from: Coord) -> Vec<Coord> {
        let Some(pile) = self.pile(from) else {
            return Vec::new();
        };
        let Some(Piece { kind, owner }) = pile.top() else {
            return Vec::new();
        };
        if owner != self.mover || !pile.is_stack() {
            return Vec::new();
        }
        Direction::ALL
            .into_iter()
            .flat_map(|way| match kind {
                Kind::Zertz => self.jump(from, way).into_iter().collect(),
                Kind::Yinsh => self.slide(from, way),
                Kind::Dvonn | Kind::Punct => self.landing(from, way, kind).into_iter().collect(),
                Kind::Basic | Kind::Gipf | Kind::Tamsk => Vec::new(),
            })
            .collect()
    }

    /// ZÈRTZ (H.2): over one or more neighbouring pieces onto the first empty spot behind them.
    fn jump(&self, from: Coord, way: Direction) -> Option<Coord> {
        let mut spots = self.board().along(from, way);
        let first = spots.next()?;
        if self.is_vacant(first) {
            return None;
        }
        spots.find(|spot| self.is_vacant(*spot))
    }

    /// YINSH (H.4): over empty spots to any of them.
    fn slide(&self, from: Coord, way: Direction) -> Vec<Coord> {
        self.board()
            .along(from, way)
            .take_while(|spot| self.is_vacant(*spot))
            .collect()
    }

    /// DVONN and PÜNCT (H.3, H.5): over any number of empty spots onto the first piece met, when
    /// an enemy piece of the same kind lies on top there.
    fn landing(&self, from: Coord, way: Direction, kind: Kind) -> Option<Coord> {
        let spot = self
            .board()
            .along(from, way)
            .find(|spot| !self.is_vacant(*spot))?;
        let enemy = Piece {
            kind,
            owner: self.mover.other(),
        };
        (self.pile(spot)?.top() == Some(enemy)).then_some(spot)
    }

    /// Checks a move of the mover's potential from one spot to another and returns its kind.
    ///
    /// # Errors
    /// The first rule it breaks; see the codes in [`super::CODES`].
    pub(super) fn check_potential(
        &self,
        written: Option<Kind>,
        from: Coord,
        to: Coord,
    ) -> Result<Kind, Illegal> {
        let kind = self.check_stack(written, from)?;
        let board = self.board();
        let refuse = |code, spot: Coord| Err(Illegal::new(code).with("spot", spot.to_string()));
        if !board.contains(to) {
            return Err(Illegal::new("gipf-no-such-point").with("point", to.to_string()));
        }
        if board.is_dot(to) {
            return Err(Illegal::new("gipf-ends-on-dot").with("point", to.to_string()));
        }
        if self.targets(from).contains(&to) {
            return Ok(kind);
        }
        let Some(way) = board.way(from, to) else {
            return Err(Illegal::new("gipf-not-in-line")
                .with("from", from.to_string())
                .with("to", to.to_string()));
        };
        match kind {
            Kind::Zertz => match self.jump(from, way) {
                Some(spot) => refuse("gipf-jump-lands-elsewhere", spot),
                None if board
                    .next(from, way)
                    .is_some_and(|next| self.is_vacant(next)) =>
                {
                    refuse("gipf-jump-over-nothing", from)
                }
                None => refuse("gipf-jump-no-room", from),
            },
            Kind::Yinsh if !self.is_vacant(to) => refuse("gipf-slide-not-vacant", to),
            Kind::Yinsh => refuse("gipf-path-blocked", to),
            _ if self.is_vacant(to) => refuse("gipf-lands-on-nothing", to),
            _ => match board.along(from, way).find(|spot| !self.is_vacant(*spot)) {
                Some(first) if first != to => refuse("gipf-path-blocked", to),
                _ => Err(Illegal::new("gipf-lands-on-other")
                    .with("spot", to.to_string())
                    .with("piece", kind.letter())),
            },
        }
    }

    /// Whether the mover has a usable stack on a spot, and of which kind.
    fn check_stack(&self, written: Option<Kind>, from: Coord) -> Result<Kind, Illegal> {
        let refuse = |code| Illegal::new(code).with("spot", from.to_string());
        let pile = self
            .pile(from)
            .ok_or_else(|| refuse("gipf-nothing-there"))?;
        let top = pile.top().ok_or_else(|| refuse("gipf-nothing-there"))?;
        if top.owner != self.mover {
            return Err(refuse("gipf-not-your-piece"));
        }
        if !pile.is_stack() {
            return Err(refuse("gipf-no-stack"));
        }
        if top.kind == Kind::Basic {
            return Err(refuse("gipf-gipf-stays"));
        }
        if written.is_some_and(|kind| kind != top.kind) {
            return Err(refuse("gipf-other-piece-there").with("piece", top.kind.letter()));
        }
        let gipf = self.reserve(self.mover).count(Kind::Gipf);
        if gipf > 0 {
            return Err(Illegal::new("gipf-gipf-first").with("count", gipf));
        }
        if top.kind == Kind::Tamsk {
            return Err(refuse("gipf-tamsk-stays"));
        }
        Ok(top.kind)
    }

    /// Moves the top piece of a stack; both its pieces are used singles from now on (G.3).
    pub(super) fn move_potential(&mut self, from: Coord, to: Coord) {
        if let Some(piece) = self.pile_mut(from).and_then(super::piece::Pile::take_top)
            && let Some(pile) = self.pile_mut(to)
        {
            pile.put(piece);
        }
    }
}
