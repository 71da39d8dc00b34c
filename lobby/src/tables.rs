//! One table, the index of all, saved and finished ones, threads, and how lines refer to them.

pub mod end_time;
pub mod finished;
pub mod index;
pub mod list;
pub mod lookup;
pub mod past;
pub mod pending_confirmations;
pub mod records;
pub mod saved;
pub mod table;
pub mod threads;
mod turn_start;
pub mod user_games;

pub use end_time::EndTime;
pub use index::{MAX_FINISHED, TURN_NOTICE_DELAY, TableIndex};
pub use saved::Saved;
pub use table::{Over, Playing, Stage, Table};
