//! Spaces of the matrix: a structure, drawn as a card, or an empty slot for one.

use games::scene::{Ground, Mark, Next, ScenePiece};

use super::{
    grid::{self, Grid, Names},
    odds, suit,
};
use crate::{
    drawing::{Anchor, Drawing, Edge, Point, Shape},
    theme::Paint,
};

/// Draws a space with its content.
pub fn draw(drawing: &mut Drawing, grid: &Grid, point: &games::scene::Point) {
    let unit = grid.unit();
    let inset = (2.5 * unit).round().max(1.0);
    let corner = grid.corner(grid::space(point));
    let card = Card {
        corner: (corner.0 + inset, corner.1 + inset),
        size: (grid.cell.0 - 2.0 * inset, grid.cell.1 - 2.0 * inset),
        unit,
        names: grid.names,
    };
    match point.ground {
        Ground::Tile {
            colour,
            number,
            strength,
            token,
        } => {
            card.paper(drawing, number.is_none(), point.mark);
            let is_lowered = number.unwrap_or(6) != strength;
            let text = match number {
                None if !is_lowered => format!("{colour}F"),
                _ => format!("{colour}{strength}"),
            };
            card.block(drawing, colour, number.is_none(), &text);
            if is_lowered {
                card.lowered(drawing);
            }
            if token {
                let sign = if card.is_small() { "" } else { "+" };
                let radius = (12.0 * unit).max(6.0);
                suit::token(drawing, card.corner_sign(), radius, colour, sign);
            }
        }
        Ground::Free | Ground::Spot | Ground::Dot => card.room(drawing, point.mark),
    }
    let is_free = !matches!(point.ground, Ground::Tile { .. });
    card.name(drawing, point);
    if !point.pieces.is_empty() {
        card.pawns(drawing, &point.pieces);
    } else if grid.names != Names::RimAndTable {
        card.odds(drawing, is_free, &point.next);
    }
}

/// Size of the block with colour and strength, on a card of the largest size.
const BLOCK: Point = (49.0, 41.0);

struct Card {
    corner: Point,
    size: Point,
    /// The scale, as a share of the largest size.
    unit: f32,
    names: Names,
}

impl Card {
    /// Returns whether there is no room for anything but the structure.
    fn is_small(&self) -> bool {
        self.names == Names::RimAndTable
    }

    fn at(&self, x: f32, y: f32) -> Point {
        (self.corner.0 + x, self.corner.1 + y)
    }

    /// Draws the card of a structure; that of a data fort has battlements.
    fn paper(&self, drawing: &mut Drawing, is_fort: bool, mark: Mark) {
        let least = |width: f32, least: f32| (width * self.unit).round().max(least);
        let edge = match mark {
            Mark::None => Edge::new(Paint::Line, 2.0),
            Mark::Last => Edge::new(Paint::LastTurn, least(6.0, 3.0)),
            Mark::Due => Edge::new(Paint::Alert, least(8.0, 4.0)),
        };
        let fill = Some(Paint::Card);
        if !is_fort {
            drawing.card(self.corner, self.size, 0.0, fill, Some(edge));
            return;
        }
        let low = self.battlement();
        let part = self.size.0 / 7.0;
        let mut corners = Vec::new();
        for number in 0u8..7 {
            let y = if number.is_multiple_of(2) { 0.0 } else { low };
            let left = f32::from(number) * part;
            corners.push(self.at(left.round(), y));
            corners.push(self.at((left + part).round(), y));
        }
        corners.push(self.at(self.size.0, self.size.1));
        corners.push(self.at(0.0, self.size.1));
        drawing.area(&corners, fill, Some(edge));
    }

    /// Returns the height of battlements.
    fn battlement(&self) -> f32 {
        (8.0 * self.unit).round().max(4.0)
    }

    /// Draws letter and strength on a block, which is all of a small card.
    fn block(&self, drawing: &mut Drawing, colour: char, is_fort: bool, text: &str) {
        let top = if is_fort { self.battlement() } else { 0.0 };
        let size = if self.is_small() {
            (self.size.0, self.size.1 - top)
        } else {
            (
                (BLOCK.0 * self.unit).round(),
                (BLOCK.1 * self.unit).round() - top,
            )
        };
        let corner = self.at(0.0, top);
        drawing.card(corner, size, 0.0, Some(suit::paint(colour)), None);
        let high = (33.0 * self.unit).max(size.1.min(20.0) * 0.95);
        let wide = if self.is_small() {
            size.0 * 0.4
        } else {
            size.0
        };
        let size_of_text = high.min(size.1 * 1.1).min(wide);
        let middle = corner.1 + size.1 / 2.0;
        let (x, anchor) = if self.is_small() {
            (corner.0 + 2.0, Anchor::Start)
        } else {
            (corner.0 + size.0 / 2.0, Anchor::Middle)
        };
        drawing.bold((x, middle), anchor, size_of_text, suit::ink(colour), text);
    }

