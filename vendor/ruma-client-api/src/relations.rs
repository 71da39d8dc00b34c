//! Endpoints for querying relations

pub mod get_relating_events;
pub mod get_relating_events_with_rel_type;
pub mod get_relating_events_with_rel_type_and_event_type;
