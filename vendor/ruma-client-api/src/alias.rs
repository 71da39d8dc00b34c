//! Endpoints for room aliases.

pub mod create_alias;
pub mod delete_alias;
pub mod get_alias;
