//! Tests of the static evaluation.

use crate::{
    rules::Rules,
    search::{Evaluate, Features, MAX_FEATURES},
    zertz::{Move, Position, Variant},
};

/// A few rings, and the captured marbles of both sides.
fn owning(variant: &str, seat: u8, first: &str, second: &str) -> Position {
    let rings = "a1,a2,b1,b2,b3,c2,c3";
    let pool = if variant == "zertz-basic" {
        "w1g1b2"
    } else {
        "w1g1b3"
    };
    let text = format!("{variant} {seat} {rings} {pool} {first} {second}");
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn features(places: &[(usize, i16)]) -> Features {
    let mut features = [0; MAX_FEATURES];
    features[0] = 1;
    for (place, more) in places {
        features[*place] += more;
    }
    features
}

#[test]
fn sets_missing_four_marbles_or_fewer_are_near() {
    // Features 1 to 4: white, grey, black, missing marbles of the set of all colours. From 5 and
    // from 9: that set and the others, each by 1 to 4 missing marbles.
    let (none, one) = (
        [(4, 6), (7 + 4, 1), (8 + 4, 1)],
        [
            (1, 1),
            (2, 1),
            (4, 4),
            (5 + 3, 1),
            (5 + 4 + 1, 1),
            (5 + 4 + 2, 1),
        ],
    );
    let minus = |places: &[(usize, i16)]| -> Vec<(usize, i16)> {
        places.iter().map(|(place, more)| (*place, -more)).collect()
    };
    let first = owning("zertz-basic", 1, "w1g1", "-");
    assert_eq!(
        first.features(),
        features(&[one.to_vec(), minus(&none)].concat())
    );
    let second = owning("zertz-basic", 2, "w1g1", "-");
    assert_eq!(
        second.features(),
        features(&[none.to_vec(), minus(&one)].concat())
    );
}

#[test]
fn history_is_kept_per_marble_and_ring() {
    let start = Position::start(Variant::Tournament);
    let mut known = std::collections::BTreeMap::new();
    for played in start.moves() {
        let Move::Place(placement) = played else {
            panic!("nothing else can be done: {played:?}");
        };
        let place = start.history_index(played);
        assert!(place < <Position as Evaluate>::HISTORY_SIZE);
        let what = (placement.colour, placement.at);
        assert_eq!(*known.entry(place).or_insert(what), what);
    }
    assert_eq!(known.len(), 3 * 37);
}
