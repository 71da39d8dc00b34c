//! The rooms of the bot: invitations, members, upgrades, leaving.

pub(super) mod admin;
mod deleted_board;
pub(super) mod invitations;
pub(super) mod join_requests;
pub(super) mod join_successor;
pub(super) mod join_turns;
pub(super) mod leaving;
pub(super) mod members;
pub(super) mod player_access;
pub(super) mod private;
pub(super) mod sent_invites;
pub(super) mod server_rules;
pub(super) mod state_reset;
mod thread_root;
