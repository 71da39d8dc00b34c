//! Tests of the evaluation's features against a naive count, spot by spot.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{
    random::{agreed, game},
    *,
};
use crate::{
    gipf::spot::name,
    search::{Evaluate, Features, HintReason, MAX_FEATURES},
};

/// A column and a row in axial coordinates: neighbours are one step away in three directions.
type Point = (i16, i16);

/// The directions to the right and up.
const WAYS: [Point; 3] = [(0, 1), (1, 0), (1, 1)];

/// Returns the piles by point, empty for an empty spot.
fn piles(position: &Position) -> BTreeMap<Point, String> {
    let spots = position.area().spots.iter().map(|spot| {
        let coord = name(spot);
        let text = coord.to_string();
        let column = i16::from(text.as_bytes()[0] - b'a');
        let row: i16 = text[1..].parse().unwrap();
        let pile = position.pile(coord).map(|pile| pile.to_string());
        (
            (column, row + (column - 4).max(0)),
            pile.filter(|pile| pile != "-").unwrap_or_default(),
        )
    });
    spots.collect()
}

/// Returns whether two pieces of one side are on top, not one that covers an enemy.
fn is_stack(pile: &str) -> bool {
    let mut pieces = pile.chars().rev().map(char::is_uppercase);
    pieces.next() == pieces.next()
}

