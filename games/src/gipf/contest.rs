//! Challenging a jump before it happens (GIPF with potentials, C).

use std::fmt;

use super::{
    action::Action,
    piece::Kind,
    position::{Phase, Position},
    variant::MOST_POTENTIALS,
};
use crate::{
    contest::{Contest, Means},
    game::{Fact, Illegal, Seat},
    hex::Coord,
};

/// What the players have agreed on about challenging jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Challenges {
    /// How many jumps White and Black may still challenge.
    pub(super) left: [u8; 2],
    pub(super) by: Means,
}

impl Challenges {
    /// Jumps are never challenged.
    pub(super) const NONE: Challenges = Challenges {
        left: [0; 2],
        by: Means::Ourselves,
    };

    /// Reads `neutralise=2/1,by=coin`.
    pub(super) fn read(text: &str) -> Option<Challenges> {
        let (left, by) = text.strip_prefix("neutralise=")?.split_once(",by=")?;
        let (white, black) = left.split_once('/')?;
        let count = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0').filter(|count| *count <= MOST_POTENTIALS),
            _ => None,
        };
        let left = [count(white)?, count(black)?];
        let by = Means::from_text(by)?;
        (left != [0; 2]).then_some(Challenges { left, by })
    }
}

impl fmt::Display for Challenges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.left;
        write!(f, "neutralise={white}/{black},by={}", self.by.text())
    }
}

impl Position {
    /// Whether the opponent is asked before the mover jumps.
    pub(super) fn can_be_challenged(&self, kind: Kind) -> bool {
        kind == Kind::Zertz && self.challenges_left(self.mover.other()) > 0
    }

    /// How many jumps a player may still challenge.
    pub fn challenges_left(&self, seat: Seat) -> u8 {
        self.challenges.left[seat.index()]
    }

    /// The contest the game waits for.
    pub(super) fn open_contest(&self) -> Option<Contest> {
        match self.phase {
            Phase::Contested { .. } => Some(Contest {
                challenger: self.mover.other(),
                by: self.challenges.by,
                won: "neutralised",
                lost: "upheld",
            }),
            _ => None,
        }
    }

    /// What is said of a jump before the opponent has answered.
    pub(super) fn announce(&mut self, from: Coord, to: Coord) -> Fact {
        self.phase = Phase::Announced { from, to };
        Fact::new("gipf-jump-announced")
            .with("seat", self.mover)
            .with("from", from.to_string())
            .with("to", to.to_string())
    }

    /// The opponent's answer to an announced jump, or how its contest ended.
    ///
    /// # Errors
    /// `gipf-jump-first`, `gipf-contest-first`.
    pub(super) fn answer_jump(
        &mut self,
        from: Coord,
        to: Coord,
        action: &Action,
        facts: &mut Vec<Fact>,
    ) -> Result<Action, Illegal> {
        let challenger = self.mover.other();
        match (self.phase, action) {
            (Phase::Announced { .. }, Action::Allow) => self.jump_off(from, to, facts),
            (Phase::Announced { .. }, Action::Neutralise) => {
                let left = &mut self.challenges.left[challenger.index()];
                *left = left.saturating_sub(1);
                facts.push(
                    Fact::new("gipf-contested")
                        .with("seat", challenger)
                        .with("spot", from.to_string())
                        .with("count", *left),
                );
                self.phase = Phase::Contested { from, to };
            }
            (Phase::Contested { .. }, Action::Upheld) => {
                facts.push(Fact::new("gipf-upheld").with("seat", self.mover));
                self.jump_off(from, to, facts);
            }
            (Phase::Contested { .. }, Action::Neutralised) => {
                if let Some(pile) = self.pile_mut(from) {
                    pile.take_top();
                }
                facts.push(
                    Fact::new("gipf-neutralised")
                        .with("seat", self.mover)
                        .with("spot", from.to_string()),
                );
                // The mover has not moved yet, and may even try another jump (C.2).
                self.phase = Phase::Move;
            }
            (Phase::Contested { .. }, _) => return Err(Illegal::new("gipf-contest-first")),
            _ => return Err(Illegal::new("gipf-jump-first")),
        }
        Ok(action.clone())
    }
}
