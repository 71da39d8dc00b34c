//! The rings and the marbles on them, the pool, and what each player has captured.

use super::{
    marble::{Colour, Marbles},
    variant::Variant,
};
use crate::{
    game::{Outcome, Seat},
    hex::{Board, Coord, Direction},
};

/// How many rings there are at the start (A).
pub(super) const RINGS: usize = 37;

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) variant: Variant,
    /// By the order of [`Board::points`].
    pub(super) rings: [Ring; RINGS],
    pub(super) pool: Marbles,
    /// By seat.
    pub(super) captured: [Marbles; 2],
    pub(super) mover: Seat,
    pub(super) outcome: Option<Outcome>,
}

impl Position {
    /// The start: 37 vacant rings, every marble in the pool (C).
    pub fn start(variant: Variant) -> Position {
        Position {
            variant,
            rings: [Ring::Vacant; RINGS],
            pool: variant.marbles(),
            captured: [Marbles::default(); 2],
            mover: Seat::First,
            outcome: None,
        }
    }

    /// What is at a place; [`Ring::Gone`] as well where there never was a ring.
    pub fn ring(&self, at: Coord) -> Ring {
        let index = Board::zertz().index(at);
        let ring = index.and_then(|index| self.rings.get(index));
        ring.copied().unwrap_or(Ring::Gone)
    }

    pub(super) fn set(&mut self, at: Coord, ring: Ring) {
        let index = Board::zertz().index(at);
        if let Some(place) = index.and_then(|index| self.rings.get_mut(index)) {
            *place = ring;
        }
    }

    /// The marble at a place.
    pub fn marble(&self, at: Coord) -> Option<Colour> {
        match self.ring(at) {
            Ring::Marble(colour) => Some(colour),
            Ring::Gone | Ring::Vacant => None,
        }
    }

    /// The rings that are left, in the order of their names.
    pub fn rings(&self) -> impl Iterator<Item = (Coord, Ring)> {
        let points = Board::zertz().points().iter().copied();
        points
            .zip(self.rings.iter().copied())
            .filter(|(_, ring)| *ring != Ring::Gone)
    }

    /// The rings with marbles.
    pub(super) fn marbles(&self) -> impl Iterator<Item = Coord> {
        let taken = |ring| matches!(ring, Ring::Marble(_));
        self.rings()
            .filter(move |(_, ring)| taken(*ring))
            .map(|(at, _)| at)
    }

    /// The rings without marbles.
    pub(super) fn vacant(&self) -> impl Iterator<Item = Coord> {
        self.rings()
            .filter(|(_, ring)| *ring == Ring::Vacant)
            .map(|(at, _)| at)
    }

    /// The ring next to a place that way, if there is one.
    pub(super) fn next(&self, at: Coord, way: Direction) -> Option<Coord> {
        let next = Board::zertz().next(at, way)?;
        (self.ring(next) != Ring::Gone).then_some(next)
    }

    /// The marbles that the mover can place: those of the pool, and once it is empty, the mover's
    /// own captured ones (G.1).
    pub(super) fn placeable(&self) -> Marbles {
        match self.pool.is_empty() {
            true => *self.mover.of(&self.captured),
            false => self.pool,
        }
    }

    /// Whether a ring could be taken off without moving others: it is vacant, and two neighbouring
    /// sides of its six are open (D.2).
    pub(super) fn is_free(&self, at: Coord) -> bool {
        let open = Direction::ALL.map(|way| self.next(at, way).is_none());
        let mut sides = open.iter().zip(open.iter().cycle().skip(1));
        self.ring(at) == Ring::Vacant && sides.any(|(side, next)| *side && *next)
    }

    /// The rings that are joined to a ring, with it, in the order of their names, if all of them
    /// have marbles.
    pub(super) fn full_group(&self, of: Coord) -> Option<Vec<Coord>> {
        let mut group = vec![of];
        let mut looked_at = 0;
        while let Some(at) = group.get(looked_at).copied() {
            looked_at += 1;
            self.marble(at)?;
            for way in Direction::ALL {
                let next = self.next(at, way);
                group.extend(next.filter(|next| !group.contains(next)));
            }
        }
        group.sort_unstable();
        Some(group)
    }
}
