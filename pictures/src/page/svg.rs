//! Shapes as SVG. Colours are classes, so that a style sheet decides on the theme; it also makes text bold
//! and centres it by default.

use std::fmt::{Display, Formatter, Result, Write as _};

use super::text::escaped;
use crate::{
    Sprite,
    drawing::{Anchor, Edge, Point, Shape},
    text,
    theme::Paint,
};

/// A number rounded to tenths, since more is not visible.
struct Short(f32);

impl Display for Short {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}

/// Returns a shape as an element.
pub fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line { points, edge } => {
            format!("<path d='{}'{}/>", path(points), look(None, Some(edge)))
        }
        Shape::Net { lines, edge } => {
            let lines = lines.iter().map(|(from, to)| path(&[*from, *to]));
            let lines: String = lines.collect();
            format!("<path d='{lines}'{}/>", look(None, Some(edge)))
        }
        Shape::Area { points, fill, edge } => {
            let look = look(*fill, edge.as_ref());
            format!("<path d='{}z'{look}/>", path(points))
        }
        Shape::Disc {
            at,
            radius,
            fill,
            edge,
        } => {
            let (x, y, radius) = (Short(at.0), Short(at.1), Short(*radius));
            let look = look(*fill, edge.as_ref());
            format!("<circle cx='{x}' cy='{y}' r='{radius}'{look}/>")
        }
        Shape::Card {
            at,
            size,
            round,
            fill,
            edge,
        } => {
            let look = look(*fill, edge.as_ref());
            format!("<rect{} rx='{}'{look}/>", place(*at, *size), Short(*round))
        }
        Shape::Sprite { sprite, at, size } => {
            let corner = (at.0 - size / 2.0, at.1 - size / 2.0);
            let place = place(corner, (*size, *size));
            format!("<use href='#{}'{place}/>", id(*sprite))
        }
        Shape::Text {
            at,
            anchor,
            size,
            bold,
            paint,
            text,
        } => writing(*at, *anchor, *size, *bold, *paint, text),
    }
}

/// Returns a sprite as a symbol, to be used by its id.
pub fn symbol(sprite: Sprite) -> String {
    let start = format!("<symbol id=\"{}\" ", id(sprite));
    let svg = sprite.svg().replacen("<svg ", &start, 1);
    svg.replace("</svg>", "</symbol>")
}

fn id(sprite: Sprite) -> String {
    format!("piece-{sprite:?}").to_lowercase()
}

fn path(points: &[Point]) -> String {
    let mut path = String::new();
    for (number, (x, y)) in points.iter().enumerate() {
        let step = if number == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{step}{} {}", Short(*x), Short(*y));
    }
    path
}

fn place(at: Point, size: Point) -> String {
    let (x, y, width, height) = (Short(at.0), Short(at.1), Short(size.0), Short(size.1));
    format!(" x='{x}' y='{y}' width='{width}' height='{height}'")
}

fn look(fill: Option<Paint>, edge: Option<&Edge>) -> String {
    let mut classes = Vec::new();
    classes.extend(fill.map(|fill| format!("fill-{}", fill.class())));
    classes.extend(edge.map(|edge| format!("edge-{}", edge.paint.class())));
    let mut look = format!(" class='{}'", classes.join(" "));
    if let Some(Edge { width, dashed, .. }) = edge {
        let _ = write!(look, " stroke-width='{}'", Short(*width));
        if *dashed {
            let (dash, gap) = (Short(2.0 * width), Short(2.2 * width));
            let _ = write!(look, " stroke-dasharray='{dash} {gap}'");
        }
    }
    look
}

fn writing(at: Point, anchor: Anchor, size: f32, bold: bool, paint: Paint, said: &str) -> String {
    let (x, y) = (Short(at.0), Short(text::baseline(at.1, size)));
    let mut element = format!(
        "<text x='{x}' y='{y}' font-size='{}' class='fill-{}'",
        Short(size),
        paint.class()
    );
    element.push_str(match anchor {
        Anchor::Start => " text-anchor='start'",
        Anchor::Middle => "",
        Anchor::End => " text-anchor='end'",
    });
    if !bold {
        element.push_str(" font-weight='normal'");
    }
    // Other fonts are wider, so text that has to fit states its length.
    if said.chars().count() > 3 {
        let width = Short(text::width(said, size, bold));
        let _ = write!(
            element,
            " textLength='{width}' lengthAdjust='spacingAndGlyphs'"
        );
    }
    let _ = write!(element, ">{}</text>", escaped(said));
    element
}
