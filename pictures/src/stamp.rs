//! A cache of painted shapes, which are copied wherever they occur.

use std::{
    collections::HashMap,
    mem::{self, Discriminant},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use crate::{
    drawing::{Bounds, Shape},
    palette::Palette,
    render::Pixels,
    theme::Paint,
};

/// The pixels of a shape, relative to the top left of its bounds.
#[derive(Debug)]
struct Stamp {
    /// Spans from top to bottom, then from left to right.
    spans: Vec<Span>,
}

/// Adjacent pixels of one colour in a row.
#[derive(Clone, Copy, Debug)]
struct Span {
    y: u16,
    left: u16,
    right: u16,
    paint: Paint,
}

/// A stamp at its position.
#[derive(Clone, Debug)]
pub struct Placed {
    stamp: Arc<Stamp>,
    /// The bounds of the pixels that it may touch.
    pub bounds: Bounds,
}

/// Returns the stamp of a shape, from the cache if an equal shape was painted before.
pub fn of(shape: &Shape) -> Placed {
    static CACHE: LazyLock<Mutex<StampCache>> = LazyLock::new(Mutex::default);
    let bounds = shape.bounds();
    let offset = (-bounds.left as f32, -bounds.top as f32);
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let stamp = cache.stamp(shape.clone().moved(offset), &bounds);
    Placed { stamp, bounds }
}

/// The cache key: the kind of a shape, its width and its height. Few shapes share one.
type CacheKey = (Discriminant<Shape>, i32, i32);

/// The cache.
#[derive(Default)]
struct StampCache {
    /// Shapes, moved to a common origin so that equal ones are found, and their stamps.
    stamps: HashMap<CacheKey, Vec<(Shape, Arc<Stamp>)>>,
    /// Total number of spans.
    spans: usize,
}

impl StampCache {
    /// Maximum number of cached spans; beyond it, the cache is cleared. Enough for all shapes of all games,
    /// and some hundred names of people.
    const MAX_SPANS: usize = 1 << 18;

    fn stamp(&mut self, shape: Shape, bounds: &Bounds) -> Arc<Stamp> {
        let (width, height) = (bounds.right - bounds.left, bounds.bottom - bounds.top);
        let key: CacheKey = (mem::discriminant(&shape), width, height);
        let alike = self.stamps.entry(key).or_default();
        if let Some((_, stamp)) = alike.iter().find(|(known, _)| *known == shape) {
            return stamp.clone();
        }
        let stamp = Arc::new(Stamp::of(&shape));
        self.spans += stamp.spans.len();
        alike.push((shape, stamp.clone()));
        if self.spans > StampCache::MAX_SPANS {
            *self = StampCache::default();
        }
        stamp
    }
}

impl Stamp {
    fn of(shape: &Shape) -> Stamp {
        let mut spans = Vec::new();
        for (y, row) in (0..).zip(Pixels::of(shape).rows()) {
            let mut left = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let right = left + run.len() as u16;
                if let [Some(paint), ..] = *run {
                    spans.push(Span {
                        y,
                        left,
                        right,
                        paint,
                    });
                }
                left = right;
            }
        }
        Stamp { spans }
    }
}

/// Returns the pixels of a part of a drawing, row by row, as palette numbers.
pub fn print(placed: &[Placed], part: &Bounds, palette: &mut Palette) -> Vec<u8> {
    let mut pixels = vec![palette.number(Paint::Paper); part.area() as usize];
    for placed in placed
        .iter()
        .filter(|placed| placed.bounds.intersects(part))
    {
        placed.print(&mut pixels, part, palette);
    }
    pixels
}

impl Placed {
    /// Copies the pixels that lie within a part of a picture.
    fn print(&self, pixels: &mut [u8], part: &Bounds, palette: &mut Palette) {
        let (dx, dy) = (self.bounds.left - part.left, self.bounds.top - part.top);
        let (wide, high) = (part.right - part.left, part.bottom - part.top);
        let spans = &self.stamp.spans;
        let above = spans.partition_point(|span| i32::from(span.y) + dy < 0);
        let (_, spans) = spans.split_at(above);
        for span in spans {
            let y = i32::from(span.y) + dy;
            if y >= high {
                break;
            }
            let left = (i32::from(span.left) + dx).max(0);
            let right = (i32::from(span.right) + dx).min(wide);
            let across = (y * wide + left) as usize..(y * wide + right) as usize;
            if left < right
                && let Some(pixels) = pixels.get_mut(across)
            {
                pixels.fill(palette.number(span.paint));
            }
        }
    }
}
