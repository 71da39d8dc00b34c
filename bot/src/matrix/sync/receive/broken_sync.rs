//! Recovery from events at which the homeserver fails at every sync.
//!
//! Synapse 1.163 can't send a state event that replaces one with a reserved name of its JSON library, and fails at all
//! syncs from before that event on: of the members of the room and of those whose membership it is. Every member can
//! write such events. The bot syncs from behind them, and reads what it has missed in each room.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use lobby::Incoming;
use matrix_sdk::{
    Client,
    config::SyncToken,
    ruma::{
        OwnedRoomId, RoomId,
        api::{
            client::{membership::joined_rooms, peeking::listen_to_new_events},
            error::Error as ApiError,
        },
        exports::http::StatusCode,
    },
    sync::{LeftRoomUpdate, SyncResponse},
};
use tokio::time::timeout;
use tracing::error;

use super::Inbox;
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{
        failure::Failure,
        sync::received::{Arrival, Received},
    },
};

/// Time for which syncs have to fail before events are passed over.
const MIN_OUTAGE: Duration = Duration::from_secs(3);
/// Time after that in which it is done at once.
const ALERT_TIME: Duration = Duration::from_secs(10 * 60);
/// Time after that in which a room at whose missed events the homeserver fails counts as broken.
const GAP_TIME: Duration = Duration::from_secs(60);
/// Timeout of each request.
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
    /// The rooms at whose missed events the homeserver has failed after that, until the lobby is told.
    found: Vec<OwnedRoomId>,
    /// The broken rooms that the bot has left or is about to leave.
    left: HashMap<OwnedRoomId, Instant>,
}

impl BrokenSync {
    /// Notes a failed sync. Returns whether to sync from behind the events that were written since the last one.
    pub(super) fn note_failure(&mut self, error: &matrix_sdk::Error) -> bool {
        let answer = error.as_client_api_error();
        if !answer.is_some_and(is_internal_error) {
            self.begun = None;
            return false;
        }
        let now = Instant::now();
        let begun = *self.begun.get_or_insert(now);
        let is_alert = self.passed.is_some_and(|at| now - at < ALERT_TIME);
        is_alert || now - begun >= MIN_OUTAGE
    }

    /// Notes a sync that has succeeded.
    pub(super) fn end_outage(&mut self) {
        self.begun = None;
    }

    /// Notes that the homeserver has failed at the missed events of a room.
    pub(super) fn note_gap(&mut self, room: &RoomId) {
        let is_recent = self.passed.is_some_and(|at| at.elapsed() < GAP_TIME);
        if is_recent && !self.found.iter().any(|found| found == room) {
            self.found.push(room.to_owned());
        }
    }

    /// Returns whether the bot has left a room because it was broken, and doesn't return.
    pub(super) fn has_left(&self, room: &RoomId) -> bool {
        let left = self.left.get(room);
        left.is_some_and(|left| left.elapsed() < LEFT_ROOM_TTL)
    }
}

impl Inbox {
    /// Syncs from behind the events that were written since the last response, which count as missed; `None` if that fails
    /// as well.
    pub(super) async fn sync_past_events(&mut self) -> Result<Option<SyncResponse>, Failure> {
        let Some(present) = present_token(&self.session.client).await else {
            return Ok(None);
        };
        // After a restore, only the SDK's store has a token; at the first start there is none.
        let token = match self.token.clone() {
            Some(token) => Some(token),
            None => self.stored_token().await?,
        };
        let since = token.map_or(present.clone(), |token| {
            with_room_position(&token, &present)
        });
        let was_unknown = std::mem::replace(&mut self.rooms_unknown, true);
        let response = self.sync_from(SyncToken::Specific(since.clone())).await;
        let Ok(mut response) = response else {
            self.rooms_unknown = was_unknown;
            return Ok(None);
        };
        self.broken_sync.passed = Some(Instant::now());
        log_rate_limited!(
            "sync",
            error!("homeserver fails at an event: reading missed events of each room")
        );
        for update in response.rooms.joined.values_mut() {
            if !update.timeline.limited {
                update.timeline.limited = true;
                update.timeline.prev_batch = Some(since.clone());
            }
        }
        let is_complete = self.add_left_rooms(&mut response).await?;
        Ok(is_complete.then_some(response))
    }

    /// Adds the rooms to a response that the bot is no longer in, of which it doesn't tell. Returns whether they are known.
    async fn add_left_rooms(&self, response: &mut SyncResponse) -> Result<bool, Failure> {
        let Some(joined) = joined_rooms(&self.session.client).await else {
            return Ok(false);
        };
        let joined: HashSet<OwnedRoomId> = joined.into_iter().collect();
        let mut left: Vec<_> = self.joined.difference(&joined).collect();
        left.retain(|room| !response.rooms.left.contains_key(*room));
        for room in left {
            let noted = self.session.remote_keys.base.room_left(room).await;
            noted.map_err(Failure::of_store)?;
            let update = LeftRoomUpdate::default();
            response.rooms.joined.remove(room);
            response.rooms.left.insert(room.clone(), update);
        }
        Ok(true)
    }

    /// Tells the lobby to leave the broken rooms that were found.
    pub(super) fn leave_broken_rooms(&mut self) -> Option<Received> {
        let mut broken = std::mem::take(&mut self.broken_sync.found);
        let is_leaving = |at: &Instant| at.elapsed() < LEAVE_INTERVAL;
        broken.retain(|room| !self.broken_sync.left.get(room).is_some_and(is_leaving));
        if broken.is_empty() {
            return None;
        }
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

/// Returns a token of the present, from the deprecated `/events`.
async fn present_token(client: &Client) -> Option<String> {
    let mut request = listen_to_new_events::v3::Request::new(None);
    request.timeout = Some(Duration::ZERO);
    let response = timeout(TIMEOUT, client.send(request)).await;
    response.ok()?.ok()?.end
}

/// Returns a token of Synapse with the position in the rooms of another one. The positions in all else, such as messages
/// between devices, stay. Tokens of another form are replaced.
fn with_room_position(token: &str, present: &str) -> String {
    match (token.split_once('_'), present.split_once('_')) {
        (Some((_, rest)), Some((room, other)))
            if rest.split('_').count() == other.split('_').count() =>
        {
            format!("{room}_{rest}")
        }
        _ => present.to_owned(),
    }
}

async fn joined_rooms(client: &Client) -> Option<Vec<OwnedRoomId>> {
    let request = joined_rooms::v3::Request::new();
    let response = timeout(TIMEOUT, client.send(request)).await;
    Some(response.ok()?.ok()?.joined_rooms)
}

/// Returns whether the homeserver itself has failed at a request, rather than a proxy before it.
pub(in crate::matrix) fn is_internal_error(answer: &ApiError) -> bool {
    answer.status_code == StatusCode::INTERNAL_SERVER_ERROR && answer.error_kind().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keep_all_positions_but_those_of_rooms() {
        let token = with_room_position("s1_2_3_4", "s50_60_70_80");
        assert_eq!(token, "s50_2_3_4");
        assert_eq!(with_room_position("s1_2", "s50_60_70"), "s50_60_70");
        assert_eq!(with_room_position("1", "2"), "2");
    }
}
