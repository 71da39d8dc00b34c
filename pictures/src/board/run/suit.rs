//! The four colours, with their breakers and power-ups.

use crate::{
    drawing::{Anchor, Drawing, Edge, Point},
    theme::Paint,
};

/// Returns the colour with this letter.
pub fn paint(letter: char) -> Paint {
    match letter {
        'K' => Paint::SuitK,
        'G' => Paint::SuitG,
        'R' => Paint::SuitR,
        _ => Paint::SuitB,
    }
}

/// Returns the colour of text on it.
pub fn ink(letter: char) -> Paint {
    match letter {
        'K' => Paint::OnBlack,
        _ => Paint::OnSuit,
    }
}

/// Draws a breaker: a disc with its letter, and its number if it has one.
pub fn pawn(drawing: &mut Drawing, at: Point, radius: f32, letter: char, number: Option<u8>) {
    let edge = Edge::new(Paint::OnBlack, (radius * 0.12).max(1.5));
    drawing.disc(at, radius, Some(paint(letter)), Some(edge));
    let small = letter.to_ascii_lowercase();
    let size = radius * if number.is_some() { 1.25 } else { 1.5 };
    // Small letters are not as high as capital ones, and `g` goes below the baseline.
    let up = match (small, number) {
        (_, Some(_)) => 0.03,
        ('g', None) => 0.2,
        ('r', None) => 0.09,
        _ => 0.0,
    };
    let text = number.map_or(small.to_string(), |number| format!("{small}{number}"));
    let at = (at.0, at.1 - up * size);
    drawing.bold(at, Anchor::Middle, size, ink(letter), &text);
}

/// Draws a power-up: a square on its corner, with a sign on it.
pub fn token(drawing: &mut Drawing, at: Point, radius: f32, letter: char, sign: &str) {
    let corners = [
        (at.0, at.1 - radius),
        (at.0 + radius, at.1),
        (at.0, at.1 + radius),
        (at.0 - radius, at.1),
    ];
    let edge = Edge::new(Paint::OnBlack, 2.0);
    drawing.area(&corners, Some(paint(letter)), Some(edge));
    drawing.bold(at, Anchor::Middle, radius * 1.1, ink(letter), sign);
}
