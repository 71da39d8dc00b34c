//! Limits of the bodies of responses. Homeservers pass on what other servers and users made up in any size: messages
//! between devices and invitations, in each sync response until one has been read, and keys, profiles and errors.

use std::{error::Error, mem, time::Duration};

use matrix_sdk::reqwest::{BodyReader, StatusCode, Url};

use crate::logging::rate_limited::log_rate_limited;

/// Maximum size of a message between devices in bytes, twice what Synapse lets its own users send.
const MAX_TO_DEVICE_EVENT: usize = 128 << 10;
/// Maximum size of the messages between devices in one response in bytes. Synapse sends a hundred.
const MAX_TO_DEVICE_EVENTS: usize = 16 << 20;
/// Maximum size of an event of an invitation in bytes. Events have 64 KiB, and Synapse writes them with escapes, at most
/// three times as long.
const MAX_INVITE_EVENT: usize = 256 << 10;
/// Maximum size of an event of a room in bytes, with the one before it and those that relate to it.
const MAX_ROOM_EVENT: usize = 1 << 20;
/// Maximum size of missed events of a room in bytes. Synapse sends a thousand.
const MAX_ROOM_EVENTS: usize = 16 << 20;
/// Maximum size of the state of one invitation in bytes.
const MAX_INVITE_STATE: usize = 512 << 10;
/// Maximum size of a device in bytes; a usual one has one KiB.
const MAX_DEVICE: usize = 4 << 10;
/// Maximum size of the one-time keys of a device in bytes; a usual one has 250 bytes, and one is asked for.
const MAX_ONE_TIME_KEY: usize = 1 << 10;
/// Maximum number of values in a list of keys, counted by what goes before them. A usual device has 20; each takes up to
/// 700 bytes of memory, however short its text.
const MAX_KEY_VALUES: usize = 150_000;
/// Maximum size of a user's devices in bytes.
const MAX_DEVICES: usize = 1 << 20;
/// Maximum size of a cross-signing key in bytes.
const MAX_SIGNING_KEY: usize = 64 << 10;
/// Maximum length of a name in a JSON object that is kept in bytes, more than the longest one that counts.
const MAX_NAME: usize = 20;
/// Maximum size of an error or a profile in bytes.
const MAX_SMALL_BODY: usize = 64 << 10;
/// Maximum size of a list of keys in bytes.
const MAX_KEYS_BODY: usize = 8 << 20;
/// Maximum size of a page of events in bytes: the events, and the state that goes with them.
const MAX_PAGE_BODY: usize = 32 << 20;
/// Maximum size of other responses in bytes.
const MAX_BODY: usize = 16 << 20;
/// Timeout of a part of a sync response, which may take long as a whole.
const SYNC_READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Makes the reader for the body of a response. Errors can be those of other servers, passed on.
pub(super) fn reader(url: &Url, status: StatusCode) -> Box<dyn BodyReader> {
    let path = url.path();
    let max = if !status.is_success() || path.contains("/profile/") {
        MAX_SMALL_BODY
    } else if path.ends_with("/sync") {
        return Box::new(FilteredBody {
            read_timeout: Some(SYNC_READ_TIMEOUT),
            ..FilteredBody::new(usize::MAX)
        });
    } else if path.ends_with("/members") {
        // The bot leaves rooms that are too large.
        usize::MAX
    } else if path.ends_with("/keys/query") || path.ends_with("/keys/claim") {
        return Box::new(FilteredBody {
            max_values: MAX_KEY_VALUES,
            ..FilteredBody::new(MAX_KEYS_BODY)
        });
    } else if path.ends_with("/messages") {
        return Box::new(FilteredBody::new(MAX_PAGE_BODY));
    } else {
        MAX_BODY
    };
    Box::new(LimitedBody {
        max,
        is_refusal: status.is_client_error() && ![408, 429].contains(&status.as_u16()),
        body: Vec::new(),
    })
}

/// A response that has grown too large.
#[derive(Debug, thiserror::Error)]
#[error("response larger than {} KiB, or with too many values", max >> 10)]
struct TooLarge {
    max: usize,
    /// The homeserver refuses the request.
    is_refusal: bool,
}

fn too_large<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e TooLarge> {
    error
        .downcast_ref()
        .or_else(|| error.source().and_then(too_large))
}

