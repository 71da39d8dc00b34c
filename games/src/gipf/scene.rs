//! The board as a scene, and what is asked of the mover.

use super::{
    action::{Action, Taken},
    piece::Piece,
    position::{Half, Phase, Position},
    reserve::Reserve,
};
use crate::{
    game::{Choice, Fact, Prompt, Seat},
    scene::{self, Ground, Lattice, Mark, Scene},
};

/// The most answers that are offered as a numbered list.
const FEW: usize = 9;

impl Position {
    pub(super) fn draw(&self) -> Scene {
        let board = self.board();
        let due: Vec<_> = match self.phase {
            Phase::Rows(_) => self
                .rows(self.mover)
                .into_iter()
                .flat_map(|row| row.spots)
                .collect(),
            Phase::Extra(_) => vec![crate::hex::Coord::E5],
            Phase::Move | Phase::Over(_) => Vec::new(),
        };
        let points = board.points().iter().zip(&self.piles).map(|(point, pile)| {
            let (x, y) = board.place(*point);
            scene::Point {
                name: point.to_string(),
                x,
                y,
                ground: if board.is_dot(*point) {
                    Ground::Dot
                } else {
                    Ground::Spot
                },
                pieces: pile.pieces().iter().map(|piece| piece.seen()).collect(),
                next: Vec::new(),
                mark: if due.contains(point) {
                    Mark::Due
                } else {
                    Mark::None
                },
            }
        });
        Scene {
            lattice: Lattice::Hex,
            points: points.collect(),
            margin: self.margin(),
        }
    }

    /// Reserves, pieces out of the game, and what lies under a piece that landed on others.
    fn margin(&self) -> Vec<Fact> {
        let mut margin = Vec::new();
        for seat in Seat::BOTH {
            let reserve = self.reserve(seat).as_stacks(seat);
            margin.push(
                Fact::new("gipf-reserve")
                    .with("seat", seat)
                    .with("pieces", reserve),
            );
        }
        for seat in Seat::BOTH {
            let lost = self.lost(seat);
            if !lost.is_empty() {
                let lost = lost.as_pieces();
                margin.push(
                    Fact::new("gipf-lost")
                        .with("seat", seat)
                        .with("pieces", lost),
                );
            }
        }
        for (spot, pile) in self.occupied() {
            if pile.pieces().len() > pile.removable().len() {
                margin.push(
                    Fact::new("gipf-pile")
                        .with("spot", spot.to_string())
                        .with("pieces", pile.to_string()),
                );
            }
        }
        margin
    }

    pub(super) fn ask(&self) -> Option<Prompt> {
        let only = |ask: Fact| Some(Prompt::new(ask.with("seat", self.mover), vec![]));
        match self.phase {
            Phase::Over(_) => None,
            Phase::Move => match self.reserve(self.mover).count(super::piece::Kind::Gipf) {
                0 => only(Fact::new("gipf-ask-move")),
                count => only(Fact::new("gipf-ask-gipf").with("count", count)),
            },
            Phase::Extra(Half::Before) => only(Fact::new("gipf-ask-extra-owed")),
            Phase::Extra(Half::After) => only(Fact::new("gipf-ask-extra")),
            Phase::Rows(_) => {
                let rows = self.rows(self.mover);
                let names: Vec<String> = rows.iter().map(|row| row.to_string()).collect();
                let ask = Fact::new("gipf-ask-row")
                    .with("seat", self.mover)
                    .with("count", rows.len())
                    .with("rows", names.join(" "));
                let choices = self.row_choices();
                let few = if choices.len() <= FEW {
                    choices
                } else {
                    Vec::new()
                };
                let choices = few.iter().map(|taken| self.choice(taken));
                Some(Prompt::new(ask, choices.collect()))
            }
        }
    }

    fn choice(&self, taken: &[Taken]) -> Choice {
        let haul = self.haul(taken);
        let text = |pieces: Reserve| pieces.as_pieces();
        Choice {
            action: Action::Row(taken.to_vec()).to_string(),
            what: Fact::new("gipf-choice-row")
                .with("regained", text(haul.regained))
                .with("captured", text(haul.captured)),
        }
    }
}

impl Piece {
    /// The piece as a scene shows it.
    fn seen(self) -> scene::Piece {
        scene::Piece {
            letter: self.kind.letter(),
            owner: Some(self.owner),
        }
    }
}
