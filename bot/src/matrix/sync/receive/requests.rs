//! Sync requests with long polling, retried during outages.

use std::time::{Duration, Instant};

use matrix_sdk::{
    config::{SyncSettings, SyncToken},
    ruma::{UInt, api::error::ErrorKind, exports::http::StatusCode, presence::PresenceState},
    store::{StateStoreDataKey, StateStoreDataValue},
    sync::SyncResponse,
};
use tracing::{debug, info, warn};

use super::{Inbox, ResponseTimes, broken_sync::STATE_MARK};
use crate::{
    backoff::Backoff,
    clock::now,
    error_chain::ErrorChain,
    matrix::{
        failure::Failure,
        response_body::answer_begin::answered_in_time,
        session::session_error::{SessionError, failed, is_damage},
        sync::request_filter,
    },
};

/// Long-polling timeout: the homeserver holds a request for so long when nothing happens. One that never answers is noticed
/// 30 s after that.
const SYNC_TIMEOUT: Duration = Duration::from_secs(15);
/// Long-polling timeout while a room key is late.
const SYNC_TIMEOUT_WITH_PENDING_KEYS: Duration = Duration::from_secs(5);
/// Shortest long-polling timeout before a clock of a game is due, and until a response has judged it.
const MIN_SYNC_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum events of a room in a response after a pause; the homeserver's default is 10.
const MAX_TIMELINE: usize = 100;
/// Minimum of that in many rooms. Missed events beyond are read room by room.
const MIN_TIMELINE: usize = 10;
/// Events of all rooms in a response up to which more of a room are asked for than the minimum.
const MAX_TIMELINES: usize = 5_000;

