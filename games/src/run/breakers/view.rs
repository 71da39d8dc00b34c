//! What a breaker sees around it: its ground, its neighbours, distances.

use super::BreakerName;
use crate::run::{matrix::Tile, position::Position, space::Space, structure::Colour};

/// The table as one breaker sees it when it challenges or uses an ability.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(in crate::run) position: &'a Position,
    /// Who looks.
    pub(in crate::run) breaker: Colour,
    /// A space on which a structure is going to be installed before it counts.
    pub(in crate::run) also: Option<Space>,
}

impl<'a> View<'a> {
    /// The name of the breaker.
    pub(super) fn name(&self) -> BreakerName {
        self.position.custom_name(self.breaker)
    }

    /// Where the breaker is; `None` is outside.
    pub(super) fn place(&self) -> Option<Space> {
        self.position.place(self.breaker)
    }

    /// The structure it is on.
    pub(super) fn tile(&self) -> Option<&Tile> {
        self.position.matrix().at(self.place()?)
    }

    /// The colour of the structure it is on.
    pub(super) fn ground(&self) -> Option<Colour> {
        self.tile().map(|tile| tile.structure.colour)
    }

    /// Whether it is on a structure of that colour.
    pub(super) fn is_on(&self, colour: Colour) -> bool {
        self.ground() == Some(colour)
    }

    /// How many structures of a colour are installed.
    pub(super) fn installed(&self, colour: Colour) -> u8 {
        let tiles = self.position.matrix().tiles().iter();
        tiles.filter(|tile| tile.structure.colour == colour).count() as u8
    }

    /// The distance to another breaker: 0 to itself, 1 from outside to every one inside, none to
    /// one outside.
    pub(in crate::run) fn distance_to(&self, other: Colour) -> Option<u8> {
        if other == self.breaker {
            return Some(0);
        }
        self.distance(self.position.place(other)?)
    }

    /// The distance to a structure.
    pub(in crate::run) fn distance(&self, to: Space) -> Option<u8> {
        match self.place() {
            Some(from) => self.position.matrix().distance(from, to, self.also),
            None => Some(1),
        }
    }

    /// The breakers within a distance, itself included.
    pub(super) fn within(self, distance: u8) -> impl Iterator<Item = Colour> {
        let near = move |other: &Colour| self.distance_to(*other).is_some_and(|d| d <= distance);
        Colour::ALL.into_iter().filter(near)
    }

    /// How many other breakers are within a distance.
    pub(super) fn others_within(&self, distance: u8) -> u8 {
        self.within(distance).count() as u8 - 1
    }

    /// The distance to the nearest other breaker.
    pub(super) fn nearest_other(&self) -> Option<u8> {
        let others = Colour::ALL.into_iter().filter(|c| *c != self.breaker);
        others.filter_map(|other| self.distance_to(other)).min()
    }

    /// The breakers on the spaces next to it, in the order k g r b.
    pub(in crate::run) fn next_to(self) -> impl Iterator<Item = Colour> {
        let here = self.place();
        let next = move |other: &Colour| {
            let there = self.position.place(*other);
            here.zip(there)
                .is_some_and(|(here, there)| here.is_next_to(there))
        };
        Colour::ALL.into_iter().filter(next)
    }

    /// How many structures of a colour are within a distance, the one under it included.
    pub(super) fn structures_within(&self, distance: u8, colour: Colour) -> u8 {
        let tiles = self.position.matrix().tiles().iter();
        let coloured = tiles.filter(|tile| tile.structure.colour == colour);
        coloured
            .filter(|tile| self.distance(tile.space).is_some_and(|d| d <= distance))
            .count() as u8
    }
}
