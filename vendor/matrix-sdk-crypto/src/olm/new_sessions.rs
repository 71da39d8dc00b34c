//! Limits of Olm sessions that others begin. Each one that is kept is written
//! to the disk at once and stays for good, and with the fallback key any user
//! can begin any number.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use ruma::{OwnedServerName, OwnedUserId, UserId};

/// The number of sessions kept for a user in an hour.
const MAX_OF_USER: usize = 50;
/// The number of sessions with known devices of a user that are kept in an hour
/// whatever the numbers of others.
const RESERVED_OF_USER: usize = 3;
/// The number of sessions with known devices kept in an hour.
const MAX_OF_KNOWN: MaxSessions = MaxSessions { of_server: 1_000, of_all: 2_000 };
/// The number of sessions with other devices kept in an hour.
const MAX_OF_UNKNOWN: MaxSessions = MaxSessions { of_server: 300, of_all: 1_000 };
/// The number of first messages of sessions that are read of a user in an hour:
/// those of sessions that aren't kept take as much time.
const MAX_READ_OF_USER: usize = 250;
/// The number of users whose first messages are counted; beyond it, counts
/// begin again.
const MAX_COUNTED_USERS: usize = 10_000;
/// The time after which counts begin again.
const TTL: Duration = Duration::from_secs(3600);

#[derive(Clone, Copy, Debug)]
struct MaxSessions {
    of_server: usize,
    of_all: usize,
}

/// The numbers of sessions kept since a moment.
#[derive(Debug, Default)]
struct Kept {
    all: usize,
    servers: HashMap<OwnedServerName, usize>,
}

impl Kept {
    /// Returns whether a further session of a user is within the limits.
    fn has_place(&self, user: &UserId, max: MaxSessions) -> bool {
        let of_server = self.servers.get(user.server_name()).copied().unwrap_or_default();
        self.all < max.of_all && of_server < max.of_server
    }
}

/// The sessions of the last hour.
#[derive(Debug)]
pub(crate) struct NewSessions {
    since: Instant,
    users: HashMap<OwnedUserId, usize>,
    /// The first messages read of each user.
    read: HashMap<OwnedUserId, usize>,
    known: Kept,
    unknown: Kept,
    max_of_known: MaxSessions,
}

impl Default for NewSessions {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            users: HashMap::new(),
            read: HashMap::new(),
            known: Kept::default(),
            unknown: Kept::default(),
            max_of_known: MAX_OF_KNOWN,
        }
    }
}

impl NewSessions {
    /// Returns whether the first message of a session of a user is read, and
    /// counts it.
    pub(crate) fn may_read(&mut self, user: &UserId) -> bool {
        if self.since.elapsed() >= TTL {
            *self = Self { max_of_known: self.max_of_known, ..Self::default() };
        }
        if self.read.len() >= MAX_COUNTED_USERS {
            self.read.clear();
        }
        let read = self.read.entry(user.to_owned()).or_default();
        *read += 1;
        *read <= MAX_READ_OF_USER
    }

    /// Returns whether a further session of a user may be kept, with a known
    /// device or another one.
    pub(crate) fn may_keep(&self, user: &UserId) -> bool {
        let of_user = self.of_user(user);
        let has_place = self.known.has_place(user, self.max_of_known)
            || self.unknown.has_place(user, MAX_OF_UNKNOWN);
        of_user < RESERVED_OF_USER || (has_place && of_user < MAX_OF_USER)
    }

    /// Counts a session of a user, whose device is known or not; `false` if it
    /// is one too many, which is not counted.
    pub(crate) fn count(&mut self, user: &UserId, is_known: bool) -> bool {
        let is_reserved = is_known && self.of_user(user) < RESERVED_OF_USER;
        let (kept, max) = if is_known {
            (&mut self.known, self.max_of_known)
        } else {
            (&mut self.unknown, MAX_OF_UNKNOWN)
        };
        if !is_reserved && !kept.has_place(user, max) {
            return false;
        }
        kept.all += 1;
        *kept.servers.entry(user.server_name().to_owned()).or_default() += 1;
        *self.users.entry(user.to_owned()).or_default() += 1;
        true
    }

    /// Sets the number of sessions with known devices that are kept in an hour.
    pub(crate) fn set_max_of_known(&mut self, max: usize) {
        self.max_of_known = MaxSessions { of_server: max, of_all: max };
    }

    fn of_user(&self, user: &UserId) -> usize {
        self.users.get(user).copied().unwrap_or_default()
    }
}