impl Inbox {
    /// Returns the next sync response, with the times of its request and its arrival. Retries with exponential
    /// backoff.
    pub(super) async fn response(&mut self) -> Result<(SyncResponse, ResponseTimes), SessionError> {
        let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(30));
        let mut outage: Option<Instant> = None;
        loop {
            let requested = now();
            let failure = match self.sync_once().await {
                Ok(response) => {
                    let received = Instant::now();
                    self.session.responses.send_replace(());
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
            let delay = failure.retry_delay(backoff.step());
            if outage.is_none() {
                warn!(?delay, error = %failure.reason(), "sync failed: retrying");
                outage = Some(Instant::now());
                self.session.metrics.synced(false);
            }
            tokio::time::sleep(delay).await;
        }
    }

    /// Starts requests for keys of users that the response tells of.
    async fn ask_for_keys(&self) {
        if let Err(failure) = self.session.remote_keys.after_sync().await {
            debug!(error = %failure.reason(), "cannot ask for keys");
        }
    }

    /// Sends one sync request. If the homeserver rejects the sync token, as one that was replaced does, it syncs
    /// from the beginning instead, as at the first start. If it fails at an event, it syncs from behind that.
    async fn sync_once(&mut self) -> Result<SyncResponse, Failure> {
        // After a restore, only the SDK's store has a token.
        let known = match self.token.clone() {
            Some(token) => Some(token),
            None => self.stored_token().await?,
        };
        let token = known
            .clone()
            .map_or(SyncToken::NoToken, SyncToken::Specific);
        let error = match self.sync_from(token).await {
            Ok(response) => {
                self.broken_sync.end_outage();
                return Ok(response);
            }
            Err(error) => error,
        };
        if !is_bad_token(&error) {
            // Boxed, as it would fill the stack.
            if self.broken_sync.note_failure(&error)
                && let Some(response) = Box::pin(self.sync_past_events(known)).await?
            {
                return Ok(response);
            }
            return Err(error.into());
        }
        let response = match self.sync_from(SyncToken::NoToken).await {
            Ok(response) => response,
            Err(error) if self.broken_sync.note_failure(&error) => {
                let response = Box::pin(self.sync_past_events(None)).await?;
                response.ok_or(error)?
            }
            Err(error) => return Err(error.into()),
        };
        self.session.remote_keys.note_missed_changes().await;
        let error = ErrorChain::new(error);
        warn!(
            error = %error,
            "sync token rejected: skipping messages since the last response"
        );
        self.token = None;
        Ok(response)
    }

    /// Sends one sync request from a token on. The SDK stores the response before it dispatches its events to
    /// handlers of its own, and fails there at an event without a type. The changes of rooms are then taken from the
    /// update that it broadcasts before, as the same response would not come again.
    async fn sync_from(&self, token: SyncToken) -> Result<SyncResponse, matrix_sdk::Error> {
        let client = &self.session.client;
        let mut updates = client.subscribe_to_all_room_updates();
        let limit = match token {
            SyncToken::Specific(_) => self.broken_sync.time_for_answer(self.poll_time()),
            _ => None,
        };
        let asked = client.sync_once(self.settings(token));
        let error = match Box::pin(answered_in_time(asked, limit)).await {
            Ok(response) => return Ok(response),
            Err(error) => error,
        };
        let Ok(rooms) = updates.try_recv() else {
            return Err(error);
        };
        let Some(next_batch) = self.stored_token().await? else {
            return Err(error);
        };
        debug!(error = %ErrorChain::new(error), "event handler failed");
        Ok(SyncResponse {
            next_batch,
            rooms,
            ..SyncResponse::default()
        })
    }

    /// Returns the token of the last response that the SDK has stored.
    pub(super) async fn stored_token(&self) -> Result<Option<String>, matrix_sdk::Error> {
        let store = self.session.client.state_store();
        let stored = store.get_kv_data(StateStoreDataKey::SyncToken).await?;
        let token = stored.and_then(StateStoreDataValue::into_sync_token);
        Ok(token.map(|token| token.trim_end_matches(STATE_MARK).to_owned()))
    }

    /// Sets the time until a clock of a game is due, for the next request.
    pub fn limit_poll_time(&mut self, until_clock: Option<Duration>) {
        self.until_clock = until_clock;
    }

    /// Returns the long-polling timeout of the next request.
    fn poll_time(&self) -> Duration {
        if self.started && !self.pending_decryptions.has_deferred() {
            let longest = poll_time(self.pending_decryptions.is_waiting(), self.until_clock);
            self.broken_sync.limit_poll_time(longest)
        } else {
            Duration::ZERO
        }
    }

    /// Returns the maximum events of a room in a response.
    fn timeline_limit(&self) -> UInt {
        timeline_limit(if self.rooms_unknown {
            usize::MAX
        } else {
            self.joined.len()
        })
    }

    fn settings(&self, token: SyncToken) -> SyncSettings {
        // Without a token of the bot's own, past events are ignored.
        let timeline = if self.token.is_some() && matches!(token, SyncToken::Specific(_)) {
            self.timeline_limit()
        } else {
            UInt::from(1u8)
        };
        let filter = request_filter::of_sync(timeline);
        SyncSettings::new()
            .filter(filter.into())
            .set_presence(PresenceState::Offline)
            .full_state(self.rooms_unknown)
            .timeout(self.poll_time())
            .token(token)
    }
}

/// Returns the maximum events of a room in a response, with the number of joined rooms: servers that fill many rooms
/// fill the memory, too.
fn timeline_limit(rooms: usize) -> UInt {
    let share = MAX_TIMELINES / rooms.max(1);
    let limit = share.clamp(MIN_TIMELINE, MAX_TIMELINE);
    UInt::try_from(limit).unwrap_or(UInt::MAX)
}

/// Returns whether the homeserver finds a mistake in a sync request, of which only the token varies.
fn is_bad_token(error: &matrix_sdk::Error) -> bool {
    error.as_client_api_error().is_some_and(|answer| {
        let kind = answer.error_kind();
        answer.status_code == StatusCode::BAD_REQUEST
            && matches!(kind, Some(ErrorKind::Unknown | ErrorKind::InvalidParam))
    })
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
    fn many_rooms_share_the_timelines_of_a_response() {
        let limits = [0, 50, 100, 1_000].map(timeline_limit);
        assert_eq!(limits, [100u8, 100, 50, 10].map(UInt::from));
    }

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