/// Returns whether a request has failed as its response is too large.
pub(super) fn is_too_large(error: &(dyn Error + 'static)) -> bool {
    too_large(error).is_some()
}

/// Returns whether a request has been refused with a response that is too large.
pub(super) fn is_large_refusal(error: &(dyn Error + 'static)) -> bool {
    too_large(error).is_some_and(|error| error.is_refusal)
}

/// A body that is read up to a size.
#[derive(Debug)]
struct LimitedBody {
    max: usize,
    is_refusal: bool,
    body: Vec<u8>,
}

impl BodyReader for LimitedBody {
    fn read(&mut self, part: &[u8]) -> Result<(), Box<dyn Error + Send + Sync>> {
        let (max, is_refusal) = (self.max, self.is_refusal);
        if self.body.len().saturating_add(part.len()) > max {
            return Err(TooLarge { max, is_refusal }.into());
        }
        self.body.extend_from_slice(part);
        Ok(())
    }

    fn read_timeout(&self) -> Option<Duration> {
        None
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
    DeviceKeys,
    UserDevices,
    SigningKeys,
    Claims,
    UserClaims,
    OneTimeKeys,
    RoomEvents,
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
            (Self::Response, b"device_keys") => Self::DeviceKeys,
            (Self::DeviceKeys, _) => Self::UserDevices,
            (Self::Response, b"master_keys" | b"self_signing_keys" | b"user_signing_keys") => {
                Self::SigningKeys
            }
            (Self::Response, b"chunk") => Self::RoomEvents,
            (Self::Response, b"one_time_keys") => Self::Claims,
            (Self::Claims, _) => Self::UserClaims,
            (Self::UserClaims, _) => Self::OneTimeKeys,
            _ => return None,
        })
    }

    /// Returns the maximum sizes of an entry and of all entries, for a limited list.
    fn limits(self) -> Option<(usize, usize)> {
        match self {
            Self::ToDeviceEvents => Some((MAX_TO_DEVICE_EVENT, MAX_TO_DEVICE_EVENTS)),
            Self::InviteStateEvents => Some((MAX_INVITE_EVENT, MAX_INVITE_STATE)),
            Self::UserDevices => Some((MAX_DEVICE, MAX_DEVICES)),
            Self::OneTimeKeys => Some((MAX_ONE_TIME_KEY, MAX_ONE_TIME_KEY)),
            Self::RoomEvents => Some((MAX_ROOM_EVENT, MAX_ROOM_EVENTS)),
            Self::SigningKeys => Some((MAX_SIGNING_KEY, usize::MAX)),
            _ => None,
        }
    }
}

/// A body without entries of limited lists that are too large. It is read byte by byte, so that they are never in memory.
#[derive(Debug, Default)]
struct FilteredBody {
    max: usize,
    max_values: usize,
    values: usize,
    read_timeout: Option<Duration>,
    body: Vec<u8>,
    /// The open containers, from the response on.
    open: Vec<Container>,
    /// The number of open containers inside those.
    depth: usize,
    /// The last string of the innermost of the open containers: before a container opens there, its key.
    key: Vec<u8>,
    in_string: bool,
    is_escaped: bool,
    /// Where the entries of the open list begin.
    list_start: usize,
    /// Where the entry begins, with the comma before it.
    entry_start: usize,
    /// Set while the rest of the entry is left out.
    drops_entry: bool,
    dropped: usize,
}

impl FilteredBody {
    fn new(max: usize) -> Self {
        Self {
            max,
            max_values: usize::MAX,
            ..Self::default()
        }
    }

    /// Keeps a part of the body, or drops the entry that it is in.
    fn keep(&mut self, part: &[u8]) {
        if self.drops_entry {
            return;
        }
        self.body.extend_from_slice(part);
        let Some((max_entry, max_list)) = self.open.last().and_then(|list| list.limits()) else {
            return;
        };
        let size = |start: usize| self.body.len().saturating_sub(start);
        let is_full = size(self.list_start) > max_list;
        let needs_last = matches!(self.open.last(), Some(Container::InviteStateEvents));
        if size(self.entry_start) > max_entry || is_full && !needs_last {
            self.body.truncate(self.entry_start);
            self.drops_entry = true;
            self.dropped += 1;
        } else if is_full {
            self.drop_earlier_entries();
        }
    }

    /// Drops the entries of the list before the one that is being read. An invitation comes last in its list.
    fn drop_earlier_entries(&mut self) {
        let comma = usize::from(self.body.get(self.entry_start) == Some(&b','));
        self.body
            .drain(self.list_start..self.entry_start.saturating_add(comma));
        self.entry_start = self.list_start;
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
            let rest = MAX_NAME.saturating_sub(self.key.len());
            self.key.extend(key.iter().take(rest));
        }
        self.keep(read);
        length
    }

    /// Reads a byte outside of strings.
    fn read_byte(&mut self, byte: u8) {
        self.values += usize::from(matches!(byte, b',' | b'{' | b'['));
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
                self.drops_entry = false;
                self.entry_start = self.body.len();
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
        self.entry_start = self.body.len();
    }

    fn close_container(&mut self, byte: u8) {
        if self.depth > 0 {
            self.depth -= 1;
        } else {
            let list = self.open.pop();
            let drops_last = mem::take(&mut self.drops_entry);
            // Without its last event, the invitation itself, another event could pass for it.
            if drops_last && matches!(list, Some(Container::InviteStateEvents)) {
                self.body.truncate(self.list_start);
            }
        }
        self.keep(&[byte]);
    }
}