fn counted(position: &Position, seat: Seat) -> Features {
    let piles = piles(position);
    let is_own = |point: Point| {
        let top = piles.get(&point).and_then(|pile| pile.chars().last());
        top.is_some_and(|top| top.is_uppercase() == (seat == Seat::First))
    };
    let is_gap = |point: Point| piles.contains_key(&point) && !is_own(point);
    let own = || piles.iter().filter(|(point, _)| is_own(**point));
    let count = |wanted: &dyn Fn(Point, &str) -> bool| {
        own().filter(|(point, pile)| wanted(**point, pile)).count() as i16
    };
    let in_line = |pattern: &[bool]| {
        let starts = own().flat_map(|(point, _)| WAYS.map(|way| (*point, way)));
        let fits = |((column, row), (right, up)): &(Point, Point)| {
            pattern.iter().zip(0i16..).all(|(wanted, far)| {
                let point = (column + right * far, row + up * far);
                if *wanted {
                    is_own(point)
                } else {
                    is_gap(point)
                }
            })
        };
        starts.filter(fits).count() as i16
    };
    let away = |(column, row): Point| {
        let (right, up) = (column - 4, row - 5);
        right.abs().max(up.abs()).max((right - up).abs())
    };
    let topped = |letter: char| {
        count(&|_, pile| {
            let top = pile.chars().last().unwrap();
            is_stack(pile) && top.to_ascii_uppercase() == letter
        })
    };
    let reserve = |kind| i16::from(position.reserve(seat).count(kind));
    let waiting: i16 = PieceKind::ALL.into_iter().map(reserve).sum();
    let gipfs = i16::from(position.gipfs_left(seat));
    let basics = reserve(PieceKind::Basic);
    let pairs = PieceKind::ALL
        .into_iter()
        .map(|kind| reserve(kind) / 2)
        .sum();
    let (pieces, entries, rest) = if position.variant.is_matrx() {
        (waiting, pairs, pairs)
    } else {
        (basics, basics, waiting - basics)
    };
    [
        0,
        pieces,
        count(&|_, pile| !is_stack(pile)),
        count(&|_, pile| is_stack(pile)),
        gipfs,
        (4 - entries).max(0),
        count(&|point, _| away(point) <= 1),
        count(&|point, _| away(point) == 2),
        in_line(&[true, true]),
        in_line(&[true, true, true]),
        in_line(&[true, true, false, true]) + in_line(&[true, false, true, true]),
        i16::from(gipfs == 1),
        topped('T'),
        topped('Z'),
        topped('Y'),
        rest,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_entry_has_its_own_history_place(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 0..140),
    ) {
        for position in game(agreed, &choices) {
            let mut entries = Vec::new();
            for played in position.moves() {
                let place = position.history_index(played);
                prop_assert!(place < <Position as Evaluate>::HISTORY_SIZE);
                match played {
                    Move::Row(taken) => {
                        prop_assert_eq!(place, 576 + taken.first().unwrap().index());
                    }
                    Move::Use { to, .. } => prop_assert_eq!(place, 512 + to.index()),
                    _ => entries.push(place),
                }
            }
            let all = entries.len();
            entries.sort_unstable();
            entries.dedup();
            prop_assert!(entries.len() == all || position.phase != Phase::Move);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn features_match_a_count_spot_by_spot(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 0..140),
    ) {
        for position in game(agreed, &choices) {
            let Some(asked) = Rules::to_move(&position) else {
                continue;
            };
            let [own, enemy] = [asked, asked.other()].map(|seat| counted(&position, seat));
            let mut wanted = [0; MAX_FEATURES];
            for (wanted, (own, enemy)) in wanted.iter_mut().zip(own.into_iter().zip(enemy)) {
                *wanted = own - enemy;
            }
            // The tempo belongs to the mover, whoever is asked in between.
            wanted[0] = if asked == position.mover { 1 } else { -1 };
            prop_assert_eq!(position.features(), wanted, "{}", position);
        }
    }
}

#[test]
fn a_threat_needs_new_ways_to_a_row() {
    let position = laid(
        Variant::GipfBasic,
        "c3 B c4 B c5 B g3 b h3 b",
        'w',
        "B12 B13",
    );
    let threatens = |entered: &str| {
        let action: Action = entered.parse().unwrap();
        let line = [position.read(&action).unwrap()];
        let why = position.reasons(&line, 1);
        let mut facts = why.iter().map(|reason| &reason.fact);
        let threat = facts.find(|fact| fact.code == "gipf-why-threatens");
        threat.map(|fact| fact.to_string())
    };
    assert_eq!(threatens("h5"), None);
    // Four adjacent pieces can be extended at more than one end, but there were ways before as well.
    assert_eq!(threatens("b5").unwrap(), "gipf-why-threatens count=1");
}

#[test]
fn each_quiet_turn_gets_its_reason() {
    // The first reason applies where nothing is captured, saved or threatened.
    for (text, line, reason) in [
        (
            "gipf-basic b b3=b,c2=b,c3=b,c4=b,d3=b,d5=b,d7=B,f5=B,g5=B,h4=B,h5=B B9 B8",
            "h6-h3",
            "gipf-why-hinders count=1",
        ),
        (
            "gipf-standard w b4=B,c3=b,c5=BB,d5=B,d6=B,e2=B,f2=b,f3=bb,f4=BB,f5=B,f6=bb,f7=b,g4=b,g5=BB,h2=B,h4=b,h5=B B3 B7",
            "a4-c4 g7-e7 a4-d4 a4-e4 i5-e5 xc3,d4,e5,g5,h5",
            "gipf-why-follows count=1 lost=0",
        ),
        (
            "gipf-basic b c2=b,c3=b,h5=B B13 B12",
            "b2 i5-g5",
            "gipf-why-lines",
        ),
        (
            "gipf-basic w b2=B,d2=b,e2=b,e3=B,f2=b,h5=B B10 B8",
            "d1-g2",
            "gipf-why-breaks",
        ),
        (
            "gipf-standard w c5=B,d7=b,e4=bb,e5=b,e6=B,e7=B,e8=b,f5=BB,f6=b,f7=B,g6=b,h2=B B7 B8",
            "e9-e3",
            "gipf-why-middle",
        ),
    ] {
        let position: Position = text.parse().unwrap();
        let (mut after, mut moves) = (position, Vec::new());
        for action in line.split(' ') {
            let played = after.read(&action.parse().unwrap()).unwrap();
            after.make(played, &mut |_| {});
            moves.push(played);
        }
        let why = position.reasons(&moves, 1);
        let why: Vec<String> = why.iter().map(|reason| reason.fact.to_string()).collect();
        assert_eq!(why, [reason], "{text}");
    }
}

#[test]
fn fewer_enemies_in_the_middle_are_no_gain() {
    let text = "matrx b b3=TT,b4=G,c2=YY,c3=YY,c5=tt,d4=ZZ,d6=TT,e2=tt,e4=zz,e7=g,f2=g,f3=YY,f4=yy,g2=Z,g3=tt,g4=yy,h2=G \
        G1T2Z3D6P6 D6P6";
    let position: Position = text.parse().unwrap();
    let played = position.read(&"Da3-f7".parse().unwrap()).unwrap();
    let why = position.reasons(&[played], 1);
    let is_middle = |reason: &HintReason| reason.fact.code == "gipf-why-middle";
    assert!(!why.iter().any(is_middle), "{why:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn history_is_kept_per_entry_and_destination(
        agreed in agreed(),
        choices in prop::collection::vec(0usize..10_000, 0..90),
    ) {
        let mut known: BTreeMap<usize, String> = BTreeMap::new();
        for position in game(agreed, &choices) {
            for played in position.moves() {
                let what = match played {
                    Move::Enter { kind, push } => format!("{kind:?} {}", push.number()),
                    Move::Extra(push) => format!("extra {}", push.number()),
                    Move::Use { to, .. } => format!("to {}", name(to)),
                    Move::Row(taken) => format!("row {:?}", taken.first()),
                    other => format!("{other:?}"),
                };
                let place = position.history_index(played);
                prop_assert!(place < <Position as Evaluate>::HISTORY_SIZE);
                let first = known.entry(place).or_insert_with(|| what.clone());
                prop_assert_eq!(first.as_str(), what.as_str());
            }
        }
    }
}
