//! Boards of the run: structures as cards on a grid, breakers on them, everything else above and below.

mod card;
mod grid;
mod odds;
mod stock;
mod suit;
mod table;
#[cfg(test)]
mod tests;

use games::{
    Diagram,
    scene::{BoardChange, Scene},
};

use self::grid::{Grid, Names, Space};
use super::SIDE;
use crate::{
    drawing::{Drawing, Edge},
    theme::Paint,
};

/// Top and bottom of the grid.
const TOP: f32 = 50.0;
const BOTTOM: f32 = 572.0;

/// Draws the grid with everything beside it.
pub fn whole(diagram: &Diagram) -> Drawing {
    let mut drawing = Drawing::new(SIDE, SIDE);
    let side = SIDE as f32;
    let ground = (side, BOTTOM - TOP);
    drawing.card((0.0, TOP), ground, 0.0, Some(Paint::Board), None);
    let grid = Grid::fixed(&diagram.scene, (0.0, TOP), ground);
    cards(&mut drawing, &diagram.scene, &grid);
    if grid.names == Names::RimAndTable {
        let top = BOTTOM - grid::TABLE;
        table::draw(&mut drawing, &diagram.scene, (0.0, top), side);
    }
    stock::draw(&mut drawing, diagram, BOTTOM);
    drawing
}

/// Draws the grid alone, in a square.
pub fn panel(diagram: &Diagram, side: u32) -> Drawing {
    let mut drawing = Drawing::new(side, side);
    let grid = Grid::fitted(&diagram.scene, side as f32);
    cards(&mut drawing, &diagram.scene, &grid);
    drawing
}

fn cards(drawing: &mut Drawing, scene: &Scene, grid: &Grid) {
    grid.rim(drawing);
    for point in &scene.points {
        card::draw(drawing, grid, point);
    }
    for change in &scene.changes {
        if let BoardChange::Go { path } = change {
            for [from, to] in path.array_windows() {
                if let (Some(from), Some(to)) = (scene.point(from), scene.point(to)) {
                    step(drawing, grid, grid::space(from), grid::space(to));
                }
            }
        }
    }
}

/// Draws an arrow from a space to another: over the border between two neighbours, else from card to card.
fn step(drawing: &mut Drawing, grid: &Grid, from: Space, to: Space) {
    let unit = grid.unit();
    let (from, to) = (grid.middle(from), grid.middle(to));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let way = (dx / length, dy / length);
    // Distance from the middle of a card to its border, in this direction.
    let border = (grid.cell.0 / 2.0 / way.0.abs()).min(grid.cell.1 / 2.0 / way.1.abs());
    let reach = 15.0 * unit.max(0.5);
    let at = |along: f32, across: f32| {
        (
            from.0 + way.0 * along - way.1 * across,
            from.1 + way.1 * along + way.0 * across,
        )
    };
    let tip = length - border + reach;
    let tail = border - reach;
    let head = tip - 1.4 * reach;
    if head > tail {
        let wide = 7.0 * unit.max(0.5);
        drawing.line(
            &[at(tail, 0.0), at(head, 0.0)],
            Edge::new(Paint::LastTurn, wide),
        );
    }
    let head = [at(tip, 0.0), at(head, reach), at(head, -reach)];
    let edge = Edge::new(Paint::WhiteEdge, 2.0);
    drawing.area(&head, Some(Paint::LastTurn), Some(edge));
}
