//! Requests for the keys of other users.
//!
//! The SDK asks for all keys at once, between two sync requests and before it sends. A slow server would hold up every
//! room that way, and because of one that answers with something else than keys, or of a user with malformed keys,
//! Synapse 1.163 fails the request for all. So the SDK queries the bot's own user only and claims keys of the bot's own
//! server only (see vendor/README.md). Everything else is asked for here, in the background, one request a
//! server, and another one for users with earlier failures.

mod failing_users;
mod parts;
mod split_claim;
mod split_query;
#[cfg(test)]
mod tests;
pub(super) mod tracked_users;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Debug, Formatter},
    hash::{BuildHasher, RandomState},
    ops::Deref,
    sync::Arc,
    time::{Duration, Instant},
};

use matrix_sdk::{
    Client, HttpError, Room, RoomMemberships,
    ruma::{
        OwnedRoomId, OwnedServerName, OwnedTransactionId, OwnedUserId, RoomId, ServerName,
        TransactionId, UserId, api::client::keys::claim_keys,
    },
};
use matrix_sdk_base::{
    BaseClient,
    crypto::{OlmMachine, types::requests::KeysQueryRequest},
};
use tokio::{
    sync::{Mutex, Semaphore, watch},
    time::timeout,
};
use tracing::{debug, warn};

use self::failing_users::FailingUsers;
use super::failure::Failure;
use crate::{error_chain::ErrorChain, logging::rate_limited::log_rate_limited};

/// Time for which a message waits for the queries, and then for the claims, of other servers.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// The same after messages to the room have waited for longer than [`NOTICEABLE_WAIT`], for [`WAIT_INTERVAL`].
const SHORT_WAIT: Duration = Duration::from_millis(500);
const NOTICEABLE_WAIT: Duration = Duration::from_secs(1);
const WAIT_INTERVAL: Duration = Duration::from_secs(30);
/// Time for which a message waits for queries of the bot's own server, which take that long only if it is overloaded.
const MAX_LOCAL_WAIT: Duration = Duration::from_secs(10);
/// Time after which a request has failed; Synapse itself waits for 10 s for most of them. Users for whom a server takes
/// longer than [`MAX_WAIT`] are left out for 15 s to 15 min, or the server if that happens again.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(12);
/// Maximum requests at a time, to servers whose last answer came in time and to others. Synapse 1.163 works on ten
/// queries of an account at a time, of which one is for users of the bot's own server, and the SDK needs some.
const MAX_QUERIES: [usize; 2] = [3, 3];
const MAX_CLAIMS: [usize; 2] = [15, 15];
/// Maximum requests for a room at a time to servers whose last answer came late or is yet to come.
const MAX_REQUESTS_PER_ROOM: usize = 3;
/// Maximum requests of a kind that a message starts at once. The next one starts others.
const MAX_QUEUED_PER_MESSAGE: usize = 30;
/// Maximum queries to a server, and to the bot's own, before a message; each names up to 250 users. Keys of rooms go to
/// 5,000 devices at most.
const MAX_QUERY_ROUNDS: usize = 8;
const MAX_LOCAL_QUERY_ROUNDS: usize = 20;
/// Maximum further rounds of them after one without a good answer.
const MAX_FAILED_ROUNDS: usize = 3;
/// Maximum requests that wait for others; and of them, of one room to servers whose last answer came late or is yet to
/// come.
const MAX_QUEUED: usize = 1_000;
const MAX_QUEUED_PER_ROOM: usize = 60;
/// Maximum servers that are known to answer in time.
const MAX_PROMPT_SERVERS: usize = 10_000;

/// The requests for keys of other users.
#[derive(Clone)]
pub(super) struct RemoteKeys {
    client: Client,
    pub(super) base: BaseClient,
    requests: watch::Sender<Requests>,
    queries: Permits,
    claims: Permits,
    /// The permit to send a query to the bot's own server.
    local_queries: Arc<Semaphore>,
    /// Held while the answer to a query is read, which takes many times its size of memory.
    reading: Arc<Mutex<()>>,
}

