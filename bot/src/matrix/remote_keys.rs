//! Requests for the keys of users of other servers.
//!
//! The SDK asks for all keys at once, between two sync requests and before it sends. A slow server would hold up every
//! room that way, and because of one that answers with something else than keys Synapse 1.163 fails the request for
//! all. So the SDK asks for keys of the bot's own server only (see vendor/README.md), and those of other servers are
//! asked for here, in the background, one request a server.

#[cfg(test)]
mod tests;
pub(super) mod tracked_users;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Debug, Formatter},
    ops::Deref,
    sync::Arc,
    time::{Duration, Instant},
};

use matrix_sdk::{
    Client, HttpError, Room, RoomMemberships,
    ruma::{
        OwnedRoomId, OwnedServerName, OwnedTransactionId, OwnedUserId, RoomId, ServerName,
        TransactionId,
        api::client::keys::{claim_keys, get_keys},
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

use super::{failure::Failure, response_body::is_too_large};
use crate::{error_chain::ErrorChain, logging::rate_limited::log_rate_limited};

/// Time for which a message waits for the queries, and then for the claims, of other servers.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// The same after messages to the room have waited for longer than [`NOTICEABLE_WAIT`], for [`WAIT_INTERVAL`].
const SHORT_WAIT: Duration = Duration::from_millis(500);
const NOTICEABLE_WAIT: Duration = Duration::from_secs(1);
const WAIT_INTERVAL: Duration = Duration::from_secs(30);
/// Time after which a request has failed; Synapse itself waits for 10 s for most of them. A server that takes longer than
/// [`MAX_WAIT`] is left out for 15 s to 15 min.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(12);
/// Maximum requests at a time, to servers whose last answer came in time and to others. Synapse 1.163 works on ten
/// queries of an account at a time, of which the SDK needs some for users of the bot's own server.
const MAX_QUERIES: [usize; 2] = [3, 3];
const MAX_CLAIMS: [usize; 2] = [15, 15];
/// Maximum requests for a room at a time to servers whose last answer came late or is yet to come.
const MAX_REQUESTS_PER_ROOM: usize = 3;
/// Maximum requests of a kind that a message starts at once. The next one starts others.
const MAX_QUEUED_PER_MESSAGE: usize = 30;
/// Maximum queries to a server before a message; each names up to 250 users.
const MAX_QUERY_ROUNDS: usize = 8;
/// Maximum requests that wait for others.
const MAX_QUEUED: usize = 1_000;
/// Maximum servers that are known to answer in time.
const MAX_PROMPT_SERVERS: usize = 10_000;

/// The requests for keys of users of other servers.
#[derive(Clone)]
pub(super) struct RemoteKeys {
    client: Client,
    pub(super) base: BaseClient,
    requests: watch::Sender<Requests>,
    queries: Permits,
    claims: Permits,
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
    /// Servers whose last answer of this kind came in time.
    prompt: BTreeSet<Key>,
    /// The permits to send requests for a room.
    rooms: BTreeMap<OwnedRoomId, Arc<Semaphore>>,
    /// The times at which messages to a room began to wait for long.
    waited: BTreeMap<OwnedRoomId, Instant>,
}

type Key = (Kind, OwnedServerName);

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Kind {
    Query,
    Claim,
}

/// A request to one server.
struct KeyRequest {
    server: OwnedServerName,
    id: OwnedTransactionId,
    body: Body,
}

enum Body {
    Query(KeysQueryRequest),
    Claim(claim_keys::v3::Request),
}

impl KeyRequest {
    fn key(&self) -> Key {
        let kind = match self.body {
            Body::Query(_) => Kind::Query,
            Body::Claim(_) => Kind::Claim,
        };
        (kind, self.server.clone())
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
            reading: Arc::default(),
        }
    }

    /// Starts the requests that a sync response gave rise to, as many as need not be queued. The others are started by
    /// messages that need them, or after later responses.
    pub(super) async fn after_sync(&self) -> Result<(), Failure> {
        let Some(machine) = self.machine().await else {
            return Ok(());
        };
        let queries = self.queries(&machine, |_| true).await?;
        let claims = self.claims(&machine, &[]).await?;
        for requests in [queries, claims] {
            let mut started = 0;
            for request in requests {
                let is_free = self.permits(&request.key()).available_permits() > 0;
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

    /// Gets the keys that a message to this room needs. Servers that are slow or fail are left out.
    pub(super) async fn prepare(&self, room: &Room) -> Result<(), Failure> {
        let Some(machine) = self.machine().await else {
            return Ok(());
        };
        if !room.latest_encryption_state().await?.is_encrypted() {
            return Ok(());
        }
        room.sync_members().await?;
        let members = self
            .client
            .state_store()
            .get_user_ids(room.room_id(), RoomMemberships::ACTIVE)
            .await
            .map_err(Failure::of_store)?;
        let own = machine.user_id().server_name();
        let remote: Vec<OwnedUserId> = members
            .into_iter()
            .filter(|user| user.server_name() != own)
            .collect();
        if remote.is_empty() {
            return Ok(());
        }
        machine
            .update_tracked_users(remote.iter().map(Deref::deref))
            .await
            .map_err(Failure::of_store)?;
        let servers: BTreeSet<&ServerName> = remote.iter().map(|user| user.server_name()).collect();
        let begun = Instant::now();
        let max_wait = self.max_wait(room.room_id());
        let room_permits = self.room_permits(room.room_id());
        for round in 0..MAX_QUERY_ROUNDS {
            let queries = self
                .queries(&machine, |server| servers.contains(server))
                .await?;
            let left = max_wait.saturating_sub(begun.elapsed());
            // The first round waits for requests in flight, too.
            if round > 0 && (queries.is_empty() || left.is_zero()) {
                break;
            }
            self.start_all(&machine, queries, &room_permits).await;
            self.wait(Kind::Query, &servers, left).await;
        }
        let claims = self.claims(&machine, &remote).await?;
        self.start_all(&machine, claims, &room_permits).await;
        self.wait(Kind::Claim, &servers, max_wait).await;
        if begun.elapsed() > NOTICEABLE_WAIT {
            self.note_wait(room.room_id());
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

    /// Creates queries for the devices of users that may have changed.
    async fn queries(
        &self,
        machine: &OlmMachine,
        is_wanted: impl Fn(&ServerName) -> bool,
    ) -> Result<Vec<KeyRequest>, Failure> {
        let queries = machine
            .remote_key_queries(|server| is_wanted(server) && self.is_free(Kind::Query, server))
            .await
            .map_err(Failure::of_store)?;
        let queries = queries.into_iter().map(|(server, id, query)| KeyRequest {
            server,
            id,
            body: Body::Query(query),
        });
        Ok(queries.collect())
    }

    /// Creates claims for the devices of these users without a session.
    async fn claims(
        &self,
        machine: &OlmMachine,
        users: &[OwnedUserId],
    ) -> Result<Vec<KeyRequest>, Failure> {
        let claims = machine
            .remote_key_claims(users.iter().map(Deref::deref), |server| {
                self.is_free(Kind::Claim, server)
            })
            .await
            .map_err(Failure::of_store)?;
        let claims = claims.into_iter().map(|(server, id, claim)| KeyRequest {
            server,
            id,
            body: Body::Claim(claim),
        });
        Ok(claims.collect())
    }

    /// Returns whether no such request to this server is in flight.
    fn is_free(&self, kind: Kind, server: &ServerName) -> bool {
        let requests = self.requests.borrow();
        !requests.in_flight.contains(&(kind, server.to_owned()))
    }

    /// Returns the permits for which a request waits.
    fn permits(&self, key: &Key) -> &Semaphore {
        let permits = match key.0 {
            Kind::Query => &self.queries,
            Kind::Claim => &self.claims,
        };
        permits.of(self.is_prompt(key))
    }

    fn is_prompt(&self, key: &Key) -> bool {
        self.requests.borrow().prompt.contains(key)
    }

    /// Returns the permits of a room.
    fn room_permits(&self, room: &RoomId) -> Arc<Semaphore> {
        let mut permits = Arc::new(Semaphore::new(MAX_REQUESTS_PER_ROOM));
        self.requests.send_if_modified(|requests| {
            requests
                .rooms
                .retain(|_, permits| Arc::strong_count(permits) > 1);
            let kept = requests.rooms.entry(room.to_owned());
            permits = Arc::clone(kept.or_insert(Arc::clone(&permits)));
            false
        });
        permits
    }

    async fn start_all(
        &self,
        machine: &OlmMachine,
        requests: Vec<KeyRequest>,
        room_permits: &Arc<Semaphore>,
    ) {
        for (number, request) in requests.into_iter().enumerate() {
            if number < MAX_QUEUED_PER_MESSAGE {
                self.start(machine, request, Some(room_permits)).await;
            } else {
                machine.forget_remote_request(&request.id).await;
            }
        }
    }

    /// Starts a request, unless there is one like it or too many are queued.
    async fn start(
        &self,
        machine: &OlmMachine,
        request: KeyRequest,
        room_permits: Option<&Arc<Semaphore>>,
    ) {
        let is_started = self.requests.send_if_modified(|requests| {
            requests.in_flight.len() < MAX_QUEUED && requests.in_flight.insert(request.key())
        });
        if !is_started {
            return machine.forget_remote_request(&request.id).await;
        }
        let keys = self.clone();
        let machine = machine.clone();
        let room_permits = room_permits.map(Arc::clone);
        tokio::spawn(async move { keys.run(&machine, request, room_permits.as_deref()).await });
    }

    /// Sends a request when it is its turn, and passes its answer on. A server that is slow or at fault is left out for
    /// a while.
    async fn run(
        &self,
        machine: &OlmMachine,
        request: KeyRequest,
        room_permits: Option<&Semaphore>,
    ) {
        let key = request.key();
        let server = &key.1;
        // A room's prompt servers do not wait for its others.
        let _room_permits = match room_permits {
            Some(room_permits) if !self.is_prompt(&key) => room_permits.acquire().await.ok(),
            _ => None,
        };
        let permit = self.permits(&key).acquire().await;
        let verdict = self.send(machine, &request.id, request.body).await;
        drop(permit);
        if !matches!(verdict, Verdict::Prompt) {
            machine.forget_remote_request(&request.id).await;
        }
        if let Verdict::AtFault(fault) = &verdict {
            log_rate_limited!(
                server.as_str(),
                warn!(%server, error = fault, "no keys from server: left out for a while")
            );
            machine.back_off(server);
        }
        self.requests.send_modify(|requests| {
            requests.in_flight.remove(&key);
            match verdict {
                Verdict::Prompt => {
                    if requests.prompt.len() >= MAX_PROMPT_SERVERS {
                        requests.prompt.pop_first();
                    }
                    requests.prompt.insert(key.clone());
                }
                Verdict::AtFault(_) => _ = requests.prompt.remove(&key),
                Verdict::Unknown => {}
            }
        });
    }

    /// Sends a request, and passes its answer on.
    async fn send(&self, machine: &OlmMachine, id: &TransactionId, body: Body) -> Verdict {
        let sent = Instant::now();
        let (elapsed, passed_on, is_whole) = match body {
            Body::Query(query) => {
                let mut request = get_keys::v3::Request::new();
                request.device_keys = query.device_keys;
                let asked: Vec<OwnedUserId> = request.device_keys.keys().cloned().collect();
                match in_time(self.client.send(request)).await {
                    Ok(answer) => {
                        let elapsed = sent.elapsed();
                        let _reading = self.reading.lock().await;
                        let mut asked = asked.iter();
                        let is_whole = asked.all(|user| answer.device_keys.contains_key(user));
                        let passed_on = machine.mark_request_as_sent(id, &answer).await;
                        (elapsed, passed_on, is_whole)
                    }
                    Err(verdict) => return verdict,
                }
            }
            Body::Claim(request) => match in_time(self.client.send(request)).await {
                Ok(answer) => {
                    let is_whole = answer.failures.is_empty();
                    let passed_on = machine.mark_request_as_sent(id, &answer).await;
                    (sent.elapsed(), passed_on, is_whole)
                }
                Err(verdict) => return verdict,
            },
        };
        match passed_on {
            Err(error) => Verdict::AtFault(error.to_string()),
            Ok(()) if !is_whole => Verdict::AtFault("users missing in the answer".to_owned()),
            Ok(()) if elapsed > MAX_WAIT => Verdict::AtFault("slow".to_owned()),
            Ok(()) => Verdict::Prompt,
        }
    }

    /// Waits until no request of this kind to these servers is in flight.
    async fn wait(&self, kind: Kind, servers: &BTreeSet<&ServerName>, max_wait: Duration) {
        let mut requests = self.requests.subscribe();
        let is_over = |requests: &Requests| {
            let mut in_flight = requests.in_flight.iter();
            !in_flight.any(|(of, server)| *of == kind && servers.contains(&**server))
        };
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
    /// The homeserver was not reached.
    Unknown,
}

/// Returns the answer to a request.
///
/// # Errors
///
/// If there is none in time, or the homeserver answers with an error or is not reached.
async fn in_time<T>(request: impl IntoFuture<Output = Result<T, HttpError>>) -> Result<T, Verdict> {
    match timeout(REQUEST_TIMEOUT, request).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) if error.as_client_api_error().is_some() || is_too_large(&error) => {
            Err(Verdict::AtFault(ErrorChain::new(error).to_string()))
        }
        Ok(Err(error)) => {
            debug!(error = %ErrorChain::new(error), "request for keys failed");
            Err(Verdict::Unknown)
        }
        Err(_) => Err(Verdict::AtFault("no answer in time".to_owned())),
    }
}
