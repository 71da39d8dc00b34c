//! The rings and the marbles on them, the pool, and what each player has captured.

use super::{
    marble::{Colour, Marbles},
    turn::End,
    variant::Variant,
};
use crate::{
    hex::Coord,
    seat::Seat,
    spots::{Area, Spot, Spots},
};

/// A place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// The ring has been taken off.
    Gone,
    /// A ring without a marble.
    Vacant,
    /// A ring with a marble.
    Marble(Colour),
}

/// A position, always at the start of a turn or at the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The rings that are left.
    pub(super) rings: Spots,
    /// The rings with marbles, by their colour.
    pub(super) marbles: [Spots; 3],
    pub(super) pool: Marbles,
    /// By seat.
    pub(super) captured: [Marbles; 2],
    pub(super) variant: Variant,
    pub(super) mover: Seat,
    pub(super) end: Option<End>,
}

impl Position {
    /// The start: 37 vacant rings, every marble in the pool (C).
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

    /// What is at a place; [`Ring::Gone`] as well where there never was a ring.
    pub fn ring(&self, at: Coord) -> Ring {
        let spot = Area::ZERTZ.spot(at);
        spot.map_or(Ring::Gone, |spot| self.ring_at(spot))
    }

    /// The marble at a place.
    pub fn marble(&self, at: Coord) -> Option<Colour> {
        self.colour(Area::ZERTZ.spot(at)?.into())
    }

    /// The rings that are left, in the order of their names.
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
    pub(super) fn colour(&self, at: Spots) -> Option<Colour> {
        let here = |colour: &Colour| colour.of(&self.marbles).meets(at);
        Colour::ALL.into_iter().find(here)
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

    /// The marbles that the mover can place: those of the pool, and once it is empty, the mover's
    /// own captured ones (G.1).
    #[inline]
    pub(super) fn placeable(&self) -> Marbles {
        match self.pool.is_empty() {
            true => *self.mover.of(&self.captured),
            false => self.pool,
        }
    }
}
