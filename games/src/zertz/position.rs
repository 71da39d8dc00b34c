//! The position: rings, marbles, the pool and the captured marbles.

use super::{
    marble::{MarbleColour, Marbles},
    variant::Variant,
};
use crate::{
    hex::Coord,
    seat::Seat,
    spots::{Area, Spot, Spots},
};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ZertzEnd {
    /// A win by a captured winning set (F).
    Won(Seat),
    /// A win by filling the board (G.2).
    Filled(Seat),
    /// A draw, as neither player can capture or place.
    Stuck,
}

/// The state of a ring's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// A place without a ring.
    Gone,
    /// A ring without a marble.
    Vacant,
    /// A ring with a marble.
    Marble(MarbleColour),
}

/// A position, always at the start of a turn or at the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The rings still on the board.
    pub(super) rings: Spots,
    /// The rings with marbles, by their colour.
    pub(super) marbles: [Spots; 3],
    pub(super) pool: Marbles,
    /// Captured marbles by seat.
    pub(super) captured: [Marbles; 2],
    pub(super) variant: Variant,
    pub(super) mover: Seat,
    pub(super) end: Option<ZertzEnd>,
}

impl Position {
    /// Returns the start position: 37 vacant rings, every marble in the pool (C).
    pub fn start(variant: Variant) -> Position {
        Position {
            rings: Area::ZERTZ.spots,
            marbles: [Spots::NONE; 3],
            pool: variant.marbles(),
            captured: [Marbles::default(); 2],
            variant,
            mover: Seat::First,
            end: None,
        }
    }

    /// Returns the state of a place; [`Ring::Gone`] also where there never was a ring.
    pub fn ring(&self, at: Coord) -> Ring {
        let spot = Area::ZERTZ.spot(at);
        spot.map_or(Ring::Gone, |spot| self.ring_at(spot))
    }

    /// Returns the colour of the marble at a place.
    pub fn marble(&self, at: Coord) -> Option<MarbleColour> {
        self.colour(Area::ZERTZ.spot(at)?.into())
    }

    /// Iterates over the rings on the board in the order of their names.
    pub fn rings(&self) -> impl Iterator<Item = (Coord, Ring)> {
        let ring = |spot| (Area::ZERTZ.coord(spot), self.ring_at(spot));
        self.rings.iter().map(ring)
    }

    fn ring_at(&self, spot: Spot) -> Ring {
        match self.colour(spot.into()) {
            Some(colour) => Ring::Marble(colour),
            None if self.rings.contains(spot) => Ring::Vacant,
            None => Ring::Gone,
        }
    }

    /// The colour of the marble on a ring.
    #[inline]
    pub(super) fn colour(&self, at: Spots) -> Option<MarbleColour> {
        let here = |colour: &MarbleColour| colour.of(&self.marbles).meets(at);
        MarbleColour::ALL.into_iter().find(here)
    }

    /// The rings with marbles.
    #[inline]
    pub(super) fn taken(&self) -> Spots {
        let [white, grey, black] = self.marbles;
        white | grey | black
    }

    /// The rings without marbles.
    #[inline]
    pub(super) fn vacant(&self) -> Spots {
        self.rings - self.taken()
    }

    /// The marbles that the mover can place: those of the pool, or once it is empty, the mover's
    /// own captured ones (G.1).
    #[inline]
    pub(super) fn placeable(&self) -> Marbles {
        if self.pool.is_empty() {
            *self.mover.of(&self.captured)
        } else {
            self.pool
        }
    }
}
