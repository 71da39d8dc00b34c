//! Endpoints for getting and synchronizing events.

pub mod sync_events;
