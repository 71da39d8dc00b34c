//! Endpoints for event receipts.

pub mod create_receipt;
