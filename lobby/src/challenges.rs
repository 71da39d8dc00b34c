//! Challenges: made, accepted, looked up, and expired.

pub mod challenge;
pub mod lapse;
pub mod request_log;
pub mod seeks;
pub mod waiting;
