//! Bitboards checked against the points of the boards.

use super::*;

const AREAS: [&Area; 3] = [Area::CLASSIC, Area::MATRX, Area::ZERTZ];

fn named(area: &Area, names: &str) -> Spots {
    let spot = |name: &str| area.spot(name.parse().unwrap()).unwrap();
    names.split_whitespace().map(spot).collect()
}

#[test]
fn only_spots_of_the_board_have_bits() {
    for area in AREAS {
        let spots: Vec<Coord> = area.board().spots().collect();
        let bits: Vec<Coord> = area.spots.iter().map(|spot| area.coord(spot)).collect();
        assert_eq!(bits, spots, "in the order of names");
        for (column, row) in (0..=255).flat_map(|c| (0..=255).map(move |r| (c, r))) {
            let point = Coord { column, row };
            let here = area.spot(point);
            assert_eq!(here.is_some(), spots.contains(&point), "{column} {row}");
            assert!(here.is_none_or(|spot| area.coord(spot) == point));
        }
    }
}

#[test]
fn the_last_bit_of_every_column_is_free() {
    for area in AREAS {
        assert_eq!(area.spots.bits() & 0x8080_8080_8080_8080, 0);
    }
}

#[test]
fn a_step_leads_to_the_neighbour() {
    for area in AREAS {
        for spot in area.spots {
            let mut around = Spots::NONE;
            for way in Direction::ALL {
                let next = area.board().next(area.coord(spot), way);
                let next = next.and_then(|next| area.spot(next)).map(Spots::from);
                let step = Spots::from(spot).step(way) & area.spots;
                assert_eq!(step, next.unwrap_or_default(), "{:?}", area.coord(spot));
                around |= step;
            }
            assert_eq!(Spots::from(spot).around() & area.spots, around);
        }
    }
}

#[test]
fn rays_and_lines_are_those_of_the_board() {
    for area in AREAS {
        for spot in area.spots {
            for way in Direction::ALL {
                let ray = area.ray(spot, way);
                let mut expected = Vec::new();
                let mut next = area.board().next(area.coord(spot), way);
                while let Some(point) = next.filter(|point| area.board().is_spot(*point)) {
                    expected.push(point);
                    next = area.board().next(point, way);
                }
                let nearest = ray.nearest(way).map(|spot| area.coord(spot));
                assert_eq!(nearest, expected.first().copied());
                expected.sort();
                let found: Vec<Coord> = ray.iter().map(|spot| area.coord(spot)).collect();
                assert_eq!(found, expected);
                assert!(area.line(spot, way.index() % 3).covers(ray));
            }
        }
    }
}

#[test]
fn rows_of_four_are_found_on_every_line() {
    let area = Area::CLASSIC;
    for (row, line) in [("c2 c3 c4 c5", 0), ("c2 d3 e4 f4", 1), ("b3 c3 d3 e3", 2)] {
        let four = named(area, row);
        assert!(four.has_four(), "{row}");
        let first = four.first().map(Spots::from).unwrap();
        for other in 0..3 {
            let found = four.fours(other);
            let expected = if other == line { first } else { Spots::NONE };
            assert_eq!(found, expected, "{row}");
        }
        for gone in four {
            assert!(!(four - Spots::from(gone)).has_four(), "{row}");
        }
    }
}

#[test]
fn spreading_stops_at_gaps_while_flooding_goes_around() {
    let area = Area::MATRX;
    let taken = named(area, "e2 e3 e5 e6 e7 f3 f4 h2");
    let e5 = named(area, "e5");
    assert_eq!(e5.spread(taken, 0), named(area, "e5 e6 e7"));
    assert_eq!(e5.flood(taken), taken - named(area, "h2"));
    assert_eq!(named(area, "e4").flood(taken), Spots::NONE);
}

#[test]
fn spots_are_listed_from_both_ends() {
    let set = named(Area::ZERTZ, "a1 d4 g4");
    let names = |spots: Vec<Spot>| -> Vec<String> {
        let name = |spot: &Spot| Area::ZERTZ.coord(*spot).to_string();
        spots.iter().map(name).collect()
    };
    assert_eq!(names(set.iter().collect()), ["a1", "d4", "g4"]);
    assert_eq!(names(set.iter().rev().collect()), ["g4", "d4", "a1"]);
    assert_eq!(set.iter().len(), 3);
}
