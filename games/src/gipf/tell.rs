//! Messages besides events and questions: the end of a game, warnings, and costs of moves.

use super::{
    action::Action,
    event::Event,
    message::{GipfPlace, Message},
    piece::PieceKind,
    position::{Half, Lack, Phase, Position},
    spot::names,
};
use crate::{fact::Fact, prompt::Parts, seat::Seat, spots::Spots};

/// Maximum number of entries left that causes a warning.
const LOW_RESERVE: u8 = 2;

impl Position {
    /// Returns the message for the end of the game; it lists what the loser still has but cannot move or enter
    /// (MATRX, I.2).
    pub(super) fn tell_end(&self) -> Option<Fact> {
        let Phase::Over(end) = self.phase else {
            return None;
        };
        let stacks = names(self.stacks_that_stay(end.loser));
        let pieces = *self.reserve(end.loser);
        let reason = match end.lack {
            Lack::Gipf => Message::Captured { stacks, pieces },
            Lack::Move => Message::NoMove { stacks, pieces },
            Lack::Piece => Message::NoPiece { stacks, pieces },
        };
        Some(reason.into())
    }

    /// Returns the stacks of a player whose top pieces could move if they were not blocked.
    fn stacks_that_stay(&self, seat: Seat) -> Spots {
        let own = self.planes.of(seat);
        if self.variant.is_matrx() {
            own & (self.planes.stacks() - self.planes.topped_by(PieceKind::Gipf))
        } else {
            own & self.planes.loaded()
        }
    }

    /// Returns the warnings to the mover about entries and GIPF pieces that run out (MATRX, I).
    pub(super) fn threats(&self) -> Vec<Message> {
        let mut warnings = Vec::new();
        let entries = self.entries_left(self.mover);
        if self.current_phase() == Phase::Move && (1..=LOW_RESERVE).contains(&entries) {
            warnings.push(Message::FewEntries {
                seat: self.mover,
                count: entries,
                // Only with the last entry: a change of this flag alone would repeat the warning.
                jumps: entries == 1 && self.can_use_potential(),
            });
        }
        let other = self.mover.other();
        let entries = self.entries_left(other);
        // The parts of a turn before the move don't change these warnings.
        let before = matches!(
            self.current_phase(),
            Phase::Rows(Half::Before) | Phase::Extra(Half::Before)
        );
        let begins = before || self.current_phase() == Phase::Move;
        if begins && entries <= LOW_RESERVE && self.has_begun(other) {
            warnings.push(Message::FewEntriesOther {
                seat: other,
                count: entries,
            });
        }
        let has_left = |seat: Seat| self.has_begun(seat) && self.variant.needs_gipf();
        for seat in [self.mover, self.mover.other()] {
            let (on_board, in_reserve) = self.gipfs(seat);
            if has_left(seat) && on_board + in_reserve == 1 {
                let place = if on_board == 1 {
                    GipfPlace::Board
                } else {
                    GipfPlace::Reserve
                };
                warnings.push(Message::LastGipf { seat, place });
            }
        }
        warnings
    }

    /// Returns the number of GIPF pieces of a player on the board, and in reserve.
    pub(super) fn gipfs(&self, seat: Seat) -> (u8, u8) {
        let on_board = (self.gipf_pieces() & self.planes.of(seat)).len() as u8;
        (on_board, self.reserve(seat).count(PieceKind::Gipf))
    }

    /// Returns the GIPF pieces on the board, of both sides.
    pub(super) fn gipf_pieces(&self) -> Spots {
        if self.variant.is_matrx() {
            self.planes.topped_by(PieceKind::Gipf)
        } else {
            self.planes.topped_by(PieceKind::Basic) & self.planes.stacks()
        }
    }

    /// Returns the parts of an entry: a piece and a place. `None` for an action without the letter of a piece.
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
            heads: [Message::MovesAnyPiece, Message::MovesAnyPlace]
                .map(Fact::from)
                .to_vec(),
            parts: vec![kind.letter().to_string(), place],
        })
    }

    /// Returns how many times a player can still enter something from the reserve.
    fn entries_left(&self, seat: Seat) -> u8 {
        let reserve = self.reserve(seat);
        if self.variant.is_matrx() {
            let entries = |kind: &PieceKind| reserve.count(*kind) / kind.entering();
            PieceKind::ALL.iter().map(entries).sum()
        } else {
            reserve.count(PieceKind::Basic)
        }
    }

    /// Returns the potentials that a player loses by going on to single pieces (GIPF with potentials, A.3).
    pub(super) fn price_of(&self, action: &Action) -> Option<Message> {
        let played = self.move_of(action).ok()?;
        let mut lost = None;
        let mut after = *self;
        after.make(played, &mut |event| {
            if let Event::PotentialsLost { seat, pieces } = event {
                lost = Some(Message::PricePotentials { seat, pieces });
            }
        });
        lost
    }
}
