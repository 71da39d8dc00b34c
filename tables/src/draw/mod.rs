//! Drawings of scenes, and lists in columns.

pub mod figures;
pub mod grid;
pub mod text;
mod tiles;
