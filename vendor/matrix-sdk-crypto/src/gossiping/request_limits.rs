//! Limits of room key requests. Each one that is served takes about 20 ms,
//! during which no sync response is read, and homeservers pass on hundreds.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use ruma::{OwnedServerName, OwnedUserId, UserId};

/// The number of requests of a user answered in a minute.
const MAX_OF_USER: usize = 10;
/// The same for the users of a server.
const MAX_OF_SERVER: usize = 30;
/// The same for all users.
const MAX_OF_ALL: usize = 100;
/// The number of requests of each user answered in a minute, however many
/// others there are.
const MIN_OF_USER: usize = 2;
/// The number of those beyond the limits, of a server.
const MAX_RESERVED_OF_SERVER: usize = 60;
/// The same for all.
const MAX_RESERVED: usize = 200;
/// The time after which counts begin again.
const RATE_LIMIT_WINDOW: Duration = Duration::from_secs(60);

/// The room key requests of the last minute.
#[derive(Debug)]
pub(super) struct RequestLimits {
    since: Instant,
    all: usize,
    reserved: usize,
    reserved_of_servers: HashMap<OwnedServerName, usize>,
    servers: HashMap<OwnedServerName, usize>,
    users: HashMap<OwnedUserId, usize>,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            all: 0,
            reserved: 0,
            reserved_of_servers: HashMap::new(),
            servers: HashMap::new(),
            users: HashMap::new(),
        }
    }
}

impl RequestLimits {
    /// Counts a request of a user; `false` if it is one too many, which is not
    /// counted.
    pub(super) fn try_count(&mut self, user: &UserId) -> bool {
        if self.since.elapsed() >= RATE_LIMIT_WINDOW {
            *self = Self::default();
        }
        let of_server = self.servers.get(user.server_name()).copied().unwrap_or_default();
        let of_user = self.users.get(user).copied().unwrap_or_default();
        if of_user < MAX_OF_USER && of_server < MAX_OF_SERVER && self.all < MAX_OF_ALL {
            self.all += 1;
            self.servers.insert(user.server_name().to_owned(), of_server + 1);
        } else if of_user < MIN_OF_USER && self.reserved < MAX_RESERVED && {
            let reserved = self.reserved_of_servers.get(user.server_name());
            reserved.is_none_or(|reserved| *reserved < MAX_RESERVED_OF_SERVER)
        } {
            self.reserved += 1;
            let server = user.server_name().to_owned();
            *self.reserved_of_servers.entry(server).or_default() += 1;
        } else {
            return false;
        }
        self.users.insert(user.to_owned(), of_user + 1);
        true
    }
}
