//! Palettes of files, with no more colours than needed.

use crate::theme::{Paint, Rgb, Theme};

/// Colours, numbered in the order of their first use.
#[derive(Clone, Debug)]
pub struct Palette {
    theme: Theme,
    colours: Vec<Rgb>,
    /// Numbers by paint, `None` if unused; several paints may have one colour.
    numbers: [Option<u8>; Paint::ALL.len()],
}

#[expect(
    clippy::indexing_slicing,
    reason = "there is a place for the number of every paint"
)]
impl Palette {
    /// Creates a palette with these colours, which are reserved: no paint gets their numbers.
    pub fn new(theme: Theme, first: &[Rgb]) -> Palette {
        Palette {
            theme,
            colours: first.to_vec(),
            numbers: [None; Paint::ALL.len()],
        }
    }

    /// Returns the number of a colour, which is added if it is new.
    pub fn number(&mut self, paint: Paint) -> u8 {
        match self.numbers[paint as usize] {
            Some(number) => number,
            None => self.add(paint),
        }
    }

    fn add(&mut self, paint: Paint) -> u8 {
        let colour = paint.rgb(self.theme);
        // Reserved colours are not reused.
        let mut earlier = Paint::ALL.iter().zip(&self.numbers);
        let earlier =
            earlier.find_map(|(paint, number)| number.filter(|_| paint.rgb(self.theme) == colour));
        let number = earlier.unwrap_or_else(|| {
            self.colours.push(colour);
            (self.colours.len() - 1) as u8
        });
        self.numbers[paint as usize] = Some(number);
        number
    }

    /// Returns the colours in the order of their numbers.
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_colours_share_one_number() {
        assert_eq!(
            Paint::Text.rgb(Theme::Light),
            Paint::OnWhite.rgb(Theme::Light)
        );
        let mut palette = Palette::new(Theme::Light, &[[0; 3]]);
        let paints = [Paint::Text, Paint::LastTurn, Paint::OnWhite, Paint::Text];
        assert_eq!(paints.map(|paint| palette.number(paint)), [1, 2, 1, 1]);
        assert_eq!(palette.colours().len(), 3);
    }

    #[test]
    fn reserved_colours_keep_their_own_numbers() {
        let paper = Paint::Paper.rgb(Theme::Dark);
        let mut palette = Palette::new(Theme::Dark, &[paper]);
        assert_eq!(palette.number(Paint::Paper), 1);
    }
}
