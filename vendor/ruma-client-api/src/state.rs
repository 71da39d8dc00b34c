//! Endpoints for managing room state

pub mod get_state_event_for_key;
pub mod get_state_events;
pub mod send_state_event;
