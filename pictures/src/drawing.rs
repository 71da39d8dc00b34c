//! Drawings as plain data: lists of shapes, before they are painted.

use crate::{sprite::Sprite, text, theme::Paint};

/// A point of a picture: x to the right, y downwards, in pixels.
pub type Point = (f32, f32);

/// Shapes on paper, the lowest one first.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Straight lines from point to point.
    Line {
        /// The points.
        points: Vec<Point>,
        /// Its colour and width.
        edge: Edge,
    },
    /// Many straight lines with sharp edges.
    Net {
        /// Start and end of each line.
        lines: Vec<(Point, Point)>,
        /// Their colour and width.
        edge: Edge,
    },
    /// An area with straight borders.
    Area {
        /// Its corners.
        points: Vec<Point>,
        /// The fill colour; `None` for no fill.
        fill: Option<Paint>,
        /// Its border.
        edge: Option<Edge>,
    },
    /// A circle.
    Disc {
        /// Its middle.
        at: Point,
        /// Its radius.
        radius: f32,
        /// The fill colour; `None` for no fill.
        fill: Option<Paint>,
        /// Its border.
        edge: Option<Edge>,
    },
    /// A rectangle with round corners.
    Card {
        /// Its corner at the top left.
        at: Point,
        /// Its width and height.
        size: Point,
        /// The radius of its corners.
        round: f32,
        /// The fill colour; `None` for no fill.
        fill: Option<Paint>,
        /// Its border.
        edge: Option<Edge>,
    },
    /// A sprite: an image that is drawn once for all pictures.
    Sprite {
        /// The image.
        sprite: Sprite,
        /// Its middle.
        at: Point,
        /// Its width and height.
        size: f32,
    },
    /// A line of text.
    Text {
        /// Its position: the height is that of the middle of a capital letter.
        at: Point,
        /// The part of the text at this position.
        anchor: Anchor,
        /// The font size.
        size: f32,
        /// Set for bold text.
        bold: bool,
        /// Its colour.
        paint: Paint,
        /// The text itself.
        text: String,
    },
}

/// A line around or along a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Its colour.
    pub paint: Paint,
    /// Its width.
    pub width: f32,
    /// Set for a dashed line.
    pub dashed: bool,
}

impl Edge {
    /// Creates a solid line.
    pub fn new(paint: Paint, width: f32) -> Edge {
        Edge {
            paint,
            width,
            dashed: false,
        }
    }

    /// Creates a dashed line.
    pub fn dashed(paint: Paint, width: f32) -> Edge {
        Edge {
            dashed: true,
            ..Edge::new(paint, width)
        }
    }
}

/// The part of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A rectangle of whole pixels; right and bottom are exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The first column.
    pub left: i32,
    /// The first row.
    pub top: i32,
    /// The column after the last.
    pub right: i32,
    /// The row after the last.
    pub bottom: i32,
}

impl Bounds {
    /// Returns whether both have pixels in common.
    pub fn intersects(&self, other: &Bounds) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Returns the smallest rectangle around both.
    pub fn union(&self, other: &Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the intersection, if it is not empty.
    pub fn intersection(&self, other: &Bounds) -> Option<Bounds> {
        self.intersects(other).then(|| Bounds {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        })
    }

    /// Returns the number of pixels.
    pub fn area(&self) -> i64 {
        i64::from(self.right - self.left) * i64::from(self.bottom - self.top)
    }
}

impl Drawing {
    /// Creates empty paper.
    pub fn new(width: u32, height: u32) -> Drawing {
        Drawing {
            width,
            height,
            shapes: Vec::new(),
        }
    }

    /// Returns the bounds of the paper.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            left: 0,
            top: 0,
            right: self.width as i32,
            bottom: self.height as i32,
        }
    }

    /// Adds lines from point to point.
    pub fn line(&mut self, points: &[Point], edge: Edge) {
        self.shapes.push(Shape::Line {
            points: points.to_vec(),
            edge,
        });
    }

    /// Adds an area with straight borders.
    pub fn area(&mut self, points: &[Point], fill: Option<Paint>, edge: Option<Edge>) {
        self.shapes.push(Shape::Area {
            points: points.to_vec(),
            fill,
            edge,
        });
    }

    /// Adds a circle.
    pub fn disc(&mut self, at: Point, radius: f32, fill: Option<Paint>, edge: Option<Edge>) {
        self.shapes.push(Shape::Disc {
            at,
            radius,
            fill,
            edge,
        });
    }

    /// Adds a rectangle with round corners, by its top left corner.
    pub fn card(
        &mut self,
        at: Point,
        size: Point,
        round: f32,
        fill: Option<Paint>,
        edge: Option<Edge>,
    ) {
        self.shapes.push(Shape::Card {
            at,
            size,
            round,
            fill,
            edge,
        });
    }

    /// Adds a sprite, by its middle.
    pub fn sprite(&mut self, sprite: Sprite, at: Point, size: f32) {
        self.shapes.push(Shape::Sprite { sprite, at, size });
    }

    /// Adds a line of bold text, by the height of the middle of its capital letters.
    pub fn bold(&mut self, at: Point, anchor: Anchor, size: f32, paint: Paint, text: &str) {
        self.text(at, anchor, size, true, paint, text);
    }

    /// Adds a line of text, by the height of the middle of its capital letters.
    pub fn plain(&mut self, at: Point, anchor: Anchor, size: f32, paint: Paint, text: &str) {
        self.text(at, anchor, size, false, paint, text);
    }

    fn text(&mut self, at: Point, anchor: Anchor, size: f32, bold: bool, paint: Paint, text: &str) {
        self.shapes.push(Shape::Text {
            at,
            anchor,
            size,
            bold,
            paint,
            text: text.to_owned(),
        });
    }

    /// Returns the drawing scaled to a width.
    pub fn scaled(mut self, width: u32) -> Drawing {
        let factor = width as f32 / self.width as f32;
        self.height = (self.height as f32 * factor).round() as u32;
        self.width = width;
        let shapes = self.shapes.into_iter();
        self.shapes = shapes.map(|shape| shape.scaled(factor)).collect();
        self
    }

    /// Adds the shapes of another drawing, moved.
    pub fn place(&mut self, other: Drawing, offset: Point) {
        let shapes = other.shapes.into_iter();
        self.shapes.extend(shapes.map(|shape| shape.moved(offset)));
    }
}

