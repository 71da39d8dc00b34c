//! A turn, and how the game ends (sections D, F, G).

use super::{action::Action, capture::listed, position::Position};
use crate::game::{Fact, Illegal, Outcome, Played, Revealed, Seat, Step, Turn};

impl Position {
    /// Plays one action; see [`crate::Game::play`].
    pub(super) fn play_action(&self, action: &Action) -> Played<Position> {
        if self.outcome.is_some() {
            return Err(Illegal::new("zertz-over"));
        }
        let must_capture = self.can_capture();
        let mut next = self.clone();
        let mut facts = Vec::new();
        let action = match action {
            Action::Place { .. } if must_capture => {
                let captures = self.captures();
                return Err(Illegal::new("zertz-capture-first")
                    .with("captures", listed(captures.iter().take(super::FEW))));
            }
            Action::Place {
                colour,
                at,
                off,
                claim,
            } => next.place(*colour, *at, *off, claim, &mut facts)?,
            Action::Capture { .. } if !must_capture => {
                return Err(Illegal::new("zertz-no-capture"));
            }
            Action::Capture { from, jumps } => next.capture(*from, jumps, &mut facts)?,
        };
        next.end_turn(&mut facts);
        Ok(Step {
            position: next,
            action,
            facts,
            turn: Turn::Complete,
            revealed: Revealed::Nothing,
        })
    }

    /// Whether a player owns a winning set (F).
    pub(super) fn has_won(&self, seat: Seat) -> bool {
        let owned = *seat.of(&self.captured);
        let mut sets = self.variant.winning_sets().into_iter();
        sets.any(|set| owned.contains(set))
    }

    /// Hands the turn over. Who can neither capture nor place is passed over; when that is so for
    /// both, the game is drawn.
    fn end_turn(&mut self, facts: &mut Vec<Fact>) {
        self.end_if_won(self.mover);
        for _ in Seat::BOTH {
            if self.outcome.is_some() {
                return;
            }
            self.mover = self.mover.other();
            if self.can_act() {
                return;
            }
            facts.push(Fact::new("zertz-passed").with("seat", self.mover));
        }
        self.outcome = Some(Outcome {
            winner: None,
            reason: "zertz-stuck",
        });
    }

    fn end_if_won(&mut self, seat: Seat) {
        if self.has_won(seat) {
            self.outcome = Some(Outcome {
                winner: Some(seat),
                reason: "zertz-won",
            });
        }
    }

    fn can_act(&self) -> bool {
        let can_place = !self.placeable().is_empty() && self.vacant().next().is_some();
        can_place || self.can_capture()
    }

    /// The same position with the game over if it is, and with somebody to move who can.
    pub(super) fn settled(mut self) -> Position {
        self.end_if_won(self.mover.other());
        if self.outcome.is_none() {
            self.end_if_won(self.mover);
        }
        if self.outcome.is_none() && self.vacant().next().is_none() {
            self.outcome = Some(Outcome {
                winner: Some(self.mover.other()),
                reason: "zertz-filled",
            });
        }
        if self.outcome.is_none() && !self.can_act() {
            self.mover = self.mover.other();
            if !self.can_act() {
                self.mover = self.mover.other();
                self.outcome = Some(Outcome {
                    winner: None,
                    reason: "zertz-stuck",
                });
            }
        }
        self
    }

    /// Every action that is possible now, in canonical form (capturing is compulsory).
    pub(super) fn actions(&self) -> Vec<Action> {
        match self.outcome {
            Some(_) => Vec::new(),
            None if self.can_capture() => self.captures(),
            None => self.placements(),
        }
    }
}
