//! Requests for the keys of users of other servers.
//!
//! The SDK asks for all keys at once, between two sync requests and before it sends. A slow server would hold up every
//! room that way, and because of one that answers with something else than keys Synapse 1.163 fails the request for
//! all. So the SDK asks for keys of the bot's own server only (see vendor/README.md), and those of other servers are
//! asked for here, in the background, one request a server.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    fmt::{self, Debug, Formatter},
    ops::Deref,
    pin::pin,
    sync::Arc,
    time::Duration,
};

use matrix_sdk::{
    Client, HttpError, Room, RoomMemberships,
    ruma::{
        OwnedServerName, OwnedTransactionId, OwnedUserId, ServerName, TransactionId,
        api::client::keys::{claim_keys, get_keys},
    },
};
use matrix_sdk_base::{
    BaseClient,
    crypto::{OlmMachine, types::requests::KeysQueryRequest},
};
use tokio::{
    sync::{Mutex, watch},
    time::timeout,
};
use tracing::{debug, warn};

use super::failure::Failure;
use crate::error_chain::ErrorChain;

/// Time for which a message waits for the queries, and then for the claims, of other servers. A server that takes longer
/// is not asked again for 15 s to 15 min, and not waited for again until it has been faster.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// Maximum requests at a time.
const MAX_REQUESTS: usize = 50;

/// The requests for keys of users of other servers.
#[derive(Clone)]
pub(super) struct RemoteKeys {
    client: Client,
    base: BaseClient,
    /// Held while requests are chosen, so that no two ask for the same.
    choosing: Arc<Mutex<()>>,
    requests: watch::Sender<Requests>,
}

/// The requests without an answer so far.
#[derive(Debug, Default)]
struct Requests {
    in_flight: BTreeSet<(Kind, OwnedServerName)>,
    /// Those for which messages wait.
    awaited: BTreeSet<(Kind, OwnedServerName)>,
    /// Servers whose last answer was late, for which no message waits.
    slow: BTreeSet<OwnedServerName>,
}

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

impl Body {
    const fn kind(&self) -> Kind {
        match self {
            Self::Query(_) => Kind::Query,
            Self::Claim(_) => Kind::Claim,
        }
    }
}

impl Debug for RemoteKeys {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteKeys").finish_non_exhaustive()
    }
}

impl RemoteKeys {
    pub(super) fn new(client: &Client, base: BaseClient) -> Self {
        Self {
            client: client.clone(),
            base,
            choosing: Arc::default(),
            requests: watch::Sender::default(),
        }
    }

    /// Starts the requests that a sync response gave rise to.
    pub(super) async fn after_sync(&self) -> Result<(), Failure> {
        let Some(machine) = self.machine().await else {
            return Ok(());
        };
        self.query(&machine).await?;
        self.claim(&machine, &[]).await
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
        let servers: BTreeSet<&ServerName> = remote.iter().map(|user| user.server_name()).collect();
        machine
            .update_tracked_users(remote.iter().map(Deref::deref))
            .await
            .map_err(Failure::of_store)?;
        self.query(&machine).await?;
        self.wait(Kind::Query, &servers).await;
        self.claim(&machine, &remote).await?;
        self.wait(Kind::Claim, &servers).await;
        Ok(())
    }

    /// Returns the SDK's keys; `None` before the login.
    async fn machine(&self) -> Option<OlmMachine> {
        self.base.olm_machine().await.clone()
    }

    /// Queries the devices of all users that may have changed.
    async fn query(&self, machine: &OlmMachine) -> Result<(), Failure> {
        let _choosing = self.choosing.lock().await;
        let requests = machine
            .remote_key_queries(|server| self.is_free(Kind::Query, server))
            .await
            .map_err(Failure::of_store)?;
        let requests = requests.into_iter().map(|(server, id, query)| KeyRequest {
            server,
            id,
            body: Body::Query(query),
        });
        self.start(machine, requests.collect()).await;
        Ok(())
    }

    /// Claims keys for the devices of these users without a session.
    async fn claim(&self, machine: &OlmMachine, users: &[OwnedUserId]) -> Result<(), Failure> {
        let _choosing = self.choosing.lock().await;
        let requests = machine
            .remote_key_claims(users.iter().map(Deref::deref), |server| {
                self.is_free(Kind::Claim, server)
            })
            .await
            .map_err(Failure::of_store)?;
        let requests = requests.into_iter().map(|(server, id, claim)| KeyRequest {
            server,
            id,
            body: Body::Claim(claim),
        });
        self.start(machine, requests.collect()).await;
        Ok(())
    }

