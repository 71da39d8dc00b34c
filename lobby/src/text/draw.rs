//! Text drawings of scenes, and lists in columns.

pub mod board;
pub mod columns;
pub mod figures;
pub mod grid;
mod rings;
mod square;

/// The width of a text drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Wide, with all that a line of a room has space for.
    Wide,
    /// Narrow enough for a thread beside a room.
    Narrow,
}

impl Width {
    /// Returns the maximum width, in columns.
    pub const fn columns(self) -> usize {
        match self {
            Width::Wide => 44,
            Width::Narrow => 22,
        }
    }
}
