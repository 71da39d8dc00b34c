//! Sync requests: asking again and again for what is new.

use std::time::{Duration, Instant};

use matrix_sdk::{
    config::SyncSettings,
    ruma::presence::PresenceState,
    store::{StateStoreDataKey, StateStoreDataValue},
    sync::SyncResponse,
};
use tracing::{debug, info, warn};

use super::Inbox;
use crate::{
    backoff::Backoff,
    matrix::{
        failure::Failure,
        filter,
        session_error::{SessionError, failed, is_damage},
    },
};

/// Longest time for which the server keeps a request when nothing happens.
const PATIENCE: Duration = Duration::from_secs(30);
/// The same while a key is waited for.
const PATIENCE_WITH_KEYS: Duration = Duration::from_secs(5);
/// Missed events of a room that come after a pause; the server's own limit is 10.
const TIMELINE: u32 = 100;

impl Inbox {
    /// The next sync response.
    pub(super) async fn response(&self) -> Result<SyncResponse, SessionError> {
        let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(30));
        let mut outage: Option<Instant> = None;
        loop {
            let failure = match self.sync_once().await {
                Ok(response) => {
                    self.session.metrics.synced(true);
                    if let Some(since) = outage {
                        info!("the homeserver answers again after {:.0?}", since.elapsed());
                    }
                    return Ok(response);
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
                // A kill can come between a response and the trimming of it.
                Failure::Refused(_) | Failure::Internal(_) => self.trim_own().await,
                Failure::Unreachable { .. } => {}
            }
            if outage.is_none() {
                warn!("receiving failed, trying again: {}", failure.reason());
                outage = Some(Instant::now());
                self.session.metrics.synced(false);
            }
            let wait = match failure {
                Failure::Unreachable {
                    after: Some(after), ..
                } => after.max(backoff.step()),
                _ => backoff.step(),
            };
            tokio::time::sleep(wait).await;
        }
    }

    /// One sync response. The SDK stores it before it looks for handlers of its events, of which the bot has none,
    /// and fails at an event without a type: then what has happened in rooms is taken from what it tells before
    /// that. The same response would not come again.
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
        debug!("an event has no handler: {}", failure.reason());
        Ok(SyncResponse {
            next_batch,
            rooms,
            ..SyncResponse::default()
        })
    }

    fn settings(&self) -> SyncSettings {
        // At the very first start, nothing of the past is acted upon.
        let timeline = if self.token.is_some() { TIMELINE } else { 1 };
        let filter = filter::of_sync(timeline.into());
        let settings = SyncSettings::new()
            .filter(filter.into())
            .set_presence(PresenceState::Offline)
            .full_state(self.rooms_unknown)
            .timeout(match self.started {
                // Keys can come in other ways than with a response, and patience with them ends.
                true if self.late.is_waiting() => PATIENCE_WITH_KEYS,
                true => PATIENCE,
                false => Duration::ZERO,
            });
        match &self.token {
            Some(token) => settings.token(token.clone()),
            None => settings,
        }
    }
}
