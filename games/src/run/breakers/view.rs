//! The surroundings of a breaker: its structure, its neighbours, distances.

use crate::run::{
    breaker_name::NamedBreaker, matrix::Tile, position::Position, space::Space, structure::Colour,
};

/// The table from the perspective of a breaker that challenges or uses an ability.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(in crate::run) position: &'a Position,
    /// The breaker in question.
    pub(in crate::run) breaker: Colour,
    /// A space where a structure is about to be installed, counted as a structure in distances.
    pub(in crate::run) also: Option<Space>,
}

impl Position {
    /// Returns the table from a breaker's perspective.
    pub(in crate::run) fn view(&self, breaker: Colour) -> View<'_> {
        View {
            position: self,
            breaker,
            also: None,
        }
    }
}

impl<'a> View<'a> {
    /// Returns the breaker as the arguments of a message.
    pub(super) fn named(&self) -> NamedBreaker {
        self.position.named(self.breaker)
    }

    /// Returns the space of the breaker; `None` is outside.
    pub(super) fn place(&self) -> Option<Space> {
        self.position.place(self.breaker)
    }

    /// Returns the structure it is on.
    pub(super) fn tile(&self) -> Option<&Tile> {
        self.position.matrix.at(self.place()?)
    }

    /// Returns the colour of the structure it is on.
    pub(super) fn ground(&self) -> Option<Colour> {
        self.tile().map(|tile| tile.structure.colour)
    }

    /// Returns the number of installed structures of a colour.
    pub(super) fn installed(&self, colour: Colour) -> u8 {
        let tiles = self.position.matrix.tiles().iter();
        tiles.filter(|tile| tile.structure.colour == colour).count() as u8
    }

    /// Returns the distance to another breaker: 0 to itself, 1 from outside to any breaker inside,
    /// `None` to a breaker outside or without a path.
    pub(in crate::run) fn distance_to(&self, other: Colour) -> Option<u8> {
        if other == self.breaker {
            return Some(0);
        }
        self.distance(self.position.place(other)?)
    }

    /// Returns the distance to a structure along structures; 1 from outside.
    pub(in crate::run) fn distance(&self, to: Space) -> Option<u8> {
        match self.place() {
            Some(from) => self.position.matrix.distance(from, to, self.also),
            None => Some(1),
        }
    }

    /// Returns the breakers within a distance, itself included.
    pub(super) fn within(self, distance: u8) -> impl Iterator<Item = Colour> {
        let near = move |other: &Colour| self.distance_to(*other).is_some_and(|d| d <= distance);
        Colour::ALL.into_iter().filter(near)
    }

    /// Returns the number of other breakers within a distance.
    pub(super) fn others_within(&self, distance: u8) -> u8 {
        self.within(distance).count() as u8 - 1
    }

    /// Returns the distance to the nearest other breaker.
    pub(super) fn nearest_other(&self) -> Option<u8> {
        let others = Colour::ALL.into_iter().filter(|c| *c != self.breaker);
        others.filter_map(|other| self.distance_to(other)).min()
    }

    /// Returns the breakers on adjacent spaces, in the order k g r b.
    pub(in crate::run) fn next_to(self) -> impl Iterator<Item = Colour> {
        let here = self.place();
        let next = move |other: &Colour| {
            let there = self.position.place(*other);
            here.zip(there)
                .is_some_and(|(here, there)| here.is_next_to(there))
        };
        Colour::ALL.into_iter().filter(next)
    }

    /// Returns the number of structures of a colour within a distance, its own included.
    pub(super) fn structures_within(&self, distance: u8, colour: Colour) -> u8 {
        let tiles = self.position.matrix.tiles().iter();
        let coloured = tiles.filter(|tile| tile.structure.colour == colour);
        coloured
            .filter(|tile| self.distance(tile.space).is_some_and(|d| d <= distance))
            .count() as u8
    }
}
