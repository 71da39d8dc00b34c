//! Endpoints for tagging rooms.

pub mod create_tag;
pub mod delete_tag;
pub mod get_tags;
