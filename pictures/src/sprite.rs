//! Sprites: pieces, drawn once by hand as SVG and copied into every picture.

use std::fmt::Write as _;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, ShapeRendering, Tree},
};

use crate::theme::Paint;

/// The image of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sprite {
    /// A piece of White: round.
    White,
    /// A piece of Black: with eight corners.
    Black,
    /// A grey marble.
    Grey,
    /// A black marble.
    Dark,
}

impl Sprite {
    /// All of them.
    pub const ALL: [Sprite; 4] = [Sprite::White, Sprite::Black, Sprite::Grey, Sprite::Dark];

    /// Returns its SVG document, square, in which classes name the paints.
    pub fn svg(self) -> &'static str {
        match self {
            Sprite::White => include_str!("../assets/pieces/white.svg"),
            Sprite::Black => include_str!("../assets/pieces/black.svg"),
            Sprite::Grey => include_str!("../assets/pieces/grey.svg"),
            Sprite::Dark => include_str!("../assets/pieces/dark.svg"),
        }
    }

    /// Calls `pixel` for each of its pixels at a size above 0, with the position from the top left and the
    /// paint.
    #[expect(
        clippy::expect_used,
        reason = "the pieces are part of the program, and a test draws each of them"
    )]
    pub(crate) fn draw(self, size: u32, mut pixel: impl FnMut(i32, i32, Paint)) {
        let options = Options {
            style_sheet: Some(numbered()),
            shape_rendering: ShapeRendering::CrispEdges,
            ..Options::default()
        };
        let mut pixels = Pixmap::new(size, size).expect("a size above nothing");
        let tree = Tree::from_str(self.svg(), &options).expect("our own SVG can be read");
        let scale = size as f32 / tree.size().width();
        let scale = Transform::from_scale(scale, scale);
        resvg::render(&tree, scale, &mut pixels.as_mut());
        for (y, row) in (0..).zip(pixels.pixels().chunks_exact(size as usize)) {
            for (x, colour) in (0..).zip(row).filter(|(_, colour)| colour.alpha() >= 128) {
                let paint = Paint::ALL.get(usize::from(colour.red()));
                pixel(x, y, *paint.expect("our own SVG has no other colours"));
            }
        }
    }
}

/// Returns a style sheet in which the red part of each colour is the number of its paint.
fn numbered() -> String {
    let mut css = String::new();
    for (number, paint) in Paint::ALL.iter().enumerate() {
        let class = paint.class();
        let _ = writeln!(css, ".fill-{class}{{fill:#{number:02x}0000}}");
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sprite_can_be_drawn() {
        for sprite in Sprite::ALL {
            let mut pixels = 0;
            sprite.draw(54, |_, _, _| pixels += 1);
            assert!(pixels > 2000, "{sprite:?}");
        }
    }
}
