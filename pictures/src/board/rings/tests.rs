use games::{Entry, Live, Record, Seat, scene::Beside};

use super::*;
use crate::{drawing::Shape, random};

/// Returns every board of games played at random, as it is shown and as one of several.
fn boards() -> Vec<Diagram> {
    let players = ["Someone with quite a long name, even longer", "bob"].map(str::to_owned);
    let mut boards = Vec::new();
    for id in ["zertz-basic", "zertz-tournament"] {
        let record: Record = random::game(Entry::find(id).unwrap(), 60);
        Live::retrace(&record, &mut |live: &Live| {
            boards.push(Diagram::past(live, Some(99_999), &players));
            boards.push(Diagram::still(id, live.scene()));
        })
        .unwrap();
    }
    boards
}

/// Returns the diagram after these actions, from a position or from the start of a game.
fn after(start: &str, actions: &[&str]) -> Diagram {
    let mut live = match Entry::find(start) {
        Some(entry) => Live::start(entry, "-", None).unwrap(),
        None => Live::set_up(start, None).unwrap(),
    };
    for action in actions {
        live.play(action).unwrap();
    }
    Diagram::of(&live, Some(7), &["alice", "bob"].map(str::to_owned))
}

fn dashed(drawing: &Drawing) -> Vec<Point> {
    let mut dashed = Vec::new();
    for shape in &drawing.shapes {
        if let Shape::Disc {
            at,
            edge: Some(edge),
            ..
        } = shape
            && edge.dashed
        {
            dashed.push(*at);
        }
    }
    dashed
}

fn texts<'a>(drawing: &'a Drawing) -> Vec<&'a str> {
    let text = |shape: &'a Shape| match shape {
        Shape::Text { text, .. } => Some(text.as_str()),
        _ => None,
    };
    drawing.shapes.iter().filter_map(text).collect()
}

#[test]
fn everything_is_drawn_inside() {
    for diagram in boards() {
        for drawing in [whole(&diagram), panel(&diagram, 360), panel(&diagram, 180)] {
            let all = drawing.bounds();
            for shape in &drawing.shapes {
                let mut bounds = shape.bounds();
                // There is room for accents above a text and for tails below it.
                if let Shape::Text { at, size, .. } = shape {
                    bounds.top = (at.1 - size * 0.6) as i32;
                    bounds.bottom = (at.1 + size * 0.6) as i32;
                }
                let inside = bounds.left >= all.left
                    && bounds.top >= all.top
                    && bounds.right <= all.right
                    && bounds.bottom <= all.bottom;
                assert!(inside, "{shape:?} in {:?}", diagram.last);
            }
        }
    }
}

#[test]
fn every_ring_tells_its_name_or_its_marble() {
    for diagram in boards() {
        let drawing = whole(&diagram);
        let texts = texts(&drawing);
        for ring in &diagram.scene.points {
            let was_vacated = |change: &BoardChange| matches!(change, BoardChange::Leave { at, .. } if *at == ring.name);
            let named = texts.contains(&ring.name.as_str());
            let hidden = !ring.pieces.is_empty() || diagram.scene.changes.iter().any(was_vacated);
            assert_eq!(named, !hidden, "{} in {:?}", ring.name, diagram.last);
        }
    }
}

#[test]
fn no_ring_moves_while_a_game_is_played() {
    let place = |diagram: &Diagram| {
        let drawing = whole(diagram);
        let name = |shape: &Shape| match shape {
            Shape::Text { at, text, .. } if text == "d5" => Some(*at),
            _ => None,
        };
        drawing.shapes.iter().find_map(name)
    };
    let start = place(&after("zertz-basic", &[]));
    assert!(start.is_some());
    let few = "zertz-basic 1 d4,d5,e4,f3=w w4g7b9 - -";
    assert_eq!(place(&after(few, &[])), start);
}

#[test]
fn the_last_removed_ring_is_an_outline() {
    let start = after("zertz-basic", &[]);
    assert!(dashed(&whole(&start)).is_empty());
    let placed = whole(&after("zertz-basic", &["Wb3,a4"]));
    assert_eq!(dashed(&placed).len(), 1);
    let claimed = after(
        "zertz-basic 1 c3,c4,d3,d4,d5,e4,f3=w w4g7b9 - -",
        &["Bc3,e4"],
    );
    // The ring, and the one that was isolated by it.
    assert_eq!(dashed(&whole(&claimed)).len(), 2);
}

#[test]
fn a_rack_tells_what_is_missing() {
    let diagram = after("zertz-basic 1 c3,c4,d3,d4,d5,e4,f3=w w1g2b3 w1g3b1 -", &[]);
    let drawing = whole(&diagram);
    let texts = texts(&drawing);
    let missing = |seat: Seat| {
        let sets = diagram.scene.beside.iter();
        let missing = sets.filter_map(move |beside| match beside {
            Beside::Set {
                seat: owner,
                missing,
                ..
            } if *owner == seat => Some(*missing),
            _ => None,
        });
        missing.collect::<Vec<u8>>()
    };
    assert_eq!(missing(Seat::First), [2, 2, 1, 4]);
    for number in [missing(Seat::First), missing(Seat::Second)].concat() {
        let text = format!("–{number}");
        assert!(texts.contains(&text.as_str()), "{text} in {texts:?}");
    }
}
