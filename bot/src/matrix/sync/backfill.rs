//! Backfill: events that were written during a pause and did not fit into the sync response (a limited
//! timeline).
//!
//! They are read forwards from the token of the last response. Going backwards, the homeserver asks other
//! servers for events that it lacks and holds the answer until they have replied (Synapse), so that one of
//! them could hold up all rooms. Events that come in that way count as older than the token and are not part
//! of the answer: those in a gap between homeservers are never read.

use std::{
    collections::{HashMap, HashSet},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use futures_util::{StreamExt, TryStreamExt, stream};
use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEvent,
    room::Messages,
    ruma::{
        OwnedEventId, OwnedRoomId, RoomId,
        api::client::{filter::RoomEventFilter, message::get_message_events::v3},
        events::{
            AnySyncMessageLikeEvent, AnySyncTimelineEvent, AnyTimelineEvent, SyncMessageLikeEvent,
        },
        serde::Raw,
    },
    sync::Timeline,
};
use tokio::time::{error::Elapsed, sleep, timeout, timeout_at};

use super::{read_form::is_setting, replay_guard, request_filter};
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{
        failure::{Failure, is_internal_error},
        response_body::cut_rooms::CutRooms,
        session::{Session, session_error::SessionError},
    },
};

/// Maximum missed events of a room that are read; Synapse returns as many per request.
const MAX_EVENTS: usize = 1000;
/// Maximum requests for one room; other servers return fewer events per request, or none where the filter
/// leaves none.
const MAX_BACKFILL_PAGES: usize = 30;
/// Maximum number of rooms that are asked about concurrently.
const MAX_CONCURRENT_ROOMS: usize = 4;
/// The same where the homeserver may fail at some of them.
const MAX_CONCURRENT_GAPS: usize = 32;
/// Time for all of those rooms together.
const GAPS_TIMEOUT: Duration = Duration::from_secs(12);
/// Size of the missed events of a room in bytes after which only small ones are read, as moves are.
const MAX_BYTES_OF_ROOM: usize = 8 << 20;
/// Maximum size of a small event in bytes.
const MAX_SMALL_EVENT: usize = 8 << 10;
/// Size of missed events in bytes after which no further rooms are asked about, before those that have answered are
/// served: with 4 rooms at a time, up to 100 MiB are in memory.
const MAX_BYTES_AT_ONCE: usize = 32 << 20;
/// Timeout for all rooms of a response together, before those that have answered are served. It is shorter while there
/// is less time left for rooms that fail.
const FIRST_TIMEOUT: Duration = Duration::from_secs(4);
/// Timeout for one room after that. All rooms together get the time left in `Session::missed_events_time`, apart from
/// `MIN_TIMEOUT`.
const LAST_TIMEOUT: Duration = Duration::from_secs(10);
/// Time that every room gets, however many there are before it.
const MIN_TIMEOUT: Duration = Duration::from_millis(500);

/// Timeout of a request for the events of a gap at which the homeserver may fail.
const PAGE_TIMEOUT: Duration = Duration::from_secs(3);
/// Time before a second try.
const SECOND_TRY_DELAY: Duration = Duration::from_millis(300);
/// The same where it is known to fail.
const BROKEN_PAGE_TIMEOUT: Duration = Duration::from_secs(1);
/// The same when it is asked again.
const CHECK_TIMEOUT: Duration = Duration::from_secs(15);
/// Number of times at which a homeserver that has failed at a room has to fail again.
const BREAK_CHECKS: usize = 2;
/// Maximum number of times at which it is asked, as it may fail in general.
const MAX_BREAK_CHECKS: usize = 20;
/// Time before each of them.
const BREAK_CHECK_INTERVAL: Duration = Duration::from_secs(3);

/// A page of events, unless the request has timed out.
type Page = Result<matrix_sdk::Result<Messages>, Elapsed>;

/// The attempt at which rooms are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// The first one: slow rooms are deferred, and those at which the homeserver has failed.
    First,
    /// The second one; only rooms that have not been asked about are deferred again.
    Last,
}

/// A gap in a room's timeline: events were missed between two tokens.
#[derive(Debug)]
pub(super) struct Gap {
    room: Room,
    since: String,
    until: String,
    /// The ids of the events in the response.
    known: HashSet<OwnedEventId>,
    /// Timeout of a request after which only messages are read.
    page_timeout: Duration,
    /// The homeserver is known to fail at others than messages.
    is_broken: bool,
}

