//! De-/serialization functions for `std::time::Duration` objects

pub mod ms;
pub mod opt_ms;
pub mod opt_secs;
pub mod secs;
