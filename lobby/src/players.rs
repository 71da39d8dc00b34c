//! Data about players: results, settings, confirmations, and the deletion of all of it.

pub mod confirmations;
pub mod data;
pub mod digests;
pub mod direct_rooms;
pub mod duels;
pub mod forget;
pub mod leaderboard;
pub mod leaderboard_scope;
pub mod notice_pace;
pub mod public_stats;
pub mod results;
pub mod turn_notices;

pub use confirmations::Confirmations;
pub use data::{OnceADay, PlayerData};
pub use leaderboard_scope::Names;
