//! Shapes painted once and copied from then on, wherever they stand.

use std::rc::Rc;

use crate::{
    drawing::{Bounds, Shape},
    paint::{Paint, Rgb, Theme},
    render,
};

/// The pixels of a shape, told from the top left of its bounds.
#[derive(Debug)]
pub struct Stamp {
    /// From top to bottom, from left to right.
    spans: Vec<Span>,
}

/// Pixels of one colour beside each other.
#[derive(Clone, Copy, Debug)]
struct Span {
    y: i32,
    left: i32,
    right: i32,
    colour: u8,
}

/// A stamp at its place.
#[derive(Clone, Debug)]
pub struct Placed {
    stamp: Rc<Stamp>,
    /// The pixels it may touch.
    pub bounds: Bounds,
}

/// All stamps of a film.
pub struct Stamps {
    theme: Theme,
    /// In the order in which they came.
    colours: Vec<Rgb>,
    /// By the shapes, moved to where no other number than that of the stamp tells them apart.
    known: Vec<(Shape, Rc<Stamp>)>,
}

impl Stamps {
    /// None so far.
    pub fn new(theme: Theme) -> Stamps {
        // What is in every frame comes first: low numbers pack better.
        let often = [Paint::Paper, Paint::Fresh, Paint::Board, Paint::Line];
        let often = often.map(|paint| paint.rgb(theme));
        Stamps {
            theme,
            // The first number stands for no colour.
            colours: [[0; 3]].into_iter().chain(often).collect(),
            known: Vec::new(),
        }
    }

    /// The colours that the numbers of pixels mean; the first one stands for none.
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The number of a colour.
    pub fn number(&mut self, paint: Paint) -> u8 {
        self.number_of(paint.rgb(self.theme))
    }

    fn number_of(&mut self, colour: Rgb) -> u8 {
        let mut known = self.colours.iter().skip(1);
        let number = known.position(|known| *known == colour);
        let number = number.map_or(self.colours.len(), |number| number + 1);
        if number == self.colours.len() && number < 256 {
            self.colours.push(colour);
        }
        number.min(255) as u8
    }

    /// The stamp of a shape, painted unless one like it has been.
    pub fn of(&mut self, shape: &Shape) -> Placed {
        let bounds = shape.bounds();
        let by = (-bounds.left as f32, -bounds.top as f32);
        let moved = shape.clone().moved(by);
        let known = self.known.iter().find(|(known, _)| *known == moved);
        let stamp = match known {
            Some((_, stamp)) => stamp.clone(),
            None => {
                let stamp = Rc::new(self.paint(&moved));
                self.known.push((moved, stamp.clone()));
                stamp
            }
        };
        Placed { stamp, bounds }
    }

    fn paint(&mut self, shape: &Shape) -> Stamp {
        let image = render::alone(shape, self.theme);
        let rows = image.pixels().chunks_exact(image.width() as usize);
        let mut spans = Vec::new();
        for (y, row) in (0..).zip(rows) {
            let mut left = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let right = left + run.len() as i32;
                let pixel = run[0];
                if pixel.alpha() >= 128 {
                    let colour = self.number_of([pixel.red(), pixel.green(), pixel.blue()]);
                    spans.push(Span {
                        y,
                        left,
                        right,
                        colour,
                    });
                }
                left = right;
            }
        }
        Stamp { spans }
    }
}

impl Placed {
    /// Copies what lies within a part of a picture there.
    pub fn print(&self, pixels: &mut [u8], part: &Bounds) {
        let (dx, dy) = (self.bounds.left - part.left, self.bounds.top - part.top);
        let (wide, high) = (part.right - part.left, part.bottom - part.top);
        let spans = &self.stamp.spans;
        let first = spans.partition_point(|span| span.y + dy < 0);
        for span in spans[first..].iter().take_while(|span| span.y + dy < high) {
            let (left, right) = ((span.left + dx).max(0), (span.right + dx).min(wide));
            if left < right {
                let row = (span.y + dy) * wide;
                pixels[(row + left) as usize..(row + right) as usize].fill(span.colour);
            }
        }
    }
}
