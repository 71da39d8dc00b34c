//! Events below which threads can begin.

use std::time::Duration;

use matrix_sdk::ruma::{EventId, api::client::room::get_room_event};
use serde::Deserialize;
use tokio::time::timeout;

use crate::matrix::{failure::Failure, session::Session};

/// Time limit for the homeserver to show an event.
const EVENT_TIMEOUT: Duration = Duration::from_secs(3);

/// An event, of which only the room and the relation are read.
#[derive(Debug, Deserialize)]
struct RootEvent {
    room_id: Option<String>,
    #[serde(default)]
    content: RootContent,
}

#[derive(Debug, Default, Deserialize)]
struct RootContent {
    #[serde(rename = "m.relates_to")]
    relation: Option<RootRelation>,
}

#[derive(Debug, Deserialize)]
struct RootRelation {
    rel_type: Option<String>,
}

impl Session {
    /// Returns whether an event can be the root of a thread in a room: the homeserver shows it there, and it has no
    /// relation of its own. `true` if the homeserver cannot tell now.
    pub async fn is_thread_root(&self, room: &str, event: &str) -> bool {
        let (Some(known), Ok(id)) = (self.known_room(room), EventId::parse(event)) else {
            return false;
        };
        if self.checked_roots.thread_of(room, event).is_some() {
            return true;
        }
        let request = get_room_event::v3::Request::new(known.room_id().to_owned(), id);
        let client = known.client();
        match timeout(EVENT_TIMEOUT, client.send(request)).await {
            Ok(Ok(response)) => {
                let is_root = is_root(response.event.json().get(), room);
                if is_root {
                    self.checked_roots.insert(room, event, event);
                }
                is_root
            }
            Ok(Err(error)) => !matches!(Failure::from(error), Failure::Refused(_)),
            Err(_too_long) => true,
        }
    }
}

fn is_root(event: &str, room: &str) -> bool {
    serde_json::from_str(event).is_ok_and(|root: RootEvent| {
        let relation = root.content.relation.and_then(|relation| relation.rel_type);
        root.room_id.is_none_or(|of| of == room) && relation.is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_with_relations_or_of_other_rooms_are_no_roots() {
        assert!(is_root(r#"{"room_id":"!r","content":{"body":"hi"}}"#, "!r"));
        let reply = r#"{"content":{"m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}}"#;
        assert!(is_root(reply, "!r"));
        assert!(!is_root(r#"{"room_id":"!other","content":{}}"#, "!r"));
        let edit = r#"{"content":{"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}}"#;
        assert!(!is_root(edit, "!r"));
        assert!(!is_root("[]", "!r"));
    }
}
