//! Rows of a position: retrieving and capturing pieces (section E).

use std::ops::ControlFlow;

use super::{
    event::{ClearedRow, Event},
    piece::PieceKind,
    position::{GipfEnd, Lack, Phase, Position},
    reserve::Reserve,
    row::{Row, RowState, RowYield},
};
use crate::{
    hex::Direction,
    seat::Seat,
    spots::{Spot, Spots},
};

impl Position {
    /// Returns whether a player has a row on the board.
    #[inline]
    pub(super) fn has_row(&self, seat: Seat) -> bool {
        self.planes.of(seat).has_four()
    }

    /// Returns the rows of a colour on the board: directions clockwise from upwards, and the lines of each in the
    /// order of the dots at their beginning.
    pub fn rows(&self, seat: Seat) -> impl Iterator<Item = Row> + use<> {
        let (area, own) = (self.area(), self.planes.of(seat));
        let occupied = self.planes.occupied();
        (0..3).flat_map(move |line| {
            let fours = own.fours(line);
            let begin = |four: Spot| area.line(four, line).first();
            let begins: Spots = fours.iter().filter_map(begin).collect();
            begins.iter().map(move |begin| Row {
                spots: (fours & area.line(begin, line)).spread(occupied, line),
                line,
            })
        })
    }

    /// Returns whether a row of the mover is compulsory: in GIPF, a row of GIPF pieces alone may stay (2.B.1).
    pub(super) fn is_due(&self, row: &Row) -> bool {
        !self.planes.stacks().covers(row.spots) || self.four_stay(row, Spots::NONE)
    }

    /// Returns whether any row of the mover is compulsory.
    pub(super) fn any_row_is_due(&self) -> bool {
        self.rows(self.mover).any(|row| self.is_due(&row))
    }

    /// Returns whether clearing these spots leaves four adjacent pieces that must not stay; only GIPF pieces of
    /// GIPF may (MATRX, E; GIPF, 2.B.1; with potentials, A.6).
    pub(super) fn four_stay(&self, row: &Row, taken: Spots) -> bool {
        let fours = ((row.spots & self.planes.of(self.mover)) - taken).fours(row.line);
        if self.variant.is_matrx() || fours.is_empty() {
            return !fours.is_empty();
        }
        let loaded = self.planes.loaded();
        let way = Direction::ALL[row.line];
        fours.iter().any(|first| {
            let first = Spots::from(first);
            let two = first | first.step(way);
            loaded.meets(two | two.step(way).step(way))
        })
    }

    /// Marks all rows of the mover as left.
    pub(super) fn let_rows_stand(&mut self) {
        self.standing = RowState::of(self.rows(self.mover));
    }

    /// Unmarks rows that have changed on these spots: a row that is pushed through, or is longer, is a new one,
    /// even if it looks the same.
    #[inline]
    pub(super) fn touch(&mut self, spots: Spots) {
        if !self.standing.is_empty() {
            self.touch_standing(spots);
        }
    }

    #[cold]
    fn touch_standing(&mut self, spots: Spots) {
        let touched = self.rows(self.mover).filter(|row| row.spots.meets(spots));
        self.standing = self.standing.without(touched);
    }

    /// Returns whether the mover has a row that was not left in this turn already.
    #[inline(always)]
    pub(super) fn has_new_row(&self) -> bool {
        self.has_row(self.mover) && (self.standing.is_empty() || self.has_other_row())
    }

    #[cold]
    fn has_other_row(&self) -> bool {
        let mut rows = self.rows(self.mover);
        rows.any(|row| !self.standing.has(&row))
    }