/// The permits to send requests of one kind.
#[derive(Clone)]
struct Permits {
    to_prompt: Arc<Semaphore>,
    to_others: Arc<Semaphore>,
}

/// The requests without an answer so far, and experience with earlier ones.
#[derive(Debug, Default)]
struct Requests {
    /// Queued ones, too.
    in_flight: BTreeSet<Key>,
    /// Servers whose last answer of this kind came in time. An unanswered retry changes nothing.
    prompt: BTreeSet<Key>,
    /// Those of them whose last request was late, as keys of its users can be the cause.
    late: BTreeSet<Key>,
    /// The permits to send requests for a room.
    rooms: BTreeMap<OwnedRoomId, Arc<Semaphore>>,
    /// The times at which messages to a room began to wait for long.
    waited: BTreeMap<OwnedRoomId, Instant>,
    failing_users: FailingUsers,
}

/// Identifies a request: at most one with the same key is in flight.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Key {
    kind: Kind,
    server: OwnedServerName,
    /// It names only users with earlier failures, for whom others don't wait.
    is_retry: bool,
    /// The room for whose permits it waits, unless its server is prompt: other rooms don't wait for it.
    room: Option<OwnedRoomId>,
}

/// The requests for a room, which wait for its permits.
#[derive(Clone, Debug)]
struct RoomQueue {
    room: OwnedRoomId,
    permits: Arc<Semaphore>,
}

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Kind {
    Query,
    Claim,
}

/// A request to one server.
struct KeyRequest {
    key: Key,
    id: OwnedTransactionId,
    body: Body,
}

enum Body {
    Query(KeysQueryRequest),
    Claim(claim_keys::v3::Request),
}

impl Key {
    /// Returns the key under which experience with the server is kept.
    fn of_server(&self) -> Self {
        Self {
            is_retry: false,
            room: None,
            ..self.clone()
        }
    }
}

impl Requests {
    /// Notes that a server has answered in time.
    fn note_prompt(&mut self, key: &Key) {
        if self.prompt.len() >= MAX_PROMPT_SERVERS
            && let Some(first) = self.prompt.pop_first()
        {
            self.late.remove(&first);
        }
        self.late.remove(&key.of_server());
        self.prompt.insert(key.of_server());
    }

    /// Notes that a server is slow or at fault.
    fn note_fault(&mut self, key: &Key) {
        self.late.remove(&key.of_server());
        self.prompt.remove(&key.of_server());
    }
}

impl Debug for RemoteKeys {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteKeys").finish_non_exhaustive()
    }
}

impl Permits {
    fn new([to_prompt, to_others]: [usize; 2]) -> Self {
        Self {
            to_prompt: Arc::new(Semaphore::new(to_prompt)),
            to_others: Arc::new(Semaphore::new(to_others)),
        }
    }

    fn of(&self, is_prompt: bool) -> &Semaphore {
        if is_prompt {
            &self.to_prompt
        } else {
            &self.to_others
        }
    }
}

impl RemoteKeys {
    pub(super) fn new(client: &Client, base: BaseClient) -> Self {
        Self {
            client: client.clone(),
            base,
            requests: watch::Sender::default(),
            queries: Permits::new(MAX_QUERIES),
            claims: Permits::new(MAX_CLAIMS),
            local_queries: Arc::new(Semaphore::new(1)),
            reading: Arc::default(),
        }
    }

    /// Starts the requests that a sync response gave rise to, as many as need not be queued. The others are started by
    /// messages that need them, or after later responses.
    pub(super) async fn after_sync(&self) -> Result<(), Failure> {
        let Some(machine) = self.machine().await else {
            return Ok(());
        };
        let mut queries = self.queries(&machine, None, |_| true).await?;
        queries.sort_by_key(|query| !self.is_local(&query.key.server));
        let claims = self.claims(&machine, None, &[]).await?;
        for requests in [queries, claims] {
            let mut started = 0;
            for request in requests {
                let is_free = self.permits(&request.key).available_permits() > 0;
                if started < MAX_REQUESTS_PER_ROOM && is_free {
                    started += 1;
                    self.start(&machine, request, None).await;
                } else {
                    machine.forget_remote_request(&request.id).await;
                }
            }
        }
        Ok(())
    }

