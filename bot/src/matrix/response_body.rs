//! Limits of the bodies of responses. Homeservers pass on messages between devices and invitations of other servers
//! in any size, in each sync response until one has been read.

use std::{error::Error, mem};

use matrix_sdk::reqwest::{BodyReader, Url};

use crate::logging::rate_limited::log_rate_limited;

/// Maximum size of a message between devices in bytes, twice what Synapse lets its own users send.
const MAX_TO_DEVICE_EVENT: usize = 128 << 10;
/// Maximum size of the messages between devices in one response in bytes. Synapse sends a hundred.
const MAX_TO_DEVICE_EVENTS: usize = 16 << 20;
/// Maximum size of an event of an invitation in bytes, twice that of an event in a room.
const MAX_INVITE_EVENT: usize = 128 << 10;
/// Maximum size of the state of one invitation in bytes.
const MAX_INVITE_STATE: usize = 256 << 10;
/// Maximum size of other responses in bytes, except for lists of members, which the homeserver has itself.
const MAX_BODY: usize = 32 << 20;
/// Maximum length of a key that is kept in bytes, more than the longest one that counts.
const MAX_KEY: usize = 16;

/// Makes the reader for the body of a response.
pub(super) fn reader(url: &Url) -> Box<dyn BodyReader> {
    let path = url.path();
    if path.ends_with("/sync") {
        Box::new(SyncBody::default())
    } else if path.ends_with("/members") {
        Box::new(LimitedBody::new(usize::MAX))
    } else {
        Box::new(LimitedBody::new(MAX_BODY))
    }
}

/// A response that has grown too large.
#[derive(Debug, thiserror::Error)]
#[error("response larger than {} MiB", max >> 20)]
struct TooLarge {
    max: usize,
}

/// A body that is read up to a size.
#[derive(Debug)]
struct LimitedBody {
    max: usize,
    body: Vec<u8>,
}

impl LimitedBody {
    fn new(max: usize) -> Self {
        Self {
            max,
            body: Vec::new(),
        }
    }
}

impl BodyReader for LimitedBody {
    fn read(&mut self, part: &[u8]) -> Result<(), Box<dyn Error + Send + Sync>> {
        if part.len() > self.max.saturating_sub(self.body.len()) {
            return Err(TooLarge { max: self.max }.into());
        }
        self.body.extend_from_slice(part);
        Ok(())
    }

    fn into_body(self: Box<Self>) -> Vec<u8> {
        self.body
    }
}

/// A JSON object or array on the way to one of the limited lists.
#[derive(Clone, Copy, Debug)]
enum Container {
    Response,
    ToDevice,
    ToDeviceEvents,
    Rooms,
    Invitations,
    Invitation,
    InviteState,
    InviteStateEvents,
}

impl Container {
    /// Returns the container that opens in this one, after this key; `None` for all that need not be read.
    fn child(self, key: &[u8]) -> Option<Self> {
        Some(match (self, key) {
            (Self::Response, b"to_device") => Self::ToDevice,
            (Self::ToDevice, b"events") => Self::ToDeviceEvents,
            (Self::Response, b"rooms") => Self::Rooms,
            (Self::Rooms, b"invite") => Self::Invitations,
            (Self::Invitations, _) => Self::Invitation,
            (Self::Invitation, b"invite_state") => Self::InviteState,
            (Self::InviteState, b"events") => Self::InviteStateEvents,
            _ => return None,
        })
    }

    /// Returns the maximum sizes of an event and of all events, for a list of events.
    fn limits(self) -> Option<(usize, usize)> {
        match self {
            Self::ToDeviceEvents => Some((MAX_TO_DEVICE_EVENT, MAX_TO_DEVICE_EVENTS)),
            Self::InviteStateEvents => Some((MAX_INVITE_EVENT, MAX_INVITE_STATE)),
            _ => None,
        }
    }
}

/// The body of a sync response, without events that are too large. It is read byte by byte, so that they are never in
/// memory.
#[derive(Debug, Default)]
struct SyncBody {
    body: Vec<u8>,
    /// The open containers, from the response on.
    open: Vec<Container>,
    /// The number of open containers inside those.
    depth: usize,
    /// The last string of the innermost of the open containers: before a container opens there, its key.
    key: Vec<u8>,
    in_string: bool,
    is_escaped: bool,
    /// Where the events of the open list begin.
    list_start: usize,
    /// Where the event begins, with the comma before it.
    event_start: usize,
    /// Set while the rest of the event is left out.
    drops_event: bool,
    dropped: usize,
}

impl SyncBody {
    /// Keeps a part of the body, or drops the event that it is in.
    fn keep(&mut self, part: &[u8]) {
        if self.drops_event {
            return;
        }
        self.body.extend_from_slice(part);
        let Some((max_event, max_list)) = self.open.last().and_then(|list| list.limits()) else {
            return;
        };
        let size = |start: usize| self.body.len().saturating_sub(start);
        if size(self.event_start) > max_event {
            self.body.truncate(self.event_start);
            self.drops_event = true;
            self.dropped += 1;
        } else if size(self.list_start) > max_list {
            self.drop_earlier_events();
        }
    }

    /// Drops the events of the list before the one that is being read. An invitation comes last in its list.
    fn drop_earlier_events(&mut self) {
        let comma = usize::from(self.body.get(self.event_start) == Some(&b','));
        self.body
            .drain(self.list_start..self.event_start.saturating_add(comma));
        self.event_start = self.list_start;
        self.dropped += 1;
    }

