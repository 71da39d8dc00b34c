//! Timeouts for optional requests about rooms for which the homeserver is slow.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use tokio::time::timeout;

/// Timeout for all rooms of a sync response together.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for which a slow room is not asked about.
const SLOW_TTL: Duration = Duration::from_secs(10 * 60);

/// The rooms that were too slow, each since when, and the time left for others.
#[derive(Debug)]
pub(super) struct SlowRooms {
    rooms: HashMap<OwnedRoomId, Instant>,
    left: Duration,
}

impl Default for SlowRooms {
    fn default() -> Self {
        Self {
            rooms: HashMap::new(),
            left: RESPONSE_TIMEOUT,
        }
    }
}

impl SlowRooms {
    /// Resets the timeout for a new response and drops expired entries.
    pub(super) fn begin_response(&mut self) {
        self.left = RESPONSE_TIMEOUT;
        self.rooms.retain(|_, since| since.elapsed() < SLOW_TTL);
    }

    /// Runs `work` about a room within the time left; skips it if the room was too slow before.
    pub(super) async fn limit(&mut self, room: &RoomId, work: impl Future<Output = ()>) {
        if self.left.is_zero() || self.rooms.contains_key(room) {
            return;
        }
        let begin = Instant::now();
        if timeout(self.left, work).await.is_err() {
            self.rooms.insert(room.to_owned(), begin);
        }
        self.left = self.left.saturating_sub(begin.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use matrix_sdk::ruma::room_id;

    use super::*;

    #[tokio::test]
    async fn slow_rooms_share_one_timeout_per_response() {
        let mut slow = SlowRooms {
            left: Duration::from_millis(30),
            ..SlowRooms::default()
        };
        let [one, other] = [room_id!("!a:example.org"), room_id!("!b:example.org")];
        slow.limit(one, pending()).await;
        assert_eq!(slow.left, Duration::ZERO);
        // These would hang.
        slow.limit(other, pending()).await;
        slow.begin_response();
        slow.limit(one, pending()).await;
        assert_eq!(slow.left, RESPONSE_TIMEOUT);

        let mut is_done = false;
        slow.limit(other, async { is_done = true }).await;
        assert!(is_done, "whoever was not asked about is not slow");
    }
}
