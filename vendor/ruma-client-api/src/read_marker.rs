//! Endpoints for "fully read markers"

pub mod set_read_marker;
