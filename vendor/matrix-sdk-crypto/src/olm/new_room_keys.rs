//! Limits of room keys that others send. Each one stays for good, whether
//! anybody uses it or not.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use ruma::{OwnedServerName, OwnedUserId, UserId};

/// The number of keys of a user that are kept in an hour.
const MAX_OF_USER: usize = 2_000;
/// The number of keys of a server's users in an hour after which only those of
/// members are kept.
const MAX_OF_SERVER: usize = 5_000;
/// The number of keys of a server's users, members or not, that are kept in an
/// hour.
const MAX_OF_MEMBERS_OF_SERVER: usize = 20_000;
/// The number of all keys in an hour after which only those of members are
/// kept.
const MAX_OF_ALL: usize = 20_000;
/// The time after which counts begin again.
const TTL: Duration = Duration::from_secs(3600);

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
        if of_user >= self.max_of_user || of_server >= MAX_OF_MEMBERS_OF_SERVER {
            KeptFrom::Nobody
        } else if of_server >= MAX_OF_SERVER || self.all >= MAX_OF_ALL {
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
