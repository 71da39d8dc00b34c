//! Rows: retrieving and capturing pieces (section E).

use super::{
    action::Taken,
    piece::{Kind, Piece, Pile},
    position::Position,
    reserve::Reserve,
};
use crate::{
    game::{Illegal, Seat},
    hex::Coord,
};

/// How many neighbouring pieces of one colour make a row.
const ROW: usize = 4;

/// A row: an unbroken run of occupied spots with four neighbouring pieces of one colour in it.
/// All pieces of the run belong to it, whatever their colour (E.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Its spots, in the order of their names.
    pub spots: Vec<Coord>,
}

/// What dealing with a row brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Haul {
    /// Own pieces that return to the reserve.
    pub regained: Reserve,
    /// Own potentials that leave the game: in GIPF none returns (with potentials, A.5).
    pub spent: Reserve,
    /// Enemy pieces that leave the game.
    pub captured: Reserve,
}

impl Position {
    /// The rows of a colour on the board.
    pub fn rows(&self, seat: Seat) -> Vec<Row> {
        let mut rows = Vec::new();
        for line in self.board().lines() {
            for run in line.split(|spot| self.is_vacant(*spot)) {
                if self.has_four(run, |_| true, seat) {
                    rows.push(Row {
                        spots: run.to_vec(),
                    });
                }
            }
        }
        rows
    }

    /// Whether a row of the mover has to be dealt with: in GIPF one of GIPF pieces alone may stay
    /// (2.B.1).
    pub(super) fn is_due(&self, row: &Row) -> bool {
        self.check_row(row, &[]).is_err()
    }

    /// The rows of the mover with what lies on their spots.
    pub(super) fn standing_rows(&self) -> Vec<(Row, Vec<Pile>)> {
        let with_piles = |row: Row| {
            let piles = row.spots.iter().filter_map(|spot| self.pile(*spot));
            let piles = piles.cloned().collect();
            (row, piles)
        };
        self.rows(self.mover).into_iter().map(with_piles).collect()
    }

    /// Whether there is a row of the mover that the mover has not let stand in this turn already.
    pub(super) fn has_new_row(&self) -> bool {
        let rows = self.standing_rows();
        rows.iter().any(|row| !self.standing.contains(row))
    }

    /// Whether any row of the mover has to be dealt with.
    pub(super) fn any_row_is_due(&self) -> bool {
        let rows = self.rows(self.mover);
        rows.iter().any(|row| self.is_due(row))
    }

    /// Whether four neighbouring spots, all of which pass, belong to a colour.
    fn has_four(&self, run: &[Coord], passes: impl Fn(&[Coord]) -> bool, seat: Seat) -> bool {
        let is_own = |spot: &Coord| self.pile(*spot).and_then(Pile::owner) == Some(seat);
        run.windows(ROW)
            .any(|four| four.iter().all(is_own) && passes(four))
    }

    /// Whether clearing these spots deals with the row: every single goes (MATRX, E.1; GIPF, 1.E),
    /// and no four stay, unless they are GIPF pieces of GIPF (2.B.1; with potentials, A.6).
    fn check_row(&self, row: &Row, taken: &[Coord]) -> Result<(), Illegal> {
        let must_go = row.spots.iter().find(|spot| {
            !taken.contains(spot) && self.pile(**spot).is_some_and(|pile| !pile.is_stack())
        });
        if let Some(spot) = must_go {
            return Err(Illegal::new("gipf-single-must-go").with("spot", spot.to_string()));
        }
        let is_loaded = |spot: &Coord| self.pile(*spot).is_some_and(Pile::is_loaded);
        let stay = |four: &[Coord]| {
            !four.iter().any(|spot| taken.contains(spot))
                && (self.variant.is_matrx() || four.iter().any(is_loaded))
        };
        if self.has_four(&row.spots, stay, self.mover) {
            return Err(Illegal::new("gipf-row-not-broken").with("row", row.to_string()));
        }
        Ok(())
    }

