//! Games in progress: their start, moves, agreements, contests, reports and records.

pub mod agreements;
pub mod confirm_moves;
pub mod contests;
pub mod history;
pub mod look_back;
pub mod moves;
pub mod offers;
pub mod past_turns;
pub mod possible;
pub mod preview;
pub mod progress;
pub mod questions;
pub mod readings;
pub mod replay;
pub mod report;
pub mod start;
pub mod takebacks;
pub mod turn;
pub mod unclear;
pub mod viewed_turns;
