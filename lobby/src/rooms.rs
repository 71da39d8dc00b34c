//! Rooms: joined, left, upgraded, and how boards look in them.

pub mod board_commands;
pub mod direct_answer;
pub mod joins;
pub mod left;
pub mod membership;
pub mod unreadable;
pub mod upgrade;

pub use joins::Joins;
pub use left::LeftRooms;