    /// Gets the keys that a message to this room needs. Users at whom the homeserver fails are left out, and servers that
    /// are slow or fail.
    pub(super) async fn prepare(&self, room: &Room) -> Result<(), Failure> {
        let Some(machine) = self.machine().await else {
            return Ok(());
        };
        if !room.latest_encryption_state().await?.is_encrypted() {
            return Ok(());
        }
        room.sync_members().await?;
        let mut users = self
            .client
            .state_store()
            .get_user_ids(room.room_id(), RoomMemberships::ACTIVE)
            .await
            .map_err(Failure::of_store)?;
        users.retain(|user| user != machine.user_id());
        machine
            .update_tracked_users(users.iter().map(Deref::deref))
            .await
            .map_err(Failure::of_store)?;
        let (local, remote): (Vec<OwnedUserId>, Vec<OwnedUserId>) = users
            .into_iter()
            .partition(|user| self.is_local(user.server_name()));
        let queue = self.queue(room.room_id());
        if !local.is_empty() {
            let own = BTreeSet::from([machine.user_id().server_name()]);
            let limits = (MAX_LOCAL_QUERY_ROUNDS, MAX_LOCAL_WAIT);
            let members: BTreeSet<&UserId> = local.iter().map(Deref::deref).collect();
            let is_wanted = |user: &UserId| members.contains(user);
            self.query_all(&machine, &own, is_wanted, &queue, limits)
                .await?;
        }
        if remote.is_empty() {
            return Ok(());
        }
        let servers: BTreeSet<&ServerName> = remote.iter().map(|user| user.server_name()).collect();
        let begun = Instant::now();
        let max_wait = self.max_wait(room.room_id());
        let limits = (MAX_QUERY_ROUNDS, max_wait);
        let members: BTreeSet<&UserId> = remote.iter().map(Deref::deref).collect();
        // The message doesn't wait for retries of users of other rooms.
        let is_wanted = |user: &UserId| {
            let is_member = || members.contains(user);
            servers.contains(user.server_name())
                && (!self.is_retry(Kind::Query, user) || is_member())
        };
        self.query_all(&machine, &servers, is_wanted, &queue, limits)
            .await?;
        let claims = self.claims(&machine, Some(&queue), &remote).await?;
        let awaited = queue.awaited(Kind::Claim, &servers, &claims);
        self.start_all(&machine, claims, &queue).await;
        self.wait(&awaited, max_wait).await;
        if begun.elapsed() > NOTICEABLE_WAIT {
            self.note_wait(room.room_id());
        }
        Ok(())
    }

    /// Queries the wanted users of these servers whose devices may have changed, in at most so many rounds, and waits
    /// for the answers for at most this time.
    async fn query_all(
        &self,
        machine: &OlmMachine,
        servers: &BTreeSet<&ServerName>,
        is_wanted: impl Fn(&UserId) -> bool,
        queue: &RoomQueue,
        (max_rounds, max_wait): (usize, Duration),
    ) -> Result<(), Failure> {
        if !self.is_any_due(machine, &is_wanted).await? {
            return Ok(());
        }
        let begun = Instant::now();
        let mut failed_rounds = 0;
        for round in 0..max_rounds {
            let queries = self.queries(machine, Some(queue), &is_wanted).await?;
            let left = max_wait.saturating_sub(begun.elapsed());
            // The first round waits for requests in flight, too.
            if round > 0 {
                failed_rounds += usize::from(!self.is_any_prompt(&queries));
                let is_over = left.is_zero() || failed_rounds > MAX_FAILED_ROUNDS;
                if queries.is_empty() || is_over {
                    for query in queries {
                        machine.forget_remote_request(&query.id).await;
                    }
                    break;
                }
            }
            let awaited = queue.awaited(Kind::Query, servers, &queries);
            self.start_all(machine, queries, queue).await;
            self.wait(&awaited, left).await;
        }
        Ok(())
    }

    /// Has all users' devices queried again, after a sync that tells of no changes of them.
    pub(super) async fn note_missed_changes(&self) {
        if let Some(machine) = self.machine().await
            && let Err(error) = machine.mark_all_tracked_users_as_dirty().await
        {
            warn!(error = %error, "cannot store changes of devices");
        }
    }

