//! Painting: shapes become pixels, and these the numbers of a palette.

use resvg::tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Brush, Path, PathBuilder, Pixmap,
    PremultipliedColorU8, Rect, Stroke, StrokeDash, Transform,
};

use crate::{
    drawing::{Bounds, Drawing, Edge, Point, Shape},
    paint::{Paint, Palette, Theme},
    text,
};

/// Pixels as numbers of a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Row by row.
    pub pixels: Vec<u8>,
}

/// Paints all of a drawing.
pub fn whole(drawing: &Drawing, theme: Theme) -> Indexed {
    part(drawing, drawing.bounds(), theme)
}

/// Paints a rectangle of a drawing, which must not be empty.
pub fn part(drawing: &Drawing, part: Bounds, theme: Theme) -> Indexed {
    let mut canvas = Canvas::new(part, theme, true);
    canvas.pixels.fill(colour(Paint::Paper, theme));
    let seen = drawing
        .shapes
        .iter()
        .filter(|shape| shape.bounds().meets(&part));
    seen.for_each(|shape| canvas.paint(shape));
    let palette = Palette::of(theme);
    let pixels = canvas.pixels.data().chunks_exact(4);
    let pixels = pixels.map(|pixel| palette.number([pixel[0], pixel[1], pixel[2]]));
    Indexed {
        width: canvas.pixels.width(),
        height: canvas.pixels.height(),
        pixels: pixels.collect(),
    }
}

/// Paints a shape alone, with sharp edges; the pixels around it stay transparent.
pub fn alone(shape: &Shape, theme: Theme) -> Pixmap {
    let mut canvas = Canvas::new(shape.bounds(), theme, false);
    canvas.paint(shape);
    canvas.pixels
}

struct Canvas {
    pixels: Pixmap,
    /// The point of the drawing at the top left.
    origin: Point,
    theme: Theme,
    /// Whether edges may be soft.
    soft: bool,
}

impl Canvas {
    /// Transparent pixels for a part of a drawing, at least one.
    fn new(part: Bounds, theme: Theme, soft: bool) -> Canvas {
        let width = (part.right - part.left).max(1) as u32;
        let height = (part.bottom - part.top).max(1) as u32;
        Canvas {
            pixels: Pixmap::new(width, height).expect("a size above nothing"),
            origin: (part.left as f32, part.top as f32),
            theme,
            soft,
        }
    }

    fn paint(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { points, edge } => self.stroke(polygon(points, false), *edge, true),
            Shape::Net { lines, edge } => self.stroke(net(lines), *edge, false),
            Shape::Area { points, fill, edge } => self.fill(polygon(points, true), *fill, *edge),
            Shape::Disc {
                at,
                radius,
                fill,
                edge,
            } => self.fill(PathBuilder::from_circle(at.0, at.1, *radius), *fill, *edge),
            Shape::Card {
                at,
                size,
                round,
                fill,
                edge,
            } => self.fill(card(*at, *size, *round), *fill, *edge),
            Shape::Sprite { sprite, at, size } => {
                let pixels = sprite.pixels(size.round() as u32, self.theme, self.soft);
                let half = pixels.width() as f32 / 2.0;
                let left = (at.0 - self.origin.0 - half).round() as i32;
                let top = (at.1 - self.origin.1 - half).round() as i32;
                copy(&mut self.pixels, &pixels, left, top);
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
                let colour = paint.rgb(self.theme);
                text::write(&mut self.pixels, start, *size, *bold, colour, text);
            }
        }
    }

    fn fill(&mut self, path: Option<Path>, fill: Option<Paint>, edge: Option<Edge>) {
        if let (Some(path), Some(fill)) = (&path, fill) {
            let (brush, to) = (self.brush(fill), self.shift());
            self.pixels
                .fill_path(path, &brush, FillRule::Winding, to, None);
        }
        if let Some(edge) = edge {
            self.stroke(path, edge, true);
        }
    }

    fn stroke(&mut self, path: Option<Path>, edge: Edge, soft: bool) {
        let Some(path) = path else { return };
        let stroke = Stroke {
            width: edge.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: match edge.dashed {
                true => StrokeDash::new(vec![2.0 * edge.width, 2.2 * edge.width], 0.0),
                false => None,
            },
            ..Stroke::default()
        };
        let (mut brush, to) = (self.brush(edge.paint), self.shift());
        brush.anti_alias = soft && self.soft;
        self.pixels.stroke_path(&path, &brush, &stroke, to, None);
    }

    fn brush(&self, paint: Paint) -> Brush<'static> {
        let mut brush = Brush::default();
        brush.set_color(colour(paint, self.theme));
        brush.anti_alias = self.soft;
        brush
    }

    fn shift(&self) -> Transform {
        Transform::from_translate(-self.origin.0, -self.origin.1)
    }
}

/// Lays pixels over others, at whole pixels: nothing has to be scaled or turned.
fn copy(below: &mut Pixmap, above: &Pixmap, left: i32, top: i32) {
    let (width, height) = (below.width() as i32, below.height() as i32);
    let rows = above.pixels().chunks_exact(above.width() as usize);
    for (y, row) in (top..).zip(rows).filter(|(y, _)| (0..height).contains(y)) {
        for (x, pixel) in (left..).zip(row).filter(|(x, _)| (0..width).contains(x)) {
            let below = &mut below.pixels_mut()[(y * width + x) as usize];
            *below = match pixel.alpha() {
                0 => *below,
                255 => *pixel,
                alpha => over(*below, *pixel, alpha),
            };
        }
    }
}

fn over(
    below: PremultipliedColorU8,
    above: PremultipliedColorU8,
    alpha: u8,
) -> PremultipliedColorU8 {
    let rest = 255 - u32::from(alpha);
    let part = |below: u8, above: u8| {
        let shines = (u32::from(below) * rest + 127) / 255;
        (u32::from(above) + shines).min(255) as u8
    };
    let alpha = part(below.alpha(), alpha);
    let [red, green, blue] = [
        part(below.red(), above.red()),
        part(below.green(), above.green()),
        part(below.blue(), above.blue()),
    ]
    .map(|part| part.min(alpha));
    PremultipliedColorU8::from_rgba(red, green, blue, alpha).unwrap_or(above)
}

fn colour(paint: Paint, theme: Theme) -> Color {
    let [red, green, blue] = paint.rgb(theme);
    Color::from_rgba8(red, green, blue, 255)
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
    path.line_to(right - round, top);
    path.cubic_to(right - bend, top, right, top + bend, right, top + round);
    path.line_to(right, bottom - round);
    path.cubic_to(
        right,
        bottom - bend,
        right - bend,
        bottom,
        right - round,
        bottom,
    );
    path.line_to(left + round, bottom);
    path.cubic_to(
        left + bend,
        bottom,
        left,
        bottom - bend,
        left,
        bottom - round,
    );
    path.line_to(left, top + round);
    path.cubic_to(left, top + bend, left + bend, top, left + round, top);
    path.close();
    path.finish()
}
