//! The users whose devices are tracked. Members of rooms that the bot has left, or who have left its rooms, would stay
//! among them, and all of them are loaded before each message to an encrypted room.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use matrix_sdk::{EncryptionState, RoomMemberships, ruma::OwnedUserId};
use tracing::debug;

use super::RemoteKeys;
use crate::matrix::failure::Failure;

/// Number of users beyond which those who share no encrypted room with the bot are dropped.
const MAX_TRACKED_USERS: usize = 5_000;
/// Time between two checks of their number.
const CHECK_INTERVAL: Duration = Duration::from_hours(1);

/// The schedule of the checks.
#[derive(Debug, Default)]
pub(in crate::matrix) struct TrackedUsers {
    checked: Option<Instant>,
}

impl TrackedUsers {
    /// Drops users who are no longer needed, once an hour.
    pub(in crate::matrix) async fn check(&mut self, keys: &RemoteKeys) {
        let is_due = self.checked.is_none_or(|at| at.elapsed() >= CHECK_INTERVAL);
        if !is_due {
            return;
        }
        self.checked = Some(Instant::now());
        match keys.drop_tracked_users(MAX_TRACKED_USERS).await {
            Ok(0) => {}
            Ok(count) => debug!(count, "dropped tracked users: no common encrypted room"),
            Err(failure) => debug!(error = %failure.reason(), "cannot drop tracked users"),
        }
    }
}

impl RemoteKeys {
    /// Drops tracked users who share no encrypted room with the bot if there are more than `max`. Returns the number of
    /// those dropped. A message to a room adds its members again.
    pub(super) async fn drop_tracked_users(&self, max: usize) -> Result<usize, Failure> {
        let Some(machine) = self.machine().await else {
            return Ok(0);
        };
        let tracked = machine.tracked_users().await.map_err(Failure::of_store)?;
        if tracked.len() <= max {
            return Ok(0);
        }
        let mut members = HashSet::from([machine.user_id().to_owned()]);
        for room in self.client.joined_rooms() {
            if !matches!(room.encryption_state(), EncryptionState::NotEncrypted) {
                let store = self.client.state_store();
                let users = store.get_user_ids(room.room_id(), RoomMemberships::ACTIVE);
                members.extend(users.await.map_err(Failure::of_store)?);
            }
        }
        let dropped: Vec<OwnedUserId> = tracked.difference(&members).cloned().collect();
        let result = machine.untrack_users(&dropped).await;
        result.map_err(Failure::of_store)?;
        Ok(dropped.len())
    }
}