/// Events of a gap, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct MissedEvents {
    pub(super) events: Vec<TimelineEvent>,
    /// There are more, which are not read.
    pub(super) is_cut: bool,
    /// The homeserver fails at one of them, so that only messages are read.
    pub(super) is_broken: bool,
}

/// The missed events of a room.
#[derive(Debug)]
pub(super) enum Backfilled {
    /// The events, or none if they cannot be read.
    Events(MissedEvents),
    /// The room is deferred: its events have not come in time, or those of other rooms are to be served first.
    Slow,
}

impl Backfilled {
    /// Returns the size of the events in bytes.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Events(missed) => size(&missed.events),
            Self::Slow => 0,
        }
    }
}

impl Gap {
    /// Returns the gap between a token and a room's timeline, if there are events before that.
    pub(super) fn before(timeline: &Timeline, room: Room, since: &str) -> Option<Self> {
        let known = timeline.events.iter().filter_map(TimelineEvent::event_id);
        Some(Self {
            room,
            since: since.to_owned(),
            until: timeline.prev_batch.clone()?,
            known: known.collect(),
            page_timeout: Duration::MAX,
            is_broken: false,
        })
    }

    /// Returns the gap between two tokens, at whose events the homeserver may fail.
    pub(super) fn between(room: Room, since: &str, until: &str) -> Self {
        Self {
            room,
            since: since.to_owned(),
            until: until.to_owned(),
            known: HashSet::new(),
            page_timeout: PAGE_TIMEOUT,
            is_broken: false,
        }
    }

    /// Has only messages read, within less time, if the homeserver is known to fail at others.
    pub(super) fn known_as_broken(self, is_broken: bool) -> Self {
        let page_timeout = if is_broken {
            BROKEN_PAGE_TIMEOUT
        } else {
            self.page_timeout
        };
        Self {
            is_broken,
            page_timeout,
            ..self
        }
    }

    /// Gives the homeserver more time for each request.
    pub(super) fn with_more_time(self) -> Self {
        Self {
            page_timeout: CHECK_TIMEOUT,
            ..self
        }
    }

    pub(super) fn room_id(&self) -> &RoomId {
        self.room.room_id()
    }

    /// Returns whether the homeserver fails at the state events of the gap, also after a while.
    pub(super) async fn is_broken(&self) -> bool {
        is_broken_after_checks(|| async {
            let mut is_broken = false;
            let page = self.page(&self.since, &mut is_broken).await;
            page.is_ok().then_some(is_broken)
        })
        .await
    }

    /// Returns a request for the events after a token.
    fn request(&self, start: &str, filter: RoomEventFilter) -> v3::Request {
        let mut request = v3::Request::forward(self.room_id().to_owned());
        request.from = Some(start.to_owned());
        request.to = Some(self.until.clone());
        request.limit = u32::try_from(MAX_EVENTS).unwrap_or(u32::MAX).into();
        request.filter = filter;
        request
    }

    /// Reads the events, without retries.
    async fn read(&self, cut_rooms: &CutRooms) -> Result<MissedEvents, Failure> {
        let id = self.room.room_id().as_str();
        let mut missed = Vec::new();
        let mut from = Some(self.since.clone());
        let mut is_cut = false;
        let mut is_broken = self.is_broken;
        for number in 1..=MAX_BACKFILL_PAGES {
            let Some(start) = from else {
                break;
            };
            is_cut = number == MAX_BACKFILL_PAGES;
            let dropped = cut_rooms.dropped();
            let page = self.page(&start, &mut is_broken).await?;
            let dropped = cut_rooms.dropped().saturating_sub(dropped);
            // Synapse's last page has such a token, too.
            let is_last = page.chunk.len().saturating_add(dropped) < MAX_EVENTS;
            let max = match size(&missed) {
                ..MAX_BYTES_OF_ROOM => usize::MAX,
                _ => MAX_SMALL_EVENT,
            };
            missed.extend(page.chunk.into_iter().filter(|event| {
                let json = event.raw().json().get();
                self.is_new(event) && (event_size(event) <= max || is_setting(json.as_bytes()))
            }));
            from = page.end.filter(|end| *end != start);
            if from.as_deref().is_some_and(is_topological) {
                if !is_last {
                    is_cut = true;
                    log_rate_limited!(
                        id,
                        warn!(
                            room = id,
                            "backfill incomplete: homeserver changed the order of events"
                        )
                    );
                }
                break;
            }
            if missed.len() >= MAX_EVENTS {
                is_cut = true;
                log_rate_limited!(
                    id,
                    warn!(
                        room = id,
                        limit = MAX_EVENTS,
                        "backfill incomplete: too many missed events"
                    )
                );
                break;
            }
        }
        missed.truncate(MAX_EVENTS);
        log_missed(id, missed.len());
        Ok(MissedEvents {
            events: missed,
            is_cut: is_cut || is_broken,
            is_broken,
        })
    }

