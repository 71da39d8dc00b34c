//! Games in progress: their start, moves, agreements, contests, reports and records.

pub mod agreements;
pub mod ambiguous_moves;
pub mod confirm_moves;
pub mod contests;
pub mod game_end;
pub mod history;
pub mod incomplete;
pub mod legal_moves;
pub mod mine;
pub mod moves;
pub mod notices;
pub mod offers;
pub mod past_turns;
pub mod preview;
pub mod progress;
pub mod questions;
pub mod quiet;
pub mod replay;
pub mod report;
pub mod start;
pub mod takebacks;
pub mod turn;
pub mod viewed_turns;
pub mod watching;
