//! Arrows over a board, in the direction of moves.

use crate::{
    drawing::{Drawing, Edge, Point},
    theme::Paint,
};

/// Draws an arrow from one point to another over whatever lies between, at these distances from its start and
/// its end. `scale` is that of the board.
pub fn leg(drawing: &mut Drawing, ends: (Point, Point), away: (f32, f32), scale: f32) {
    let (from, to) = ends;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let way = (dx / length, dy / length);
    let along = |length: f32| (from.0 + way.0 * length, from.1 + way.1 * length);
    let (start, tip) = (along(away.0), along(length - away.1));
    drawing.line(&[start, tip], Edge::new(Paint::Paper, 11.0 * scale));
    drawing.line(&[start, tip], Edge::new(Paint::LastTurn, 7.0 * scale));
    head(drawing, tip, way, 16.0 * scale);
}

/// Draws an arrow head around a middle, in a direction of length 1.
pub fn head(drawing: &mut Drawing, middle: Point, way: Point, size: f32) {
    let corner = |along: f32, across: f32| {
        (
            middle.0 + (way.0 * along - way.1 * across) * size,
            middle.1 + (way.1 * along + way.0 * across) * size,
        )
    };
    let corners = [corner(0.9, 0.0), corner(-0.6, 0.9), corner(-0.6, -0.9)];
    let edge = Edge::new(Paint::WhiteEdge, size / 8.0);
    drawing.area(&corners, Some(Paint::LastTurn), Some(edge));
}
