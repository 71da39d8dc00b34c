//! A table of odds, where the cells are too small for them: a line for each breaker, the best odds first.

use games::scene::{Ground, RollOdds, Scene};

use super::{grid::TABLE, odds, suit};
use crate::{
    drawing::{Anchor, Drawing, Point},
    text,
    theme::Paint,
};

const LINE: f32 = TABLE / 4.0;
const SIZE: f32 = 19.0;
const GAP: f32 = 16.0;

/// Draws the table below a corner, in this width.
pub fn draw(drawing: &mut Drawing, scene: &Scene, corner: Point, width: f32) {
    for (line, letter) in (0u8..).zip(['K', 'G', 'R', 'B']) {
        let best = best(scene, letter);
        if best.is_empty() {
            continue;
        }
        let middle = corner.1 + LINE * (f32::from(line) + 0.5);
        suit::pawn(drawing, (corner.0 + 20.0, middle), 12.0, letter, None);
        let mut left = corner.0 + 42.0;
        for entry in best {
            let wide = text::width(&entry, SIZE, true);
            if left + wide > corner.0 + width - 8.0 {
                break;
            }
            drawing.bold((left, middle), Anchor::Start, SIZE, Paint::Text, &entry);
            left += wide + GAP;
        }
    }
}

/// Returns the spaces that a breaker can go to, with the odds, the best ones first; only the first one of
/// free spaces with equal odds.
fn best(scene: &Scene, letter: char) -> Vec<String> {
    let mut entries: Vec<(bool, u8, String)> = Vec::new();
    let mut free: Vec<RollOdds> = Vec::new();
    for point in &scene.points {
        let mut next = point.next.iter();
        let its = next.find(|next| next.piece.letter == letter);
        let Some(odds) = its.and_then(|next| next.odds) else {
            continue;
        };
        let is_free = point.ground == Ground::Free;
        if is_free && free.contains(&odds) {
            continue;
        }
        if is_free {
            free.push(odds);
        }
        let entry = format!("{} {}", point.name, odds::label(odds));
        entries.push((is_free, odds.percent, entry));
    }
    entries.sort_by_key(|(is_free, percent, _)| (u8::MAX - percent, *is_free));
    entries.into_iter().map(|(_, _, entry)| entry).collect()
}
