//! The corners beside a hexagonal board: names, reserves, the last turn.

use games::{
    Diagram, Seat,
    diagram::State,
    scene::{Beside, Holder, Item, ScenePiece},
};

use super::{pieces, racks};
use crate::{
    drawing::{Anchor, Drawing, Edge, Point},
    text,
    theme::Paint,
};

/// Height of a line of names.
const LINE: f32 = 44.0;
const NAME: f32 = 28.0;
/// Radius of a piece beside the board.
const RADIUS: f32 = 16.0;
const MARGIN: f32 = 12.0;
/// Distance between two pieces with their counts.
const GAP: f32 = 14.0;
/// Height of a line of the last turn, and maximum number of these lines.
const TURN_LINE: f32 = 34.0;
const TURN_LINES: usize = 4;

/// Returns the width from the left or right border to the board, between two heights.
pub type Room<'a> = &'a dyn Fn(f32, f32) -> f32;

/// Draws everything in the corners; `room` limits the length of each line.
pub fn draw(drawing: &mut Drawing, diagram: &Diagram, room: Room) {
    title(drawing, diagram);
    racks::pool(
        drawing,
        &diagram.scene,
        (drawing.width as f32 - MARGIN, 1.5 * LINE + 8.0),
    );
    for seat in Seat::BOTH {
        side(drawing, diagram, seat, room);
    }
    last_turn(drawing, diagram, room);
}

/// Draws game and table, at the top right.
pub fn title(drawing: &mut Drawing, diagram: &Diagram) {
    let right = drawing.width as f32 - MARGIN;
    let at = (right, LINE / 2.0 + 4.0);
    let title = match diagram.table {
        Some(table) => format!("{} · t{table}", diagram.game),
        None => diagram.game.clone(),
    };
    drawing.bold(at, Anchor::End, 24.0, Paint::Quiet, &title);
}

/// Draws a player with all pieces held: Black at the top left, White at the bottom left.
fn side(drawing: &mut Drawing, diagram: &Diagram, seat: Seat, room: Room) {
    let height = drawing.height as f32;
    let line_at = |number: f32| match seat {
        Seat::Second => 4.0 + LINE * (number + 0.5),
        Seat::First => height - 4.0 - LINE * (number + 0.5),
    };
    let space = |number: f32| {
        let middle = line_at(number);
        room(middle - LINE / 2.0, middle + LINE / 2.0) - MARGIN
    };
    if !diagram.players.is_empty() {
        name(drawing, diagram, seat, line_at(0.0), space(0.0));
    }
    let mut line = if diagram.players.is_empty() { 0.0 } else { 1.0 };
    let edge = match seat {
        Seat::Second => 12.0 + LINE * line,
        Seat::First => height - 12.0 - LINE * line,
    };
    racks::rack(drawing, &diagram.scene, seat, (MARGIN, edge));
    let mut left = MARGIN;
    let (lost, kept): (Vec<Held>, Vec<Held>) = held(diagram, seat)
        .into_iter()
        .partition(|held| matches!(held, Held::Lost(_)));
    for held in kept {
        let wide = held.width();
        if left > MARGIN && left + wide > space(line) {
            (line, left) = (line + 1.0, MARGIN);
        }
        held.draw(drawing, (left, line_at(line)));
        left += wide + GAP;
    }
    // Lost pieces are opposite, below the title or above the last turn.
    let first = match seat {
        Seat::Second => 1.0,
        Seat::First => (turn_height(diagram) + 2.0) / LINE,
    };
    let (mut line, mut used) = (first, MARGIN);
    for lost in lost {
        let wide = lost.width();
        if used > MARGIN && used + wide > space(line) {
            (line, used) = (line + 1.0, MARGIN);
        }
        let left = drawing.width as f32 - used - wide;
        lost.draw(drawing, (left, line_at(line)));
        used += wide + GAP;
    }
}

fn name(drawing: &mut Drawing, diagram: &Diagram, seat: Seat, middle: f32, space: f32) {
    let name = diagram.players.get(seat.index()).map_or("", String::as_str);
    let left = MARGIN + 46.0;
    let most = space.min(drawing.width as f32 * 0.55) - left - 34.0;
    let name = if text::can_write(name) && most > 60.0 {
        text::fitted(name, NAME, true, most)
    } else {
        String::new()
    };
    let is_mover = diagram.state == State::ToMove(seat);
    let wide = 46.0 + text::width(&name, NAME, true) + if is_mover { 40.0 } else { 12.0 };
    if is_mover {
        plate(drawing, middle, wide);
    }
    pieces::mark(drawing, (MARGIN + 18.0, middle), 14.0, seat);
    drawing.bold(
        (left - 4.0, middle),
        Anchor::Start,
        NAME,
        Paint::Text,
        &name,
    );
    let after = left + text::width(&name, NAME, true) + 16.0;
    match diagram.state {
        State::Won(winner) if winner == seat => star(drawing, (after + 4.0, middle), 17.0),
        State::NobodyWon => {
            drawing.bold((after, middle), Anchor::Start, NAME, Paint::Text, "=");
        }
        _ => {}
    }
}

