//! Boards of the GIPF family: spots on lines, dots around them.

use std::collections::HashMap;

use games::{
    Diagram,
    scene::{BoardChange, Ground, Mark, Scene},
};

use super::{SIDE, arrows, corners, pieces};
use crate::{
    drawing::{Anchor, Drawing, Edge, Point, Shape},
    theme::Paint,
};

/// Distance between two columns, at full size.
const COLUMN: f32 = 64.0;
/// Half of the distance between two points of a column, at full size.
const HALF: f32 = 36.0;
/// Radius of a piece, at full size.
const RADIUS: f32 = 29.0;

/// The positions of the points.
struct HexLayout<'a> {
    scene: &'a Scene,
    at: HashMap<&'a str, Point>,
    scale: f32,
}

/// Draws the board with everything beside it.
pub fn whole(diagram: &Diagram) -> Drawing {
    let side = SIDE as f32;
    let mut drawing = Drawing::new(SIDE, SIDE);
    let layout = HexLayout::new(&diagram.scene, (side / 2.0, side / 2.0), side, 1.0);
    layout.draw(&mut drawing);
    let room = |top: f32, bottom: f32| {
        let left = |point: &games::scene::Point| {
            let at = layout.of(&point.name)?;
            let reach = match point.ground {
                Ground::Dot => 20.0,
                _ => RADIUS * layout.scale + 8.0,
            };
            let is_near = at.1 > top - reach && at.1 < bottom + reach;
            is_near.then_some(at.0 - reach)
        };
        let points = diagram.scene.points.iter();
        points.filter_map(left).fold(side / 2.0 - 6.0, f32::min)
    };
    corners::draw(&mut drawing, diagram, &room);
    drawing
}

/// Draws the board alone, in a square.
pub fn panel(diagram: &Diagram, side: u32) -> Drawing {
    let mut drawing = Drawing::new(side, side);
    let side = side as f32;
    HexLayout::new(&diagram.scene, (side / 2.0, side / 2.0), side, 1.2).draw(&mut drawing);
    drawing
}

impl<'a> HexLayout<'a> {
    /// Places the points around a middle, within a square of this side, at a scale of at most `most`.
    fn new(scene: &'a Scene, middle: Point, side: f32, most: f32) -> HexLayout<'a> {
        let span = |part: fn(&games::scene::Point) -> i32| {
            let all = || scene.points.iter().map(part);
            (
                all().min().unwrap_or(0) as f32,
                all().max().unwrap_or(0) as f32,
            )
        };
        let (left, right) = span(|point| point.x);
        let (bottom, top) = span(|point| point.y);
        let wide = (right - left) * COLUMN + 3.0 * RADIUS;
        let high = (top - bottom) * HALF + 3.0 * RADIUS;
        let scale = (side / wide).min(side / high).min(most);
        let place = |point: &'a games::scene::Point| {
            let x = (point.x as f32 - (left + right) / 2.0) * COLUMN * scale;
            let y = (point.y as f32 - (bottom + top) / 2.0) * HALF * scale;
            let at = ((middle.0 + x).round(), (middle.1 - y).round());
            (point.name.as_str(), at)
        };
        HexLayout {
            scene,
            at: scene.points.iter().map(place).collect(),
            scale,
        }
    }

    fn of(&self, name: &str) -> Option<Point> {
        self.at.get(name).copied()
    }

    fn draw(&self, drawing: &mut Drawing) {
        self.field(drawing);
        self.lines(drawing);
        self.trails(drawing);
        for point in &self.scene.points {
            self.point(drawing, point);
        }
        self.arrows(drawing);
        self.rows(drawing);
    }

    /// Draws the area of the board, around all spots.
    fn field(&self, drawing: &mut Drawing) {
        let spots = self
            .scene
            .points
            .iter()
            .filter(|point| point.ground == Ground::Spot);
        let around = |at: Point| {
            let reach = 38.0 * self.scale;
            (0..12u8).map(move |corner| {
                let angle = std::f32::consts::PI * f32::from(corner) / 6.0;
                (at.0 + reach * angle.cos(), at.1 + reach * angle.sin())
            })
        };
        let spots = spots.filter_map(|spot| self.of(&spot.name));
        drawing.area(
            &hull(spots.flat_map(around).collect()),
            Some(Paint::Board),
            None,
        );
    }

