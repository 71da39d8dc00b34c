//! The board of ZÈRTZ: rings beside each other, of which fewer and fewer are left.

use std::collections::HashMap;

use games::{
    Diagram, Scene,
    diagram::State,
    hex::Board,
    scene::{self, BoardChange, Mark, ScenePiece},
};

use super::{SIDE, arrows, corners, pieces};
use crate::{
    drawing::{Anchor, Drawing, Edge, Point},
    theme::Paint,
};

/// Distance between two columns, at full size.
const COLUMN: f32 = 73.0;
/// Half of the distance between two rings of a column, at full size.
const HALF: f32 = 42.0;
/// Radius of a ring, at full size.
const RING: f32 = 40.0;
/// Radius of a marble, at full size.
const RADIUS: f32 = 28.0;

/// The positions of the rings, including those that the last turn removed.
struct RingLayout<'a> {
    scene: &'a Scene,
    at: HashMap<&'a str, Point>,
    scale: f32,
}

/// Draws the board with everything beside it.
pub fn whole(diagram: &Diagram) -> Drawing {
    let mut drawing = Drawing::new(SIDE, SIDE);
    let side = SIDE as f32;
    let mut steps: Vec<(i32, i32)> = rings(&diagram.scene).map(step).collect();
    let mut most = 1.1;
    // While a game is being played, no ring moves.
    if diagram.state != State::Still {
        let board = Board::ZERTZ;
        steps.extend(board.points().map(|at| board.place(at)));
        most = 1.0;
    }
    // Room for the names, above and below.
    let size = (side - 120.0, side - 3.0 * HALF);
    let layout = RingLayout::new(&diagram.scene, &steps, (side / 2.0, side / 2.0), size, most);
    layout.draw(&mut drawing);
    let reach = RING * layout.scale;
    let room = |top: f32, bottom: f32| {
        let rings = layout.at.values();
        let near = rings.filter(|at| at.1 > top - reach && at.1 < bottom + reach);
        let near = near.map(|at| at.0.min(side - at.0) - reach);
        near.fold(side / 2.0 - 6.0, f32::min)
    };
    corners::draw(&mut drawing, diagram, &room);
    drawing
}

/// Draws the board alone, in a square.
pub fn panel(diagram: &Diagram, side: u32) -> Drawing {
    let mut drawing = Drawing::new(side, side);
    let steps: Vec<(i32, i32)> = rings(&diagram.scene).map(step).collect();
    let side = side as f32;
    let size = (side - 12.0, side - 12.0);
    RingLayout::new(&diagram.scene, &steps, (side / 2.0, side / 2.0), size, 1.2).draw(&mut drawing);
    drawing
}

/// Returns the rings that are left, and those that the last turn removed.
fn rings(scene: &Scene) -> impl Iterator<Item = &scene::Point> {
    scene.points.iter().chain(taken_off(scene))
}

fn taken_off(scene: &Scene) -> impl Iterator<Item = &scene::Point> {
    scene.changes.iter().filter_map(|change| match change {
        BoardChange::TakeOff { place } => Some(place),
        _ => None,
    })
}

fn step(ring: &scene::Point) -> (i32, i32) {
    (ring.x, ring.y)
}

