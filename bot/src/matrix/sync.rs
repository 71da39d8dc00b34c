//! Sync: from one response of the homeserver after another to the events that concern the bot.

mod backfill;
pub(super) mod event_filter;
pub(super) mod hindrances;
mod mention;
mod new_room_keys;
mod pending_decryption;
mod power_levels;
pub(super) mod read_form;
pub(super) mod receive;
pub(super) mod received;
mod replay_guard;
mod request_filter;
pub(super) mod state;
mod state_size;
mod trim;
