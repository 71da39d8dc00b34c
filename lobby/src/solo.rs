//! Runs, where they are played, and the run of the day.

pub mod daily;
pub mod day_try;
pub mod direct;
pub mod run;
