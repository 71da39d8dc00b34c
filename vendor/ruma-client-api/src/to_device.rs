//! Endpoints for client devices to exchange information not persisted in room DAG.

pub mod send_event_to_device;
