//! The rules step by step, and positions to explore.

pub mod end_lesson;
pub mod lesson;
pub mod progress;
pub mod reading;
pub mod teach;

pub use progress::ReadingProgress;