    /// Reads which row is meant by the cleared spots and returns them in canonical form.
    ///
    /// # Errors
    /// `gipf-not-in-row`, `gipf-not-a-stack`, `gipf-single-must-go`, `gipf-row-not-broken`.
    pub(super) fn read_row(&self, taken: &[Taken]) -> Result<Vec<Taken>, Illegal> {
        let spots: Vec<Coord> = taken.iter().map(|taken| taken.spot).collect();
        let mut refusal = None;
        for row in self.rows(self.mover) {
            if !spots.iter().all(|spot| row.spots.contains(spot)) {
                continue;
            }
            match self.check_row(&row, &spots) {
                Ok(()) => return self.starred(taken),
                Err(illegal) => refusal = refusal.or(Some(illegal)),
            }
        }
        let rows: Vec<String> = self
            .rows(self.mover)
            .iter()
            .map(|row| row.to_string())
            .collect();
        Err(refusal.unwrap_or_else(|| Illegal::new("gipf-not-in-row").with("rows", rows.join(" "))))
    }

    /// The cleared spots with a star at every stack.
    fn starred(&self, taken: &[Taken]) -> Result<Vec<Taken>, Illegal> {
        taken
            .iter()
            .map(
                |Taken {
                     spot,
                     stack: starred,
                 }| {
                    let stack = self.pile(*spot).is_some_and(Pile::is_stack);
                    if *starred && !stack {
                        return Err(Illegal::new("gipf-not-a-stack").with("spot", spot.to_string()));
                    }
                    Ok(Taken { spot: *spot, stack })
                },
            )
            .collect()
    }

    /// Every way to deal with a row of the mover.
    pub(super) fn row_choices(&self) -> Vec<Vec<Taken>> {
        let mut choices = Vec::new();
        for row in self.rows(self.mover) {
            let (stacks, singles): (Vec<Coord>, Vec<Coord>) = row
                .spots
                .iter()
                .partition(|spot| self.pile(**spot).is_some_and(Pile::is_stack));
            for subset in 0u32..1 << stacks.len() {
                let chosen = (0..stacks.len()).filter(|i| subset & (1 << i) != 0);
                let mut taken: Vec<Taken> = singles
                    .iter()
                    .map(|spot| Taken {
                        spot: *spot,
                        stack: false,
                    })
                    .chain(chosen.map(|i| Taken {
                        spot: stacks[i],
                        stack: true,
                    }))
                    .collect();
                taken.sort_unstable();
                let spots: Vec<Coord> = taken.iter().map(|taken| taken.spot).collect();
                let dealt = !spots.is_empty() && self.check_row(&row, &spots).is_ok();
                if dealt && !choices.contains(&taken) {
                    choices.push(taken);
                }
            }
        }
        choices
    }

    /// What clearing these spots would bring the mover.
    pub(super) fn haul(&self, taken: &[Taken]) -> Haul {
        let removed: Vec<&Piece> = taken
            .iter()
            .filter_map(|taken| self.pile(taken.spot))
            .flat_map(Pile::removable)
            .collect();
        let of = |part: &dyn Fn(&Piece) -> bool| {
            Reserve::of(removed.iter().filter(|piece| part(piece)).copied())
        };
        let own = |piece: &Piece| piece.owner == self.mover;
        Haul {
            regained: of(&|piece| own(piece) && self.returns(piece.kind)),
            spent: of(&|piece| own(piece) && !self.returns(piece.kind)),
            captured: of(&|piece| !own(piece)),
        }
    }

    /// Whether an own piece of this kind returns to the reserve when it is taken.
    fn returns(&self, kind: Kind) -> bool {
        self.variant.is_matrx() || kind == Kind::Basic
    }

    /// Clears the spots: own pieces return to the reserve, enemy pieces leave the game (E.2).
    /// Returns the spots on which a piece was set free (H.3.3).
    pub(super) fn clear(&mut self, taken: &[Taken]) -> Vec<Coord> {
        let mut freed = Vec::new();
        for Taken { spot, .. } in taken {
            let Some(pile) = self.pile_mut(*spot) else {
                continue;
            };
            let removed = pile.remove();
            if !pile.is_empty() {
                freed.push(*spot);
            }
            for piece in removed {
                if piece.owner == self.mover && self.returns(piece.kind) {
                    self.reserves[piece.owner.index()].add(piece.kind, 1);
                }
            }
        }
        freed
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.spots.as_slice() {
            [first, .., last] => write!(f, "{first}-{last}"),
            _ => Ok(()),
        }
    }
}
