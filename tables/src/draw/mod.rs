//! Drawings of scenes, and lists in columns.

pub mod grid;
pub mod text;
