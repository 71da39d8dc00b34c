//! The marbles beside a board of rings: the pool, and the racks with the captured ones.

use games::{
    Scene, Seat,
    scene::{Beside, Holder, Item, ScenePiece},
};

use super::pieces;
use crate::{
    drawing::{Anchor, Drawing, Edge, Point},
    theme::Paint,
};

/// Distance between two slots of a rack.
const SLOT: f32 = 26.0;
/// Radius of a marble on a rack.
const RADIUS: f32 = 11.0;
/// Side of an empty slot.
const DOT: f32 = 6.0;
/// Width of the letters before a rack, and size of letters and numbers.
const LETTER: f32 = 28.0;
const SIZE: f32 = 24.0;

/// Draws the marbles of the pool with their numbers, ending at a point.
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
    drawing.card(corner, size, size.1 / 2.0, Some(Paint::Board), None);
    let mut left = corner.0 + GAP;
    for item in items {
        left += pieces::item(drawing, (left, end.1), RADIUS, item) + GAP;
    }
    if items.is_empty() {
        let at = (corner.0 + size.0 / 2.0, end.1);
        drawing.bold(at, Anchor::Middle, SIZE, Paint::Name, "0");
    }
}

/// Draws a player's captured marbles on the slots of the winning sets: a row for each set of one colour, and
/// a frame around the first slots of all rows for each set of all colours. `edge` is the left end at the
/// border of the picture; the rack is above it for White, below it for Black.
pub fn rack(drawing: &mut Drawing, scene: &Scene, seat: Seat, edge: Point) {
    let sets = || {
        scene
            .beside
            .iter()
            .filter_map(move |beside| set(beside, seat))
    };
    let owned = stock(scene, Holder::Captured(seat)).unwrap_or_default();
    let rows: Vec<Row> = sets().filter_map(|set| Row::of(set, owned)).collect();
    if rows.is_empty() {
        return;
    }
    let high = SLOT * rows.len() as f32;
    let top = match seat {
        Seat::Second => edge.1,
        Seat::First => edge.1 - high,
    };
    let left = edge.0 + LETTER;
    let slots = rows.iter().map(|row| row.slots).max().unwrap_or(0);
    let right = left + SLOT * f32::from(slots);
    // Marbles are drawn on the colour of the board.
    let size = (right - left, high);
    drawing.card((left, top), size, 8.0, Some(Paint::Board), None);
    for (needed, missing) in sets().filter(|(needed, _)| needed.len() > 1) {
        let most = needed.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let wide = SLOT * f32::from(most);
        let (from, middle) = match seat {
            Seat::Second => (top, top + high + SLOT / 2.0),
            Seat::First => (top - SLOT, top - SLOT / 2.0),
        };
        let paint = if missing == 0 {
            Paint::Complete
        } else {
            Paint::Name
        };
        let frame = Some(Edge::new(paint, 3.0));
        let size = (wide, high + SLOT);
        drawing.card((left, from), size, 8.0, Some(Paint::Board), frame);
        lacking(drawing, (left + wide / 2.0, middle), missing, Paint::Name);
    }
    for (number, row) in (0u8..).zip(&rows) {
        let middle = top + SLOT * (f32::from(number) + 0.5);
        let letter = row.piece.letter.to_string();
        let at = (edge.0 + LETTER / 2.0 - 4.0, middle);
        drawing.bold(at, Anchor::Middle, SIZE, Paint::Text, &letter);
        for slot in 0..row.slots {
            let at = (left + SLOT * (f32::from(slot) + 0.5), middle);
            if slot < row.count {
                pieces::blank(drawing, at, RADIUS, row.piece);
            } else {
                let corner = (at.0 - DOT / 2.0, at.1 - DOT / 2.0);
                drawing.card(corner, (DOT, DOT), 0.0, Some(Paint::Name), None);
            }
        }
        lacking(drawing, (right + 20.0, middle), row.missing, Paint::Quiet);
    }
}

/// A row of marbles of one colour.
struct Row {
    piece: ScenePiece,
    /// The number of marbles.
    count: u8,
    /// The number of slots.
    slots: u8,
    missing: u8,
}

impl Row {
    /// Returns the row of a set, if that is of one colour.
    fn of((needed, missing): (&[(ScenePiece, u8)], u8), owned: &[Item]) -> Option<Row> {
        let [(piece, needed)] = needed else {
            return None;
        };
        let count = owned.iter().find(|item| item.pieces == [*piece]);
        let count = count.map_or(0, |item| item.count);
        Some(Row {
            piece: *piece,
            count,
            slots: count.max(*needed),
            missing,
        })
    }
}

/// Writes the number of marbles that a set lacks; a tick when it is complete.
fn lacking(drawing: &mut Drawing, at: Point, missing: u8, paint: Paint) {
    if missing > 0 {
        let text = format!("–{missing}");
        drawing.bold(at, Anchor::Middle, SIZE, paint, &text);
        return;
    }
    let points = [(-9.0, 0.0), (-3.0, 7.0), (9.0, -8.0)];
    let points = points.map(|(dx, dy)| (at.0 + dx, at.1 + dy));
    drawing.line(&points, Edge::new(Paint::Complete, 5.0));
}

/// Returns the number of each piece in a set, and the number of missing ones, if the set is this player's.
fn set(beside: &Beside, player: Seat) -> Option<(&[(ScenePiece, u8)], u8)> {
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
