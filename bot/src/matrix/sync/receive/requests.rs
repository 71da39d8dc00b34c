//! Sync requests with long polling, retried during outages.

use std::time::{Duration, Instant};

use matrix_sdk::{
    config::SyncSettings,
    ruma::presence::PresenceState,
    store::{StateStoreDataKey, StateStoreDataValue},
    sync::SyncResponse,
};
use tracing::{debug, info, warn};

use super::{Inbox, ResponseTimes};
use crate::{
    backoff::Backoff,
    clock::now,
    matrix::{
        failure::Failure,
        session::session_error::{SessionError, failed, is_damage},
        sync::request_filter,
    },
};

/// Long-polling timeout: the homeserver holds a request for so long when nothing happens.
const SYNC_TIMEOUT: Duration = Duration::from_secs(30);
/// Long-polling timeout while a room key is late.
const SYNC_TIMEOUT_WITH_PENDING_KEYS: Duration = Duration::from_secs(5);
/// Shortest long-polling timeout before a clock of a game is due, and until a response has judged it.
const MIN_SYNC_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum events of a room in a response after a pause; the homeserver's default is 10.
const TIMELINE_LIMIT: u32 = 100;

impl Inbox {
    /// Returns the next sync response, with the times of its request and its arrival. Retries with exponential
    /// backoff.
    pub(super) async fn response(&self) -> Result<(SyncResponse, ResponseTimes), SessionError> {
        let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(30));
        let mut outage: Option<Instant> = None;
        loop {
            let requested = now();
            let failure = match self.sync_once().await {
                Ok(response) => {
                    let received = Instant::now();
                    self.ask_for_keys().await;
                    self.session.metrics.synced(true);
                    if let Some(since) = outage {
                        info!(seconds = since.elapsed().as_secs(), "sync recovered");
                    }
                    let times = ResponseTimes {
                        requested,
                        received,
                    };
                    return Ok((response, times));
                }
                Err(failure) => failure,
            };
            match failure {
                Failure::SessionOver(_) | Failure::SoftLogout(_) | Failure::Unwritable(_) => {
                    return Err(failed(failure));
                }
                Failure::Internal(reason) if is_damage(&reason) => {
                    return Err(self.session.damaged(reason));
                }
                // A kill can come between a response and its trimming.
                Failure::Refused(_) | Failure::Internal(_) => self.trim_own().await,
                Failure::Unreachable { .. } => {}
            }
            if outage.is_none() {
                warn!(error = %failure.reason(), "sync failed: retrying");
                outage = Some(Instant::now());
                self.session.metrics.synced(false);
            }
            tokio::time::sleep(failure.retry_delay(backoff.step())).await;
        }
    }

    /// Starts requests for keys of users that the response tells of.
    async fn ask_for_keys(&self) {
        if let Err(failure) = self.session.remote_keys.after_sync().await {
            debug!(error = %failure.reason(), "cannot ask for keys");
        }
    }

    /// Sends one sync request. The SDK stores the response before it dispatches its events to handlers, of
    /// which the bot has none, and fails there at an event without a type. The changes of rooms are then
    /// taken from the update that it broadcasts before, as the same response would not come again.
    async fn sync_once(&self) -> Result<SyncResponse, Failure> {
        let client = &self.session.client;
        let mut updates = client.subscribe_to_all_room_updates();
        let error = match client.sync_once(self.settings()).await {
            Ok(response) => return Ok(response),
            Err(error) => error,
        };
        let failure = Failure::from(error);
        let Ok(rooms) = updates.try_recv() else {
            return Err(failure);
        };
        let stored = client
            .state_store()
            .get_kv_data(StateStoreDataKey::SyncToken);
        let token = stored.await.map_err(Failure::of_store)?;
        let Some(next_batch) = token.and_then(StateStoreDataValue::into_sync_token) else {
            return Err(failure);
        };
        debug!(error = %failure.reason(), "event handler failed");
        Ok(SyncResponse {
            next_batch,
            rooms,
            ..SyncResponse::default()
        })
    }

    /// Sets the time until a clock of a game is due, for the next request.
    pub fn limit_poll_time(&mut self, until_clock: Option<Duration>) {
        self.until_clock = until_clock;
    }

    /// Returns the long-polling timeout of the next request.
    fn poll_time(&self) -> Duration {
        if self.started {
            poll_time(self.pending_decryptions.is_waiting(), self.until_clock)
        } else {
            Duration::ZERO
        }
    }

    fn settings(&self) -> SyncSettings {
        // At the very first start, past events are ignored.
        let timeline = if self.token.is_some() {
            TIMELINE_LIMIT
        } else {
            1
        };
        let filter = request_filter::of_sync(timeline.into());
        let settings = SyncSettings::new()
            .filter(filter.into())
            .set_presence(PresenceState::Offline)
            .full_state(self.rooms_unknown)
            .timeout(self.poll_time());
        match &self.token {
            Some(token) => settings.token(token.clone()),
            None => settings,
        }
    }
}

/// Returns the long-polling timeout while keys are late or not, with the time until a clock of a game is due.
fn poll_time(are_keys_late: bool, until_clock: Option<Duration>) -> Duration {
    // Room keys can come by other ways than a sync response, and late ones expire.
    let longest = if are_keys_late {
        SYNC_TIMEOUT_WITH_PENDING_KEYS
    } else {
        SYNC_TIMEOUT
    };
    until_clock.map_or(longest, |time| time.clamp(MIN_SYNC_TIMEOUT, longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_end_when_a_clock_is_due() {
        let seconds = Duration::from_secs;
        assert_eq!(poll_time(false, None), SYNC_TIMEOUT);
        assert_eq!(poll_time(false, Some(seconds(9))), seconds(9));
        assert_eq!(poll_time(false, Some(seconds(3_600))), SYNC_TIMEOUT);
        assert_eq!(
            poll_time(true, Some(seconds(9))),
            SYNC_TIMEOUT_WITH_PENDING_KEYS
        );
        assert_eq!(poll_time(true, Some(Duration::ZERO)), MIN_SYNC_TIMEOUT);
    }
}
