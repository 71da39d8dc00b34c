//! Entries: a piece is pushed in from a dot along a line, with all pieces in its way (section D).

use super::{
    event::{Event, Pushed},
    lines::Push,
    message::{Instead, Message},
    piece::PieceKind,
    planes::Entering,
    position::Position,
    spot::CENTRE,
    variant::Variant,
};

impl Position {
    /// Pushes something in from a dot: the contents of every spot up to the first empty one move on by one (D.3).
    /// Does nothing if the line is full.
    #[inline(always)]
    fn push_in(&mut self, push: Push, entering: Entering) -> Pushed {
        let path = push.path();
        let mut pushed = Pushed {
            dot: path.dot,
            end: path.rest,
            pushes: false,
        };
        if let Some(shift) = path.shift(self.planes.occupied()) {
            self.planes.shift(shift.moved, path.rotation);
            self.planes.lay(path.rest.into(), entering, self.mover);
            self.touch(shift.moved | shift.end);
            pushed.end = shift.end.first().unwrap_or(path.rest);
            pushed.pushes = !shift.moved.is_empty();
        }
        pushed
    }

    /// Enters a piece.
    #[inline]
    pub(super) fn enter(&mut self, kind: PieceKind, push: Push, listener: &mut impl FnMut(Event)) {
        let seat = self.mover;
        if kind == PieceKind::Basic {
            // Fast path for most entries of GIPF: the same as below with fewer branches.
            self.gipfs_enter[seat.index()] = false;
            let piece = Entering::Single(kind);
            let reserve = &mut self.reserves[seat.index()];
            // No potential may enter after a single (with potentials, A.3).
            let pieces = reserve.except(kind);
            *reserve = reserve.only(kind);
            reserve.take(kind, 1);
            let pushed = self.push_in(push, piece);
            listener(Event::Entered {
                seat,
                piece,
                pushed,
            });
            if !pieces.is_empty() {
                listener(Event::PotentialsLost { seat, pieces });
            }
        } else {
            // No GIPF piece may enter after loaded pieces or singles (GIPF, 3.4).
            self.gipfs_enter[seat.index()] &= kind == PieceKind::Gipf;
            let piece = self.take_entering(kind);
            let pushed = self.push_in(push, piece);
            listener(Event::Entered {
                seat,
                piece,
                pushed,
            });
        }
    }

    /// Makes the extra move of the TAMSK-stack on the centre: its top piece leaves the centre before it is pushed
    /// in; the other one stays (H.1.2).
    pub(super) fn extra(&mut self, push: Push, listener: &mut impl FnMut(Event)) {
        self.leave_centre();
        let seat = self.mover;
        let pushed = self.push_in(push, Entering::Single(PieceKind::Tamsk));
        listener(Event::Extra { seat, pushed });
    }

    /// Removes the top piece of the TAMSK-stack on the centre.
    pub(super) fn leave_centre(&mut self) {
        self.planes.take_tops(CENTRE.into());
        self.touch(CENTRE.into());
    }

    /// Returns the kinds that the mover can enter if there is room (MATRX, F.5, G.6; GIPF, 3.2 to 3.4), as a set
    /// in which bit i is kind number i.
    #[inline]
    pub(super) fn enterable(&self) -> u8 {
        let reserve = self.reserve(self.mover);
        let gipf = 1 << PieceKind::Gipf as u8;
        if self.variant.is_matrx() {
            return match reserve.count(PieceKind::Gipf) {
                0 => reserve.pairs(),
                _ => gipf,
            };
        }
        let basic = reserve.count(PieceKind::Basic);
        if basic == 0 {
            return 0;
        }
        let singles = u8::from(self.has_begun(self.mover)) << PieceKind::Basic as u8;
        let tournament = self.variant == Variant::GipfTournament;
        let gipfs = tournament && self.gipfs_enter[self.mover.index()] && basic > 1;
        let loaded = match singles {
            0 => 0,
            _ if reserve.count(PieceKind::Zertz) > 0 => 1 << PieceKind::Zertz as u8,
            _ => u8::from(reserve.count(PieceKind::Tamsk) > 0) << PieceKind::Tamsk as u8,
        };
        singles | loaded | if gipfs { gipf } else { 0 }
    }

