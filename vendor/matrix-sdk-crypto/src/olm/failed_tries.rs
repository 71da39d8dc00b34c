//! Limits of tries to decrypt Olm messages. A message for none of the sessions
//! of its sender takes more than a millisecond for each one, and any user can
//! send any number.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use ruma::{OwnedServerName, OwnedUserId, UserId};
use vodozemac::Curve25519PublicKey;

/// The number of failed tries of a user with a key in a minute after which
/// their messages are tried with one session.
const MAX_OF_KEY: usize = 10;
/// The number of such messages after which further ones are not tried.
const MAX_MESSAGES_OF_KEY: usize = 20;
/// The number of failed tries of the users of a server in a minute after which
/// their messages are tried with few sessions.
const MAX_OF_SERVER: usize = 100;
/// The same for all users.
const MAX_OF_ALL: usize = 1_000;
/// The time after which failed tries are forgotten.
const TTL: Duration = Duration::from_secs(60);

/// The numbers of sessions with which a message is tried: those with its
/// sender, and those with other users, under whose name somebody may have
/// passed on the first message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaxTries {
    pub(crate) own: usize,
    pub(crate) of_others: usize,
}

/// The failed tries of the last minute.
#[derive(Debug)]
pub(crate) struct FailedTries {
    since: Instant,
    all: usize,
    servers: HashMap<OwnedServerName, usize>,
    /// The failed tries and messages of a user with a key, which others can use
    /// as well.
    keys: HashMap<(OwnedUserId, Curve25519PublicKey), (usize, usize)>,
}

impl Default for FailedTries {
    fn default() -> Self {
        Self { since: Instant::now(), all: 0, servers: HashMap::new(), keys: HashMap::new() }
    }
}

impl FailedTries {
    /// Returns the number of all failed tries.
    pub(crate) fn all(&self) -> usize {
        self.all
    }

    /// Returns the numbers of sessions with which the next message is tried;
    /// `None` if it is not. Others can't use up what a user has with a key:
    /// two sessions where both sides have begun one.
    pub(crate) fn max_tries(
        &mut self,
        sender: &UserId,
        key: Curve25519PublicKey,
    ) -> Option<MaxTries> {
        if self.since.elapsed() >= TTL {
            *self = Self::default();
        }
        let (tries, messages) =
            self.keys.get(&(sender.to_owned(), key)).copied().unwrap_or_default();
        let of_server = self.servers.get(sender.server_name()).copied().unwrap_or_default();
        let is_busy = of_server >= MAX_OF_SERVER || self.all >= MAX_OF_ALL;
        if messages >= MAX_MESSAGES_OF_KEY {
            None
        } else if tries >= MAX_OF_KEY {
            Some(MaxTries { own: 1, of_others: 0 })
        } else if is_busy {
            Some(MaxTries { own: 3, of_others: 1 })
        } else {
            Some(MaxTries { own: 10, of_others: 10 })
        }
    }

    /// Notes the tries of a message that all failed, among them those with
    /// sessions of its sender: others decide how many of theirs there are.
    pub(crate) fn note(
        &mut self,
        sender: &UserId,
        key: Curve25519PublicKey,
        tries: usize,
        own: usize,
    ) {
        if tries == 0 {
            return;
        }
        self.all += tries;
        *self.servers.entry(sender.server_name().to_owned()).or_default() += tries;
        let of_key = self.keys.entry((sender.to_owned(), key)).or_default();
        of_key.0 += own;
        of_key.1 += 1;
    }
}
