//! Pieces, drawn once by hand as SVG and copied into every picture.

use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, ShapeRendering, Tree},
};

use crate::paint::{Paint, Theme};

/// A drawing of a piece.
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

    /// Its SVG document, square, in which classes name the paints.
    pub fn svg(self) -> &'static str {
        match self {
            Sprite::White => include_str!("../assets/pieces/white.svg"),
            Sprite::Black => include_str!("../assets/pieces/black.svg"),
            Sprite::Grey => include_str!("../assets/pieces/grey.svg"),
            Sprite::Dark => include_str!("../assets/pieces/dark.svg"),
        }
    }

    /// Its pixels at a size, with soft or sharp edges, drawn on the first demand.
    pub(crate) fn pixels(self, size: u32, theme: Theme, soft: bool) -> Arc<Pixmap> {
        type Drawn = HashMap<(Sprite, u32, Theme, bool), Arc<Pixmap>>;
        static DRAWN: LazyLock<Mutex<Drawn>> = LazyLock::new(Mutex::default);
        let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        let pixels = drawn.entry((self, size, theme, soft));
        pixels
            .or_insert_with(|| Arc::new(self.draw(size, theme, soft)))
            .clone()
    }

    fn draw(self, size: u32, theme: Theme, soft: bool) -> Pixmap {
        let options = Options {
            style_sheet: Some(style_sheet(theme)),
            shape_rendering: match soft {
                true => ShapeRendering::GeometricPrecision,
                false => ShapeRendering::CrispEdges,
            },
            ..Options::default()
        };
        let mut pixels = Pixmap::new(size.max(1), size.max(1)).expect("a size above nothing");
        let tree = Tree::from_str(self.svg(), &options).expect("our own SVG can be read");
        let scale = size as f32 / tree.size().width();
        resvg::render(
            &tree,
            Transform::from_scale(scale, scale),
            &mut pixels.as_mut(),
        );
        pixels
    }
}

/// What the classes of the sprites look like in a theme: `fill-NAME` and `edge-NAME` for each paint.
pub fn style_sheet(theme: Theme) -> String {
    let mut css = String::new();
    for paint in Paint::ALL {
        let [red, green, blue] = paint.rgb(theme);
        let (class, colour) = (paint.class(), format!("#{red:02x}{green:02x}{blue:02x}"));
        let _ = writeln!(
            css,
            ".fill-{class}{{fill:{colour}}}.edge-{class}{{stroke:{colour}}}"
        );
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sprite_can_be_drawn() {
        for sprite in Sprite::ALL {
            for theme in Theme::ALL {
                let pixels = sprite.pixels(54, theme, true);
                assert!(
                    pixels.pixels().iter().any(|pixel| pixel.alpha() == 255),
                    "{sprite:?}"
                );
            }
        }
    }
}
