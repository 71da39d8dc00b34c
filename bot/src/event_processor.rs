//! Event processing: the lobby handles a sync response or the result of a job, and the store commits all
//! effects at once.

#[cfg(test)]
mod tests;

use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use jiff::{SignedDuration, Timestamp};
use lobby::{Effect, Incoming, Lobby, Settings};
use tracing::error;

use crate::{
    clock,
    jobs::InternalInput,
    logging::rate_limited::log_rate_limited,
    matrix::{Arrival, Invitation, Received},
    monitoring::metrics::Metrics,
    store::{Batch, Due, LobbySnapshot, SeenEvent, Store, StoreError},
};

/// Maximum age of the stored sync token while nothing happens. Events received again after a kill are
/// recognised by their ids.
const MAX_TOKEN_AGE: Duration = Duration::from_secs(60);

/// Time slice for one response; then its effects so far are stored and sent, and other work has its turn.
/// Some lines take a tenth of a second.
const MAX_SLICE: Duration = Duration::from_millis(200);

/// Interval at which the store deletes data that is too old to matter; it does so at the start, too.
const CLEANUP_INTERVAL: SignedDuration = SignedDuration::from_hours(24);

/// The times of an event.
#[derive(Clone, Copy)]
struct EventTimes {
    /// Now, as it is processed.
    at: Timestamp,
    /// The arrival of its response.
    arrived: Timestamp,
}

impl EventTimes {
    /// Returns the times of what is in a response. Others may have been processed since it came.
    fn new(at: Timestamp, received: &Received) -> Self {
        let waited = received.at.map(|received| received.elapsed());
        let arrived = waited.and_then(|waited| at.checked_sub(waited).ok());
        Self {
            at,
            arrived: arrived.unwrap_or(at),
        }
    }
}

/// The lobby, kept in step with the store.
pub struct EventProcessor {
    settings: Settings,
    lobby: Lobby,
    store: Store,
    metrics: Metrics,
    /// Time at which the token was stored last.
    token_stored: Option<Instant>,
    /// Time at which the store deleted old data last.
    last_cleanup: Timestamp,
    slice: Duration,
}

impl EventProcessor {
    /// Rebuilds the lobby from stored data.
    pub fn new(settings: Settings, store: Store, stored: LobbySnapshot, metrics: Metrics) -> Self {
        let lobby = rebuilt(&settings, stored);
        metrics.set_tables(lobby.tally());
        Self {
            settings,
            lobby,
            store,
            metrics,
            token_stored: None,
            last_cleanup: clock::now(),
            slice: MAX_SLICE,
        }
    }

    /// Notes from when on users can have seen the announcement of a request; `None` while it isn't sent.
    pub fn note_announced(&mut self, request: u64, shown: Option<Timestamp>) {
        self.lobby.note_announced(request, shown);
    }

    /// Handles a sync response, or as much of it as a time slice allows; returns the work to be done and the rest of the
    /// response. The end of a complete response is a part of its own, as players are looked up after its lines. Once this
    /// returns, a kill no longer loses or repeats anything of the handled part.
    ///
    /// # Errors
    ///
    /// If the store fails. Lobby and store then differ, so the program has to end; after a restart it
    /// receives the same response.
    pub async fn process_sync(
        &mut self,
        at: Timestamp,
        mut received: Received,
    ) -> Result<(Due, Option<Received>), StoreError> {
        let begin = Instant::now();
        let times = EventTimes::new(at, &received);
        if self.last_cleanup.duration_until(at) >= CLEANUP_INTERVAL {
            self.store.forget().await?;
            self.last_cleanup = at;
        }
        let mut due = Due::default();
        let mut batch = Batch::default();
        let mut in_batch = HashSet::new();
        let has_end = received.synced.is_some() && !received.arrivals.is_empty();
        let mut arrivals = std::mem::take(&mut received.arrivals).into_iter();
        for Arrival { event, incoming } in arrivals.by_ref() {
            if let Some(event) = &event {
                if !in_batch.insert(event.event.clone()) || !self.is_new(event, &batch).await? {
                    continue;
                }
                batch.seen.push(event.clone());
            }
            let id = event.as_ref().map(|event| event.event.as_str());
            self.add(times, id, &incoming, &mut batch, &mut due).await?;
            if begin.elapsed() >= self.slice {
                break;
            }
        }
        if arrivals.len() > 0 || has_end {
            // The events are marked as seen; the token is stored with the rest.
            self.token_stored = None;
            due.extend(self.store.commit(batch).await?);
            received.arrivals = arrivals.collect();
            return Ok((due, Some(received)));
        }
        for line in received.unreadable {
            let event = line.event.clone();
            batch.told.push(event.clone());
            let incoming = Incoming::Unreadable(line);
            self.add(times, Some(&event), &incoming, &mut batch, &mut due)
                .await?;
        }
        if let Some(synced) = received.synced {
            let incoming = Incoming::Synced(synced);
            self.add(times, None, &incoming, &mut batch, &mut due)
                .await?;
            self.metrics
                .count_clocks(self.lobby.take_clock_statistics());
        }
        self.metrics.set_tables(self.lobby.tally());
        (batch.undecrypted, batch.settled) = (received.undecrypted, received.settled);
        if batch.is_empty()
            && self
                .token_stored
                .is_some_and(|at| at.elapsed() < MAX_TOKEN_AGE)
        {
            return Ok((due, None));
        }
        batch.token = Some(received.token);
        due.extend(self.store.commit(batch).await?);
        self.token_stored = Some(Instant::now());
        Ok((due, None))
    }