impl Shape {
    /// Returns the bounds of the pixels that it may touch.
    pub fn bounds(&self) -> Bounds {
        let around = |points: &[Point], margin: f32| {
            let min = |axis: fn(&Point) -> f32| points.iter().map(axis).fold(f32::MAX, f32::min);
            let max = |axis: fn(&Point) -> f32| points.iter().map(axis).fold(f32::MIN, f32::max);
            if points.is_empty() {
                return Bounds::default();
            }
            Bounds {
                left: (min(|point| point.0) - margin).floor() as i32 - 1,
                top: (min(|point| point.1) - margin).floor() as i32 - 1,
                right: (max(|point| point.0) + margin).ceil() as i32 + 1,
                bottom: (max(|point| point.1) + margin).ceil() as i32 + 1,
            }
        };
        let width = |edge: &Option<Edge>| edge.map_or(0.0, |edge| edge.width);
        match self {
            Shape::Line { points, edge } => around(points, edge.width),
            Shape::Net { lines, edge } => {
                let ends: Vec<Point> = lines.iter().flat_map(|line| [line.0, line.1]).collect();
                around(&ends, edge.width)
            }
            // Twice the width, since corners may be sharp.
            Shape::Area { points, edge, .. } => around(points, 2.0 * width(edge)),
            Shape::Disc {
                at, radius, edge, ..
            } => around(&[*at], radius + width(edge)),
            Shape::Card { at, size, edge, .. } => {
                around(&[*at, (at.0 + size.0, at.1 + size.1)], width(edge))
            }
            Shape::Sprite { at, size, .. } => around(&[*at], size / 2.0 + 1.0),
            Shape::Text {
                at,
                anchor,
                size,
                bold,
                text,
                ..
            } => {
                let width = text::width(text, *size, *bold);
                let left = at.0 - anchor.share() * width;
                let points = [(left, at.1 - size), (left + width, at.1 + size)];
                around(&points, 2.0)
            }
        }
    }

    /// Returns the shape at another place.
    pub fn moved(mut self, offset: Point) -> Shape {
        self.each_point(|point| *point = (point.0 + offset.0, point.1 + offset.1));
        self
    }

    /// Returns the shape scaled. Its first point is rounded to whole pixels and the others to eighths from it, so
    /// that equal shapes at two places stay equal.
    pub fn scaled(mut self, factor: f32) -> Shape {
        let mut first = None;
        self.each_point(|point| {
            let first = *first.get_or_insert(*point);
            let place = |first: f32, other: f32| {
                (first * factor).round() + ((other - first) * factor * 8.0).round() / 8.0
            };
            *point = (place(first.0, point.0), place(first.1, point.1));
        });
        let scale_edge = |edge: &mut Edge| edge.width *= factor;
        match &mut self {
            Shape::Line { edge, .. } | Shape::Net { edge, .. } => scale_edge(edge),
            Shape::Area { edge, .. } => edge.iter_mut().for_each(scale_edge),
            Shape::Disc { radius, edge, .. } => {
                *radius *= factor;
                edge.iter_mut().for_each(scale_edge);
            }
            Shape::Card {
                size, round, edge, ..
            } => {
                *size = ((size.0 * factor).round(), (size.1 * factor).round());
                *round *= factor;
                edge.iter_mut().for_each(scale_edge);
            }
            Shape::Sprite { size, .. } | Shape::Text { size, .. } => *size *= factor,
        }
        self
    }

    fn each_point(&mut self, mut change: impl FnMut(&mut Point)) {
        match self {
            Shape::Line { points, .. } | Shape::Area { points, .. } => {
                points.iter_mut().for_each(change);
            }
            Shape::Net { lines, .. } => lines.iter_mut().for_each(|(from, to)| {
                change(from);
                change(to);
            }),
            Shape::Disc { at, .. }
            | Shape::Card { at, .. }
            | Shape::Sprite { at, .. }
            | Shape::Text { at, .. } => change(at),
        }
    }
}

impl Anchor {
    /// Returns the share of a text before its position.
    pub fn share(self) -> f32 {
        match self {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        }
    }
}