    /// Returns the events after a token; only messages if the homeserver fails at others (`is_broken`), or none if it
    /// fails at those, too, as at state events of that type.
    async fn page(&self, start: &str, is_broken: &mut bool) -> Result<Messages, Failure> {
        if !*is_broken {
            let page = self.ask(start, request_filter::of_timeline()).await;
            if !is_failure_at_event(&page) {
                return page_or_failure(page);
            }
        }
        // Asked again, as the failure may be temporary.
        let second_try = async {
            if *is_broken {
                return None;
            }
            sleep(SECOND_TRY_DELAY).await;
            Some(self.ask(start, request_filter::of_timeline()).await)
        };
        // All at once, as other rooms wait.
        let (messages, without_events, second_try) = tokio::join!(
            self.ask(start, request_filter::of_messages()),
            self.ask(start, request_filter::of_nothing()),
            second_try,
        );
        if let Some(page) = second_try.filter(|page| !is_failure_at_event(page)) {
            return page_or_failure(page);
        }
        *is_broken = true;
        page_or_failure(if is_failure_at_event(&messages) {
            without_events
        } else {
            messages
        })
    }

    async fn ask(&self, start: &str, filter: RoomEventFilter) -> Page {
        timeout(self.page_timeout, self.messages(start, filter)).await
    }

    /// Returns the events after a token. The SDK's own request for them also reads settings and push rules of the room
    /// from the store, which takes longer than the request where a room has no new events.
    async fn messages(&self, start: &str, filter: RoomEventFilter) -> matrix_sdk::Result<Messages> {
        let response = self.room.client().send(self.request(start, filter)).await?;
        let mut chunk = Vec::new();
        for event in response.chunk {
            chunk.push(self.decrypted(event).await);
        }
        Ok(Messages {
            start: response.start,
            end: response.end,
            chunk,
            state: response.state,
        })
    }

    /// Decrypts an event that is encrypted.
    async fn decrypted(&self, event: Raw<AnyTimelineEvent>) -> TimelineEvent {
        if let Ok(AnySyncTimelineEvent::MessageLike(AnySyncMessageLikeEvent::RoomEncrypted(
            SyncMessageLikeEvent::Original(_),
        ))) = event.deserialize_as::<AnySyncTimelineEvent>()
            && let Ok(event) = (self.room)
                .decrypt_event(event.cast_ref_unchecked(), None)
                .await
        {
            return event;
        }
        TimelineEvent::from_plaintext(event.cast())
    }

    fn is_new(&self, event: &TimelineEvent) -> bool {
        event.event_id().is_none_or(|id| !self.known.contains(&id))
    }
}

/// Returns whether the homeserver fails at a room, also after a while. A check has no result if it fails in general.
pub(super) async fn is_broken_after_checks<F>(check: impl Fn() -> F) -> bool
where
    F: Future<Output = Option<bool>>,
{
    let mut failures = 0;
    for _ in 0..MAX_BREAK_CHECKS {
        sleep(BREAK_CHECK_INTERVAL).await;
        match check().await {
            Some(false) => return false,
            Some(true) => failures += 1,
            None => {}
        }
        if failures == BREAK_CHECKS {
            return true;
        }
    }
    false
}

/// Returns whether the homeserver has failed at a page, or not answered in time.
fn is_failure_at_event(page: &Page) -> bool {
    let failed = page.as_ref().map(|page| page.as_ref().err());
    failed.is_err() || failed.is_ok_and(|error| error.is_some_and(is_internal))
}

