//! Drawings of scenes, and lists in columns.

pub mod compact;
pub mod figures;
pub mod grid;
pub mod text;
mod tiles;