    /// Returns whether no such request to this server is in flight.
    fn is_free(&self, kind: Kind, server: &ServerName) -> bool {
        let requests = self.requests.borrow();
        !requests.in_flight.contains(&(kind, server.to_owned()))
    }

    /// Starts as many requests as there may be.
    async fn start(&self, machine: &OlmMachine, requests: Vec<KeyRequest>) {
        for request in requests {
            let key = (request.body.kind(), request.server.clone());
            let is_started = self.requests.send_if_modified(|requests| {
                let is_started = requests.in_flight.len() < MAX_REQUESTS;
                if is_started {
                    requests.in_flight.insert(key.clone());
                    if !requests.slow.contains(&key.1) {
                        requests.awaited.insert(key.clone());
                    }
                }
                is_started
            });
            if is_started {
                let keys = self.clone();
                let machine = machine.clone();
                tokio::spawn(async move { keys.run(&machine, request).await });
            } else {
                machine.forget_remote_request(&request.id).await;
            }
        }
    }

    /// Sends a request and passes its answer on. A server that is slow or at fault is left out for a while.
    async fn run(&self, machine: &OlmMachine, request: KeyRequest) {
        let key = (request.body.kind(), request.server);
        let server = &key.1;
        let mut answer = pin!(self.send(machine, &request.id, request.body));
        let (answer, is_slow) = match timeout(MAX_WAIT, &mut answer).await {
            Ok(answer) => (answer, false),
            Err(_) => {
                machine.back_off(server);
                self.requests.send_modify(|requests| {
                    requests.awaited.remove(&key);
                    requests.slow.insert(server.clone());
                });
                (answer.await, true)
            }
        };
        let fault = match answer {
            Ok(true) => is_slow.then(|| "slow".to_owned()),
            Ok(false) => Some("users missing in the answer".to_owned()),
            Err(error) => {
                debug!(%server, %error, "request for keys failed");
                machine.forget_remote_request(&request.id).await;
                (error.is_answer || is_slow).then(|| error.to_string())
            }
        };
        if let Some(fault) = fault {
            warn!(%server, error = fault, "no keys from server: left out for a while");
            machine.back_off(server);
        }
        self.requests.send_modify(|requests| {
            requests.in_flight.remove(&key);
            requests.awaited.remove(&key);
            if !is_slow {
                requests.slow.remove(server);
            }
        });
    }

    /// Sends a request; returns whether the answer tells of all users that were asked for.
    async fn send(
        &self,
        machine: &OlmMachine,
        id: &TransactionId,
        body: Body,
    ) -> Result<bool, KeyRequestError> {
        match body {
            Body::Query(query) => {
                let mut request = get_keys::v3::Request::new();
                request.device_keys = query.device_keys;
                let asked: Vec<OwnedUserId> = request.device_keys.keys().cloned().collect();
                let answer = self.client.send(request).await?;
                let is_whole = asked
                    .iter()
                    .all(|user| answer.device_keys.contains_key(user));
                machine.mark_request_as_sent(id, &answer).await?;
                Ok(is_whole)
            }
            Body::Claim(request) => {
                let answer = self.client.send(request).await?;
                machine.mark_request_as_sent(id, &answer).await?;
                Ok(true)
            }
        }
    }

    /// Waits until no message has to wait for requests of this kind to these servers.
    async fn wait(&self, kind: Kind, servers: &BTreeSet<&ServerName>) {
        let mut requests = self.requests.subscribe();
        let is_over = |requests: &Requests| {
            let mut awaited = requests.awaited.iter();
            !awaited.any(|(of, server)| *of == kind && servers.contains(&**server))
        };
        // A request is awaited for MAX_WAIT, so that one that has just begun ends this, too.
        _ = timeout(MAX_WAIT, requests.wait_for(is_over)).await;
    }
}

/// The reason why a request for keys has no answer.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
struct KeyRequestError {
    reason: ErrorChain,
    /// `true` if the homeserver answered with an error.
    is_answer: bool,
}

impl From<HttpError> for KeyRequestError {
    fn from(error: HttpError) -> Self {
        Self {
            is_answer: error.as_client_api_error().is_some(),
            reason: ErrorChain::new(error),
        }
    }
}

impl From<matrix_sdk::encryption::OlmError> for KeyRequestError {
    fn from(error: matrix_sdk::encryption::OlmError) -> Self {
        Self {
            is_answer: true,
            reason: ErrorChain::new(error),
        }
    }
}