fn is_internal(error: &matrix_sdk::Error) -> bool {
    error.as_client_api_error().is_some_and(is_internal_error)
}

fn page_or_failure(page: Page) -> Result<Messages, Failure> {
    match page {
        Ok(page) => page.map_err(Failure::from),
        Err(elapsed) => Err(Failure::unreachable(elapsed)),
    }
}

fn log_missed(room: &str, events: usize) {
    if events > 0 {
        log_rate_limited!(room, info!(room, events, "backfilled missed events"));
    }
}

/// Reads the missed events of several rooms concurrently, besides those that are kept, with their size.
pub(super) async fn backfill(
    session: &Session,
    gaps: Vec<Gap>,
    attempt: Attempt,
    kept: usize,
) -> Result<HashMap<OwnedRoomId, Backfilled>, SessionError> {
    let begin = Instant::now();
    let time_left = session.missed_events_time.lock().left();
    let bytes = &AtomicUsize::new(kept);
    let asking = &session.failing_backfills;
    let reading = gaps.into_iter().map(|gap| async move {
        let missed = match attempt {
            _ if bytes.load(Ordering::Relaxed) > MAX_BYTES_AT_ONCE => Backfilled::Slow,
            Attempt::First if !asking.has_failed(&gap.room) => {
                let deadline = begin + time_left.clamp(MIN_TIMEOUT, FIRST_TIMEOUT);
                match timeout_at(deadline.into(), gap.read(&session.cut_rooms)).await {
                    Ok(Ok(events)) => Backfilled::Events(events),
                    Ok(Err(_)) | Err(_) => Backfilled::Slow,
                }
            }
            Attempt::First if !asking.is_suspended(&gap.room) => Backfilled::Slow,
            Attempt::First | Attempt::Last => {
                let left = time_left.saturating_sub(begin.elapsed());
                let left = left.max(MIN_TIMEOUT);
                let question = async || gap.read(&session.cut_rooms).await;
                let asked = Instant::now();
                let events = asking.ask_within(&gap.room, left.min(LAST_TIMEOUT), question);
                let events = events.await?;
                if events.is_none() {
                    let mut time = session.missed_events_time.lock();
                    time.spend(asked.elapsed());
                }
                let unread = || MissedEvents {
                    events: Vec::new(),
                    is_cut: true,
                    is_broken: false,
                };
                Backfilled::Events(events.unwrap_or_else(unread))
            }
        };
        bytes.fetch_add(missed.size(), Ordering::Relaxed);
        Ok((gap.room.room_id().to_owned(), missed))
    });
    let reading = stream::iter(reading).buffer_unordered(MAX_CONCURRENT_ROOMS);
    reading.try_collect().await
}

/// Reads gaps at whose events the homeserver may fail. Those that it doesn't show in time, or that are too many, are left
/// out.
pub(super) async fn read_gaps(
    session: &Session,
    gaps: Vec<Gap>,
) -> HashMap<OwnedRoomId, MissedEvents> {
    let bytes = &AtomicUsize::new(0);
    let deadline = Instant::now() + GAPS_TIMEOUT;
    let reading = gaps.into_iter().map(|gap| async move {
        if bytes.load(Ordering::Relaxed) > MAX_BYTES_AT_ONCE {
            return None;
        }
        let missed = timeout_at(deadline.into(), gap.read(&session.cut_rooms)).await;
        let missed = missed.ok()?.ok()?;
        bytes.fetch_add(size(&missed.events), Ordering::Relaxed);
        Some((gap.room.room_id().to_owned(), missed))
    });
    let reading = stream::iter(reading).buffer_unordered(MAX_CONCURRENT_GAPS);
    reading.filter_map(async |read| read).collect().await
}

/// Returns the size of events in bytes.
fn size(events: &[TimelineEvent]) -> usize {
    events.iter().map(event_size).sum()
}

/// Returns the size of an event in bytes, besides its encrypted form.
fn event_size(event: &TimelineEvent) -> usize {
    let form = replay_guard::encrypted_form(event).map_or(0, |form| form.len());
    event.raw().json().get().len().saturating_sub(form)
}

/// Returns whether a token counts in the topological order of the room's event graph, in which events from
/// before the pause can come after it (Synapse, Dendrite).
fn is_topological(token: &str) -> bool {
    token.starts_with('t')
}
