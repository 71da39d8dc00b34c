//! Trimming and measuring the stored state of rooms.

use lobby::Incoming;
use matrix_sdk::{RoomMemberships, store::StoreError, sync::SyncResponse};
use tracing::debug;

use super::Inbox;
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{
        failure::Failure,
        session::session_error::{SessionError, failed},
        sync::{received::Arrival, state, trim},
    },
};

impl Inbox {
    /// Trims the state events of a response to the fields that the bot reads.
    pub(super) async fn trim(&mut self, response: &SyncResponse) -> Result<(), SessionError> {
        for (id, update) in &response.rooms.joined {
            let Some(room) = self.session.client.get_room(id) else {
                continue;
            };
            // The SDK fetches the members that were left out. Those of rooms that the bot was in before are fetched again
            // like other state.
            let is_cut = self.session.cut_rooms.take_shared(id) && !self.joined.contains(id);
            if is_cut {
                room.mark_members_missing();
            }
            if update.timeline.limited || is_cut {
                self.untrimmed.insert(id.clone());
            }
            if state::events(update).next().is_some() {
                let levels = room.power_levels_or_default().await;
                kept(trim::trim(&room, &levels, state::events(update)).await)?;
            }
        }
        let rooms = &response.rooms;
        for id in rooms.left.keys().chain(rooms.invited.keys()) {
            if let Some(room) = self.session.client.get_room(id) {
                kept(trim::trim_own(&room).await)?;
            }
        }
        for id in std::mem::take(&mut self.untrimmed) {
            match self.session.client.get_room(&id) {
                Some(room) if room.are_members_synced() => {
                    let levels = room.power_levels_or_default().await;
                    kept(trim::trim_members(&room, &levels).await)?;
                }
                Some(_) => {
                    self.untrimmed.insert(id);
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Replaces the bot's own malformed memberships in all rooms, whichever response brought them.
    pub(super) async fn trim_own(&self) {
        for room in self.session.client.rooms() {
            if let Err(error) = trim::trim_own(&room).await {
                debug!(room = %room.room_id(), error = %error, "cannot replace own membership");
            }
        }
    }

    /// Adds the state of a response to the sizes of its rooms; returns the rooms whose state is now too
    /// large.
    pub(super) async fn measure(&mut self, response: &SyncResponse) -> Vec<Arrival> {
        let mut too_large = Vec::new();
        for (id, update) in &response.rooms.joined {
            let is_cut = self.session.cut_rooms.take(id).is_some();
            if state::events(update).next().is_none() && !is_cut {
                continue;
            }
            let Some(room) = self.session.client.get_room(id) else {
                continue;
            };
            if self.state_sizes.is_unknown(id) {
                // Unreadable members do not count.
                let store = self.session.client.state_store();
                let users = store.get_user_ids(id, RoomMemberships::ACTIVE);
                let users = users.await.unwrap_or_default();
                self.state_sizes.note_members(id, &users);
            }
            let levels = room.power_levels_or_default().await;
            if self.state_sizes.note(id, update, &levels) || is_cut {
                log_rate_limited!(
                    id.as_str(),
                    warn!(room = %id, "leaving room: state too large")
                );
                too_large.push(Arrival {
                    event: None,
                    incoming: Incoming::RoomTooLarge {
                        room: id.to_string(),
                    },
                });
            }
        }
        too_large
    }
}

/// Turns a failure to write the SDK's store into the end of the session.
pub(super) fn kept(result: Result<(), StoreError>) -> Result<(), SessionError> {
    result.map_err(|error| failed(Failure::from(matrix_sdk::Error::from(error))))
}
