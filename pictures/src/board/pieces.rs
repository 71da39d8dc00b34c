//! Pieces and piles of them.

use games::{
    Seat,
    scene::{Item, ScenePiece},
};

use crate::{
    drawing::{Anchor, Drawing, Edge, Point},
    sprite::Sprite,
    theme::Paint,
};

/// Returns the sprite of a side.
fn sign(seat: Seat) -> Sprite {
    match seat {
        Seat::First => Sprite::White,
        Seat::Second => Sprite::Black,
    }
}

/// Returns the sprite of a piece, and the colour of its letter. Pieces without an owner are marbles.
fn look(piece: ScenePiece) -> (Sprite, Paint) {
    match (piece.owner, piece.letter) {
        (Some(Seat::Second), _) => (Sprite::Black, Paint::OnBlack),
        (None, 'G') => (Sprite::Grey, Paint::OnGrey),
        (None, 'B') => (Sprite::Dark, Paint::OnBlack),
        (Some(Seat::First), _) | (None, _) => (Sprite::White, Paint::OnWhite),
    }
}

/// Draws a piece without its letter.
pub fn blank(drawing: &mut Drawing, at: Point, radius: f32, piece: ScenePiece) {
    drawing.sprite(look(piece).0, at, 2.0 * radius);
}

/// Draws pieces on each other, from bottom to top: each one a little higher, so that the edges of those below
/// show. `radius` is that of one piece.
pub fn pile(drawing: &mut Drawing, at: Point, radius: f32, pieces: &[ScenePiece]) {
    let last = pieces.len().saturating_sub(1);
    let step = step(radius, pieces.len());
    let foot = lowest(at, radius, pieces.len());
    let bulky = pieces.first().map(|piece| piece.letter);
    for (number, piece) in pieces.iter().enumerate() {
        let at = (foot.0, foot.1 - step * number as f32);
        // A potential on a basic piece is smaller.
        let is_load = bulky == Some('B') && piece.letter != 'B';
        let radius = if is_load { radius * 0.74 } else { radius };
        // A line between pieces of one side.
        if number > 0 {
            rim(drawing, at, radius, piece.owner.unwrap_or(Seat::First));
        }
        disc(drawing, at, radius, *piece, number == last);
    }
    if pieces.len() > 2 {
        badge(
            drawing,
            (at.0 + radius * 0.82, at.1 + radius * 0.74),
            radius * 0.42,
            pieces.len(),
        );
    }
}

/// Returns the height of each piece in a pile above the one below.
fn step(radius: f32, pieces: usize) -> f32 {
    let gaps = pieces.saturating_sub(1).max(1) as f32;
    (radius * 0.27).min(radius * 0.62 / gaps).round()
}

/// Returns the position of the lowest piece in a pile.
fn lowest(at: Point, radius: f32, pieces: usize) -> Point {
    let gaps = pieces.saturating_sub(1) as f32;
    (at.0, at.1 + step(radius, pieces) * gaps / 2.0)
}

/// Draws the rim that separates a piece from paper, or from one of its own colour.
fn rim(drawing: &mut Drawing, at: Point, radius: f32, owner: Seat) {
    let radius = radius + 2.0;
    match owner {
        Seat::First => drawing.disc(at, radius, Some(Paint::WhiteEdge), None),
        Seat::Second => drawing.area(&octagon(at, radius), Some(Paint::BlackEdge), None),
    }
}

/// Draws the sign of a side, beside the board.
pub fn mark(drawing: &mut Drawing, at: Point, radius: f32, seat: Seat) {
    rim(drawing, at, radius, seat);
    drawing.sprite(sign(seat), at, 2.0 * radius);
}

/// Draws one piece, with its letter only if it lies on top.
fn disc(drawing: &mut Drawing, at: Point, radius: f32, piece: ScenePiece, is_top: bool) {
    blank(drawing, at, radius, piece);
    if !is_top {
        return;
    }
    let ink = look(piece).1;
    // A ring marks the GIPF-piece, which must not be lost.
    let is_gipf = piece.letter == 'G' && piece.owner.is_some();
    if is_gipf {
        let edge = Edge::new(ink, radius * 0.09);
        drawing.disc(at, radius * 0.72, None, Some(edge));
    }
    let size = radius * if is_gipf { 1.0 } else { 1.24 };
    drawing.bold(at, Anchor::Middle, size, ink, &piece.letter.to_string());
}

fn badge(drawing: &mut Drawing, at: Point, radius: f32, number: usize) {
    drawing.disc(
        at,
        radius,
        Some(Paint::Paper),
        Some(Edge::new(Paint::Text, 2.0)),
    );
    drawing.bold(
        at,
        Anchor::Middle,
        radius * 1.4,
        Paint::Text,
        &number.to_string(),
    );
}

/// Marks the former place of a piece: its outline, crossed out if it was captured.
pub fn ghost(drawing: &mut Drawing, at: Point, radius: f32, owner: Option<Seat>, captured: bool) {
    let paint = if captured {
        Paint::Alert
    } else {
        Paint::LastTurn
    };
    let edge = Edge::new(paint, radius * 0.12);
    match owner {
        Some(Seat::Second) => drawing.area(&octagon(at, radius * 0.8), None, Some(edge)),
        _ => drawing.disc(at, radius * 0.8, None, Some(edge)),
    }
    if captured {
        cross(drawing, at, radius * 0.8, radius * 0.16);
    }
}

/// Draws the cross of a captured piece, by the reach of its arms and their width.
pub fn cross(drawing: &mut Drawing, at: Point, arm: f32, width: f32) {
    for (dx, dy) in [(arm, arm), (arm, -arm)] {
        let ends = [(at.0 - dx, at.1 - dy), (at.0 + dx, at.1 + dy)];
        drawing.line(&ends, Edge::new(Paint::Alert, width));
    }
}

fn octagon(at: Point, radius: f32) -> [Point; 8] {
    let short = radius * 0.41;
    [
        (short, radius),
        (radius, short),
        (radius, -short),
        (short, -radius),
        (-short, -radius),
        (-radius, -short),
        (-radius, short),
        (-short, radius),
    ]
    .map(|(dx, dy)| (at.0 + dx, at.1 + dy))
}

/// Draws pieces of one kind with their count; returns the width.
pub fn item(drawing: &mut Drawing, at: Point, radius: f32, item: &Item) -> f32 {
    let middle = (at.0 + radius, at.1);
    if let Some(owner) = item.pieces.first().and_then(|piece| piece.owner) {
        let foot = lowest(middle, radius, item.pieces.len());
        rim(drawing, foot, radius, owner);
    }
    pile(drawing, middle, radius, &item.pieces);
    let text = item.count.to_string();
    let size = radius * 1.35;
    let left = at.0 + 2.0 * radius + radius * 0.3;
    drawing.bold((left, at.1), Anchor::Start, size, Paint::Text, &text);
    2.0 * radius + radius * 0.3 + crate::text::width(&text, size, true)
}
