//! How a finished duel went, as a strip below its board: a bar for each turn, upwards while White is ahead,
//! downwards while Black is.

use games::{
    Seat,
    diagram::{Course, FAR_AHEAD},
};

use super::{SIDE, pieces};
use crate::{
    drawing::{Anchor, Drawing, Edge},
    paint::Paint,
};

/// The height of the strip.
const HEIGHT: u32 = 132;
/// Beside the bars: left of them is whose they are.
const MARGIN: f32 = 14.0;
const LEFT: f32 = 48.0;
/// Above and below the bars: the numbers of turns.
const LABEL: f32 = 28.0;
/// The radius of the piece that tells whose bars these are.
const RADIUS: f32 = 14.0;
/// The widest a bar becomes.
const WIDEST: f32 = 22.0;

/// The same drawing, smaller, so that the strip fits below it in a square.
pub fn below(board: Drawing, course: &Course) -> Drawing {
    let side = SIDE - HEIGHT;
    let mut drawing = Drawing::new(SIDE, SIDE);
    drawing.place(board.scaled(side), ((SIDE - side) as f32 / 2.0, 0.0));
    strip(&mut drawing, side as f32, course);
    drawing
}

fn strip(drawing: &mut Drawing, top: f32, course: &Course) {
    let (bottom, right) = (top + HEIGHT as f32, SIDE as f32 - MARGIN);
    let middle = f32::midpoint(top, bottom);
    let half = HEIGHT as f32 / 2.0 - LABEL;
    for (seat, at) in [
        (Seat::First, middle - RADIUS - 4.0),
        (Seat::Second, middle + RADIUS + 4.0),
    ] {
        pieces::mark(drawing, (MARGIN + RADIUS, at), RADIUS, seat);
    }
    // As far as numbers stand already, above the bars and below them.
    let (mut above, mut below) = (0.0, 0.0);
    let step = ((right - LEFT) / course.balances.len().max(1) as f32).min(WIDEST);
    for (number, balance) in (1usize..).zip(&course.balances) {
        let left = LEFT + step * (number - 1) as f32;
        let reach = (balance.clamp(&-FAR_AHEAD, &FAR_AHEAD).abs() as f32 / FAR_AHEAD as f32 * half)
            .max(1.0);
        let is_ahead = *balance >= 0;
        let (fill, edge) = match is_ahead {
            true => (Paint::White, Paint::WhiteEdge),
            false => (Paint::Black, Paint::BlackEdge),
        };
        let upper = if is_ahead { middle - reach } else { middle };
        let size = ((step * 0.8).max(1.0), reach);
        drawing.card(
            (left, upper),
            size,
            0.0,
            Some(fill),
            Some(Edge::new(edge, 1.0)),
        );
        if course.tipped.contains(&number) {
            tipped(
                drawing,
                left + size.0 / 2.0,
                (middle, half),
                number,
                (is_ahead, if is_ahead { &mut below } else { &mut above }),
            );
        }
    }
    drawing.line(
        &[(LEFT, middle), (right, middle)],
        Edge::new(Paint::Quiet, 2.0),
    );
}

/// A turn at which the game tipped: a broken line, and its number on the side that the bar leaves free, behind
/// the numbers that stand there already.
fn tipped(
    drawing: &mut Drawing,
    x: f32,
    (middle, half): (f32, f32),
    number: usize,
    (is_ahead, numbered): (bool, &mut f32),
) {
    let edge = Edge::dashed(Paint::Fresh, 3.0);
    drawing.line(&[(x, middle - half), (x, middle + half)], edge);
    let y = match is_ahead {
        true => middle + half + LABEL / 2.0,
        false => middle - half - LABEL / 2.0,
    };
    let text = number.to_string();
    let most = SIDE as f32 - MARGIN;
    let reach = crate::text::width(&text, 22.0, true) / 2.0;
    let x = x.max(*numbered + reach + 6.0).min(most - reach);
    *numbered = x + reach;
    drawing.bold((x, y), Anchor::Middle, 22.0, Paint::Text, &text);
}
