//! Endpoints for reporting content outside of rooms.

pub mod report_user;