    /// Returns the SDK's keys; `None` before the login.
    async fn machine(&self) -> Option<OlmMachine> {
        self.base.olm_machine().await.clone()
    }

    /// Returns whether a wanted user's devices may have changed: queries of others aren't waited for.
    async fn is_any_due(
        &self,
        machine: &OlmMachine,
        is_wanted: impl Fn(&UserId) -> bool,
    ) -> Result<bool, Failure> {
        let queries = machine
            .key_queries_by_server(|user| is_wanted(user) && self.is_due(Kind::Query, user))
            .await
            .map_err(Failure::of_store)?;
        for (_, id, _) in &queries {
            machine.forget_remote_request(id).await;
        }
        Ok(!queries.is_empty())
    }

    /// Creates queries for the devices of users that may have changed. Users at whom the homeserver has failed are left
    /// out for a while.
    async fn queries(
        &self,
        machine: &OlmMachine,
        queue: Option<&RoomQueue>,
        is_wanted: impl Fn(&UserId) -> bool,
    ) -> Result<Vec<KeyRequest>, Failure> {
        let mut queries = Vec::new();
        for &is_retry in self.retry_values() {
            let key = |server: &ServerName| self.key(Kind::Query, server, is_retry, queue);
            let found = machine
                .key_queries_by_server(|user| {
                    is_wanted(user)
                        && self.is_free(&key(user.server_name()))
                        && self.is_due_in(Kind::Query, user, is_retry)
                })
                .await
                .map_err(Failure::of_store)?;
            queries.extend(found.into_iter().map(|(server, id, query)| KeyRequest {
                key: key(&server),
                id,
                body: Body::Query(query),
            }));
        }
        Ok(queries)
    }

    /// Creates claims for the devices of these users without a session. Users at whom the homeserver has failed are left
    /// out for a while.
    async fn claims(
        &self,
        machine: &OlmMachine,
        queue: Option<&RoomQueue>,
        users: &[OwnedUserId],
    ) -> Result<Vec<KeyRequest>, Failure> {
        let mut claims = Vec::new();
        for &is_retry in self.retry_values() {
            let is_due = |user: &UserId| self.is_due_in(Kind::Claim, user, is_retry);
            let due = users.iter().map(Deref::deref).filter(|user| is_due(user));
            let key = |server: &ServerName| self.key(Kind::Claim, server, is_retry, queue);
            let is_free = |server: &ServerName| self.is_free(&key(server));
            let found = machine.remote_key_claims(due, is_free).await;
            for (server, id, mut claim) in found.map_err(Failure::of_store)? {
                // The SDK adds users whose sessions are unusable.
                claim.one_time_keys.retain(|user, _| is_due(user));
                if claim.one_time_keys.is_empty() {
                    machine.forget_remote_request(&id).await;
                    continue;
                }
                claims.push(KeyRequest {
                    key: key(&server),
                    id,
                    body: Body::Claim(claim),
                });
            }
        }
        Ok(claims)
    }

