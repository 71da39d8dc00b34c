//! Recovery from events at which the homeserver fails at every sync.
//!
//! Synapse 1.163 reads the text below a reserved key of its JSON library as JSON, and adds what it reads to the event
//! that replaces a state event with such a key. At some texts it fails, at others it never answers: at all syncs from
//! before that event on, of the members of the room and of those whose membership it is. Every member can write such
//! events. The bot syncs from behind them, and reads what it has missed in each room.

mod missed_state;
mod outside_rooms;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use lobby::Incoming;
use matrix_sdk::{
    Client, HttpError,
    ruma::{
        OwnedRoomId, RoomId,
        api::{
            client::{membership::joined_rooms, peeking::listen_to_new_events},
            error::{Error as ApiError, ErrorKind},
        },
    },
    sync::{LeftRoomUpdate, SyncResponse},
};
use parking_lot::Mutex;
use tokio::{
    sync::Semaphore,
    time::{error::Elapsed, sleep, timeout},
};
use tracing::error;

pub(super) use self::missed_state::STATE_MARK;
use self::missed_state::{Missed, is_state_broken};
use super::Inbox;
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{
        failure::{Failure, is_internal_error},
        sync::{
            backfill::Gap,
            received::{Arrival, Received},
        },
    },
};

/// Time for which syncs have to fail before events are passed over, if the homeserver answers.
const MIN_OUTAGE: Duration = Duration::from_secs(3);
/// Time after that, or after a broken room was found, in which it is done at once, and the homeserver has less time to
/// answer.
const ALERT_TIME: Duration = Duration::from_hours(6);
/// Long-polling timeout during that time.
const ALERT_POLL_TIME: Duration = Duration::from_secs(2);
/// Time in which the homeserver has to begin its answer during that time, besides the long-polling timeout.
const ALERT_TIMEOUT: Duration = Duration::from_secs(6);
/// The same while recoveries follow each other, or readings outside rooms are slow: syncs would be slow for the same reason.
const SHORT_ALERT_TIMEOUT: Duration = Duration::from_secs(2);
/// Number of recoveries from one sync with the longer time to the next: the homeserver may just be slow.
const LONG_TIMEOUT_INTERVAL: u32 = 4;
/// Time beyond which a reading outside rooms is slow. Hostile servers can have many large messages between devices read.
const MAX_QUICK_READING: Duration = Duration::from_secs(3);
/// Maximum time for which recoveries leave them out after a slow one.
const MAX_READING_PAUSE: Duration = Duration::from_secs(15);
/// Minimum time between two recoveries, which doubles up to a maximum while no sync succeeds.
const MIN_RECOVERY_INTERVAL: Duration = Duration::from_millis(500);
const MAX_RECOVERY_INTERVAL: Duration = Duration::from_secs(5);
/// Maximum number of tokens of the present that are requested, until no room was joined during that.
const MAX_PRESENT_CHECKS: usize = 3;
/// Time after a recovery in which a room at whose missed events the homeserver fails may be broken.
const GAP_TIME: Duration = Duration::from_secs(60);
/// Maximum number of rooms that are checked at the same time.
const MAX_CONCURRENT_CHECKS: usize = 4;
/// Timeout of each request for the joined rooms or a token.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Time after which a broken room in which the bot still is will be left again.
const LEAVE_INTERVAL: Duration = Duration::from_secs(10 * 60);
/// Time for which the bot doesn't return to a broken room, as its games are kept no longer.
const LEFT_ROOM_TTL: Duration = Duration::from_hours(7 * 24);

/// The failures of the homeserver at events.
#[derive(Debug, Default)]
pub(super) struct BrokenSync {
    /// The first of the syncs that have failed in a row.
    begun: Option<Instant>,
    /// The last time at which events were passed over.
    passed: Option<Instant>,
    /// The beginning of the alert time.
    alert_begun: Option<Instant>,
    /// Number of recoveries since the last sync that succeeded.
    recoveries_in_a_row: u32,
    /// The last reading outside rooms since then, if it was slow.
    slow_reading: Option<SlowReading>,
    checks: Arc<Mutex<RoomChecks>>,
    check_permits: Arc<CheckPermits>,
    /// The broken rooms that the bot has left or is about to leave.
    left: HashMap<OwnedRoomId, Instant>,
}

/// A slow reading of what is outside rooms.
#[derive(Clone, Copy, Debug)]
struct SlowReading {
    ended: Instant,
    time: Duration,
}

/// Permits to check rooms at the same time.
#[derive(Debug)]
struct CheckPermits(Semaphore);

