//! Endpoints for typing notifications.

pub mod create_typing_event;
