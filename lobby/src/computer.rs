//! The computer player: duels with it, hints, odds, analysis.

pub mod advice;
pub mod alike;
pub mod analysis;
pub mod duel;
pub mod jobs;

pub use jobs::JobsUnderWay;
