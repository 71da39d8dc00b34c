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
/// Number of users dropped at a time, whose stored devices are read.
const MAX_DROPPED_USERS: usize = 200;
/// Time between two checks of their number.
const CHECK_INTERVAL: Duration = Duration::from_hours(1);
/// The same while there are more users to be dropped.
const BUSY_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// The schedule of the checks.
#[derive(Debug, Default)]
pub(in crate::matrix) struct TrackedUsers {
    next_check: Option<Instant>,
}

impl TrackedUsers {
    /// Drops users who are no longer needed, with their devices, once an hour or as often as needed.
    pub(in crate::matrix) async fn check(&mut self, keys: &RemoteKeys) {
        if self.next_check.is_some_and(|at| Instant::now() < at) {
            return;
        }
        let dropped = keys.drop_tracked_users(MAX_TRACKED_USERS).await;
        match &dropped {
            Ok(0) => {}
            Ok(count) => debug!(count, "dropped tracked users: no common encrypted room"),
            Err(failure) => debug!(error = %failure.reason(), "cannot drop tracked users"),
        }
        let is_busy = dropped.is_ok_and(|count| count == MAX_DROPPED_USERS);
        let interval = if is_busy {
            BUSY_CHECK_INTERVAL
        } else {
            CHECK_INTERVAL
        };
        self.next_check = Some(Instant::now() + interval);
    }
}

impl RemoteKeys {
    /// Drops tracked users who share no encrypted room with the bot, with their devices, if there are more than
    /// `max`. Returns the number of those dropped. A message to a room adds its members again.
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
        let dropped = tracked.difference(&members).take(MAX_DROPPED_USERS);
        let dropped: Vec<OwnedUserId> = dropped.cloned().collect();
        let result = machine.untrack_users(&dropped).await;
        result.map_err(Failure::of_store)?;
        Ok(dropped.len())
    }
}