impl Default for CheckPermits {
    fn default() -> Self {
        Self(Semaphore::new(MAX_CONCURRENT_CHECKS))
    }
}

/// The rooms at whose missed events the homeserver has failed.
#[derive(Debug, Default)]
struct RoomChecks {
    /// Those that are checked again.
    under_way: HashSet<OwnedRoomId>,
    /// Those that are broken, until the lobby is told.
    broken: Vec<OwnedRoomId>,
    /// New rooms without a state, of which nothing is read.
    unreadable: HashSet<OwnedRoomId>,
}

impl BrokenSync {
    /// Notes a failed sync. Returns whether to sync from behind the events that were written since the last one.
    pub(super) fn note_failure(&mut self, error: &matrix_sdk::Error) -> bool {
        let is_hanging = is_timeout(error);
        let answer = error.as_client_api_error();
        if !is_hanging && !answer.is_some_and(is_failure_at_event) {
            self.begun = None;
            return false;
        }
        let now = Instant::now();
        let begun = *self.begun.get_or_insert(now);
        is_hanging || self.is_alert() || now - begun >= MIN_OUTAGE
    }

    /// Notes a sync that has succeeded.
    pub(super) fn end_outage(&mut self) {
        self.begun = None;
        self.recoveries_in_a_row = 0;
        self.slow_reading = None;
    }

    /// Notes the time of a reading outside rooms.
    fn note_reading(&mut self, time: Duration) {
        let ended = Instant::now();
        self.slow_reading = (time > MAX_QUICK_READING).then_some(SlowReading { ended, time });
    }

    /// Returns whether recoveries leave out what is outside rooms, so that rooms have half of the time.
    fn is_reading_paused(&self) -> bool {
        self.slow_reading
            .is_some_and(|reading| reading.ended.elapsed() < reading.time.min(MAX_READING_PAUSE))
    }

    /// Notes the beginning of a recovery. Returns the time to wait before it: a homeserver that fails at every sync, whatever
    /// the events, isn't asked about all rooms without a pause.
    fn begin_recovery(&mut self) -> Duration {
        let interval = MIN_RECOVERY_INTERVAL * 2u32.saturating_pow(self.recoveries_in_a_row);
        let interval = interval.min(MAX_RECOVERY_INTERVAL);
        let since = self.passed.map_or(Duration::MAX, |at| at.elapsed());
        let wait = interval.saturating_sub(since);
        self.recoveries_in_a_row = self.recoveries_in_a_row.saturating_add(1);
        wait
    }

    /// Notes that events were passed over. That doesn't prolong the alert time.
    fn note_passed(&mut self) {
        let now = Instant::now();
        self.passed = Some(now);
        if !self.is_alert() {
            self.alert_begun = Some(now);
        }
    }

    /// Returns whether events were passed over lately, so that others may have to be.
    pub(super) fn is_alert(&self) -> bool {
        self.alert_begun.is_some_and(|at| at.elapsed() < ALERT_TIME)
    }

    /// Returns the time in which the homeserver has to begin its answer; `None` if it has as much as the SDK gives it.
    pub(super) fn time_for_answer(&self, poll_time: Duration) -> Option<Duration> {
        let is_slow = self.slow_reading.is_some() || self.recoveries_in_a_row > 1;
        let has_short_time = is_slow
            && !self
                .recoveries_in_a_row
                .is_multiple_of(LONG_TIMEOUT_INTERVAL);
        let time = if has_short_time {
            SHORT_ALERT_TIMEOUT
        } else {
            ALERT_TIMEOUT
        };
        self.is_alert().then_some(poll_time + time)
    }

    /// Limits a long-polling timeout.
    pub(super) fn limit_poll_time(&self, poll_time: Duration) -> Duration {
        if self.recoveries_in_a_row > 0 {
            // While others of the kind are being written, the request has to fall between two of them.
            Duration::ZERO
        } else if self.is_alert() {
            poll_time.min(ALERT_POLL_TIME)
        } else {
            poll_time
        }
    }

    /// Notes that the homeserver has failed at the missed events of a room.
    pub(super) fn note_gap(&mut self, gap: Gap) {
        if self.passed.is_some_and(|at| at.elapsed() < GAP_TIME) {
            let room = gap.room_id().to_owned();
            let gap = gap.with_more_time();
            self.check(room, async move { gap.is_broken().await });
        }
    }

