//! Endpoints for client configuration.

pub mod get_global_account_data;
pub mod get_room_account_data;
pub mod set_global_account_data;
pub mod set_room_account_data;
