//! Events below which threads can begin.

use std::time::Duration;

use matrix_sdk::{
    Room,
    ruma::{EventId, api::client::room::get_room_event, exports::http::StatusCode},
};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::time::timeout;

use crate::matrix::{failure::Failure, session::Session};

/// Time limit for the homeserver to show an event.
const EVENT_TIMEOUT: Duration = Duration::from_secs(3);
/// Time that every event gets, however slow others were.
const MIN_EVENT_TIMEOUT: Duration = Duration::from_millis(300);

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
        let limit = self.root_time.lock().left();
        let limit = limit.clamp(MIN_EVENT_TIMEOUT, EVENT_TIMEOUT);
        match timeout(limit, client.send(request)).await {
            Ok(Ok(response)) => {
                let is_root = is_root(response.event.json().get(), room);
                if is_root {
                    self.checked_roots.insert(room, event, event);
                }
                is_root
            }
            Ok(Err(error)) => !matches!(Failure::from(error), Failure::Refused(_)),
            Err(_too_long) => {
                self.root_time.lock().spend(limit);
                true
            }
        }
    }

    /// Returns whether the homeserver no longer has the root of a thread; `false` without a thread.
    ///
    /// # Errors
    ///
    /// If it cannot tell now.
    pub(in crate::matrix) async fn is_root_gone(
        &self,
        room: &Room,
        root: Option<&String>,
    ) -> Result<bool, Failure> {
        let Some(Ok(id)) = root.map(EventId::parse) else {
            return Ok(false);
        };
        let request = get_room_event::v3::Request::new(room.room_id().to_owned(), id);
        let error = match timeout(EVENT_TIMEOUT, room.client().send(request)).await {
            Ok(Ok(_)) => return Ok(false),
            Ok(Err(error)) => error,
            Err(too_long) => return Err(Failure::unreachable(too_long)),
        };
        let answer = error.as_client_api_error();
        if answer.is_some_and(|answer| answer.status_code == StatusCode::NOT_FOUND) {
            return Ok(true);
        }
        match Failure::from(error) {
            Failure::Refused(_) => Ok(false),
            failure => Err(failure),
        }
    }
}

/// Returns whether the homeserver has a message with its own content, in which there is no relation. A redacted event, or
/// one whose content does not match its hash, has lost its relation, which other homeservers may see. Events of some
/// other types keep a part of their content then.
fn is_root(event: &str, room: &str) -> bool {
    serde_json::from_str(event).is_ok_and(|root: RootEvent| {
        let has_texts = |keys: [&str; 2]| {
            let mut values = keys.iter().map(|key| root.content.get(*key));
            values.all(|value| value.is_some_and(Value::is_string))
        };
        let is_whole = match root.r#type.as_str() {
            "m.room.message" => has_texts(["msgtype", "body"]),
            "m.room.encrypted" => has_texts(["algorithm", "ciphertext"]),
            _ => false,
        };
        let relation = root.content.get("m.relates_to");
        let relation = relation.and_then(|relation| relation.get("rel_type"));
        let is_here = root.room_id.is_none_or(|of| of == room);
        is_here && root.state_key.is_none() && is_whole && relation.is_none()
    })
}

#[cfg(test)]
mod tests {
    use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

    use super::*;
    use crate::matrix::mocked::{Mocked, in_time, joined, room};

    #[tokio::test]
    async fn events_that_are_never_shown_share_their_time() {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let joined = mocked.receives(&mut inbox, |sync| {
            sync.add_joined_room(joined());
        });
        joined.await;
        Mock::given(path_regex("/event/"))
            .respond_with(ResponseTemplate::new(200).set_delay(Duration::from_secs(60)))
            .mount(mocked.server.server())
            .await;
        for root in ["$1", "$2", "$3"] {
            let is_root = session.is_thread_root(room().as_str(), root);
            assert!(in_time(is_root).await, "nobody knows");
        }
        let time_left = session.root_time.lock().left();
        assert!(time_left < EVENT_TIMEOUT, "{time_left:?}");
    }

    #[test]
    fn events_with_relations_or_of_other_rooms_are_no_roots() {
        let is_root = |of: &str, relation: &str| {
            let content = format!(r#"{{"msgtype":"m.text","body":"hi"{relation}}}"#);
            let event = format!(r#"{{"type":"m.room.message"{of},"content":{content}}}"#);
            super::is_root(&event, "!r")
        };
        assert!(is_root(r#","room_id":"!r""#, ""));
        let reply = r#","m.relates_to":{"m.in_reply_to":{"event_id":"$1"}}"#;
        assert!(is_root("", reply));
        assert!(!is_root(r#","room_id":"!other""#, ""));
        let edit = r#","m.relates_to":{"rel_type":"m.replace","event_id":"$1"}"#;
        assert!(!is_root("", edit));
        assert!(!super::is_root("[]", "!r"));
    }

    #[test]
    fn events_without_their_own_content_are_no_roots() {
        let encrypted =
            r#"{"type":"m.room.encrypted","content":{"algorithm":"a","ciphertext":"c"}}"#;
        assert!(is_root(encrypted, "!r"));
        for event in [
            r#"{"type":"m.room.message","content":{}}"#,
            r#"{"type":"m.room.encrypted","content":{}}"#,
            r#"{"type":"m.room.member","state_key":"@a:x","content":{"membership":"join"}}"#,
            r#"{"type":"m.room.join_rules","content":{"join_rule":"invite"}}"#,
            r#"{"type":"m.room.redaction","content":{"redacts":"$1"}}"#,
        ] {
            assert!(!is_root(event, "!r"), "{event}");
        }
    }
}