    /// Notes that the homeserver has failed at the state of a room.
    fn note_state(&mut self, client: &Client, room: OwnedRoomId) {
        let (client, checked) = (client.clone(), room.clone());
        self.check(
            room,
            async move { is_state_broken(&client, &checked).await },
        );
    }

    /// Notes that nothing can be read of a new room, until it is found not to be broken.
    pub(super) fn note_unreadable(&mut self, room: &RoomId) {
        self.checks.lock().unreadable.insert(room.to_owned());
    }

    /// Returns whether nothing can be read of a room.
    pub(super) fn is_unreadable(&self, room: &RoomId) -> bool {
        self.checks.lock().unreadable.contains(room)
    }

    /// Forgets a room that was left.
    pub(super) fn forget(&mut self, room: &RoomId) {
        self.checks.lock().unreadable.remove(room);
    }

    /// Returns whether a room is checked again at which the homeserver has failed, or is about to be left.
    pub(super) fn is_being_checked(&self, room: &RoomId) -> bool {
        let checks = self.checks.lock();
        checks.under_way.contains(room) || checks.broken.iter().any(|broken| broken == room)
    }

    /// Checks a room in the background.
    fn check(&mut self, room: OwnedRoomId, is_broken: impl Future<Output = bool> + Send + 'static) {
        if !self.checks.lock().under_way.insert(room.clone()) {
            return;
        }
        let checks = Arc::clone(&self.checks);
        let permits = Arc::clone(&self.check_permits);
        tokio::spawn(async move {
            let permit = permits.0.acquire().await;
            let is_broken = is_broken.await;
            drop(permit);
            let mut checks = checks.lock();
            checks.under_way.remove(&room);
            if is_broken {
                checks.broken.push(room);
            } else {
                checks.unreadable.remove(&room);
            }
        });
    }

    /// Returns whether the bot has left a room because it was broken, and doesn't return.
    pub(super) fn has_left(&self, room: &RoomId) -> bool {
        let left = self.left.get(room);
        left.is_some_and(|left| left.elapsed() < LEFT_ROOM_TTL)
    }
}

impl Inbox {
    /// Goes on behind the events that were written since a token, which count as missed; `None` if the homeserver doesn't
    /// answer. The next request is made from there. If others of the kind have been written meanwhile, it fails,
    /// and what was missed until then is read in the same way.
    pub(super) async fn sync_past_events(
        &mut self,
        token: Option<String>,
    ) -> Result<Option<SyncResponse>, Failure> {
        sleep(self.broken_sync.begin_recovery()).await;
        let client = self.session.client.clone();
        let Some((joined, present)) = present(&client).await else {
            return Ok(None);
        };
        let since = token.as_deref();
        let Some(mut response) = self.read_outside_rooms_in_turn(since, &present).await? else {
            return Ok(None);
        };
        let until = response.next_batch.clone();
        let missed = self.read_missed(&joined, (since, until.as_str())).await;
        if missed.is_nothing_read() && !outside_rooms::is_answered(&client, &until).await {
            return Ok(None);
        }
        self.broken_sync.note_passed();
        log_rate_limited!(
            "sync",
            error!("homeserver fails at an event or is slow: reading missed events of each room")
        );
        self.check_rooms(&missed, since, &until);
        self.store_missed(&missed, &until).await?;
        self.add_missed(missed, &mut response, &until);
        self.add_left_rooms(&joined, &mut response).await?;
        Ok(Some(response))
    }

    /// Has the rooms checked again at which the homeserver has failed.
    fn check_rooms(&mut self, missed: &Missed, since: Option<&str>, until: &str) {
        for id in missed.broken_rooms() {
            // Before the check, at whose end it is known again. Of a new room without a state, nothing can be read.
            if !self.joined.contains(id) {
                self.broken_sync.note_unreadable(id);
            }
        }
        let client = self.session.client.clone();
        for id in &missed.broken_gaps {
            if let Some((room, since)) = client.get_room(id).zip(since) {
                self.broken_sync.note_gap(Gap::between(room, since, until));
            }
        }
        for id in &missed.broken_states {
            self.broken_sync.note_state(&client, id.clone());
        }
    }

    /// Adds the rooms to a response that the bot is no longer in, of which it doesn't tell.
    async fn add_left_rooms(
        &self,
        joined: &HashSet<OwnedRoomId>,
        response: &mut SyncResponse,
    ) -> Result<(), Failure> {
        let mut left = self.joined.clone();
        if !self.started {
            // A kill may have come after the SDK was told, and before the lobby.
            let rooms = self.session.client.left_rooms();
            left.extend(rooms.iter().map(|room| room.room_id().to_owned()));
        }
        left.retain(|room| !joined.contains(room) && !response.rooms.left.contains_key(room));
        for room in left {
            if !response.rooms.invited.contains_key(&room) {
                let noted = self.session.remote_keys.base.room_left(&room).await;
                noted.map_err(Failure::of_store)?;
            }
            let update = LeftRoomUpdate::default();
            response.rooms.joined.remove(&room);
            response.rooms.left.insert(room, update);
        }
        Ok(())
    }

