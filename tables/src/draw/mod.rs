//! Drawings of scenes.

pub mod text;