    /// Returns whether the mover can enter anything if there is room.
    #[inline]
    pub(super) fn can_enter(&self) -> bool {
        // Fast path: usually a basic piece, which does not exist in MATRX GIPF.
        let basic = self.reserves[self.mover.index()].count(PieceKind::Basic) > 0;
        basic && self.variant != Variant::GipfTournament || self.enterable() != 0
    }

    /// Takes the pieces of an entry from the reserve; the kind is not basic.
    #[inline]
    fn take_entering(&mut self, kind: PieceKind) -> Entering {
        let reserve = &mut self.reserves[self.mover.index()];
        match (self.variant.is_matrx(), kind) {
            (true, PieceKind::Gipf) => {
                reserve.take(kind, 1);
                Entering::Single(kind)
            }
            (true, _) => {
                reserve.take(kind, 2);
                Entering::Pair(kind)
            }
            (false, PieceKind::Gipf) => {
                reserve.take(PieceKind::Basic, 2);
                Entering::Pair(PieceKind::Basic)
            }
            (false, _) => {
                reserve.take(PieceKind::Basic, 1);
                reserve.take(kind, 1);
                Entering::Loaded(kind)
            }
        }
    }

    /// Checks that a piece of this kind may enter now.
    ///
    /// # Errors
    /// The rule against it (MATRX, F.5, G.6; GIPF, 3.2 to 3.4).
    pub(super) fn check_in_reserve(&self, kind: PieceKind) -> Result<(), Message> {
        let reserve = self.reserve(self.mover);
        if !self.variant.is_matrx() {
            let may = self.gipfs_enter[self.mover.index()];
            return match (kind, reserve.count(PieceKind::Basic)) {
                (PieceKind::Basic, _) if !self.has_begun(self.mover) => Err(Message::BeginWithGipf),
                (PieceKind::Basic | PieceKind::Gipf, 0) => Err(self.nothing_enters()),
                (PieceKind::Basic, _) => Ok(()),
                (PieceKind::Gipf, _) if self.variant != Variant::GipfTournament => {
                    Err(Message::NoGipfEnters)
                }
                (PieceKind::Gipf, _) if !may => Err(Message::SinglesOnly),
                (PieceKind::Gipf, 1) => Err(Message::OneInReserve),
                (PieceKind::Gipf, _) => Ok(()),
                _ => self.check_loaded(kind),
            };
        }
        let gipf = reserve.count(PieceKind::Gipf);
        match reserve.count(kind) {
            _ if gipf > 0 && kind != PieceKind::Gipf => Err(Message::GipfFirst { count: gipf }),
            0 => Err(Message::NoneInReserve { piece: kind }),
            count if count < kind.entering() => Err(Message::SingleInReserve { piece: kind }),
            _ => Ok(()),
        }
    }

    /// Returns the refusal where nothing in the reserve can enter, with the alternative: to use a stack of MATRX
    /// (G.1), to jump in GIPF (with potentials, A.4), or to deal with a row that may stay (GIPF, 2.B.1).
    pub(super) fn nothing_enters(&self) -> Message {
        Message::ReserveEmpty {
            r#use: if self.variant.is_matrx() {
                Instead::Stack
            } else if self.can_use_potential() {
                Instead::Jump
            } else {
                Instead::Row
            },
        }
    }

    /// Checks that a basic piece may enter with a potential on it (GIPF with potentials, A.3).
    fn check_loaded(&self, piece: PieceKind) -> Result<(), Message> {
        let reserve = self.reserve(self.mover);
        match piece {
            _ if self.owned(self.mover, piece) == 0 => Err(Message::NoSuchPotential { piece }),
            _ if reserve.count(piece) == 0 => Err(Message::NoPotentialLeft { piece }),
            _ if !self.has_begun(self.mover) => Err(Message::BeginWithGipf),
            _ if reserve.count(PieceKind::Basic) == 0 => Err(self.nothing_enters()),
            PieceKind::Tamsk if reserve.count(PieceKind::Zertz) > 0 => {
                Err(Message::ZertzFirst { piece })
            }
            _ => Ok(()),
        }
    }
}