    /// Returns the values of [`Key::is_retry`] for which there can be users.
    fn retry_values(&self) -> &'static [bool] {
        if self.requests.borrow().failing_users.is_empty() {
            &[false]
        } else {
            &[false, true]
        }
    }

    /// Returns whether this is the bot's own server.
    fn is_local(&self, server: &ServerName) -> bool {
        let bot = self.client.user_id();
        bot.is_some_and(|bot| bot.server_name() == server)
    }

    /// Returns the key of a request.
    fn key(
        &self,
        kind: Kind,
        server: &ServerName,
        is_retry: bool,
        queue: Option<&RoomQueue>,
    ) -> Key {
        let mut key = Key {
            kind,
            server: server.to_owned(),
            is_retry,
            room: None,
        };
        if !self.is_prompt(&key) {
            key.room = queue.map(|queue| queue.room.clone());
        }
        key
    }

    /// Returns whether no such request is in flight.
    fn is_free(&self, key: &Key) -> bool {
        !self.requests.borrow().in_flight.contains(key)
    }

    /// Returns the permits for which a request waits.
    fn permits(&self, key: &Key) -> &Semaphore {
        let permits = match key.kind {
            Kind::Query if self.is_local(&key.server) => return &self.local_queries,
            Kind::Query => &self.queries,
            Kind::Claim => &self.claims,
        };
        permits.of(self.is_prompt(key))
    }

    /// Returns whether the last answer to such a request came in time; always for the bot's own server.
    fn is_prompt(&self, key: &Key) -> bool {
        let is_prompt = || self.requests.borrow().prompt.contains(&key.of_server());
        self.is_local(&key.server) || !key.is_retry && is_prompt()
    }

    /// Returns whether the last answer to a request like one of these was good and came in time.
    fn is_any_prompt(&self, requests: &[KeyRequest]) -> bool {
        let prompt = &self.requests.borrow().prompt;
        let keys = requests.iter().map(|request| &request.key);
        let mut keys = keys.filter(|key| !key.is_retry);
        keys.any(|key| prompt.contains(&key.of_server()))
    }

    /// Returns the queue of a room.
    fn queue(&self, room: &RoomId) -> RoomQueue {
        let mut permits = Arc::new(Semaphore::new(MAX_REQUESTS_PER_ROOM));
        self.requests.send_if_modified(|requests| {
            requests
                .rooms
                .retain(|_, permits| Arc::strong_count(permits) > 1);
            let kept = requests.rooms.entry(room.to_owned());
            permits = Arc::clone(kept.or_insert(Arc::clone(&permits)));
            false
        });
        RoomQueue {
            room: room.to_owned(),
            permits,
        }
    }

    async fn start_all(
        &self,
        machine: &OlmMachine,
        mut requests: Vec<KeyRequest>,
        queue: &RoomQueue,
    ) {
        // Made-up servers must not always come first.
        let random = RandomState::new();
        requests.sort_by_cached_key(|request| {
            let key = &request.key;
            (
                key.is_retry,
                !self.is_prompt(key),
                random.hash_one(&key.server),
            )
        });
        for (number, request) in requests.into_iter().enumerate() {
            if number < MAX_QUEUED_PER_MESSAGE {
                self.start(machine, request, Some(queue)).await;
            } else {
                machine.forget_remote_request(&request.id).await;
            }
        }
    }

    /// Starts a request, unless there is one like it or too many are queued.
    async fn start(&self, machine: &OlmMachine, request: KeyRequest, queue: Option<&RoomQueue>) {
        let is_local = self.is_local(&request.key.server);
        // Each request holds the permits of its room.
        let is_room_full =
            queue.is_some_and(|queue| Arc::strong_count(&queue.permits) > MAX_QUEUED_PER_ROOM);
        let is_left_out = is_room_full && !self.is_prompt(&request.key.of_server());
        let is_started = self.requests.send_if_modified(|requests| {
            let is_space_left = is_local || !is_left_out && requests.in_flight.len() < MAX_QUEUED;
            is_space_left && requests.in_flight.insert(request.key.clone())
        });
        if !is_started {
            return machine.forget_remote_request(&request.id).await;
        }
        let keys = self.clone();
        let machine = machine.clone();
        let room_permits = queue.map(|queue| Arc::clone(&queue.permits));
        tokio::spawn(async move { keys.run(&machine, request, room_permits.as_deref()).await });
    }

    /// Sends a request when it is its turn, and passes its answer on. A server that is slow or at fault is left out for
    /// a while, except for the bot's own.
    async fn run(
        &self,
        machine: &OlmMachine,
        request: KeyRequest,
        room_permits: Option<&Semaphore>,
    ) {
        let key = request.key;
        let server = &key.server;
        // A room's prompt servers do not wait for its others.
        let _room_permits = match room_permits {
            Some(room_permits) if !self.is_prompt(&key) => room_permits.acquire().await.ok(),
            _ => None,
        };
        let permit = self.permits(&key).acquire().await;
        let verdict = self.send(machine, &key, &request.id, request.body).await;
        drop(permit);
        if !matches!(verdict, Verdict::Prompt) {
            machine.forget_remote_request(&request.id).await;
        }
        let is_local = self.is_local(server);
        match &verdict {
            Verdict::AtFault(fault) if is_local => log_rate_limited!(
                server.as_str(),
                warn!(
                    error = fault,
                    "no keys from own server: retrying with the next message"
                )
            ),
            Verdict::AtFault(fault) => {
                log_rate_limited!(
                    server.as_str(),
                    warn!(%server, error = fault, "no keys from server: left out for a while")
                );
                machine.back_off(server);
            }
            Verdict::Prompt | Verdict::Unknown => {}
        }
        self.requests.send_modify(|requests| {
            requests.in_flight.remove(&key);
            match verdict {
                Verdict::Prompt => requests.note_prompt(&key),
                Verdict::Unknown if !is_local => {}
                Verdict::AtFault(_) | Verdict::Unknown => requests.note_fault(&key),
            }
        });
    }

    /// Sends a request, in parts if need be, and passes the answers on.
    async fn send(
        &self,
        machine: &OlmMachine,
        key: &Key,
        id: &TransactionId,
        body: Body,
    ) -> Verdict {
        match body {
            Body::Query(query) => self.query(machine, key, id, query).await,
            Body::Claim(claim) => self.claim(machine, key, id, claim).await,
        }
    }

    /// Waits until none of these requests is in flight.
    async fn wait(&self, awaited: &BTreeSet<Key>, max_wait: Duration) {
        let mut requests = self.requests.subscribe();
        let is_over = |requests: &Requests| requests.in_flight.is_disjoint(awaited);
        _ = timeout(max_wait, requests.wait_for(is_over)).await;
    }

    /// Returns the time for which a message to a room may wait.
    fn max_wait(&self, room: &RoomId) -> Duration {
        let requests = self.requests.borrow();
        let waited = requests.waited.get(room);
        let has_waited = waited.is_some_and(|at| at.elapsed() < WAIT_INTERVAL);
        if has_waited { SHORT_WAIT } else { MAX_WAIT }
    }

    /// Notes that a message to a room has waited for long.
    fn note_wait(&self, room: &RoomId) {
        self.requests.send_modify(|requests| {
            requests.waited.retain(|_, at| at.elapsed() < WAIT_INTERVAL);
            let waited = requests.waited.entry(room.to_owned());
            waited.or_insert_with(Instant::now);
        });
    }
}

