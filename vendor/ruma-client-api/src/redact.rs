//! Endpoints for event redaction.

pub mod redact_event;
