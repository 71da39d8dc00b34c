//! Endpoints for key management

pub mod claim_keys;
pub mod get_key_changes;
pub mod get_keys;
pub mod upload_keys;

pub mod upload_signatures;
pub mod upload_signing_keys;
