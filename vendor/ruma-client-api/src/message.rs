//! Endpoints for sending and receiving messages

pub mod get_message_events;
pub mod send_message_event;
