//! The surroundings of the grid: the runner, damage, power-ups, breakers outside, the last turn.

use games::{
    Diagram, Seat,
    diagram::State,
    scene::{Beside, Holder, Item},
};

use super::{super::corners, suit};
use crate::{
    drawing::{Anchor, Drawing, Edge, Point},
    text,
    theme::Paint,
};

const MARGIN: f32 = 12.0;
const SIZE: f32 = 28.0;
/// Middles of the lines below the grid, from its end.
const LINES: [f32; 3] = [26.0, 76.0, 124.0];

/// Draws everything above the grid, and everything below its end.
pub fn draw(drawing: &mut Drawing, diagram: &Diagram, bottom: f32) {
    corners::title(drawing, diagram);
    runner(drawing, diagram);
    let line = LINES.map(|line| bottom + line);
    let mut outside_ends = MARGIN;
    for beside in &diagram.scene.beside {
        match beside {
            Beside::Damage { now, limit, target } => {
                damage(drawing, line[0], (*now, *limit, *target));
            }
            Beside::Deck { count } => deck(drawing, line[0], *count),
            Beside::Stock { holder, items } => match holder {
                Holder::Hand => {
                    hand(drawing, (MARGIN + 18.0, line[1]));
                    tokens(drawing, (MARGIN + 46.0, line[1]), items);
                }
                Holder::Bank => {
                    bank(drawing, (386.0, line[1]));
                    tokens(drawing, (414.0, line[1]), items);
                }
                Holder::Outside => outside_ends = outside(drawing, line[2], items),
                Holder::Reserve(_) | Holder::Lost(_) | Holder::Captured(_) | Holder::Pool => {}
            },
            Beside::Lives { .. } | Beside::Set { .. } => {}
        }
    }
    last_turn(drawing, diagram, line[2], outside_ends + 20.0);
}

/// Draws the name of the runner and the state of the run, at the top left.
fn runner(drawing: &mut Drawing, diagram: &Diagram) {
    let middle = 25.0;
    let Some(name) = diagram.players.first() else {
        return state(drawing, diagram, (MARGIN + 16.0, middle));
    };
    let most = drawing.width as f32 * 0.55;
    let name = if text::can_write(name) {
        text::fitted(name, SIZE, true, most)
    } else {
        String::new()
    };
    let left = MARGIN + 46.0;
    let ends = left + text::width(&name, SIZE, true);
    if diagram.state == State::ToMove(Seat::First) {
        corners::plate(drawing, middle, ends + 28.0 - MARGIN);
    }
    sign(drawing, (MARGIN + 20.0, middle));
    let at = (left - 4.0, middle);
    drawing.bold(at, Anchor::Start, SIZE, Paint::Text, &name);
    state(drawing, diagram, (ends + 22.0, middle));
}

/// Draws the sign of the runner: the four colours.
fn sign(drawing: &mut Drawing, at: Point) {
    for (letter, dx, dy) in [('K', -1, -1), ('G', 0, -1), ('R', -1, 0), ('B', 0, 0)] {
        let corner = (at.0 + 14.0 * dx as f32, at.1 + 14.0 * dy as f32);
        drawing.card(corner, (13.0, 13.0), 0.0, Some(suit::paint(letter)), None);
    }
}

/// Draws a star for a run that was won, a cross for one that was not.
fn state(drawing: &mut Drawing, diagram: &Diagram, at: Point) {
    match diagram.state {
        State::Won(_) => corners::star(drawing, at, 17.0),
        State::NobodyWon => cross(drawing, at, 11.0, Edge::new(Paint::Alert, 6.0)),
        State::ToMove(_) | State::Still => {}
    }
}

fn cross(drawing: &mut Drawing, at: Point, arm: f32, edge: Edge) {
    for (dx, dy) in [(arm, arm), (arm, -arm)] {
        let ends = [(at.0 - dx, at.1 - dy), (at.0 + dx, at.1 + dy)];
        drawing.line(&ends, edge);
    }
}

/// Draws damage as a track up to its limit, with a flag at the target.
fn damage(drawing: &mut Drawing, middle: f32, (now, limit, target): (u8, u8, Option<u8>)) {
    const BOX: f32 = 36.0;
    const HALF: f32 = 16.0;
    bolt(drawing, (MARGIN + 18.0, middle));
    let left = MARGIN + 46.0;
    for number in 1..=limit {
        let corner = (left + BOX * f32::from(number - 1), middle - HALF);
        let is_done = number <= now;
        let is_beyond = target.is_some_and(|target| number > target);
        let (fill, edge) = match (is_done, is_beyond) {
            (true, _) => (Some(Paint::Alert), Paint::Alert),
            (false, false) => (Some(Paint::Card), Paint::Quiet),
            (false, true) => (None, Paint::Line),
        };
        let edge = Edge::new(edge, 2.0);
        drawing.card(corner, (BOX - 4.0, 2.0 * HALF), 0.0, fill, Some(edge));
        if number == limit {
            let at = (corner.0 + BOX / 2.0 - 2.0, middle);
            let paint = if is_done {
                Paint::OnAlert
            } else {
                Paint::Quiet
            };
            cross(drawing, at, 8.0, Edge::new(paint, 4.0));
        }
    }
    if let Some(target) = target {
        let foot = left + BOX * f32::from(target) - 2.0;
        let (top, bottom) = (middle - HALF - 5.0, middle + HALF + 5.0);
        let edge = Edge::new(Paint::Complete, 4.0);
        drawing.line(&[(foot, top), (foot, bottom)], edge);
        let flag = [
            (foot, top - 2.0),
            (foot + 20.0, top + 8.0),
            (foot, top + 18.0),
        ];
        drawing.area(&flag, Some(Paint::Complete), None);
    }
    let text = format!("{now}/{}", target.unwrap_or(limit));
    let at = (left + BOX * f32::from(limit) + 8.0, middle);
    drawing.bold(at, Anchor::Start, SIZE, Paint::Text, &text);
}