/// Marks the player to move, behind the name: a frame of this width, with an arrow at its end.
pub fn plate(drawing: &mut Drawing, middle: f32, wide: f32) {
    let corner = (MARGIN - 4.0, middle - 20.0);
    let edge = Edge::new(Paint::LastTurn, 3.0);
    drawing.card(corner, (wide, 40.0), 20.0, None, Some(edge));
    let tip = MARGIN - 4.0 + wide - 12.0;
    let arrow = [
        (tip - 16.0, middle - 11.0),
        (tip - 16.0, middle + 11.0),
        (tip, middle),
    ];
    drawing.area(&arrow, Some(Paint::LastTurn), None);
}

/// Draws the sign of the winner.
pub fn star(drawing: &mut Drawing, at: Point, radius: f32) {
    let corner = |number: u8| {
        let angle = std::f32::consts::PI * f32::from(number) / 5.0;
        let radius = if number.is_multiple_of(2) {
            radius
        } else {
            radius * 0.45
        };
        (at.0 + radius * angle.sin(), at.1 - radius * angle.cos())
    };
    let corners: Vec<Point> = (0..10).map(corner).collect();
    let edge = Edge::new(Paint::Text, 2.0);
    drawing.area(&corners, Some(Paint::LastTurn), Some(edge));
}

/// Pieces of one kind that a side holds.
enum Held<'a> {
    /// In reserve.
    Reserve(&'a Item),
    /// Out of the game.
    Lost(&'a Item),
    /// On the board.
    OnBoard(Item),
}

/// Returns the pieces that a side holds, in order.
fn held(diagram: &Diagram, seat: Seat) -> Vec<Held<'_>> {
    let mut held = Vec::new();
    for beside in &diagram.scene.beside {
        match beside {
            Beside::Stock { holder, items } if *holder == Holder::Reserve(seat) => {
                held.extend(items.iter().map(Held::Reserve));
            }
            Beside::Stock { holder, items } if *holder == Holder::Lost(seat) => {
                held.extend(items.iter().map(Held::Lost));
            }
            Beside::Lives {
                seat: owner,
                on_board,
                ..
            } if *owner == seat => held.push(Held::OnBoard(Item {
                pieces: vec![ScenePiece {
                    letter: 'G',
                    owner: Some(seat),
                }],
                number: None,
                count: *on_board,
            })),
            _ => {}
        }
    }
    held
}

impl Held<'_> {
    fn width(&self) -> f32 {
        self.draw(&mut Drawing::new(1, 1), (0.0, 0.0))
    }

    fn draw(&self, drawing: &mut Drawing, at: Point) -> f32 {
        match self {
            Held::Reserve(item) => pieces::item(drawing, at, RADIUS, item),
            Held::Lost(item) => {
                let wide = pieces::item(drawing, at, RADIUS, item);
                let arm = RADIUS * 0.9;
                let middle = at.0 + RADIUS;
                let ends = [(middle - arm, at.1 + arm), (middle + arm, at.1 - arm)];
                drawing.line(&ends, Edge::new(Paint::Alert, 4.0));
                wide
            }
            Held::OnBoard(item) => {
                let ring = hexagon((at.0 + RADIUS * 1.2, at.1), RADIUS * 1.35);
                let edge = Edge::new(Paint::Line, 2.0);
                drawing.area(&ring, Some(Paint::Board), Some(edge));
                pieces::item(drawing, (at.0 + RADIUS * 0.2, at.1), RADIUS, item) + RADIUS * 0.3
            }
        }
    }
}

fn hexagon(at: Point, radius: f32) -> [Point; 6] {
    let (half, high) = (radius / 2.0, radius * 0.866);
    [
        (-radius, 0.0),
        (-half, -high),
        (half, -high),
        (radius, 0.0),
        (half, high),
        (-half, high),
    ]
    .map(|(dx, dy)| (at.0 + dx, at.1 + dy))
}

/// Returns the height of the last turn above the lower border.
fn turn_height(diagram: &Diagram) -> f32 {
    let lines = |text: &str| text.split(';').count().min(TURN_LINES) as f32 + 1.0;
    let last = diagram.last.as_ref();
    last.map_or(0.0, |last| 6.0 + TURN_LINE * lines(&last.text))
}

/// Draws the last turn, at the bottom right: its number, its player, and its notation in records.
fn last_turn(drawing: &mut Drawing, diagram: &Diagram, room: Room) {
    let Some(last) = &diagram.last else { return };
    const SIZE: f32 = 26.0;
    const STEP: f32 = TURN_LINE;
    let (right, bottom) = (drawing.width as f32 - MARGIN, drawing.height as f32 - 6.0);
    let lines: Vec<&str> = last.text.split(';').collect();
    let shown = lines.len().min(TURN_LINES);
    for (number, line) in (0u8..).zip(lines.iter().skip(lines.len() - shown)) {
        let middle = bottom - STEP * (shown as f32 - f32::from(number) - 0.5);
        let space = room(middle - STEP / 2.0, middle + STEP / 2.0) - MARGIN;
        let line = text::fitted(line, SIZE, true, space - 20.0);
        drawing.bold((right, middle), Anchor::End, SIZE, Paint::Text, &line);
    }
    let middle = bottom - STEP * (shown as f32 + 0.5);
    let number = format!("{}.", last.number);
    pieces::mark(drawing, (right - 13.0, middle), 12.0, last.seat);
    drawing.bold(
        (right - 34.0, middle),
        Anchor::End,
        SIZE,
        Paint::Quiet,
        &number,
    );
}
