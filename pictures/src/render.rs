//! Rasterisation of shapes. Edges are not anti-aliased, since that makes a file half as large again, and
//! pictures are shown smaller than they are.

use resvg::tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Rect, Stroke, StrokeDash, Transform,
};

use crate::{
    drawing::{Edge, Point, Shape},
    text,
    theme::Paint,
};

/// A shape as pixels, from the top left of its bounds.
#[derive(Debug)]
pub struct Pixels {
    width: i32,
    height: i32,
    /// The pixels, row by row.
    paints: Vec<Option<Paint>>,
    /// The point of the drawing at the top left.
    origin: Point,
}

impl Pixels {
    /// Paints a shape.
    pub fn of(shape: &Shape) -> Pixels {
        let bounds = shape.bounds();
        let width = (bounds.right - bounds.left).max(1);
        let height = (bounds.bottom - bounds.top).max(1);
        let mut pixels = Pixels {
            width,
            height,
            paints: vec![None; (width * height) as usize],
            origin: (bounds.left as f32, bounds.top as f32),
        };
        pixels.paint(shape);
        pixels
    }

    /// Returns the rows of pixels, from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Option<Paint>]> {
        self.paints.chunks_exact(self.width as usize)
    }

    fn paint(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { points, edge } => self.stroke(polygon(points, false), *edge),
            Shape::Net { lines, edge } => self.stroke(net(lines), *edge),
            Shape::Area { points, fill, edge } => self.area(polygon(points, true), *fill, *edge),
            Shape::Disc {
                at,
                radius,
                fill,
                edge,
            } => self.area(PathBuilder::from_circle(at.0, at.1, *radius), *fill, *edge),
            Shape::Card {
                at,
                size,
                round,
                fill,
                edge,
            } => self.area(card(*at, *size, *round), *fill, *edge),
            Shape::Sprite { sprite, at, size } => {
                let side = (size.round() as u32).max(1);
                let half = side as f32 / 2.0;
                let left = (at.0 - self.origin.0 - half).round() as i32;
                let top = (at.1 - self.origin.1 - half).round() as i32;
                sprite.draw(side, |x, y, paint| self.set(left + x, top + y, paint));
            }
            Shape::Text {
                at,
                anchor,
                size,
                bold,
                paint,
                text,
            } => {
                let left = at.0 - anchor.share() * text::width(text, *size, *bold);
                let start = (left - self.origin.0, at.1 - self.origin.1);
                text::draw(start, *size, *bold, text, |x, y| self.set(x, y, *paint));
            }
        }
    }

    fn set(&mut self, x: i32, y: i32, paint: Paint) {
        if (0..self.width).contains(&x)
            && (0..self.height).contains(&y)
            && let Some(pixel) = self.paints.get_mut((y * self.width + x) as usize)
        {
            *pixel = Some(paint);
        }
    }

    fn area(&mut self, path: Option<Path>, fill: Option<Paint>, edge: Option<Edge>) {
        if let (Some(path), Some(fill)) = (&path, fill) {
            self.fill(path, fill);
        }
        if let Some(edge) = edge {
            self.stroke(path, edge);
        }
    }

    fn stroke(&mut self, path: Option<Path>, edge: Edge) {
        let stroke = Stroke {
            width: edge.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let dash = if edge.dashed {
            StrokeDash::new(vec![2.0 * edge.width, 2.2 * edge.width], 0.0)
        } else {
            None
        };
        let path = match dash {
            Some(dash) => path.and_then(|path| path.dash(&dash, 1.0)),
            None => path,
        };
        if let Some(outline) = path.and_then(|path| path.stroke(&stroke, 1.0)) {
            self.fill(&outline, edge.paint);
        }
    }

    #[expect(clippy::expect_used, reason = "no size is below one")]
    fn fill(&mut self, path: &Path, paint: Paint) {
        let mut mask =
            Mask::new(self.width as u32, self.height as u32).expect("a size above nothing");
        let shift = Transform::from_translate(-self.origin.0, -self.origin.1);
        mask.fill_path(path, FillRule::Winding, false, shift);
        for (pixel, covered) in self.paints.iter_mut().zip(mask.data()) {
            if *covered > 0 {
                *pixel = Some(paint);
            }
        }
    }
}

fn net(lines: &[(Point, Point)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (from, to) in lines {
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
    }
    path.finish()
}

fn polygon(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, others) = points.split_first()?;
    path.move_to(first.0, first.1);
    others
        .iter()
        .for_each(|point| path.line_to(point.0, point.1));
    if closed {
        path.close();
    }
    path.finish()
}

fn card(at: Point, size: Point, round: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let round = round.min(size.0 / 2.0).min(size.1 / 2.0);
    if round <= 0.0 {
        path.push_rect(Rect::from_xywh(at.0, at.1, size.0, size.1)?);
        return path.finish();
    }
    // A quarter of a circle as a cubic curve.
    let bend = round * 0.4477;
    let (left, top, right, bottom) = (at.0, at.1, at.0 + size.0, at.1 + size.1);
    path.move_to(left + round, top);
    // Each corner, with the directions of the side before it and of the side after it.
    for ((x, y), before, after) in [
        ((right, top), (1.0, 0.0), (0.0, 1.0)),
        ((right, bottom), (0.0, 1.0), (-1.0, 0.0)),
        ((left, bottom), (-1.0, 0.0), (0.0, -1.0)),
        ((left, top), (0.0, -1.0), (1.0, 0.0)),
    ] {
        let back = |by: f32| (x - before.0 * by, y - before.1 * by);
        let on = |by: f32| (x + after.0 * by, y + after.1 * by);
        let (start, first, second, end) = (back(round), back(bend), on(bend), on(round));
        path.line_to(start.0, start.1);
        path.cubic_to(first.0, first.1, second.0, second.1, end.0, end.1);
    }
    path.close();
    path.finish()
}
