//! Challenges: made, accepted, looked up, and expired.

pub mod challenge;
pub mod closed_requests;
pub mod lapse;
pub mod seeks;
pub mod waiting;
