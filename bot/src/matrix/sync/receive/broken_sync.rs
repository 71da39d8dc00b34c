//! Recovery from a homeserver that fails at every sync because of one room.
//!
//! Synapse 1.163 can't send a state event that replaces one with a reserved name of its JSON library, and fails at the
//! syncs of all members of that room, as long as they are in it, and for tokens from before also after that. Every member
//! can write such an event.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use lobby::Incoming;
use matrix_sdk::{
    Client, HttpError,
    ruma::{
        OwnedRoomId,
        api::client::{
            membership::joined_rooms, message::get_message_events, state::get_state_event_for_key,
        },
        events::StateEventType,
        exports::http::StatusCode,
        uint,
    },
    sync::{LeftRoomUpdate, SyncResponse},
};
use tokio::time::timeout;
use tracing::{error, info, warn};

use super::Inbox;
use crate::matrix::{
    failure::Failure,
    sync::received::{Arrival, Received},
};

/// Time for which syncs have to fail before rooms are checked.
const MIN_OUTAGE: Duration = Duration::from_secs(10);
/// Minimum time between two checks.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Number of rooms checked at a time.
const CHECKS_AT_ONCE: usize = 8;
/// Timeout of each request of a check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for which the bot doesn't return to a broken room, as its games are kept no longer.
const BROKEN_ROOM_TTL: Duration = Duration::from_hours(7 * 24);

/// The syncs that have failed in a row.
#[derive(Debug, Default)]
pub(super) struct BrokenSync {
    begun: Option<Instant>,
    checked: Option<Instant>,
    /// Broken rooms that the bot is about to leave.
    reported: HashSet<OwnedRoomId>,
    /// `true` once the bot is in no broken room any more, so that a sync without a token can succeed.
    pub(super) is_mended: bool,
}

impl BrokenSync {
    /// Notes a failed sync. Returns whether the rooms are to be checked now.
    fn note_failure(&mut self) -> bool {
        let now = Instant::now();
        let is_long = now - *self.begun.get_or_insert(now) >= MIN_OUTAGE;
        let is_due = self.checked.is_none_or(|at| now - at >= CHECK_INTERVAL);
        if is_long && is_due {
            self.checked = Some(now);
        }
        is_long && is_due
    }
}

/// The broken rooms that the bot has left, with the times.
#[derive(Debug, Default)]
pub(super) struct BrokenRooms(HashMap<OwnedRoomId, Instant>);

impl BrokenRooms {
    /// Returns whether the bot doesn't return to a room.
    pub(super) fn contains(&self, room: &OwnedRoomId) -> bool {
        let left = self.0.get(room);
        left.is_some_and(|left| left.elapsed() < BROKEN_ROOM_TTL)
    }
}

impl Inbox {
    /// Returns the broken rooms that the bot has to leave, after a failed sync.
    pub(super) async fn broken_rooms(&mut self) -> Vec<OwnedRoomId> {
        if self.token.is_none() || !self.broken_sync.note_failure() {
            return Vec::new();
        }
        let client = &self.session.client;
        let joined = timeout(CHECK_TIMEOUT, client.send(joined_rooms::v3::Request::new())).await;
        // Otherwise the homeserver fails at other requests, too.
        let Ok(Ok(joined)) = joined else {
            return Vec::new();
        };
        let checks = joined.joined_rooms.into_iter();
        let checks =
            checks.map(|room| async move { is_broken(client, &room).await.then_some(room) });
        let checks = stream::iter(checks).buffer_unordered(CHECKS_AT_ONCE);
        let mut broken: Vec<_> = checks.filter_map(async |room| room).collect().await;
        self.broken_sync.is_mended = broken.is_empty();
        broken.retain(|room| self.broken_sync.reported.insert(room.clone()));
        broken
    }

    /// Tells the lobby to leave broken rooms, instead of a response.
    pub(super) fn leave_broken(&mut self, rooms: Vec<OwnedRoomId>) -> Received {
        let mut arrivals = Vec::new();
        for room in rooms {
            error!(room = %room, "leaving room: homeserver fails at it and at every sync");
            let incoming = Incoming::RoomBreaksSync {
                room: room.to_string(),
            };
            arrivals.push(Arrival {
                event: None,
                incoming,
            });
            self.broken_rooms.0.insert(room, Instant::now());
        }
        let (undecrypted, settled) = self.pending_decryptions.changes();
        Received {
            token: self.token.clone().unwrap_or_default(),
            arrivals,
            undecrypted,
            settled,
            ..Received::default()
        }
    }

    /// Turns a response from the beginning into one that follows the last one: its rooms have a gap in which events were
    /// missed, and the others were left.
    pub(super) async fn follow_on(&mut self, response: &mut SyncResponse) -> Result<(), Failure> {
        info!("sync repeated without token: reading missed events of each room");
        self.session.remote_keys.note_missed_changes().await;
        for (id, update) in &mut response.rooms.joined {
            if self.joined.contains(id) {
                update.timeline.events.clear();
                update.timeline.limited = true;
                update.timeline.prev_batch = Some(response.next_batch.clone());
            }
        }
        for id in &self.joined {
            if response.rooms.joined.contains_key(id) {
                continue;
            }
            let left = self.session.remote_keys.base.room_left(id).await;
            left.map_err(Failure::of_store)?;
            let update = LeftRoomUpdate::default();
            response.rooms.left.insert(id.clone(), update);
        }
        Ok(())
    }
}

/// Returns whether the homeserver fails at the last events of a room, but not at its state.
async fn is_broken(client: &Client, room: &OwnedRoomId) -> bool {
    let mut request = get_message_events::v3::Request::backward(room.clone());
    request.limit = uint!(100);
    let events = timeout(CHECK_TIMEOUT, client.send(request)).await;
    if !matches!(events, Ok(Err(error)) if is_internal_error(&error)) {
        return false;
    }
    let create = StateEventType::RoomCreate;
    let state = get_state_event_for_key::v3::Request::new(room.clone(), create, String::new());
    let state = timeout(CHECK_TIMEOUT, client.send(state)).await;
    let is_broken = matches!(state, Ok(Ok(_)));
    if !is_broken {
        warn!(room = %room, "homeserver fails at room");
    }
    is_broken
}

/// Returns whether the homeserver itself has failed at a request, rather than a proxy before it.
fn is_internal_error(error: &HttpError) -> bool {
    error.as_client_api_error().is_some_and(|answer| {
        let is_internal = answer.status_code == StatusCode::INTERNAL_SERVER_ERROR;
        is_internal && answer.error_kind().is_some()
    })
}