fn bolt(drawing: &mut Drawing, at: Point) {
    let corners = [
        (4.0, -18.0),
        (-11.0, 3.0),
        (-2.0, 3.0),
        (-5.0, 18.0),
        (11.0, -5.0),
        (2.0, -5.0),
        (9.0, -18.0),
    ]
    .map(|(dx, dy)| (at.0 + dx, at.1 + dy));
    drawing.area(&corners, Some(Paint::Alert), None);
}

/// Draws the cards that lie face down, at the right.
fn deck(drawing: &mut Drawing, middle: f32, count: u8) {
    let right = drawing.width as f32 - MARGIN;
    let text = count.to_string();
    drawing.bold((right, middle), Anchor::End, SIZE, Paint::Text, &text);
    let left = right - text::width("24", SIZE, true) - 52.0;
    for (dx, dy) in [(8.0, -4.0), (4.0, 0.0), (0.0, 4.0)] {
        let corner = (left + dx, middle - 15.0 + dy);
        let edge = Edge::new(Paint::Card, 2.0);
        drawing.card(corner, (34.0, 28.0), 0.0, Some(Paint::Quiet), Some(edge));
    }
}

/// Draws the power-ups of each colour with their numbers.
fn tokens(drawing: &mut Drawing, at: Point, items: &[Item]) {
    let mut left = at.0;
    for item in items {
        let Some(piece) = item.pieces.first() else {
            continue;
        };
        let letter = piece.letter;
        let small = letter.to_ascii_lowercase().to_string();
        suit::token(drawing, (left + 21.0, at.1), 21.0, letter, &small);
        let count = item.count.to_string();
        let after = (left + 46.0, at.1);
        drawing.bold(after, Anchor::Start, SIZE, Paint::Text, &count);
        left += 72.0;
    }
    if items.is_empty() {
        drawing.bold((left, at.1), Anchor::Start, SIZE, Paint::Quiet, "–");
    }
}

/// Draws an open hand.
fn hand(drawing: &mut Drawing, at: Point) {
    let mut part = |left: f32, top: f32, wide: f32, high: f32| {
        let corner = (at.0 + left, at.1 + top);
        drawing.card(corner, (wide, high), 0.0, Some(Paint::Quiet), None);
    };
    part(-8.0, 0.0, 19.0, 17.0);
    part(-8.0, -13.0, 4.0, 13.0);
    part(-3.0, -17.0, 4.0, 17.0);
    part(2.0, -17.0, 4.0, 17.0);
    part(7.0, -12.0, 4.0, 12.0);
    part(-15.0, -2.0, 4.0, 10.0);
    part(-15.0, 4.0, 7.0, 6.0);
}

/// Draws a bank: a house with columns.
fn bank(drawing: &mut Drawing, at: Point) {
    let roof = [
        (at.0 - 18.0, at.1 - 7.0),
        (at.0, at.1 - 18.0),
        (at.0 + 18.0, at.1 - 7.0),
    ];
    drawing.area(&roof, Some(Paint::Quiet), None);
    for (left, top, wide, high) in [
        (-13.0, -4.0, 5.0, 14.0),
        (-2.5, -4.0, 5.0, 14.0),
        (8.0, -4.0, 5.0, 14.0),
        (-18.0, 12.0, 36.0, 5.0),
    ] {
        let corner = (at.0 + left, at.1 + top);
        drawing.card(corner, (wide, high), 0.0, Some(Paint::Quiet), None);
    }
}

/// Draws the breakers outside, then an arrow into a frame; returns the right end of all that.
fn outside(drawing: &mut Drawing, middle: f32, items: &[Item]) -> f32 {
    if items.is_empty() {
        return MARGIN;
    }
    let mut left = MARGIN;
    for item in items {
        let Some(piece) = item.pieces.first() else {
            continue;
        };
        let at = (left + 21.0, middle);
        suit::pawn(drawing, at, 21.0, piece.letter, item.number);
        left += 46.0;
    }
    let at = (left + 6.0, middle);
    let tip = at.0 + 20.0;
    let edge = Edge::new(Paint::Quiet, 4.0);
    drawing.line(&[at, (tip, middle)], edge);
    let head = [
        (tip, middle - 9.0),
        (tip + 13.0, middle),
        (tip, middle + 9.0),
    ];
    drawing.area(&head, Some(Paint::Quiet), None);
    let corner = (tip + 17.0, middle - 15.0);
    drawing.card(corner, (30.0, 30.0), 0.0, None, Some(edge));
    corner.0 + 32.0
}

/// Draws the last turn, at the bottom right, after everything else: its number, and its notation in records.
fn last_turn(drawing: &mut Drawing, diagram: &Diagram, middle: f32, left: f32) {
    let Some(last) = &diagram.last else { return };
    const SIZE: f32 = 26.0;
    let right = drawing.width as f32 - MARGIN;
    let number = format!("{}.", last.number);
    let wide = text::width(&number, SIZE, true) + 10.0;
    let line = text::fitted(&last.text, SIZE, true, right - left - wide);
    drawing.bold((right, middle), Anchor::End, SIZE, Paint::Text, &line);
    let at = (right - text::width(&line, SIZE, true) - 10.0, middle);
    drawing.bold(at, Anchor::End, SIZE, Paint::Quiet, &number);
}
