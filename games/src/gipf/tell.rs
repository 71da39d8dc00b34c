//! What is told beside the board and the question: how it ended, what runs out, what a move costs.

use super::{
    action::Action,
    code::Code,
    event::Event,
    piece::Kind,
    position::{Half, Phase, Position, name},
};
use crate::{fact::Fact, prompt::Parts, seat::Seat, spots::Spots};

/// So few entries are worth a warning.
const FEW: u8 = 2;

impl Position {
    /// Why the loser has lost: for whoever cannot move, why nothing that is left can (MATRX, I.2).
    pub(super) fn tell_end(&self) -> Option<Fact> {
        let Phase::Over(end) = self.phase else {
            return None;
        };
        let reason = Fact::new(end.outcome().reason);
        Some(
            reason
                .with("stacks", names(self.stacks_that_stay(end.loser)))
                .with("pieces", self.reserve(end.loser).as_pieces()),
        )
    }

    /// The stacks of a player whose top pieces could move if there were a way for them.
    fn stacks_that_stay(&self, seat: Seat) -> Spots {
        let own = self.planes.of(seat);
        match self.variant.is_matrx() {
            true => own & (self.planes.stacks() - self.planes.topped_by(Kind::Gipf)),
            false => own & self.planes.loaded(),
        }
    }

    /// Warns the mover of what is about to run out: things to enter, and GIPF pieces (MATRX, I).
    pub(super) fn threats(&self) -> Vec<Fact> {
        let mut warnings = Vec::new();
        let entries = self.entries_left(self.mover);
        if self.part() == Phase::Move && (1..=FEW).contains(&entries) {
            warnings.push(
                Fact::new(Code::FewEntries)
                    .with("seat", self.mover)
                    .with("count", entries)
                    .with(
                        "jumps",
                        // Told of the last one only: else it would be another warning for nothing.
                        if entries == 1 && self.can_use_potential() {
                            "yes"
                        } else {
                            "no"
                        },
                    ),
            );
        }
        let other = self.mover.other();
        let entries = self.entries_left(other);
        // What comes before the move changes nothing about it.
        let before = matches!(
            self.part(),
            Phase::Rows(Half::Before) | Phase::Extra(Half::Before)
        );
        let begins = before || self.part() == Phase::Move;
        if begins && entries <= FEW && self.has_begun(other) {
            warnings.push(
                Fact::new(Code::FewEntriesOther)
                    .with("seat", other)
                    .with("count", entries),
            );
        }
        let has_left = |seat: Seat| self.has_begun(seat) && self.variant.needs_gipf();
        for seat in [self.mover, self.mover.other()] {
            let (on_board, in_reserve) = self.gipfs(seat);
            if has_left(seat) && on_board + in_reserve == 1 {
                warnings.push(
                    Fact::new(Code::LastGipf)
                        .with("seat", seat)
                        .with("place", if on_board == 1 { "board" } else { "reserve" }),
                );
            }
        }
        warnings
    }

    /// How many GIPF pieces a player has on the board, and in reserve.
    pub(super) fn gipfs(&self, seat: Seat) -> (u8, u8) {
        let on_board = (self.gipf_pieces() & self.planes.of(seat)).len() as u8;
        (on_board, self.reserve(seat).count(Kind::Gipf))
    }

    /// The GIPF pieces on the board, of both sides.
    pub(super) fn gipf_pieces(&self) -> Spots {
        match self.variant.is_matrx() {
            true => self.planes.topped_by(Kind::Gipf),
            false => self.planes.topped_by(Kind::Basic) & self.planes.stacks(),
        }
    }

    /// An entry is a piece and a place, where several kinds can enter.
    pub(super) fn parts_of(&self, action: &Action) -> Option<Parts> {
        let Action::Move {
            kind: Some(kind),
            from,
            to,
        } = action
        else {
            return None;
        };
        if from.is_some_and(|from| self.board().is_spot(from)) {
            return None;
        }
        let place = match from {
            Some(from) => format!("{from}-{to}"),
            None => to.to_string(),
        };
        Some(Parts {
            heads: [Code::MovesAnyPiece, Code::MovesAnyPlace]
                .map(Fact::new)
                .to_vec(),
            parts: vec![kind.letter().to_string(), place],
        })
    }

    /// How many times a player can still enter something from the reserve.
    fn entries_left(&self, seat: Seat) -> u8 {
        let reserve = self.reserve(seat);
        match self.variant.is_matrx() {
            true => {
                let entries = |kind: &Kind| reserve.count(*kind) / kind.entering();
                Kind::ALL.iter().map(entries).sum()
            }
            false => reserve.count(Kind::Basic),
        }
    }

    /// The potentials that a player who goes on to single pieces throws away (GIPF with potentials,
    /// A.3).
    pub(super) fn price_of(&self, action: &Action) -> Option<Fact> {
        let played = self.move_of(action).ok()?;
        let mut lost = None;
        let mut after = *self;
        after.make(played, &mut |event| {
            if let Event::PotentialsLost { seat, pieces } = event {
                lost = Some(
                    Fact::new(Code::PricePotentials)
                        .with("seat", seat)
                        .with("pieces", pieces.as_pieces()),
                );
            }
        });
        lost
    }
}

fn names(spots: Spots) -> Vec<String> {
    spots.iter().map(|spot| name(spot).to_string()).collect()
}
