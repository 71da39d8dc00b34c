//! Sync requests: asking again and again for what is new.

use std::time::{Duration, Instant};

use matrix_sdk::{config::SyncSettings, ruma::presence::PresenceState, sync::SyncResponse};
use tracing::{info, warn};

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
            let failure = match self.session.client.sync_once(self.settings()).await {
                Ok(response) => {
                    self.session.metrics.synced(true);
                    if let Some(since) = outage {
                        info!("the homeserver answers again after {:.0?}", since.elapsed());
                    }
                    return Ok(response);
                }
                Err(error) => Failure::from(error),
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
