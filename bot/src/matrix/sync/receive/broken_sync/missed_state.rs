//! State that the bot has missed while the homeserver failed at every sync. A homeserver that can't send an event fails at
//! the whole state of its room, too, or never answers (Synapse 1.163). So the state is taken from the missed events; only
//! where they aren't all known, the homeserver is asked for the whole state, of few rooms at a time.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use matrix_sdk::{
    Client, HttpError,
    config::RequestConfig,
    deserialized_responses::TimelineEvent,
    ruma::{
        OwnedRoomId, OwnedUserId, RoomId,
        api::client::{filter::FilterDefinition, state::get_state_events, sync::sync_events::v3},
        events::AnySyncStateEvent,
        presence::PresenceState,
        serde::Raw,
    },
    sync::{State, SyncResponse},
};
use tokio::time::{timeout, timeout_at};

use super::super::Inbox;
use crate::matrix::{
    failure::{Failure, is_internal_error},
    sync::{
        backfill::{Backfilled, Gap, MissedEvents, is_broken_after_checks, read_gaps},
        request_filter,
        state_size::StateKey,
    },
};

/// Timeout of a request for the whole state of rooms.
const STATE_TIMEOUT: Duration = Duration::from_secs(3);
/// Additional time for each of the rooms.
const STATE_TIMEOUT_PER_ROOM: Duration = Duration::from_millis(100);
/// Time for all such requests, besides the additional time.
const STATES_TIMEOUT: Duration = Duration::from_secs(12);
/// Timeout of a request for the state of a room at which the homeserver has failed.
const CHECK_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout of such a request about another room, for comparison.
const COMPARISON_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of rooms with which a room is compared.
const MAX_COMPARED_ROOMS: usize = 5;
/// Timeout of any of these requests.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(5);
/// Maximum number of rooms of which the whole state is asked for concurrently.
const MAX_CONCURRENT_STATES: usize = 3;
/// Ends the token under which the SDK stores the missed state: it skips a response with the token that it has stored.
pub(in crate::matrix::sync::receive) const STATE_MARK: char = '~';

/// State events of a room, the oldest first.
type StateOfRoom = Vec<Raw<AnySyncStateEvent>>;

/// The events that rooms have missed.
#[derive(Debug, Default)]
pub(super) struct Missed {
    gaps: HashMap<OwnedRoomId, MissedEvents>,
    /// The rooms whose events couldn't be read in time.
    unread: HashSet<OwnedRoomId>,
    states: BTreeMap<OwnedRoomId, StateOfRoom>,
    /// The rooms at whose events the homeserver fails.
    pub(super) broken_gaps: HashSet<OwnedRoomId>,
    /// The rooms at whose state the homeserver fails.
    pub(super) broken_states: HashSet<OwnedRoomId>,
}

/// The whole state of rooms.
#[derive(Debug, Default)]
struct WholeStates {
    states: BTreeMap<OwnedRoomId, StateOfRoom>,
    /// The rooms at which the homeserver fails.
    broken: HashSet<OwnedRoomId>,
}

impl Inbox {
    /// Reads the events of rooms between two tokens; without the first one, only their state.
    pub(super) async fn read_missed(
        &self,
        joined: &HashSet<OwnedRoomId>,
        (since, until): (Option<&str>, &str),
    ) -> Missed {
        let client = &self.session.client;
        let is_broken = |id: &OwnedRoomId| self.broken_sync.is_being_checked(id);
        let rooms = joined.iter().filter_map(|id| client.get_room(id));
        let gaps = rooms.filter_map(|room| {
            let is_broken = is_broken(&room.room_id().to_owned());
            Some(Gap::between(room, since?, until).known_as_broken(is_broken))
        });
        let gaps = read_gaps(&self.session, gaps.collect()).await;
        let mut missed = Missed::default();
        let mut unknown = Vec::new();
        for id in joined {
            let is_known = self.joined.contains(id) && !self.rooms_unknown;
            match gaps.get(id) {
                Some(gap) if gap.is_broken => _ = missed.broken_gaps.insert(id.clone()),
                Some(gap) if is_known && !gap.is_cut => {
                    let state = state_of(&gap.events);
                    if !state.is_empty() {
                        missed.states.insert(id.clone(), state);
                    }
                }
                _ if is_broken(id) => {}
                found => {
                    if found.is_none() && since.is_some() {
                        missed.unread.insert(id.clone());
                    }
                    unknown.push(id.clone());
                }
            }
        }
        missed.gaps = gaps;
        let whole = whole_states(client, unknown, until).await;
        missed.states.extend(whole.states);
        missed.broken_states = whole.broken;
        missed
    }

