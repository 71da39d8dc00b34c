//! What was written in a room during a pause and did not fit into the sync response.

use matrix_sdk::{
    Room, deserialized_responses::TimelineEvent, room::MessagesOptions, sync::JoinedRoomUpdate,
};

use super::{failure::Failure, filter, session::Session, session_error::SessionError};
use crate::seldom::seldom;

/// How many missed events of a room are fetched, and how many at once.
const MOST: usize = 1000;
const PAGE: u32 = 100;
/// As many pages are asked for, some of which may be empty.
const PAGES: usize = 30;

/// The events before an update's timeline and after the token `since`, the oldest first.
pub(super) async fn missed(
    session: &Session,
    room: &Room,
    update: &JoinedRoomUpdate,
    since: Option<String>,
) -> Result<Vec<TimelineEvent>, SessionError> {
    let id = room.room_id().as_str();
    let mut missed = Vec::new();
    let mut from = update.timeline.prev_batch.clone();
    let mut pages = 0;
    while let Some(start) = from {
        pages += 1;
        if missed.len() >= MOST || pages > PAGES {
            seldom!(
                id,
                warn!(
                    room = id,
                    "more than {MOST} events were missed; older ones are not read"
                )
            );
            break;
        }
        let question = async || {
            let mut options = MessagesOptions::backward().from(start.as_str());
            options.to = since.clone();
            options.limit = PAGE.into();
            options.filter = filter::of_timeline();
            room.messages(options).await.map_err(Failure::from)
        };
        let Some(page) = session.ask(room, question).await? else {
            break;
        };
        // A page can be empty although there are more: of some servers it is what the filter leaves.
        from = page.end.filter(|end| *end != start);
        missed.extend(page.chunk);
    }
    if !missed.is_empty() {
        seldom!(
            id,
            info!(room = id, "{} missed events were fetched", missed.len())
        );
    }
    missed.reverse();
    Ok(missed)
}