/// The conclusion about a server from the answer to a request.
enum Verdict {
    Prompt,
    AtFault(String),
    /// The homeserver was not reached, or has failed at a user.
    Unknown,
}

/// The reason for which a request has no answer.
enum NoAnswer {
    /// There was none in time.
    Late,
    Failed(Box<HttpError>),
}

impl From<HttpError> for Verdict {
    fn from(error: HttpError) -> Self {
        if error.as_client_api_error().is_some() {
            return Self::AtFault(ErrorChain::new(error).to_string());
        }
        debug!(error = %ErrorChain::new(error), "request for keys failed");
        Self::Unknown
    }
}

impl RoomQueue {
    /// Returns the keys of the requests that a message to users of these servers waits for: other retries than its own
    /// can be for users of other rooms.
    fn awaited(
        &self,
        kind: Kind,
        servers: &BTreeSet<&ServerName>,
        own: &[KeyRequest],
    ) -> BTreeSet<Key> {
        let rooms = [None, Some(self.room.clone())];
        let keys = servers.iter().flat_map(|&server| {
            rooms.iter().map(move |room| Key {
                kind,
                server: server.to_owned(),
                is_retry: false,
                room: room.clone(),
            })
        });
        keys.chain(own.iter().map(|request| request.key.clone()))
            .collect()
    }
}

/// Returns the answer to a request.
///
/// # Errors
///
/// If there is none in time, or the homeserver answers with an error or is not reached.
async fn in_time<T>(
    request: impl IntoFuture<Output = Result<T, HttpError>>,
) -> Result<T, NoAnswer> {
    match timeout(REQUEST_TIMEOUT, request).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(NoAnswer::Failed(Box::new(error))),
        Err(_) => Err(NoAnswer::Late),
    }
}
