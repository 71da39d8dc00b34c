//! Endpoints for event searches.

pub mod search_events;
