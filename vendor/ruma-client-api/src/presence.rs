//! Endpoints for user presence.

pub mod get_presence;
pub mod set_presence;