    /// Tells the lobby to leave the broken rooms that were found.
    pub(super) fn leave_broken_rooms(&mut self) -> Option<Received> {
        let mut broken = std::mem::take(&mut self.broken_sync.checks.lock().broken);
        let is_leaving = |at: &Instant| at.elapsed() < LEAVE_INTERVAL;
        broken.retain(|room| !self.broken_sync.left.get(room).is_some_and(is_leaving));
        if broken.is_empty() {
            return None;
        }
        self.broken_sync.alert_begun = Some(Instant::now());
        let mut arrivals = Vec::new();
        for room in broken {
            error!(room = %room, "leaving room: homeserver fails at its events");
            let incoming = Incoming::RoomBreaksSync {
                room: room.to_string(),
            };
            arrivals.push(Arrival {
                event: None,
                incoming,
            });
            self.broken_sync.left.insert(room, Instant::now());
        }
        let (undecrypted, settled) = self.pending_decryptions.changes();
        Some(Received {
            token: self.token.clone()?,
            arrivals,
            undecrypted,
            settled,
            ..Received::default()
        })
    }
}

/// Returns the joined rooms and a token of the present at which they are joined. If rooms are joined all the time, some
/// of them may be joined later; the next sync has their joins again.
async fn present(client: &Client) -> Option<(HashSet<OwnedRoomId>, String)> {
    let mut joined = joined_rooms(client).await?;
    let mut checks = 0;
    loop {
        let token = present_token(client).await?;
        let rooms = joined_rooms(client).await?;
        checks += 1;
        if rooms == joined || checks == MAX_PRESENT_CHECKS {
            return Some((rooms, token));
        }
        joined = rooms;
    }
}

/// Returns a token of the present, from the deprecated `/events`.
async fn present_token(client: &Client) -> Option<String> {
    let mut request = listen_to_new_events::v3::Request::new(None);
    request.timeout = Some(Duration::ZERO);
    let response = timeout(TIMEOUT, client.send(request)).await;
    response.ok()?.ok()?.end
}

async fn joined_rooms(client: &Client) -> Option<HashSet<OwnedRoomId>> {
    let request = joined_rooms::v3::Request::new();
    let response = timeout(TIMEOUT, client.send(request)).await;
    Some(response.ok()?.ok()?.joined_rooms.into_iter().collect())
}

/// Returns whether the homeserver may have failed at an event. Synapse 1.163 doesn't find one that it can't read.
fn is_failure_at_event(answer: &ApiError) -> bool {
    is_internal_error(answer) || matches!(answer.error_kind(), Some(ErrorKind::NotFound))
}

