//! PNG files.

use crate::{
    drawing::Drawing,
    palette::Palette,
    stamp::{self, Placed},
    theme::Theme,
};

/// A picture as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Encodes a drawing as a PNG file with a palette.
#[expect(
    clippy::expect_used,
    reason = "memory takes as many pixels as were announced"
)]
pub fn png(drawing: &Drawing, theme: Theme) -> Picture {
    let placed: Vec<Placed> = drawing.shapes.iter().map(stamp::of).collect();
    let mut palette = Palette::new(theme, &[]);
    let numbers = stamp::print(&placed, &drawing.bounds(), &mut palette);
    let (width, height) = (drawing.width, drawing.height);

    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.colours().concat());
    // As small as the best level, in a fifth of its time.
    encoder.set_deflate_compression(png::DeflateCompression::Level(7));
    // No filter, since neighbouring numbers of a palette are unrelated.
    encoder.set_filter(png::Filter::NoFilter);
    let pixels = if palette.colours().len() <= 16 {
        encoder.set_depth(png::BitDepth::Four);
        let rows = numbers.chunks_exact(width as usize);
        rows.flat_map(halved).collect()
    } else {
        encoder.set_depth(png::BitDepth::Eight);
        numbers
    };
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels));
    written.expect("as many pixels as were announced, into memory");
    Picture {
        bytes,
        width,
        height,
    }
}

/// Packs a row of pixels, two in a byte.
fn halved(row: &[u8]) -> impl Iterator<Item = u8> {
    let (pairs, last) = row.as_chunks();
    let pairs = pairs.iter().map(|[left, right]| left << 4 | right);
    pairs.chain(last.iter().map(|left| left << 4))
}
