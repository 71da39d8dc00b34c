//! Pictures of boards: a [`Diagram`] becomes a [`Drawing`] of a few kinds of shapes, and that a PNG file; a
//! whole game becomes a [`film`] or a [`page`]. No clock, no network, no language: signs, notation and
//! numbers only.
//!
//! ```
//! use games::{Diagram, Entry, Live};
//! use pictures::{Theme, png};
//! let mut game = Live::start(Entry::find("matrx").unwrap(), "-", None)?;
//! game.play("g a1 b2")?;
//! let names = ["alice".to_owned(), "bob".to_owned()];
//! let picture = png(&[&Diagram::of(&game, Some(7), &names)], Theme::Light);
//! assert_eq!((picture.width, picture.height), (720, 720));
//! assert!(picture.bytes.starts_with(b"\x89PNG"));
//! # Ok::<(), games::Illegal>(())
//! ```

mod board;
mod drawing;
mod encode;
mod film;
mod page;
mod palette;
#[cfg(test)]
#[path = "../benches/random.rs"]
mod random;
mod render;
mod replay;
mod sheet;
mod sprite;
mod stamp;
mod text;
mod theme;

pub use drawing::{Anchor, Drawing, Edge, Shape};
pub use encode::Picture;
pub use film::film;
pub use page::{Words, page};
pub use replay::{Limits, Replay, ReplayError, Shown};
pub use sheet::drawing;
pub use sprite::Sprite;
pub use theme::{Paint, Theme};

use games::Diagram;

/// Draws boards into one picture: a single one fills it, several are arranged as a grid, in their order.
pub fn png(diagrams: &[&Diagram], theme: Theme) -> Picture {
    encode::png(&drawing(diagrams), theme)
}
