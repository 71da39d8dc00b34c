//! Endpoints for the user directory.

pub mod search_users;