    /// Has the SDK store the state.
    pub(super) async fn store_missed(&self, missed: &Missed, until: &str) -> Result<(), Failure> {
        if missed.states.is_empty() {
            return Ok(());
        }
        let mut response = v3::Response::new(format!("{until}{STATE_MARK}"));
        // Devices may have changed while their users were away.
        response.device_lists.changed = missed.joined_users().collect();
        for (id, state) in &missed.states {
            let mut room = v3::JoinedRoom::new();
            room.state = v3::State::Before(v3::StateEvents::with_events(state.clone()));
            response.rooms.join.insert(id.clone(), room);
        }
        let base = &self.session.remote_keys.base;
        let stored = base.receive_sync_response(response).await;
        stored.map_err(Failure::of_store).map(drop)
    }

    /// Adds the events to a response to a request with the token `until`.
    pub(super) fn add_missed(&mut self, missed: Missed, response: &mut SyncResponse, until: &str) {
        let broken: Vec<_> = missed.broken_rooms().cloned().collect();
        let Missed {
            mut gaps,
            unread,
            states,
            ..
        } = missed;
        gaps.retain(|id, gap| !unread.contains(id) && (gap.is_cut || !gap.events.is_empty()));
        for (id, mut state) in states {
            let update = response.rooms.joined.entry(id).or_default();
            if matches!(&update.state, State::Before(events) if events.is_empty()) {
                update.state = State::After(Vec::new());
            }
            let (State::Before(events) | State::After(events)) = &mut update.state;
            state.append(events);
            *events = state;
        }
        for id in gaps.keys().chain(&unread) {
            let update = response.rooms.joined.entry(id.clone()).or_default();
            if !update.timeline.limited {
                update.timeline.limited = true;
                update.timeline.prev_batch = Some(until.to_owned());
                if let Some(gap) = gaps.get(id) {
                    // Others are read as after a pause.
                    self.kept_gaps
                        .insert(id.clone(), Backfilled::Events(gap.clone()));
                }
            }
        }
        for id in &broken {
            if !self.joined.contains(id) {
                self.kept_gaps.remove(id);
                response.rooms.joined.remove(id);
            }
        }
    }
}

impl Missed {
    /// Returns whether the homeserver has shown nothing of any room.
    pub(super) fn is_nothing_read(&self) -> bool {
        self.gaps.is_empty() && self.states.is_empty()
    }

    /// Returns the rooms at which the homeserver fails; some twice.
    pub(super) fn broken_rooms(&self) -> impl Iterator<Item = &OwnedRoomId> {
        self.broken_gaps.iter().chain(&self.broken_states)
    }

    /// Returns the users who have joined or were invited.
    fn joined_users(&self) -> impl Iterator<Item = OwnedUserId> {
        let events = self.states.values().flatten();
        events.filter_map(|event| {
            let key = StateKey::of(event.json().get()).filter(StateKey::is_member)?;
            OwnedUserId::try_from(key.state_key).ok()
        })
    }
}

/// Returns the state events among those of a room.
fn state_of(events: &[TimelineEvent]) -> StateOfRoom {
    let plain = events
        .iter()
        .filter(|event| event.encryption_info().is_none() && !event.kind.is_utd());
    let state = plain.filter(|event| StateKey::of(event.raw().json().get()).is_some());
    state
        .map(|event| event.raw().clone().cast_unchecked())
        .collect()
}

/// Requests the whole state of rooms: of all at once, else of each. Synapse 1.163 fails at a sync request for some rooms
/// because of the state of others.
async fn whole_states(client: &Client, rooms: Vec<OwnedRoomId>, token: &str) -> WholeStates {
    let mut whole = WholeStates::default();
    if rooms.is_empty() {
        return whole;
    }
    let rooms = if whole.read(client, &rooms, token).await {
        whole.take_incomplete(client, rooms)
    } else {
        rooms
    };
    let deadline = Instant::now() + STATES_TIMEOUT + time_for(&rooms);
    let reading = rooms.into_iter().map(|room| async move {
        let deadline = deadline.min(Instant::now() + STATE_TIMEOUT);
        let state = timeout_at(deadline.into(), state_of_room(client, &room)).await;
        (room, state)
    });
    let mut reading = stream::iter(reading).buffer_unordered(MAX_CONCURRENT_STATES);
    while let Some((room, state)) = reading.next().await {
        match state {
            Ok(Ok(state)) => _ = whole.states.insert(room, state),
            Ok(Err(_)) | Err(_) => _ = whole.broken.insert(room),
        }
    }
    whole
}

