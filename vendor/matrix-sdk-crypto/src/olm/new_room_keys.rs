//! Limits of room keys that others send. Each one stays for good, whether
//! anybody uses it or not.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use ruma::{OwnedServerName, OwnedUserId, UserId};

/// The number of keys of a user that are kept in an hour.
const MAX_OF_USER: usize = 2_000;
/// The number of keys of a user in an hour that are kept while those of others
/// are limited.
const RESERVED_OF_USER: usize = 20;
/// The numbers of keys in an hour after which only reserved ones are kept, and
/// those of members.
const SOFT: MaxRoomKeys = MaxRoomKeys { of_server: 5_000, of_all: 20_000 };
/// The numbers of keys in an hour after which only those of members are kept.
const HARD: MaxRoomKeys = MaxRoomKeys { of_server: 20_000, of_all: 100_000 };
/// The time after which counts begin again.
const TTL: Duration = Duration::from_secs(3600);

#[derive(Clone, Copy, Debug)]
struct MaxRoomKeys {
    of_server: usize,
    of_all: usize,
}

/// The users whose next room key is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeptFrom {
    Anybody,
    Members,
    Nobody,
}

/// The room keys of the last hour.
#[derive(Debug)]
pub(crate) struct NewRoomKeys {
    since: Instant,
    /// The number of keys of a user that are kept.
    max_of_user: usize,
    all: usize,
    servers: HashMap<OwnedServerName, usize>,
    users: HashMap<OwnedUserId, usize>,
}

impl Default for NewRoomKeys {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            max_of_user: MAX_OF_USER,
            all: 0,
            servers: HashMap::new(),
            users: HashMap::new(),
        }
    }
}

impl NewRoomKeys {
    /// Returns whether the next key of a user is kept.
    pub(crate) fn kept_from(&mut self, user: &UserId) -> KeptFrom {
        if self.since.elapsed() >= TTL {
            *self = Self { max_of_user: self.max_of_user, ..Self::default() };
        }
        let of_user = self.users.get(user).copied().unwrap_or_default();
        let of_server = self.servers.get(user.server_name()).copied().unwrap_or_default();
        let is_over = |max: MaxRoomKeys| of_server >= max.of_server || self.all >= max.of_all;
        if of_user >= self.max_of_user {
            KeptFrom::Nobody
        } else if is_over(HARD) || (is_over(SOFT) && of_user >= RESERVED_OF_USER) {
            KeptFrom::Members
        } else {
            KeptFrom::Anybody
        }
    }

    /// Sets the number of keys of a user that are kept in an hour.
    pub(crate) fn set_max_of_user(&mut self, max: usize) {
        self.max_of_user = max;
    }

    /// Counts a key that is kept.
    pub(crate) fn count(&mut self, user: &UserId) {
        self.all += 1;
        *self.servers.entry(user.server_name().to_owned()).or_default() += 1;
        *self.users.entry(user.to_owned()).or_default() += 1;
    }
}
