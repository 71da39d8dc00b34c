//! Puzzles: given, tried, solved, and counted.

pub mod give;
pub mod pick;
pub mod score;
pub mod solution;
pub mod task;
pub mod tries;