    /// Returns whether neither an event nor, under another id, its ciphertext has been processed before.
    async fn is_new(&self, event: &SeenEvent, batch: &Batch) -> Result<bool, StoreError> {
        let SeenEvent {
            event: id,
            room,
            megolm_index,
        } = event;
        if self.store.is_seen(id).await? {
            return Ok(false);
        }
        let Some(megolm_index) = megolm_index else {
            return Ok(true);
        };
        let in_batch = |seen: &SeenEvent| seen.megolm_index.as_ref() == Some(megolm_index);
        if batch.seen.iter().any(in_batch) || self.store.is_opened(megolm_index).await? {
            log_rate_limited!(
                room,
                warn!(
                    room,
                    event = id,
                    "ignored encrypted message: already decrypted under another event id"
                )
            );
            return Ok(false);
        }
        Ok(true)
    }

    /// Adds the effects of an event. If handling it panics, the effects before it are committed, and the
    /// tables are rebuilt from the store.
    async fn add(
        &mut self,
        times: EventTimes,
        event: Option<&str>,
        incoming: &Incoming,
        batch: &mut Batch,
        due: &mut Due,
    ) -> Result<(), StoreError> {
        match self.handle(times, incoming) {
            Some(effects) => {
                if matches!(incoming, Incoming::Line(_)) && !effects.is_empty() {
                    self.metrics.count_command();
                }
                batch.effects.extend(effects);
            }
            None => {
                error!(event, "event handler panicked: event skipped");
                due.extend(self.store.commit(std::mem::take(batch)).await?);
                self.lobby = rebuilt(&self.settings, self.store.lobby().await?);
            }
        }
        Ok(())
    }

    /// Handles any other input, most often the result of a job, and returns the work to be done.
    /// Idempotent: a second result of the same job changes nothing.
    ///
    /// # Errors
    ///
    /// If the store fails. Lobby and store then differ, so the program has to end; after a restart the
    /// job is carried out again.
    pub async fn process_internal_input(
        &mut self,
        at: Timestamp,
        report: InternalInput,
    ) -> Result<Due, StoreError> {
        let InternalInput { job, incoming } = report;
        if let Some(job) = job
            && !self.store.is_job_open(job).await?
        {
            return Ok(Due::default());
        }
        let times = EventTimes { at, arrived: at };
        let effects = match self.handle(times, &incoming) {
            Some(effects) => effects,
            None => {
                error!(job, "job result handler panicked: result skipped");
                self.lobby = rebuilt(&self.settings, self.store.lobby().await?);
                Vec::new()
            }
        };
        let batch = Batch {
            job,
            effects,
            ..Batch::default()
        };
        if batch.is_empty() {
            return Ok(Due::default());
        }
        self.store.commit(batch).await
    }

    /// Returns the lobby, to be read.
    pub fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// Returns whether an invitation is accepted.
    pub fn welcomes(&self, invitation: &Invitation) -> bool {
        let inviter = invitation.inviter.as_deref();
        inviter.is_some_and(|inviter| self.lobby.may_invite(inviter, &invitation.room))
    }

    /// Handles input; returns `None` if that panics, because otherwise the event would end this run and every
    /// run after it. The lobby may then be half changed.
    fn handle(&mut self, times: EventTimes, incoming: &Incoming) -> Option<Vec<Effect>> {
        let EventTimes { at, arrived } = times;
        let handle = || self.lobby.handle_arrived(at, arrived, incoming);
        catch_unwind(AssertUnwindSafe(handle)).ok()
    }
}

/// Rebuilds the tables, except for those that cannot be rebuilt, which are logged.
fn rebuilt(settings: &Settings, stored: LobbySnapshot) -> Lobby {
    let mut lobby = Lobby::new(settings.clone());
    lobby.skip_id(stored.last_id);
    for (key, reason) in lobby.remember(stored.results, stored.duels, stored.values) {
        error!(%key, error = %reason, "cannot read stored value: value ignored");
    }
    for (id, reason) in lobby.restore(stored.saved) {
        error!(table = %id, error = %reason, "cannot rebuild table");
    }
    lobby
}
