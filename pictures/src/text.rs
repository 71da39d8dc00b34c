//! Text in the embedded font, Noto Sans: Latin, Greek and Cyrillic letters.

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef, Glyph, PxScale, ScaleFont as _, point};

static REGULAR: LazyLock<FontRef<'static>> =
    LazyLock::new(|| font(include_bytes!("../assets/font/NotoSans-Regular.ttf")));
static BOLD: LazyLock<FontRef<'static>> =
    LazyLock::new(|| font(include_bytes!("../assets/font/NotoSans-Bold.ttf")));

/// Height of a capital letter, as a share of the font size.
const CAPITAL: f32 = 0.714;

#[expect(clippy::expect_used, reason = "the fonts are part of the program")]
fn font(bytes: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(bytes).expect("our own font can be read")
}

fn face(bold: bool) -> &'static FontRef<'static> {
    if bold { &BOLD } else { &REGULAR }
}

/// Returns the width of a text, in pixels.
pub fn width(text: &str, size: f32, bold: bool) -> f32 {
    let font = face(bold).as_scaled(scale(size, bold));
    text.chars()
        .map(|letter| font.h_advance(font.glyph_id(letter)))
        .sum()
}

/// Returns whether the font has every letter of a text that is not blank.
pub fn can_write(text: &str) -> bool {
    let known = |letter: char| BOLD.glyph_id(letter).0 != 0 && REGULAR.glyph_id(letter).0 != 0;
    !text.trim().is_empty() && text.chars().all(known)
}

/// Truncates a text to a maximum width, with `…` where it is cut.
pub fn fitted(text: &str, size: f32, bold: bool, most: f32) -> String {
    if width(text, size, bold) <= most {
        return text.to_owned();
    }
    let mut cut = text.to_owned();
    while cut.pop().is_some() {
        let shorter = format!("{}…", cut.trim_end());
        if width(&shorter, size, bold) <= most {
            return shorter;
        }
    }
    "…".to_owned()
}

/// Returns the baseline of letters, given the height of the middle of their capitals.
pub fn baseline(middle: f32, size: f32) -> f32 {
    middle + CAPITAL * size / 2.0
}

/// Returns the scale at which a font has a size: that of its em square.
fn scale(size: f32, bold: bool) -> PxScale {
    let font = face(bold);
    let units = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(size * font.height_unscaled() / units)
}

/// Calls `pixel` for every pixel of a text that begins at a point, at the height of the middle of a capital
/// letter.
pub fn draw(at: (f32, f32), size: f32, bold: bool, text: &str, mut pixel: impl FnMut(i32, i32)) {
    let scale = scale(size, bold);
    let font = face(bold).as_scaled(scale);
    // Whole pixels: the same letters look the same everywhere, and compress well.
    let (mut x, baseline) = (at.0.round(), baseline(at.1, size).round());
    for letter in text.chars() {
        let glyph: Glyph = font
            .glyph_id(letter)
            .with_scale_and_position(scale, point(x.round(), baseline));
        x += font.h_advance(glyph.id);
        if let Some(outline) = font.font().outline_glyph(glyph) {
            let bounds = outline.px_bounds();
            let (left, top) = (bounds.min.x as i32, bounds.min.y as i32);
            outline.draw(|dx, dy, share| {
                if share >= 0.5 {
                    pixel(left + dx as i32, top + dy as i32);
                }
            });
        }
    }
}
