//! State that the bot has missed while the homeserver failed at every sync. A homeserver that can't send an event fails at
//! the whole state of its room, too, or never answers (Synapse 1.163). So the state is taken from the missed events; only
//! where they aren't all known, the homeserver is asked for the whole state, of few rooms at a time.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Duration,
};

use futures_util::{StreamExt, stream};
use matrix_sdk::{
    Client, HttpError,
    config::RequestConfig,
    deserialized_responses::TimelineEvent,
    ruma::{
        OwnedRoomId, OwnedUserId,
        api::client::{filter::FilterDefinition, sync::sync_events::v3},
        events::AnySyncStateEvent,
        presence::PresenceState,
        serde::Raw,
    },
    sync::{State, SyncResponse},
};
use tokio::time::timeout;

use super::super::Inbox;
use crate::matrix::{
    failure::{Failure, is_internal_error},
    sync::{
        backfill::{Backfilled, Gap, MissedEvents, read_gaps},
        request_filter,
        state_size::StateKey,
    },
};

/// Timeout of a request for the whole state of rooms.
const STATE_TIMEOUT: Duration = Duration::from_secs(10);
/// Additional time for each of the rooms.
const STATE_TIMEOUT_PER_ROOM: Duration = Duration::from_millis(100);
/// Maximum number of broken rooms of which the whole state is asked for concurrently.
const MAX_CONCURRENT_STATES: usize = 8;
/// Ends the token under which the SDK stores the missed state: it skips a response with the token that it has stored.
pub(in crate::matrix::sync::receive) const STATE_MARK: char = '~';

/// State events of a room, the oldest first.
type StateOfRoom = Vec<Raw<AnySyncStateEvent>>;

/// The events that rooms have missed.
#[derive(Debug, Default)]
pub(super) struct Missed {
    gaps: HashMap<OwnedRoomId, MissedEvents>,
    states: BTreeMap<OwnedRoomId, StateOfRoom>,
    /// The rooms at whose events the homeserver fails.
    pub(super) broken_gaps: Vec<OwnedRoomId>,
    /// The rooms at whose state the homeserver fails.
    pub(super) broken_states: Vec<OwnedRoomId>,
}

/// The whole state of rooms.
#[derive(Debug, Default)]
pub(super) struct WholeStates {
    states: BTreeMap<OwnedRoomId, StateOfRoom>,
    /// The rooms at which the homeserver fails.
    pub(super) broken: Vec<OwnedRoomId>,
}

impl Inbox {
    /// Reads the events of rooms between two tokens; without the first one, only their state.
    pub(super) async fn read_missed(
        &self,
        joined: &HashSet<OwnedRoomId>,
        since: Option<&str>,
        until: &str,
    ) -> Missed {
        let client = &self.session.client;
        let rooms = joined.iter().filter_map(|id| client.get_room(id));
        let gaps = rooms.filter_map(|room| Some(Gap::between(room, since?, until)));
        let gaps = read_gaps(&self.session, gaps.collect()).await;
        let mut missed = Missed::default();
        let (mut unknown, mut broken) = (Vec::new(), Vec::new());
        for id in joined {
            let is_known = self.joined.contains(id) && !self.rooms_unknown;
            match gaps.get(id) {
                Some(gap) if gap.is_broken => {
                    missed.broken_gaps.push(id.clone());
                    if is_known {
                        broken.push(id.clone());
                    }
                }
                Some(gap) if is_known && !gap.is_cut => {
                    let state = state_of(&gap.events);
                    if !state.is_empty() {
                        missed.states.insert(id.clone(), state);
                    }
                }
                _ => unknown.push(id.clone()),
            }
        }
        missed.gaps = gaps;
        let whole = whole_states(client, unknown, until).await;
        missed.states.extend(whole.states);
        missed.broken_states = whole.broken;
        // Synapse can fail at changes of the state, and not at the state.
        let reading = broken
            .into_iter()
            .map(|id| whole_states(client, vec![id], until));
        let reading = stream::iter(reading).buffer_unordered(MAX_CONCURRENT_STATES);
        let read: Vec<WholeStates> = reading.collect().await;
        missed
            .states
            .extend(read.into_iter().flat_map(|it| it.states));
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
        let Missed {
            mut gaps,
            states,
            broken_gaps,
            broken_states,
        } = missed;
        gaps.retain(|_, gap| gap.is_cut || !gap.events.is_empty());
        for id in broken_gaps.iter().chain(&broken_states) {
            // Of a new room without a state, nothing can be read.
            if !self.joined.contains(id) && !states.contains_key(id) {
                gaps.remove(id);
                response.rooms.joined.remove(id);
            }
        }
        for (id, mut state) in states {
            let update = response.rooms.joined.entry(id).or_default();
            if matches!(&update.state, State::Before(events) if events.is_empty()) {
                update.state = State::After(Vec::new());
            }
            let (State::Before(events) | State::After(events)) = &mut update.state;
            state.append(events);
            *events = state;
        }
        for (id, gap) in gaps {
            let update = response.rooms.joined.entry(id.clone()).or_default();
            if !update.timeline.limited {
                update.timeline.limited = true;
                update.timeline.prev_batch = Some(until.to_owned());
                self.kept_gaps.insert(id, Backfilled::Events(gap));
            }
        }
    }
}

impl Missed {
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

/// Requests the whole state of rooms. Where the homeserver fails, it is asked about each half of them.
pub(super) async fn whole_states(
    client: &Client,
    rooms: Vec<OwnedRoomId>,
    token: &str,
) -> WholeStates {
    let mut whole = WholeStates::default();
    let mut groups = vec![rooms];
    while let Some(mut rooms) = groups.pop() {
        if rooms.is_empty() {
            continue;
        }
        let time = u32::try_from(rooms.len()).unwrap_or(u32::MAX);
        let limit = STATE_TIMEOUT + STATE_TIMEOUT_PER_ROOM.saturating_mul(time);
        let filter = request_filter::of_rooms(rooms.clone());
        let asked = sync_alone(client, token, filter, (true, Duration::ZERO));
        match timeout(limit, asked).await {
            Ok(Ok(response)) => {
                for (id, room) in response.rooms.join {
                    if let v3::State::Before(state) | v3::State::After(state) = room.state
                        && rooms.contains(&id)
                    {
                        whole.states.insert(id, state.events);
                    }
                }
            }
            Ok(Err(error)) if !error.as_client_api_error().is_some_and(is_internal_error) => {}
            _ if rooms.len() == 1 => whole.broken.append(&mut rooms),
            _ => {
                let half = rooms.split_off(rooms.len() / 2);
                groups.extend([rooms, half]);
            }
        }
    }
    whole
}

/// Sends a sync request whose response the SDK doesn't get.
pub(in crate::matrix::sync::receive) async fn sync_alone(
    client: &Client,
    token: &str,
    filter: FilterDefinition,
    (full_state, poll_time): (bool, Duration),
) -> Result<v3::Response, HttpError> {
    let mut request = v3::Request::new();
    request.filter = Some(filter.into());
    request.since = Some(token.to_owned());
    request.full_state = full_state;
    request.set_presence = PresenceState::Offline;
    request.timeout = Some(poll_time);
    request.use_state_after = true;
    let config = RequestConfig::new().disable_retry();
    client.send(request).with_request_config(config).await
}
