//! Files: pixels become bytes.

use crate::{
    paint::{Palette, Theme},
    render::Indexed,
};

/// A picture as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Vec<u8>,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

/// A PNG file with a palette.
pub fn png(image: &Indexed, theme: Theme) -> Picture {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(Palette::of(theme).bytes());
    encoder.set_compression(png::Compression::Balanced);
    // Neighbouring numbers of a palette have nothing to do with each other.
    encoder.set_filter(png::Filter::NoFilter);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&image.pixels));
    written.expect("as many pixels as were announced, into memory");
    Picture {
        bytes,
        width: image.width,
        height: image.height,
    }
}
