//! Limits of the bodies of responses. Homeservers pass on what other servers and users made up in any size: messages
//! between devices and invitations, in each sync response until one has been read, and keys, profiles and errors.

pub(super) mod answer_begin;
mod container;
pub(super) mod cut_rooms;
mod filtered;
#[cfg(test)]
mod tests;

use std::{error::Error, time::Duration};

use matrix_sdk::reqwest::{BodyReader, StatusCode, Url};

use container::Container;
use cut_rooms::CutRooms;
use filtered::FilteredBody;

/// The size of a JSON value in lists of keys in bytes, besides its text. In memory it takes up to 700.
const KEY_VALUE_SIZE: usize = 100;
/// Maximum number of values in a list of keys, counted by what goes before them.
const MAX_KEY_VALUES: usize = 150_000;
/// Maximum size of a list of keys in bytes.
const MAX_KEYS_BODY: usize = 14 << 20;
/// Maximum size of the devices of many users in a list of keys, besides what is free for each.
const MAX_KEYS_EXCESS: usize = 6 << 20;
/// Maximum size of the state and timelines of rooms in a sync response in bytes, besides what is free for each.
const MAX_ROOMS_EXCESS: usize = 32 << 20;
/// Maximum size of an error or a profile in bytes.
const MAX_SMALL_BODY: usize = 64 << 10;
/// Maximum size of a page of events in bytes: the events, and the state that goes with them.
const MAX_PAGE_BODY: usize = 32 << 20;
/// Maximum size of the settings of the room in a page of events.
const MAX_PAGE_SETTINGS: usize = 8 << 20;
/// Maximum size of other responses in bytes.
const MAX_BODY: usize = 16 << 20;
/// Timeout of a part of a sync response, which may take long as a whole.
const SYNC_READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Makes the reader for the body of a response. Errors can be those of other servers, passed on.
pub(super) fn reader(url: &Url, status: StatusCode, cut_rooms: &CutRooms) -> Box<dyn BodyReader> {
    let path = url.path();
    if path.ends_with("/sync") {
        answer_begin::note();
    }
    let filtered = |max| FilteredBody::new(path, max);
    let max = if !status.is_success() || path.contains("/profile/") {
        MAX_SMALL_BODY
    } else if path.ends_with("/org.matrix.simplified_msc3575/sync") {
        MAX_BODY
    } else if path.ends_with("/sync") {
        let sync = filtered(usize::MAX)
            .with_max_excess(MAX_ROOMS_EXCESS)
            .with_cut_rooms(cut_rooms.clone())
            .with_read_timeout(SYNC_READ_TIMEOUT);
        return Box::new(sync);
    } else if path.ends_with("/members") {
        return Box::new(filtered(usize::MAX).with_root(Container::MembersResponse));
    } else if path.ends_with("/keys/query") || path.ends_with("/keys/claim") {
        let keys = filtered(MAX_KEYS_BODY)
            .with_values(KEY_VALUE_SIZE, MAX_KEY_VALUES)
            .with_max_excess(MAX_KEYS_EXCESS);
        return Box::new(keys);
    } else if path.ends_with("/messages") {
        let page = filtered(MAX_PAGE_BODY)
            .with_max_room_settings(MAX_PAGE_SETTINGS)
            .with_cut_rooms(cut_rooms.clone());
        return Box::new(page);
    } else if path.ends_with("/state") {
        return Box::new(filtered(usize::MAX).with_root(Container::RoomStateEvents));
    } else {
        MAX_BODY
    };
    Box::new(LimitedBody {
        max,
        can_refuse: status.is_client_error() && ![408, 429].contains(&status.as_u16()),
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
    /// The status is that of a refusal.
    can_refuse: bool,
    body: Vec<u8>,
}

impl BodyReader for LimitedBody {
    fn read(&mut self, part: &[u8]) -> Result<(), Box<dyn Error + Send + Sync>> {
        let max = self.max;
        if self.body.len().saturating_add(part.len()) > max {
            // A page of HTML comes from a proxy.
            let begin = self.body.iter().chain(part);
            let first = begin.copied().find(|byte| !byte.is_ascii_whitespace());
            let is_refusal = self.can_refuse && first == Some(b'{');
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
