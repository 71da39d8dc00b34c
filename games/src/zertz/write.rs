//! Conversion of moves to actions in canonical notation.

use super::{
    action::{Action, Claim, Claimed, Jump},
    moves::{Move, Placement},
    position::Position,
};
use crate::{
    hex::Coord,
    spots::{Area, Spot, Spots},
};

impl Position {
    /// Returns the action of a legal move, in canonical form.
    pub(super) fn action_of(&self, played: Move) -> Action {
        let (Placement { colour, at, off }, claim) = match played {
            Move::Capture(from, jumps) => {
                let mut at = Spots::from(from);
                let jumps = jumps.directions().filter_map(|way| {
                    let over = self.colour(at.step(way));
                    at = at.step(way).step(way);
                    let to = coord(at.first()?);
                    Some(Jump { over, to })
                });
                let jumps = jumps.collect();
                let from = coord(from);
                return Action::Capture { from, jumps };
            }
            Move::Place(placement) => (placement, Claim::Unsaid),
            Move::Isolate(placement, rings) => (placement, self.claim_of(placement, rings)),
        };
        Action::Place {
            colour,
            at: coord(at),
            off: off.map(coord),
            claim,
        }
    }

    /// Returns the claim of these rings after a placement, in canonical form.
    pub(super) fn claim_of(&self, placement: Placement, rings: Spots) -> Claim {
        let claimed = rings.iter().map(|spot| Claimed {
            colour: if spot == placement.at {
                Some(placement.colour)
            } else {
                self.colour(spot.into())
            },
            at: coord(spot),
        });
        if rings.is_empty() {
            Claim::Leave
        } else {
            Claim::Rings(claimed.collect())
        }
    }
}

/// The name of a ring.
pub(super) fn coord(spot: Spot) -> Coord {
    Area::ZERTZ.coord(spot)
}
