//! What was written in a room during a pause and did not fit into the sync response.

use std::time::Duration;

use matrix_sdk::{
    Room, RoomState, deserialized_responses::TimelineEvent, room::MessagesOptions,
    sync::JoinedRoomUpdate,
};
use tracing::{info, warn};

use super::{asking::ask, failure::Failure, session::SessionError};
use crate::backoff::Backoff;

/// How many missed events of a room are fetched, and how many at once.
const MOST: usize = 1000;
const PAGE: u32 = 100;

/// The events before an update's timeline and after the token `since`, the oldest first.
pub(super) async fn missed(
    room: &Room,
    update: &JoinedRoomUpdate,
    since: Option<String>,
) -> Result<Vec<TimelineEvent>, SessionError> {
    let id = room.room_id().as_str();
    let mut missed = Vec::new();
    let mut from = update.timeline.prev_batch.clone();
    while let Some(start) = from {
        if missed.len() >= MOST {
            warn!(
                room = id,
                "more than {MOST} events were missed; older ones are not read"
            );
            break;
        }
        let backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(30));
        let gone = || room.state() != RoomState::Joined;
        let page = ask(id, backoff, gone, async || {
            let mut options = MessagesOptions::backward().from(start.as_str());
            options.to = since.clone();
            options.limit = PAGE.into();
            room.messages(options).await.map_err(Failure::from)
        })
        .await?;
        let Some(page) = page else { break };
        from = page.end.filter(|_| !page.chunk.is_empty());
        missed.extend(page.chunk);
    }
    if !missed.is_empty() {
        info!(room = id, "{} missed events were fetched", missed.len());
    }
    missed.reverse();
    Ok(missed)
}