impl<'a> RingLayout<'a> {
    /// Places the rings around a middle, at the scale at which these steps fit into a size.
    fn new(
        scene: &'a Scene,
        steps: &[(i32, i32)],
        middle: Point,
        size: Point,
        most: f32,
    ) -> RingLayout<'a> {
        let span = |part: fn(&(i32, i32)) -> i32| {
            let all = || steps.iter().map(part);
            let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
            ((least + most) as f32 / 2.0, (most - least) as f32)
        };
        let ((x, columns), (y, halves)) = (span(|step| step.0), span(|step| step.1));
        let wide = columns * COLUMN + 2.0 * HALF;
        let high = halves * HALF + 2.0 * HALF;
        let scale = (size.0 / wide).min(size.1 / high).min(most);
        let place = |ring: &'a scene::Point| {
            let right = (ring.x as f32 - x) * COLUMN * scale;
            let up = (ring.y as f32 - y) * HALF * scale;
            let at = ((middle.0 + right).round(), (middle.1 - up).round());
            (ring.name.as_str(), at)
        };
        RingLayout {
            scene,
            at: rings(scene).map(place).collect(),
            scale,
        }
    }

    fn of(&self, name: &str) -> Option<Point> {
        self.at.get(name).copied()
    }

    fn draw(&self, drawing: &mut Drawing) {
        for ring in &self.scene.points {
            self.ring(drawing, ring);
        }
        for ring in taken_off(self.scene) {
            if let Some(at) = self.of(&ring.name) {
                let edge = Edge::dashed(Paint::LastTurn, 4.0 * self.scale);
                drawing.disc(at, (RING - 4.0) * self.scale, None, Some(edge));
            }
        }
        self.path(drawing);
        for change in &self.scene.changes {
            if let BoardChange::Leave { at, pieces, .. } = change {
                self.ghost(drawing, at, pieces);
            }
        }
    }

    /// Draws a ring with its marble, or with its name if it is vacant.
    fn ring(&self, drawing: &mut Drawing, ring: &scene::Point) {
        let Some(at) = self.of(&ring.name) else {
            return;
        };
        let scale = self.scale;
        // A marble that has to jump has a dashed ring, a marble that has come a disc around itself.
        drawing.disc(at, RING * scale, Some(Paint::Board), None);
        if ring.mark == Mark::Due {
            let edge = Edge::dashed(Paint::Alert, 7.0 * scale);
            drawing.disc(at, (RING - 3.5) * scale, None, Some(edge));
        }
        if ring.pieces.is_empty() {
            if !self.was_vacated(&ring.name) {
                let size = (22.0 * scale).round();
                drawing.plain(at, Anchor::Middle, size, Paint::Name, &ring.name);
            }
            return;
        }
        if ring.mark == Mark::Last || self.is_arrival(&ring.name) {
            drawing.disc(at, (RADIUS + 5.5) * scale, Some(Paint::LastTurn), None);
        }
        pieces::pile(drawing, at, RADIUS * scale, &ring.pieces);
    }

    /// Returns whether the last turn ended with a marble here.
    fn is_arrival(&self, name: &str) -> bool {
        self.scene.changes.iter().any(|change| match change {
            BoardChange::Place { at } => at == name,
            BoardChange::Go { path } => path.last().is_some_and(|end| end == name),
            _ => false,
        })
    }

    /// Returns whether the last turn took a marble from here.
    fn was_vacated(&self, name: &str) -> bool {
        let mut changes = self.scene.changes.iter();
        changes.any(|change| matches!(change, BoardChange::Leave { at, .. } if at == name))
    }

    /// Draws the jumps, from ring to ring.
    fn path(&self, drawing: &mut Drawing) {
        let paths = self.scene.changes.iter().filter_map(|change| match change {
            BoardChange::Go { path } => Some(path),
            _ => None,
        });
        for path in paths {
            let last = path.len().saturating_sub(2);
            for (number, [from, to]) in path.array_windows().enumerate() {
                if let (Some(from), Some(to)) = (self.of(from), self.of(to)) {
                    let before = if number == last { RADIUS + 15.0 } else { 33.0 };
                    let away = (20.0 * self.scale, before * self.scale);
                    arrows::leg(drawing, (from, to), away, self.scale);
                }
            }
        }
    }

    /// Draws a captured marble: small, on a cross.
    fn ghost(&self, drawing: &mut Drawing, name: &str, pieces: &[ScenePiece]) {
        let Some(at) = self.of(name) else {
            return;
        };
        let radius = RADIUS * 0.7 * self.scale;
        // Without its ring, a white marble would not show on white paper.
        if self.scene.point(name).is_none() {
            let radius = radius + 5.0 * self.scale;
            drawing.disc(at, radius, Some(Paint::Board), None);
        }
        pieces::cross(drawing, at, 23.0 * self.scale, 6.0 * self.scale);
        pieces::pile(drawing, at, radius, pieces);
    }
}

#[cfg(test)]
mod tests;
