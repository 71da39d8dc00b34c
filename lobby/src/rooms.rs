//! Rooms: joined, left, upgraded, and how boards look in them.

pub mod board_commands;
pub mod direct_answer;
pub mod join_times;
pub mod left;
pub mod membership;
pub mod unreadable;
pub mod upgrade;

pub use join_times::JoinTimes;
pub use left::LeftRooms;
