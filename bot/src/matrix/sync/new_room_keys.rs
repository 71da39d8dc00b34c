//! Room keys that have come since the last response, for which waiting events are tried again.

use std::{
    collections::HashSet,
    fmt::{self, Debug, Formatter},
    pin::Pin,
};

use futures_util::{FutureExt, Stream, StreamExt};
use matrix_sdk::Client;
use matrix_sdk_base::crypto::store::types::RoomKeyInfo;
use tokio::task::unconstrained;

use super::replay_guard;
use crate::store::Undecrypted;

/// Room keys as the SDK stores them, several at a time; `None` if some were missed.
type StoredKeys = dyn Stream<Item = Option<Vec<RoomKeyInfo>>> + Send + Sync;

/// The source of new room keys.
#[derive(Default)]
pub(super) struct NewRoomKeys {
    stored: Option<Pin<Box<StoredKeys>>>,
}

/// The Megolm sessions of new room keys.
#[derive(Debug)]
pub(super) enum KeySessions {
    /// By room and session id.
    Known(HashSet<(String, String)>),
    Unknown,
}

impl Debug for NewRoomKeys {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewRoomKeys").finish_non_exhaustive()
    }
}

impl NewRoomKeys {
    /// Takes the sessions of the room keys since the last call. Those before the first call aren't known.
    pub(super) async fn take(&mut self, client: &Client) -> KeySessions {
        let Some(stored) = &mut self.stored else {
            let stored = client.encryption().room_keys_received_stream().await;
            self.stored = stored.map(|stored| Box::pin(stored.map(Result::ok)) as _);
            return KeySessions::Unknown;
        };
        let mut sessions = HashSet::new();
        let mut is_complete = true;
        // Tokio would end the loop early in a task that has worked for long.
        while let Some(next) = unconstrained(stored.next()).now_or_never() {
            match next {
                Some(Some(keys)) => sessions.extend(keys.into_iter().map(session_of_key)),
                Some(None) => is_complete = false,
                None => {
                    self.stored = None;
                    return KeySessions::Unknown;
                }
            }
        }
        if is_complete {
            KeySessions::Known(sessions)
        } else {
            KeySessions::Unknown
        }
    }
}

impl KeySessions {
    /// Returns whether an event may be in one of the sessions.
    pub(super) fn may_include(&self, event: &Undecrypted) -> bool {
        let Self::Known(sessions) = self else {
            return true;
        };
        let session = || replay_guard::session_id(&event.json);
        let is_in = |session| sessions.contains(&(event.room.clone(), session));
        !sessions.is_empty() && session().is_some_and(is_in)
    }
}

fn session_of_key(key: RoomKeyInfo) -> (String, String) {
    (key.room_id.to_string(), key.session_id)
}
