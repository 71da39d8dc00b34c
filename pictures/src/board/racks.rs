//! What is beside a board of rings: the pool, and the racks on which captured marbles are collected.

use games::{
    Scene, Seat,
    scene::{Beside, Holder, Item, Piece},
};

use super::pieces;
use crate::{
    drawing::{Anchor, Drawing, Edge, Point},
    paint::Paint,
};

/// From one slot of a rack to the next.
const SLOT: f32 = 26.0;
/// The radius of a marble on a rack.
const RADIUS: f32 = 11.0;
/// The width of the letters before a rack, and the height of the number below its frame.
const LETTER: f32 = 28.0;
const SIZE: f32 = 24.0;

/// The marbles of the pool with their numbers, ending at a point.
pub fn pool(drawing: &mut Drawing, scene: &Scene, end: Point) {
    let Some(items) = stock(scene, Holder::Pool) else {
        return;
    };
    const GAP: f32 = 12.0;
    const RADIUS: f32 = 17.0;
    let width = |item: &Item| pieces::item(&mut Drawing::new(1, 1), (0.0, 0.0), RADIUS, item) + GAP;
    let wide = items.iter().map(width).sum::<f32>().max(60.0);
    let size = (wide + GAP, 2.0 * RADIUS + 12.0);
    let corner = (end.0 - size.0, end.1 - size.1 / 2.0);
    drawing.card(corner, size, size.1 / 2.0, Some(Paint::Plate), None);
    let mut left = corner.0 + GAP;
    for item in items {
        left += pieces::item(drawing, (left, end.1), RADIUS, item) + GAP;
    }
    if items.is_empty() {
        let at = (corner.0 + size.0 / 2.0, end.1);
        drawing.bold(at, Anchor::Middle, SIZE, Paint::Text, "0");
    }
}

/// What a player has captured on the slots of the winning sets: a row for each set of one colour,
/// and a frame around the first slots of all rows for each set of all colours. `edge` is its left
/// end at the border of the picture, above it for White, below it for Black.
pub fn rack(drawing: &mut Drawing, scene: &Scene, seat: Seat, edge: Point) {
    let sets = || {
        scene
            .beside
            .iter()
            .filter_map(move |beside| set(beside, seat))
    };
    let rows: Vec<(Piece, u8, u8)> = sets()
        .filter_map(|(needed, missing)| match needed {
            [(piece, count)] => Some((*piece, *count, missing)),
            _ => None,
        })
        .collect();
    let high = SLOT * rows.len() as f32;
    let top = match seat {
        Seat::Second => edge.1,
        Seat::First => edge.1 - high,
    };
    let left = edge.0 + LETTER;
    for (needed, missing) in sets().filter(|(needed, _)| needed.len() > 1) {
        let most = needed.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let wide = SLOT * f32::from(most);
        let (from, middle) = match seat {
            Seat::Second => (top, top + high + SLOT / 2.0),
            Seat::First => (top - SLOT, top - SLOT / 2.0),
        };
        let paint = if missing == 0 {
            Paint::Open
        } else {
            Paint::Line
        };
        let line = Edge::new(paint, 3.0);
        let size = (wide, high + SLOT + 2.0);
        drawing.card(
            (left, from - 1.0),
            size,
            8.0,
            Some(Paint::Plate),
            Some(line),
        );
        lacking(drawing, (left + wide / 2.0, middle), missing);
    }
    let owned = stock(scene, Holder::Captured(seat)).unwrap_or_default();
    for (number, (piece, needed, missing)) in (0u8..).zip(rows) {
        let middle = top + SLOT * (f32::from(number) + 0.5);
        let letter = piece.letter.to_string();
        let at = (edge.0 + LETTER / 2.0 - 4.0, middle);
        drawing.bold(at, Anchor::Middle, SIZE, Paint::Text, &letter);
        let count = owned.iter().find(|item| item.pieces == [piece]);
        let count = count.map_or(0, |item| item.count);
        let slots = count.max(needed);
        for slot in 0..slots {
            let at = (left + SLOT * (f32::from(slot) + 0.5), middle);
            match slot < count {
                true => pieces::blank(drawing, at, RADIUS, piece),
                false => drawing.card(
                    (at.0 - 3.0, at.1 - 3.0),
                    (6.0, 6.0),
                    0.0,
                    Some(Paint::Quiet),
                    None,
                ),
            }
        }
        let at = (left + SLOT * f32::from(slots) + 20.0, middle);
        lacking(drawing, at, missing);
    }
}

/// How much is missing to a set; a tick when it is complete.
fn lacking(drawing: &mut Drawing, at: Point, missing: u8) {
    if missing > 0 {
        let text = format!("–{missing}");
        drawing.bold(at, Anchor::Middle, SIZE, Paint::Quiet, &text);
        return;
    }
    let points = [(-9.0, 0.0), (-3.0, 7.0), (9.0, -8.0)];
    let points = points.map(|(dx, dy)| (at.0 + dx, at.1 + dy));
    drawing.line(&points, Edge::new(Paint::Open, 5.0));
}

/// How many of each piece a set needs, and how many are missing, if it is this player's.
fn set(beside: &Beside, player: Seat) -> Option<(&[(Piece, u8)], u8)> {
    match beside {
        Beside::Set {
            seat,
            needed,
            missing,
        } if *seat == player => Some((needed, *missing)),
        _ => None,
    }
}

fn stock(scene: &Scene, whose: Holder) -> Option<&[Item]> {
    scene.beside.iter().find_map(|beside| match beside {
        Beside::Stock { holder, items } if *holder == whose => Some(items.as_slice()),
        _ => None,
    })
}
