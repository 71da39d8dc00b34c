//! Moves of potentials that are already on the board (sections G and H).

use std::ops::ControlFlow;

use super::{
    event::Event,
    message::Message,
    piece::{Piece, PieceKind},
    position::{Half, Phase, Position},
    spot::name,
};
use crate::{
    hex::{Coord, Direction},
    spots::{Spot, Spots},
};

impl Position {
    /// Returns the stacks of the mover whose top piece may move, none while a GIPF piece of MATRX GIPF has to
    /// enter first (F.5). Basic pieces, GIPF pieces and TAMSK-potentials never move.
    #[inline]
    fn usable(&self) -> Spots {
        if self.reserve(self.mover).count(PieceKind::Gipf) > 0 {
            return Spots::NONE;
        }
        let stay =
            self.planes.topped_by(PieceKind::Basic) | self.planes.topped_by(PieceKind::Tamsk);
        (self.planes.of(self.mover) & self.planes.stacks()) - stay
    }

    /// Visits every move of the mover's potentials, by spots, then directions clockwise from upwards, then from
    /// near to far.
    #[inline]
    pub(super) fn each_use(
        &self,
        mut visit: impl FnMut(Spot, Spot) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.usable() {
            let kind = self.planes.kind(from);
            for way in Direction::ALL {
                let mut targets = self.targets(kind, from, way);
                while let Some(to) = targets.nearest(way) {
                    targets -= Spots::from(to);
                    visit(from, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the mover has any move with a potential, which requires that no GIPF piece of MATRX GIPF
    /// is in reserve.
    #[inline(never)]
    pub(super) fn can_use_potential(&self) -> bool {
        self.each_use(|_, _| ControlFlow::Break(())).is_break()
    }

    /// Returns the targets of the mover's potential on this spot in a direction.
    #[inline]
    fn targets(&self, kind: PieceKind, from: Spot, way: Direction) -> Spots {
        match kind {
            PieceKind::Zertz => self.jump(from, way),
            PieceKind::Yinsh => self.slide(from, way),
            PieceKind::Dvonn | PieceKind::Punct => self.landing(from, way, kind),
            PieceKind::Basic | PieceKind::Gipf | PieceKind::Tamsk => Spots::NONE,
        }
    }

    /// ZÈRTZ (H.2): jumps over one or more adjacent pieces onto the first empty spot behind them.
    #[inline]
    fn jump(&self, from: Spot, way: Direction) -> Spots {
        let ray = self.area().ray(from, way);
        let gaps = ray & self.vacant();
        match (ray.nearest(way), gaps.nearest(way)) {
            (Some(next), Some(gap)) if next != gap => gap.into(),
            _ => Spots::NONE,
        }
    }

    /// YINSH (H.4): slides over empty spots to any of them.
    #[inline]
    fn slide(&self, from: Spot, way: Direction) -> Spots {
        let ray = self.area().ray(from, way);
        match (ray & self.planes.occupied()).nearest(way) {
            Some(piece) => ray - self.area().ray(piece, way) - piece.into(),
            None => ray,
        }
    }

    /// DVONN and PÜNCT (H.3, H.5): runs over any number of empty spots onto the first piece, if an enemy piece of
    /// the same kind is on top there.
    #[inline]
    fn landing(&self, from: Spot, way: Direction, kind: PieceKind) -> Spots {
        let met = (self.area().ray(from, way) & self.planes.occupied()).nearest(way);
        let enemies = self.planes.of(self.mover.other()) & self.planes.topped_by(kind);
        met.map_or(Spots::NONE, |piece| enemies & piece.into())
    }

    /// Checks a move of the mover's potential from one spot to another and returns both.
    ///
    /// # Errors
    /// The first rule it breaks.
    pub(super) fn read_use(
        &self,
        written: Option<PieceKind>,
        from: Spot,
        to: Coord,
    ) -> Result<(Spot, Spot), Message> {
        let kind = self.check_stack(written, from)?;
        if !self.board().contains(to) {
            return Err(Message::NoSuchPoint { point: to });
        }
        let Some(goal) = self.area().spot(to) else {
            return Err(Message::EndsOnDot { point: to });
        };
        let reaches = |way: &Direction| self.area().ray(from, *way).contains(goal);
        let Some(way) = Direction::ALL.into_iter().find(reaches) else {
            return Err(Message::NotInLine {
                from: name(from),
                to,
            });
        };
        if self.targets(kind, from, way).contains(goal) {
            return Ok((from, goal));
        }
        let vacant = self.vacant();
        let ray = self.area().ray(from, way);
        Err(match kind {
            PieceKind::Zertz => match self.jump(from, way).first() {
                Some(spot) => Message::JumpLandsElsewhere { spot: name(spot) },
                None if ray.nearest(way).is_some_and(|next| vacant.contains(next)) => {
                    Message::JumpOverNothing { spot: name(from) }
                }
                None => Message::JumpNoRoom { spot: name(from) },
            },
            PieceKind::Yinsh if !vacant.contains(goal) => Message::SlideNotVacant { spot: to },
            PieceKind::Yinsh => Message::PathBlocked { spot: to },
            _ if vacant.contains(goal) => Message::LandsOnNothing { spot: to },
            _ if (ray - vacant).nearest(way) != Some(goal) => Message::PathBlocked { spot: to },
            _ => Message::LandsOnOther {
                spot: to,
                piece: kind,
            },
        })
    }

    /// Checks that the mover has a usable stack on a spot, and returns its kind.
    fn check_stack(&self, written: Option<PieceKind>, from: Spot) -> Result<PieceKind, Message> {
        let spot = name(from);
        let top = self.planes.top(from);
        let top = top.ok_or(Message::NothingThere { spot })?;
        if top.owner != self.mover {
            return Err(Message::NotYourPiece { spot });
        }
        if !self.planes.stacks().contains(from) {
            return Err(Message::NoStack { spot });
        }
        if top.kind == PieceKind::Basic {
            return Err(Message::GipfStays { spot });
        }
        if written.is_some_and(|kind| kind != top.kind) {
            return Err(Message::OtherPieceThere {
                spot,
                piece: top.kind,
            });
        }
        let gipf = self.reserve(self.mover).count(PieceKind::Gipf);
        if gipf > 0 {
            return Err(Message::GipfFirst { count: gipf });
        }
        if top.kind == PieceKind::Tamsk {
            return Err(Message::TamskStays { spot });
        }
        Ok(top.kind)
    }

    /// Returns the spots from one to another of the same line, including both.
    fn way(&self, from: Spot, to: Spot) -> Spots {
        let area = self.area();
        let ways = Direction::ALL.into_iter();
        let mut between = ways.filter_map(|way| {
            let ray = area.ray(from, way);
            ray.contains(to).then(|| ray - area.ray(to, way))
        });
        between.next().unwrap_or(to.into()) | from.into()
    }

    /// Moves the top piece of a stack; both its pieces are used singles from now on (G.3).
    #[inline]
    pub(super) fn move_potential(
        &mut self,
        from: Spot,
        to: Spot,
        listener: &mut impl FnMut(Event),
    ) {
        let (kind, owner) = (self.planes.kind(from), self.mover);
        self.planes.take_tops(from.into());
        self.planes.put(to, Piece { kind, owner });
        // A jump needs the pieces below it, so a row among them could not be dealt with before it; the jump makes
        // it new.
        self.touch(self.way(from, to));
        listener(Event::Moved {
            seat: owner,
            piece: kind,
            from,
            to,
        });
        self.phase = Phase::Extra(Half::After);
    }
}