fn is_timeout(error: &matrix_sdk::Error) -> bool {
    match error {
        matrix_sdk::Error::Http(error) => {
            matches!(&**error, HttpError::Reqwest(error) if error.is_timeout())
        }
        matrix_sdk::Error::UnknownError(error) => error.is::<Elapsed>(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use wiremock::{
        Mock, Request, ResponseTemplate,
        matchers::{path_regex, query_param_contains},
    };

    use super::*;
    use crate::matrix::mocked::{BOT, Mocked, in_time, joined, room};

    fn answer(body: Value) -> ResponseTemplate {
        ResponseTemplate::new(200).set_body_json(body)
    }

    const PRESENT: &str = "s3_0_0_0_0_0_200";

    /// Returns a part of a sync response with a request for a verification.
    fn page(to_device: u32, verification: &str) -> Value {
        let request = json!({
            "type": "m.key.verification.request",
            "sender": "@alice:example.org",
            "content": {
                "from_device": "DEVICE",
                "methods": ["m.sas.v1"],
                "timestamp": 1,
                "transaction_id": verification
            }
        });
        json!({
            "next_batch": format!("s9_0_0_0_0_0_{to_device}"),
            "to_device": { "events": [request] }
        })
    }

    /// Returns the inbox of a bot in a room, whose syncs hang from now on.
    async fn inbox_while_syncs_hang(mocked: &Mocked) -> Inbox {
        let mut inbox = mocked.inbox().await;
        let first = mocked.receives(&mut inbox, |sync| {
            sync.add_joined_room(joined());
        });
        first.await;
        syncs_hang(mocked).await;
        inbox
    }

    /// Has all syncs hang but those without events of rooms, which have two pages of messages between devices.
    async fn syncs_hang(mocked: &Mocked) {
        let rooms = json!({ "joined_rooms": [room()] });
        let events = json!({ "chunk": [], "start": PRESENT, "end": PRESENT });
        let time = ALERT_POLL_TIME + ALERT_TIMEOUT + Duration::from_secs(1);
        let hanging = answer(json!({})).set_delay(time);
        let hanging = Mock::given(path_regex("/sync$")).respond_with(hanging);
        hanging.mount(mocked.server.server()).await;
        let no_events = r#""state":{"types":[]"#;
        for (path, parameter, body) in [
            ("/sync$", no_events, page(100, "first")),
            ("/sync$", "s3_0_0_0_0_0_100", page(200, "second")),
            ("/joined_rooms$", "", rooms),
            ("/messages$", "", json!({ "chunk": [], "start": PRESENT })),
            ("/events$", "", events),
        ] {
            let has_parameter = move |request: &Request| {
                let mut parts = request.url.query_pairs();
                parameter.is_empty() || parts.any(|(_, value)| value.contains(parameter))
            };
            let asked = Mock::given(path_regex(path)).and(has_parameter);
            let priority = if parameter.starts_with('s') { 2 } else { 3 };
            let asked = asked.respond_with(answer(body)).with_priority(priority);
            asked.mount(mocked.server.server()).await;
        }
    }

    #[tokio::test]
    async fn messages_between_devices_come_while_syncs_hang() {
        let mocked = Mocked::new().await;
        let mut inbox = inbox_while_syncs_hang(&mocked).await;
        // An event has been written between the two pages.
        let is_second = query_param_contains("since", "_100");
        let failing = Mock::given(is_second).respond_with(ResponseTemplate::new(500));
        let failing = failing.up_to_n_times(1).with_priority(1);
        failing.mount(mocked.server.server()).await;
        inbox.broken_sync.note_passed();
        let received = in_time(inbox.next()).await.unwrap();
        assert_eq!(received.token, PRESENT);
        assert_eq!(received.verifications.len(), 2);
    }

    #[tokio::test]
    async fn slow_messages_between_devices_dont_delay_rooms() {
        let mocked = Mocked::new().await;
        let mut inbox = inbox_while_syncs_hang(&mocked).await;
        inbox.token = Some("s1_0_0_0_0_0_50".to_owned());
        let invitation = json!({
            "type": "m.room.member", "sender": "@alice:example.org", "state_key": BOT,
            "content": { "membership": "invite" },
        });
        let invited = json!({
            "pos": "1",
            "lists": { "invitations": { "count": 1 } },
            "rooms": { "!new:example.org": { "invite_state": [invitation] } },
        });
        let sliding = Mock::given(path_regex("simplified_msc3575/sync"));
        let sliding = sliding.respond_with(answer(invited)).with_priority(1);
        sliding.mount(mocked.server.server()).await;
        inbox.broken_sync.note_passed();
        inbox.broken_sync.begin_recovery();
        inbox.broken_sync.note_reading(Duration::from_mins(10));
        let time = inbox.broken_sync.time_for_answer(Duration::ZERO);
        assert_eq!(time, Some(SHORT_ALERT_TIMEOUT));
        let received = in_time(inbox.next()).await.unwrap();
        assert_eq!(received.token, "s3_0_0_0_0_0_50");
        assert!(received.verifications.is_empty());
        let invited = received.invitations.iter().map(|it| it.room.as_str());
        assert_eq!(invited.collect::<Vec<_>>(), ["!new:example.org"]);
        inbox.broken_sync.note_reading(Duration::from_secs(1));
        let received = in_time(inbox.next()).await.unwrap();
        assert_eq!(received.verifications.len(), 2);
    }

    #[tokio::test]
    async fn only_broken_rooms_prolong_the_alert_time() {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        inbox.broken_sync.note_passed();
        let begun = inbox.broken_sync.alert_begun;
        inbox.broken_sync.note_passed();
        assert_eq!(inbox.broken_sync.alert_begun, begun);
        let broken = room().to_owned();
        inbox.broken_sync.checks.lock().broken.push(broken);
        assert!(inbox.leave_broken_rooms().is_some());
        assert!(inbox.broken_sync.alert_begun > begun);
    }
}