    /// Reads the inside of a string up to its end or that of the part; returns how much.
    fn read_string(&mut self, part: &[u8]) -> usize {
        let mut length = 0;
        for &byte in part {
            length += 1;
            if mem::take(&mut self.is_escaped) {
                continue;
            }
            match byte {
                b'\\' => self.is_escaped = true,
                b'"' => {
                    self.in_string = false;
                    break;
                }
                _ => {}
            }
        }
        let read = part.get(..length).unwrap_or_default();
        if self.depth == 0 {
            let key = read.strip_suffix(b"\"").unwrap_or(read);
            let rest = MAX_KEY.saturating_sub(self.key.len());
            self.key.extend(key.iter().take(rest));
        }
        self.keep(read);
        length
    }

    /// Reads a byte outside of strings.
    fn read_byte(&mut self, byte: u8) {
        match byte {
            b'"' => {
                self.in_string = true;
                if self.depth == 0 {
                    self.key.clear();
                }
            }
            b'{' | b'[' => return self.open_container(byte),
            b'}' | b']' => return self.close_container(byte),
            b',' if self.depth == 0 && self.is_in_list() => {
                self.drops_event = false;
                self.event_start = self.body.len();
                if self.body.len() == self.list_start {
                    return;
                }
            }
            _ => {}
        }
        self.keep(&[byte]);
    }

    fn is_in_list(&self) -> bool {
        self.open.last().is_some_and(|last| last.limits().is_some())
    }

    fn open_container(&mut self, byte: u8) {
        self.keep(&[byte]);
        let child = match self.open.last() {
            _ if self.depth > 0 => None,
            Some(parent) => parent.child(&self.key),
            None => Some(Container::Response),
        };
        let Some(child) = child else {
            self.depth += 1;
            return;
        };
        self.open.push(child);
        self.list_start = self.body.len();
        self.event_start = self.body.len();
    }

    fn close_container(&mut self, byte: u8) {
        if self.depth > 0 {
            self.depth -= 1;
        } else {
            self.drops_event = false;
            self.open.pop();
        }
        self.keep(&[byte]);
    }
}

impl BodyReader for SyncBody {
    fn read(&mut self, mut part: &[u8]) -> Result<(), Box<dyn Error + Send + Sync>> {
        while let Some((&byte, rest)) = part.split_first() {
            if self.in_string {
                let length = self.read_string(part);
                part = part.get(length..).unwrap_or_default();
            } else {
                self.read_byte(byte);
                part = rest;
            }
        }
        Ok(())
    }

    fn into_body(self: Box<Self>) -> Vec<u8> {
        if self.dropped > 0 {
            let count = self.dropped;
            log_rate_limited!(
                "sync",
                warn!(count, "dropped events of a sync response: too large")
            );
        }
        self.body
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Reads a response in parts of this size.
    fn read(response: &str, size: usize) -> Value {
        let url = Url::parse("https://example.org/_matrix/client/v3/sync?timeout=0").unwrap();
        let mut reader = reader(&url);
        for part in response.as_bytes().chunks(size) {
            reader.read(part).unwrap();
        }
        serde_json::from_slice(&reader.into_body()).unwrap()
    }

    fn check(response: &Value, expected: &Value) {
        for text in [
            response.to_string(),
            serde_json::to_string_pretty(response).unwrap(),
        ] {
            for size in [1, 7, 4_096, text.len()] {
                assert!(read(&text, size) == *expected, "in parts of {size}");
            }
        }
    }

    fn event(size: usize) -> Value {
        json!({
            "type": "m.dummy",
            "content": { "events": [{ "to_device": "\"]}\\" }], "more": "x".repeat(size) },
        })
    }

    #[test]
    fn large_messages_between_devices_are_dropped() {
        let large = MAX_TO_DEVICE_EVENT;
        let response = |sizes: &[usize]| {
            let events: Vec<Value> = sizes.iter().map(|size| event(*size)).collect();
            let to_device = json!({ "events": events, "more": [[event(large)]] });
            json!({ "events": [event(large)], "next_batch": "to_device", "to_device": to_device })
        };
        for (sizes, kept) in [
            (&[][..], &[][..]),
            (&[large], &[]),
            (&[large, 1, large, 2, large], &[1, 2]),
            (&[1, large, large, 2], &[1, 2]),
            (&[1, 2], &[1, 2]),
        ] {
            check(&response(sizes), &response(kept));
        }
        let many = response(&[large / 2; 300]).to_string();
        let kept = read(&many, 65_536);
        let kept = kept["to_device"]["events"].as_array().unwrap().len();
        assert!((1..256).contains(&kept), "{kept}");
    }

    #[test]
    fn large_states_of_invitations_are_dropped() {
        let response = |sizes: &[usize]| {
            let events: Vec<Value> = sizes.iter().map(|size| event(*size)).collect();
            let invitation = json!({ "invite_state": { "events": events } });
            let joined = json!({ "timeline": { "events": [event(2 * MAX_INVITE_STATE)] } });
            let invite = json!({ "!1:example.org": invitation, "!2:example.org": invitation });
            json!({ "rooms": { "invite": invite, "join": { "!3:example.org": joined } } })
        };
        let (large, some) = (MAX_INVITE_EVENT, MAX_INVITE_STATE / 3);
        check(&response(&[1, large, 2]), &response(&[1, 2]));
        check(&response(&[1, some, some, some, 2]), &response(&[some, 2]));
    }

    #[test]
    fn other_responses_have_a_maximum_size() {
        for (path, is_limited) in [("keys/query", true), ("rooms/!1/members", false)] {
            let url = Url::parse(&format!("https://example.org/_matrix/client/v3/{path}"));
            let mut reader = reader(&url.unwrap());
            let mut read = |size: usize| reader.read(&vec![0; size]);
            assert!(read(MAX_BODY).is_ok());
            assert_eq!(read(1).is_err(), is_limited, "{path}");
        }
    }
}
