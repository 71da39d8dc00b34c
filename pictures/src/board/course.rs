//! The course of a finished duel, as a bar chart below its board: a bar for each turn, upwards while White is
//! ahead, downwards while Black is.

use games::{
    Seat,
    diagram::{Course, FAR_AHEAD},
};

use super::{SIDE, pieces};
use crate::{
    drawing::{Anchor, Drawing, Edge},
    theme::Paint,
};

/// Height of the chart.
const HEIGHT: u32 = 132;
/// Margins beside the bars; left of them are the signs of the players.
const MARGIN: f32 = 14.0;
const LEFT: f32 = 48.0;
/// Height of the turn numbers above and below the bars.
const LABEL: f32 = 28.0;
/// Radius of the sign of a player.
const RADIUS: f32 = 14.0;
/// Size of the turn numbers, and minimum distance between two of them.
const SIZE: f32 = 22.0;
const GAP: f32 = 6.0;
/// Maximum width of a bar.
const WIDEST: f32 = 22.0;

/// Returns the drawing, scaled down so that the chart fits below it in a square.
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
    // The numbers above the bars and below them.
    let (mut above, mut below) = (Vec::new(), Vec::new());
    let step = ((right - LEFT) / course.balances.len().max(1) as f32).min(WIDEST);
    for (number, balance) in (1usize..).zip(&course.balances) {
        let left = LEFT + step * (number - 1) as f32;
        let reach = (balance.clamp(&-FAR_AHEAD, &FAR_AHEAD).abs() as f32 / FAR_AHEAD as f32 * half)
            .max(1.0);
        let is_ahead = *balance >= 0;
        let (fill, edge) = if is_ahead {
            (Paint::White, Paint::WhiteEdge)
        } else {
            (Paint::Black, Paint::BlackEdge)
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
            // A dashed line, and its number on the side that the bar leaves free.
            let x = left + size.0 / 2.0;
            let edge = Edge::dashed(Paint::LastTurn, 3.0);
            drawing.line(&[(x, middle - half), (x, middle + half)], edge);
            let labels = if is_ahead { &mut below } else { &mut above };
            labels.push(Label::new(number, x));
        }
    }
    for (labels, y) in [
        (&mut above, middle - half - LABEL / 2.0),
        (&mut below, middle + half + LABEL / 2.0),
    ] {
        part(labels, right);
        for label in labels {
            drawing.bold((label.x, y), Anchor::Middle, SIZE, Paint::Text, &label.text);
        }
    }
    drawing.line(
        &[(LEFT, middle), (right, middle)],
        Edge::new(Paint::Quiet, 2.0),
    );
}

/// The label of a turning point: the number of its turn.
struct Label {
    text: String,
    x: f32,
    /// Half of the width.
    reach: f32,
}

impl Label {
    fn new(number: usize, x: f32) -> Label {
        let text = number.to_string();
        let reach = crate::text::width(&text, SIZE, true) / 2.0;
        Label { text, x, reach }
    }
}

/// Moves overlapping numbers apart, from left to right, and back again at the end of the chart.
fn part(labels: &mut [Label], most: f32) {
    let mut least = 0.0_f32;
    for label in labels.iter_mut() {
        label.x = label.x.max(least + label.reach);
        least = label.x + label.reach + GAP;
    }
    let mut most = most;
    for label in labels.iter_mut().rev() {
        label.x = label.x.min(most - label.reach);
        most = label.x - label.reach - GAP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_adjacent_turns_do_not_overlap() {
        let most = SIDE as f32 - MARGIN;
        for first in [LEFT, (LEFT + most) / 2.0, most - 8.0] {
            let mut labels =
                [98, 99, 100].map(|number| Label::new(number, first + (number - 98) as f32 * 4.0));
            part(&mut labels, most);
            for pair in labels.windows(2) {
                let [left, right] = pair else {
                    continue;
                };
                assert!(left.x + left.reach + GAP <= right.x - right.reach + 0.01);
            }
            let ends = (labels[0].x - labels[0].reach, labels[2].x + labels[2].reach);
            assert!(ends.0 >= 0.0 && ends.1 <= most + 0.01, "{ends:?}");
        }
    }
}
