//! Events below which threads can begin.

use std::time::Duration;

use matrix_sdk::ruma::{EventId, api::client::room::get_room_event};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::time::timeout;

use crate::matrix::{failure::Failure, session::Session};

/// Time limit for the homeserver to show an event.
const EVENT_TIMEOUT: Duration = Duration::from_secs(3);

/// An event, of which only what decides about threads is read.
#[derive(Debug, Deserialize)]
struct RootEvent {
    r#type: String,
    room_id: Option<String>,
    state_key: Option<String>,
    content: Map<String, Value>,
}

impl Session {
    /// Returns whether an event can be the root of a thread in a room: the homeserver shows it there, unredacted, and it
    /// has no relation of its own. `true` if the homeserver cannot tell now.
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

/// Returns whether the homeserver has the event's own content, in which there is no relation. A redacted event, or one
/// whose content does not match its hash, has lost its relation, which other homeservers may see.
fn is_root(event: &str, room: &str) -> bool {
    serde_json::from_str(event).is_ok_and(|root: RootEvent| {
        let relation = root.content.get("m.relates_to");
        let relation = relation.and_then(|relation| relation.get("rel_type"));
        // Events of these kinds keep a part of their content when they are redacted.
        let is_redactable = root.state_key.is_none() && root.r#type != "m.room.redaction";
        let is_whole = is_redactable && !root.content.is_empty();
        root.room_id.is_none_or(|of| of == room) && is_whole && relation.is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_with_relations_or_of_other_rooms_are_no_roots() {
        let is_root = |rest: &str| is_root(&format!(r#"{{"type":"m.room.message",{rest}}}"#), "!r");
        assert!(is_root(r#""room_id":"!r","content":{"body":"hi"}"#));
        let reply = r#""content":{"m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}}"#;
        assert!(is_root(reply));
        assert!(!is_root(r#""room_id":"!other","content":{"body":"hi"}"#));
        let edit = r#""content":{"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}"#;
        assert!(!is_root(edit));
        assert!(!super::is_root("[]", "!r"));
    }

    #[test]
    fn events_without_their_own_content_are_no_roots() {
        let check = |event: &str| assert!(!is_root(event, "!r"), "{event}");
        check(r#"{"type":"m.room.message","content":{}}"#);
        check(r#"{"type":"m.room.member","state_key":"@a:x","content":{"membership":"join"}}"#);
        check(r#"{"type":"m.room.redaction","content":{"redacts":"$1"}}"#);
    }
}
