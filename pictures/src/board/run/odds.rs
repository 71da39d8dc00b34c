//! The odds on a space: the breakers and what they have to roll, in as few words as fit.

use std::mem;

use games::scene::{Next, RollOdds};

use crate::{
    drawing::{Anchor, Drawing, Point},
    text,
    theme::Paint,
};

/// Maximum and minimum size of letters.
const MAX_LETTER_SIZE: f32 = 20.0;
const MIN_LETTER_SIZE: f32 = 10.0;
/// Size below which letters are hard to read, and only used where nothing else fits.
const READABLE_LETTER_SIZE: f32 = 16.0;
/// Height of a line, as a share of the size of its letters.
const LINE_HEIGHT: f32 = 1.0;

/// Breakers with the same odds.
pub struct Group {
    letters: String,
    odds: RollOdds,
}

/// Returns the lowest sufficient number and its probability: `4+ 50%`.
pub fn label(odds: RollOdds) -> String {
    let RollOdds { least, percent } = odds;
    match least {
        Some(least) => format!("{least}+ {percent}%"),
        None => format!("{percent}%"),
    }
}

impl Group {
    /// Returns the letters with the number, or with the probability where there is no number.
    fn short(&self) -> String {
        match self.odds.least {
            Some(least) => format!("{} {least}+", self.letters),
            None => format!("{} {}%", self.letters, self.odds.percent),
        }
    }
}

/// Groups the breakers that can come by their odds.
pub fn groups(next: &[Next]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for next in next {
        let Some(odds) = next.odds else { continue };
        let letter = next.piece.letter.to_ascii_lowercase();
        match groups.iter_mut().find(|group| group.odds == odds) {
            Some(group) => group.letters.push(letter),
            None => groups.push(Group {
                letters: letter.to_string(),
                odds,
            }),
        }
    }
    groups
}

/// Writes the odds into a rectangle.
pub fn draw(drawing: &mut Drawing, corner: Point, size: Point, next: &[Next]) {
    let groups = groups(next);
    if groups.is_empty() {
        return;
    }
    let (lines, letters) = fitted(&groups, size);
    if letters < MIN_LETTER_SIZE {
        return;
    }
    let step = letters * LINE_HEIGHT;
    let top = corner.1 + (size.1 - step * lines.len() as f32) / 2.0;
    let middle = corner.0 + size.0 / 2.0;
    for (number, line) in lines.iter().enumerate() {
        let at = (middle, top + step * (number as f32 + 0.5));
        drawing.bold(at, Anchor::Middle, letters, Paint::Text, line);
    }
}

/// Returns the first form that fits in good letters, else the one with the largest letters, and their size.
fn fitted(groups: &[Group], size: Point) -> (Vec<String>, f32) {
    let long = |group: &Group| format!("{} {}", group.letters, label(group.odds));
    let short: Vec<String> = groups.iter().map(Group::short).collect();
    let mut ways = vec![groups.iter().map(long).collect()];
    if let [group] = groups {
        ways.push(vec![group.letters.clone(), label(group.odds)]);
    }
    ways.push(short.clone());
    ways.push(short.iter().map(|line| line.replace(' ', "")).collect());
    ways.push(short.chunks(2).map(|pair| pair.join("  ")).collect());
    let letters = |lines: &Vec<String>| {
        let widest = lines.iter().map(|line| text::width(line, 100.0, true));
        let wide = size.0 / widest.fold(1.0, f32::max) * 100.0;
        let high = size.1 / LINE_HEIGHT / lines.len() as f32;
        wide.min(high).min(MAX_LETTER_SIZE).floor()
    };
    let mut sized: Vec<(Vec<String>, f32)> = ways
        .into_iter()
        .map(|lines| {
            let letters = letters(&lines);
            (lines, letters)
        })
        .collect();
    // A single group may take two lines, if its letters become larger.
    if let [one, two, ..] = sized.as_mut_slice()
        && groups.len() == 1
        && two.1 > one.1
    {
        mem::swap(one, two);
    }
    let good = sized.iter().position(|way| way.1 >= READABLE_LETTER_SIZE);
    let largest = || {
        let ways = sized.iter().enumerate().rev();
        let largest = ways.max_by(|(_, one), (_, other)| one.1.total_cmp(&other.1));
        largest.map_or(0, |(number, _)| number)
    };
    let chosen = good.unwrap_or_else(largest);
    sized.swap_remove(chosen)
}