    /// Visits every way to deal with a row of the mover, as the spots that are cleared.
    #[inline]
    pub(super) fn each_row_choice(
        &self,
        mut visit: impl FnMut(Spots) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Where two rows cross, clearing the shared spot can deal with both; it is visited once.
        let mut alone = Spots::NONE;
        for row in self.rows(self.mover) {
            let stacks = row.spots & self.planes.stacks();
            let singles = row.spots - stacks;
            let mut chosen = Spots::NONE;
            loop {
                let taken = singles | chosen;
                let again = taken.len() == 1 && alone.covers(taken);
                if !taken.is_empty() && !again && !self.four_stay(&row, taken) {
                    if taken.len() == 1 {
                        alone |= taken;
                    }
                    visit(taken)?;
                }
                // The next subset of the stacks (carry-rippler).
                let next = chosen.bits().wrapping_sub(stacks.bits());
                chosen = Spots::from_bits(next) & stacks;
                if chosen.is_empty() {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns every way to deal with a row of the mover.
    pub(super) fn row_choices(&self) -> Vec<Spots> {
        let mut choices = Vec::new();
        let _ = self.each_row_choice(|taken| {
            choices.push(taken);
            ControlFlow::Continue(())
        });
        choices
    }

    /// Returns the pieces of a player that leave the board when these spots are cleared.
    #[inline]
    fn cleared(&self, taken: Spots, seat: Seat) -> Reserve {
        let taken = taken & self.planes.of(seat);
        let (twice, loaded) = (self.planes.stacks(), self.planes.loaded());
        let mut cleared = Reserve::default();
        for spot in taken {
            let kind = self.planes.kind(spot);
            let below = if loaded.contains(spot) {
                PieceKind::Basic
            } else {
                kind
            };
            cleared.add(kind, 1);
            cleared.add(below, u8::from(twice.contains(spot)));
        }
        cleared
    }

    /// Returns the pieces that leave the board if the mover clears these spots.
    #[inline]
    pub(super) fn row_yield(&self, taken: Spots) -> RowYield {
        let own = self.cleared(taken, self.mover);
        let (regained, spent) = if self.variant.is_matrx() {
            (own, Reserve::default())
        } else {
            (own.only(PieceKind::Basic), own.except(PieceKind::Basic))
        };
        RowYield {
            regained,
            spent,
            captured: self.cleared(taken, self.mover.other()),
        }
    }

    /// Returns the number of GIPF pieces of GIPF, which are two pieces each, that a player would lose with these
    /// spots: captured, or returned to the own reserve as single pieces.
    pub(super) fn gipfs_of_two(&self, taken: Spots, owner: Seat) -> u8 {
        if self.variant.is_matrx() {
            0
        } else {
            let pairs = self.planes.stacks() - self.planes.loaded();
            (taken & self.planes.of(owner) & pairs).len() as u8
        }
    }

    /// Clears these spots of a row: own pieces return to the reserve, enemy pieces leave the game (E.2).
    pub(super) fn deal_with_row(&mut self, taken: Spots, listener: &mut impl FnMut(Event)) {
        let seat = self.mover;
        let row_yield = self.row_yield(taken);
        let had_gipf = Seat::BOTH.map(|seat| self.has_gipf(seat));
        let row = self.rows(seat).find(|row| row.spots.covers(taken));
        let stacks = row.is_some_and(|row| row.spots.meets(self.planes.stacks()));
        let cleared = ClearedRow {
            seat,
            row,
            spots: taken,
            regained: row_yield.regained,
            captured: row_yield.captured,
            gipfs: self.gipfs_of_two(taken, seat.other()),
            own_gipfs: self.gipfs_of_two(taken, seat),
        };
        // A crossing row becomes a new one: clearing it can have another effect now.
        self.touch(taken);
        let freed = self.planes.clear(taken);
        let reserve = &mut self.reserves[seat.index()];
        *reserve = reserve.plus(row_yield.regained);
        listener(if stacks {
            Event::RowOfStacksCleared(cleared)
        } else {
            Event::RowCleared(cleared)
        });
        if !row_yield.spent.is_empty() {
            let pieces = row_yield.spent;
            listener(Event::Spent { seat, pieces });
        }
        if !freed.is_empty() {
            listener(Event::Freed {
                white: freed & self.planes.of(Seat::First),
                black: freed & self.planes.of(Seat::Second),
            });
        }
        let has_lost = |seat: &Seat| {
            let lost = had_gipf[seat.index()] && !self.has_gipf(*seat);
            lost && self.variant.needs_gipf()
        };
        // MATRX, I.1; GIPF, 2.C: the game ends at once, even in the middle of a turn. In GIPF one row can hold
        // the last GIPF pieces of both sides: 2.C names capturing the opponent's first among the ways to win, so
        // the side that takes the row wins. In MATRX GIPF (E.2) the own piece returns to the reserve, from which
        // it enters again.
        let loser = [seat.other(), seat].into_iter().find(has_lost);
        if let Some(loser) = loser {
            let lack = Lack::Gipf;
            self.phase = Phase::Over(GipfEnd { loser, lack });
        }
    }
}
