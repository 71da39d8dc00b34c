//! Where two drawings differ.

use crate::{
    drawing::{Bounds, Drawing},
    stamp::{self, Placed},
};

/// The stamps of a new drawing, and the rectangles in which it differs from an old one with these
/// stamps.
pub fn between(old: &Drawing, placed: &[Placed], new: &Drawing) -> (Vec<Placed>, Vec<Bounds>) {
    let mut changed = Vec::new();
    let mut next = 0;
    // Both lists go from the lowest shape to the highest: what is in both, in the same order, stays.
    let found = new.shapes.iter().map(|shape| {
        let mut rest = old.shapes[next..].iter();
        if let Some(skipped) = rest.position(|old| old == shape) {
            changed.extend(placed[next..next + skipped].iter().map(|gone| gone.bounds));
            next += skipped + 1;
            placed[next - 1].clone()
        } else {
            let stamp = stamp::of(shape);
            changed.push(stamp.bounds);
            stamp
        }
    });
    let found = found.collect();
    changed.extend(placed[next..].iter().map(|gone| gone.bounds));
    let all = new.bounds();
    let changed = changed.iter().filter_map(|part| part.within(&all));
    (found, merged(changed.collect()))
}

/// The same pixels, and few others, in fewer rectangles.
fn merged(parts: Vec<Bounds>) -> Vec<Bounds> {
    /// To paint one rectangle more costs as much as so many pixels.
    const COST: i64 = 3000;
    let mut merged: Vec<Bounds> = Vec::new();
    for mut part in parts {
        let near = |part: &Bounds, other: &Bounds| {
            part.with(other).area() <= part.area() + other.area() + COST
        };
        while let Some(other) = merged.iter().position(|other| near(&part, other)) {
            part = part.with(&merged.swap_remove(other));
        }
        merged.push(part);
    }
    merged
}