    /// Draws the lines between neighbours of which at least one is a spot.
    fn lines(&self, drawing: &mut Drawing) {
        let by_place: HashMap<(i32, i32), &games::scene::Point> = self
            .scene
            .points
            .iter()
            .map(|point| ((point.x, point.y), point))
            .collect();
        let mut lines = Vec::new();
        for point in &self.scene.points {
            for (dx, dy) in [(0, 2), (1, 1), (1, -1)] {
                let Some(other) = by_place.get(&(point.x + dx, point.y + dy)) else {
                    continue;
                };
                let is_rim = point.ground == Ground::Dot && other.ground == Ground::Dot;
                if let (false, Some(from), Some(to)) =
                    (is_rim, self.of(&point.name), self.of(&other.name))
                {
                    lines.push((from, to));
                }
            }
        }
        let edge = Edge::new(Paint::Line, 2.0 * self.scale);
        drawing.shapes.push(Shape::Net { lines, edge });
    }

    /// Draws the paths of entered pieces, below the pieces.
    fn trails(&self, drawing: &mut Drawing) {
        for change in &self.scene.changes {
            if let BoardChange::Enter { from, end, .. } = change
                && let (Some(from), Some(end)) = (self.of(from), self.of(end))
            {
                drawing.line(&[from, end], Edge::new(Paint::LastTurn, 9.0 * self.scale));
            }
        }
    }

    fn point(&self, drawing: &mut Drawing, point: &games::scene::Point) {
        let Some(at) = self.of(&point.name) else {
            return;
        };
        let scale = self.scale;
        let radius = RADIUS * scale;
        if point.pieces.is_empty() {
            let (paper, ink) = match point.ground {
                Ground::Dot => (Paint::Paper, Paint::Quiet),
                _ => (Paint::Board, Paint::Name),
            };
            let gone = self
                .scene
                .changes
                .iter()
                .rev()
                .find_map(|change| match change {
                    BoardChange::Leave {
                        at,
                        pieces,
                        captured,
                    } if *at == point.name => {
                        Some((pieces.last().and_then(|piece| piece.owner), *captured))
                    }
                    _ => None,
                });
            drawing.disc(at, 16.0 * scale, Some(paper), None);
            if let Some((owner, captured)) = gone {
                pieces::ghost(drawing, at, radius, owner, captured);
            } else if point.mark == Mark::Last {
                let edge = Edge::dashed(Paint::LastTurn, 4.0 * scale);
                drawing.disc(at, radius * 0.9, None, Some(edge));
            }
            if gone.is_none_or(|(_, captured)| !captured) {
                drawing.plain(at, Anchor::Middle, (22.0 * scale).round(), ink, &point.name);
            }
        } else {
            let mut rows = self.scene.rows.iter();
            match point.mark {
                Mark::None => {}
                Mark::Last => drawing.disc(at, radius + 6.0 * scale, Some(Paint::LastTurn), None),
                // The row itself is outlined.
                Mark::Due if rows.any(|row| row.spots.contains(&point.name)) => {}
                // Dashed, so that it shows without colours.
                Mark::Due => {
                    let edge = Edge::dashed(Paint::Alert, 6.0 * scale);
                    drawing.disc(at, radius + 4.0 * scale, None, Some(edge));
                }
            }
            pieces::pile(drawing, at, radius, &point.pieces);
        }
        if point.mark == Mark::Due && point.pieces.is_empty() {
            let edge = Edge::dashed(Paint::Alert, 5.0 * scale);
            drawing.disc(at, radius, None, Some(edge));
        }
    }

