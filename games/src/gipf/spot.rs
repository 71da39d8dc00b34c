//! Spots of both boards: their names and the centre.

use serde::{Serialize, Serializer};

use crate::{
    hex::Coord,
    spots::{Area, Spot, Spots},
};

/// The centre of both boards.
pub(super) const CENTRE: Spot = match Area::MATRX.spot(Coord::E5) {
    Some(spot) => spot,
    None => Spot::new(0),
};

/// Returns the name of a spot, which is the same on both boards.
pub(super) fn name(spot: Spot) -> Coord {
    Area::MATRX.coord(spot)
}

/// Returns the names of spots.
pub(super) fn names(spots: Spots) -> Vec<Coord> {
    spots.iter().map(name).collect()
}

/// Serializes a spot as its name.
pub(super) fn as_name<S: Serializer>(spot: &Spot, serializer: S) -> Result<S::Ok, S::Error> {
    name(*spot).serialize(serializer)
}

/// Serializes spots as their names.
pub(super) fn as_names<S: Serializer>(spots: &Spots, serializer: S) -> Result<S::Ok, S::Error> {
    names(*spots).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_have_the_same_names_on_both_boards() {
        for spot in Area::CLASSIC.spots {
            assert_eq!(name(spot), Area::CLASSIC.coord(spot));
        }
        assert_eq!(name(CENTRE), Coord::E5);
    }
}