/// Requests the state of a room that a sync response would have.
async fn state_of_room(client: &Client, room: &RoomId) -> Result<StateOfRoom, HttpError> {
    let request = get_state_events::v3::Request::new(room.to_owned());
    // Callers end it earlier.
    let config = RequestConfig::new()
        .disable_retry()
        .timeout(REQUEST_TIMEOUT);
    let response = client.send(request).with_request_config(config).await?;
    let events = response.room_state.into_iter();
    let read = events.filter(|event| {
        let key = StateKey::of(event.json().get());
        key.is_some_and(|key| {
            let is_setting = key.state_key.is_empty() && request_filter::is_state_type(&key.r#type);
            is_setting || key.is_member()
        })
    });
    Ok(read.map(Raw::cast_unchecked).collect())
}

impl WholeStates {
    /// Adds the whole state of rooms. Returns whether there is one, in time.
    async fn read(&mut self, client: &Client, rooms: &[OwnedRoomId], token: &str) -> bool {
        let filter = request_filter::of_rooms(rooms.to_vec());
        let asked = send_sync_request(client, token, filter, true);
        let Ok(Ok(response)) = timeout(STATE_TIMEOUT + time_for(rooms), asked).await else {
            return false;
        };
        for (id, room) in response.rooms.join {
            if let v3::State::Before(state) | v3::State::After(state) = room.state
                && rooms.contains(&id)
            {
                self.states.insert(id, state.events);
            }
        }
        true
    }
}

impl WholeStates {
    /// Drops the states without the creation of a room whose creation isn't known, and returns these rooms. Synapse 1.163
    /// leaves it out of such responses for rooms of version 12.
    fn take_incomplete(
        &mut self,
        client: &Client,
        mut rooms: Vec<OwnedRoomId>,
    ) -> Vec<OwnedRoomId> {
        let is_creation = |event: &Raw<_>| {
            StateKey::of(event.json().get()).is_some_and(|key| key.r#type == "m.room.create")
        };
        rooms.retain(|id| {
            let has_creation = self
                .states
                .get(id)
                .is_some_and(|state| state.iter().any(is_creation));
            let known = client.get_room(id).and_then(|room| room.create_content());
            !has_creation && known.is_none()
        });
        for id in &rooms {
            self.states.remove(id);
        }
        rooms
    }
}

fn time_for(rooms: &[OwnedRoomId]) -> Duration {
    STATE_TIMEOUT_PER_ROOM.saturating_mul(u32::try_from(rooms.len()).unwrap_or(u32::MAX))
}

/// Returns whether the homeserver fails at the state of a room, also after a while, and not at such requests in general.
pub(super) async fn is_state_broken(client: &Client, room: &RoomId) -> bool {
    is_broken_after_checks(|| async {
        let is_failing = match timeout(CHECK_TIMEOUT, state_of_room(client, room)).await {
            Ok(Ok(_)) => false,
            Ok(Err(error)) => error.as_client_api_error().is_some_and(is_internal_error),
            Err(_) => true,
        };
        if !is_failing {
            return Some(false);
        }
        is_other_state_sent(client, room).await.then_some(true)
    })
    .await
}

/// Returns whether the homeserver sends the state of another room; without one, whether it answers.
async fn is_other_state_sent(client: &Client, room: &RoomId) -> bool {
    let rooms = client.joined_rooms();
    let others = rooms
        .iter()
        .map(|other| other.room_id())
        .filter(|id| *id != room);
    let others: Vec<_> = others.take(MAX_COMPARED_ROOMS).collect();
    if others.is_empty() {
        let answer = timeout(COMPARISON_TIMEOUT, client.whoami()).await;
        return matches!(answer, Ok(Ok(_)));
    }
    for other in others {
        let state = timeout(COMPARISON_TIMEOUT, state_of_room(client, other)).await;
        if matches!(state, Ok(Ok(_))) {
            return true;
        }
    }
    false
}

/// Sends a sync request whose response the SDK doesn't get, without waiting for events.
pub(super) async fn send_sync_request(
    client: &Client,
    token: &str,
    filter: FilterDefinition,
    full_state: bool,
) -> Result<v3::Response, HttpError> {
    let mut request = v3::Request::new();
    request.filter = Some(filter.into());
    request.since = Some(token.to_owned());
    request.full_state = full_state;
    request.set_presence = PresenceState::Offline;
    request.timeout = Some(Duration::ZERO);
    request.use_state_after = true;
    // Callers limit the time until the answer begins, or all of it.
    let config = RequestConfig::new()
        .disable_retry()
        .timeout(REQUEST_TIMEOUT);
    client.send(request).with_request_config(config).await
}
