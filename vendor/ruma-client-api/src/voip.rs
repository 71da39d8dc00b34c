//! Endpoints for Voice over IP.

pub mod get_turn_server_info;
