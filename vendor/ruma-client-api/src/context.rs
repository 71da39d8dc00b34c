//! Endpoints for event context.

pub mod get_context;