    /// Draws the directions of moves, above the pieces.
    fn arrows(&self, drawing: &mut Drawing) {
        for change in &self.scene.changes {
            match change {
                BoardChange::Enter { from, end, .. } => {
                    if let (Some(from), Some(end)) = (self.of(from), self.of(end)) {
                        self.chevrons(drawing, from, end);
                    }
                }
                BoardChange::Go { path } => {
                    for [from, to] in path.array_windows() {
                        if let (Some(from), Some(to)) = (self.of(from), self.of(to)) {
                            let reach = (18.0 * self.scale, (RADIUS + 16.0) * self.scale);
                            arrows::leg(drawing, (from, to), reach, self.scale);
                        }
                    }
                }
                BoardChange::Place { .. }
                | BoardChange::Leave { .. }
                | BoardChange::TakeOff { .. } => {}
            }
        }
    }

    /// Draws an arrow head between each two points on a line.
    fn chevrons(&self, drawing: &mut Drawing, from: Point, to: Point) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let steps = (length / (2.0 * HALF * self.scale)).round().max(1.0);
        for step in 0..steps as u8 {
            let share = (f32::from(step) + 0.5) / steps;
            let middle = (from.0 + dx * share, from.1 + dy * share);
            let way = (dx / length, dy / length);
            arrows::head(drawing, middle, way, 13.0 * self.scale);
        }
    }

    /// Draws the rows that wait for a decision, with the numbers of the answers.
    fn rows(&self, drawing: &mut Drawing) {
        for row in &self.scene.rows {
            let spots: Vec<Point> = row.spots.iter().filter_map(|spot| self.of(spot)).collect();
            let (Some(first), Some(last)) = (spots.first(), spots.last()) else {
                continue;
            };
            let (dx, dy) = (last.0 - first.0, last.1 - first.1);
            let length = dx.hypot(dy).max(1.0);
            let reach = (RADIUS + 7.0) * self.scale;
            let (ux, uy) = (dx / length * reach, dy / length * reach);
            let outline = capsule(*first, *last, reach);
            drawing.area(
                &outline,
                None,
                Some(Edge::new(Paint::Alert, 5.0 * self.scale)),
            );
            let numbers: Vec<String> = row.answers.iter().map(usize::to_string).collect();
            if !numbers.is_empty() {
                let text = numbers.join("·");
                let high = 18.0 * self.scale;
                let wide = crate::text::width(&text, 26.0 * self.scale, true) / 2.0 + 8.0;
                let half = wide.max(18.0);
                let (right, bottom) = (drawing.width as f32 - half, drawing.height as f32 - high);
                let at = (
                    (last.0 + ux * 1.25).clamp(half, right.max(half)),
                    (last.1 + uy * 1.25).clamp(high, bottom.max(high)),
                );
                let corner = (at.0 - half, at.1 - 18.0 * self.scale);
                let size = (2.0 * half, 36.0 * self.scale);
                drawing.card(corner, size, 18.0 * self.scale, Some(Paint::Alert), None);
                drawing.bold(at, Anchor::Middle, 26.0 * self.scale, Paint::OnAlert, &text);
            }
        }
    }
}

/// Returns the convex hull of these points.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let half = |points: &mut dyn Iterator<Item = &Point>| {
        let mut hull: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = hull.as_slice()
                && (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0) <= 0.0
            {
                hull.pop();
            }
            hull.push(*point);
        }
        hull
    };
    let lower = half(&mut points.iter());
    let upper = half(&mut points.iter().rev());
    lower.into_iter().chain(upper).collect()
}

/// Returns the outline of everything within a distance of a line.
fn capsule(from: Point, to: Point, reach: f32) -> Vec<Point> {
    let angle = (to.1 - from.1).atan2(to.0 - from.0);
    let half = std::f32::consts::FRAC_PI_2;
    let arc = |at: Point, start: f32| {
        (0..=8u8).map(move |step| {
            let angle = start + std::f32::consts::PI * f32::from(step) / 8.0;
            (at.0 + reach * angle.cos(), at.1 + reach * angle.sin())
        })
    };
    arc(to, angle - half)
        .chain(arc(from, angle + half))
        .collect()
}
