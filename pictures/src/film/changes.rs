//! Differences between two drawings.

use std::mem;

use crate::{
    drawing::{Bounds, Drawing},
    stamp::{self, Placed},
};

/// Returns the stamps of a new drawing, and the rectangles in which it differs from an old one with the
/// stamps `placed`.
pub fn between(old: &Drawing, placed: &[Placed], new: &Drawing) -> (Vec<Placed>, Vec<Bounds>) {
    let mut changed = Vec::new();
    let mut rest = old.shapes.iter().zip(placed);
    // Both lists go from the lowest shape to the highest; shapes in both, in the same order, stay.
    let found = new.shapes.iter().map(|shape| {
        let mut ahead = rest.clone();
        if let Some((_, same)) = ahead.find(|(old, _)| *old == shape) {
            let skipped = rest.len() - ahead.len() - 1;
            let gone = mem::replace(&mut rest, ahead).take(skipped);
            changed.extend(gone.map(|(_, gone)| gone.bounds));
            same.clone()
        } else {
            let stamp = stamp::of(shape);
            changed.push(stamp.bounds);
            stamp
        }
    });
    let found = found.collect();
    changed.extend(rest.map(|(_, gone)| gone.bounds));
    let all = new.bounds();
    let changed = changed.iter().filter_map(|part| part.intersection(&all));
    (found, merged(changed.collect()))
}

/// Merges rectangles that are close together, so that few are left and few other pixels are in them.
fn merged(parts: Vec<Bounds>) -> Vec<Bounds> {
    /// Cost of painting one more rectangle, in pixels.
    const COST: i64 = 3000;
    let mut merged: Vec<Bounds> = Vec::new();
    for mut part in parts {
        let near = |part: &Bounds, other: &Bounds| {
            part.union(other).area() <= part.area() + other.area() + COST
        };
        while let Some(other) = merged.iter().position(|other| near(&part, other)) {
            part = part.union(&merged.swap_remove(other));
        }
        merged.push(part);
    }
    merged
}