impl BodyReader for FilteredBody {
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
        if self.body.len() > self.max || self.values > self.max_values {
            let (max, is_refusal) = (self.max, false);
            return Err(TooLarge { max, is_refusal }.into());
        }
        Ok(())
    }

    fn read_timeout(&self) -> Option<Duration> {
        self.read_timeout
    }

    fn into_body(self: Box<Self>) -> Vec<u8> {
        if self.dropped > 0 {
            let count = self.dropped;
            log_rate_limited!(
                "responses",
                warn!(count, "dropped parts of a response: too large")
            );
        }
        self.body
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn address(path: &str) -> Url {
        let address = format!("https://example.org/_matrix/client/v3/{path}?timeout=0");
        Url::parse(&address).unwrap()
    }

    /// Reads a response in parts of this size.
    fn read_at(path: &str, response: &str, size: usize) -> Value {
        let mut reader = reader(&address(path), StatusCode::OK);
        for part in response.as_bytes().chunks(size) {
            reader.read(part).unwrap();
        }
        serde_json::from_slice(&reader.into_body()).unwrap()
    }

    fn check_at(path: &str, response: &Value, expected: &Value) {
        for text in [
            response.to_string(),
            serde_json::to_string_pretty(response).unwrap(),
        ] {
            for size in [1, 7, 4_096, text.len()] {
                let read = read_at(path, &text, size);
                assert!(read == *expected, "in parts of {size}");
            }
        }
    }

    fn check(response: &Value, expected: &Value) {
        check_at("sync", response, expected);
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
        let kept = read_at("sync", &many, 65_536);
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
        check(&response(&[1, 2, large]), &response(&[]));
        check(&response(&[1, some, some, some, 2]), &response(&[some, 2]));
    }

    #[test]
    fn large_devices_of_a_query_are_dropped() {
        let device = |size: usize| json!({ "keys": { "device_keys": "x".repeat(size) } });
        let response = |devices: Value, keys: Value| {
            json!({
                "device_keys": { "@a:example.org": devices, "@b:example.org": {} },
                "master_keys": keys,
                "self_signing_keys": keys,
                "user_signing_keys": keys,
                "failures": { "device_keys": device(MAX_SIGNING_KEY) },
            })
        };
        let (large, huge) = (MAX_DEVICE, MAX_SIGNING_KEY);
        let whole = response(
            json!({ "A": device(large), "B": device(1), "C": device(huge), "D": device(2) }),
            json!({ "@a:example.org": device(large), "@b:example.org": device(huge) }),
        );
        let kept = response(
            json!({ "B": device(1), "D": device(2) }),
            json!({ "@a:example.org": device(large) }),
        );
        check_at("keys/query", &whole, &kept);
    }

    #[test]
    fn pages_of_messages_have_a_maximum_size() {
        let size = MAX_ROOM_EVENT / 10;
        let response = |count: usize| json!({ "chunk": vec![event(size); count], "end": "t1" });
        let kept = MAX_ROOM_EVENTS / event(size).to_string().len();
        check_at("rooms/!a:example.org/messages", &response(3), &response(3));
        let text = response(300).to_string();
        let read = read_at("rooms/!a:example.org/messages", &text, 65_536);
        assert!(read == response(kept) || read == response(kept - 1));
    }

    #[test]
    fn large_one_time_keys_are_dropped() {
        let response = |keys: [&str; 2]| {
            let [large, small] = keys.map(|key| json!({ "curve:A": { "key": key } }));
            let claims = json!({ "@a:example.org": { "A": large, "B": small } });
            json!({ "one_time_keys": claims, "failures": {} })
        };
        let mut kept = response(["", "x"]);
        kept["one_time_keys"]["@a:example.org"]["A"] = json!({});
        check_at(
            "keys/claim",
            &response([&"x".repeat(MAX_DEVICE), "x"]),
            &kept,
        );
    }

    #[test]
    fn other_responses_have_a_maximum_size() {
        for (path, max) in [
            ("profile/@a:example.org/m.tz", MAX_SMALL_BODY),
            ("keys/claim", MAX_KEYS_BODY),
            ("keys/query", MAX_KEYS_BODY),
            ("login", MAX_BODY),
        ] {
            let mut reader = reader(&address(path), StatusCode::OK);
            assert!(reader.read(&vec![b' '; max]).is_ok(), "{path}");
            let refused = reader.read(b" ").unwrap_err();
            assert!(is_too_large(&*refused), "{path}");
        }
        let mut keys = reader(&address("keys/query"), StatusCode::OK);
        assert!(keys.read(&vec![b','; MAX_KEY_VALUES]).is_ok());
        assert!(keys.read(b",").is_err());
        let sent = address("rooms/!a:example.org/send/m.room.message/1");
        let mut error = reader(&sent, StatusCode::FORBIDDEN);
        let refused = error.read(&vec![b' '; MAX_SMALL_BODY + 1]).unwrap_err();
        assert!(is_large_refusal(&*refused));
    }
}