    /// Returns the position of a power-up.
    fn corner_sign(&self) -> Point {
        if self.is_small() {
            self.at(self.size.0 - 5.0, self.size.1 - 6.0)
        } else {
            self.at(self.size.0 - 19.0 * self.unit, 34.0 * self.unit)
        }
    }

    /// Marks a strength that differs from the number.
    fn lowered(&self, drawing: &mut Drawing) {
        let (x, y) = self.corner_sign();
        let reach = 8.0 * self.unit.max(0.6);
        let corners = [
            (x - reach, y - reach),
            (x + reach, y - reach),
            (x, y + reach * 0.8),
        ];
        drawing.area(&corners, Some(Paint::Text), None);
    }

    /// Draws room for a structure.
    fn room(&self, drawing: &mut Drawing, mark: Mark) {
        let paint = match mark {
            Mark::None => Paint::Line,
            Mark::Last => Paint::LastTurn,
            Mark::Due => Paint::Alert,
        };
        let edge = Edge::new(paint, 2.0);
        let inset = (2.5 * self.unit).round().max(1.0);
        let (right, bottom) = (self.size.0 - inset, self.size.1 - inset);
        let mut lines = Vec::new();
        for (from, to) in dashes(inset, right, 7.0) {
            for y in [inset, bottom] {
                lines.push((self.at(from, y), self.at(to, y)));
            }
        }
        for (from, to) in dashes(inset, bottom, 7.0) {
            for x in [inset, right] {
                lines.push((self.at(x, from), self.at(x, to)));
            }
        }
        drawing.shapes.push(Shape::Net { lines, edge });
    }

    /// Draws the odds: below the structure, or beside it where there are several and no room below.
    fn odds(&self, drawing: &mut Drawing, is_free: bool, next: &[Next]) {
        let unit = self.unit;
        let is_beside = self.names == Names::Rim && odds::groups(next).len() > 1;
        let (left, top) = match (is_free, self.names) {
            (true, Names::Spaces) => (2.0, 23.0),
            (true, _) => (2.0, 3.0),
            (false, _) if is_beside => (BLOCK.0, 2.0),
            (false, _) => (2.0, BLOCK.1 + 2.0),
        };
        let at = self.at(left * unit, top * unit);
        let size = (
            self.size.0 - (left + 2.0) * unit,
            self.size.1 - (top + 2.0) * unit,
        );
        odds::draw(drawing, at, size, next);
    }

    /// Draws the name of the space, below the battlements of a data fort.
    fn name(&self, drawing: &mut Drawing, point: &games::scene::Point) {
        let size = 20.0 * self.unit;
        if self.names != Names::Spaces || size < 11.0 {
            return;
        }
        let (paint, lower) = match point.ground {
            Ground::Tile { number: None, .. } => (Paint::Text, 5.0),
            Ground::Tile { .. } => (Paint::Text, 0.0),
            _ => (Paint::Name, 0.0),
        };
        let at = self.at(self.size.0 - 5.0 * self.unit, (12.0 + lower) * self.unit);
        drawing.plain(at, Anchor::End, size, paint, &point.name);
    }

    /// Draws the breakers on it, beside each other.
    fn pawns(&self, drawing: &mut Drawing, pieces: &[ScenePiece]) {
        let count = pieces.len() as f32;
        let radius = if self.is_small() {
            (self.size.1 / 2.0).min(self.size.0 / 4.0 / count)
        } else {
            (24.0 * self.unit).min(self.size.0 * 0.47 / count)
        };
        let bottom = self.size.1 - radius - 2.0 * self.unit;
        let right = self.size.0 - radius - 3.0 * self.unit;
        for (number, piece) in pieces.iter().rev().enumerate() {
            let at = self.at(right - 2.0 * radius * number as f32, bottom);
            suit::pawn(drawing, at, radius, piece.letter, None);
        }
    }
}

/// Returns dashes from one end to the other, with gaps about as long.
fn dashes(from: f32, to: f32, length: f32) -> impl Iterator<Item = (f32, f32)> {
    let count = ((to - from) / length / 2.0).round().max(1.0);
    let step = (to - from) / (2.0 * count - 1.0);
    (0..count as u8).map(move |number| {
        let start = from + 2.0 * step * f32::from(number);
        (start.round(), (start + step).round())
    })
}
