//! Endpoints for server administration.

pub mod get_user_info;
pub mod is_user_locked;
pub mod is_user_suspended;
pub mod lock_user;
pub mod suspend_user;
