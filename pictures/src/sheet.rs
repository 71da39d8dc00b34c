//! Pictures of one board, or of several of them as numbered steps in a grid.

use games::Diagram;

use crate::{
    board::{self, SIDE},
    drawing::{Anchor, Drawing, Edge},
    theme::Paint,
};

/// Draws one board, or several in their order, numbered.
pub fn drawing(diagrams: &[&Diagram]) -> Drawing {
    if let [diagram] = diagrams {
        return board::whole(diagram);
    }
    let columns = match diagrams.len() {
        0..=4 => 2,
        5..=9 => 3,
        10..=16 => 4,
        many => (many as f64).sqrt().ceil() as u32,
    };
    let side = SIDE / columns;
    let rows = (diagrams.len() as u32).div_ceil(columns).max(1);
    let mut sheet = Drawing::new(SIDE, side * rows);
    for (number, diagram) in (0u32..).zip(diagrams) {
        let (column, row) = (number % columns, number / columns);
        let corner = ((column * side) as f32, (row * side) as f32);
        sheet.place(board::panel(diagram, side), corner);
        let edge = Edge::new(Paint::Line, 2.0);
        let size = side as f32;
        sheet.card(
            (corner.0 + 1.0, corner.1 + 1.0),
            (size - 2.0, size - 2.0),
            8.0,
            None,
            Some(edge),
        );
        let at = (corner.0 + 14.0, corner.1 + 24.0);
        let number = (number + 1).to_string();
        sheet.bold(at, Anchor::Start, 26.0, Paint::Text, &number);
    }
    sheet
}
