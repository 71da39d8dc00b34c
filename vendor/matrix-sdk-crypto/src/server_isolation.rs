//! Isolation of servers because of which the homeserver fails requests for keys as a whole.
//!
//! Synapse 1.163 passes on what other servers answer to a claim or query of keys, and fails the whole request if one
//! of them answers with something else than keys. Each server of a request that failed becomes a suspect; suspects are
//! asked in requests of their own; a suspect whose own request fails, too, is left out for a while.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use matrix_sdk_common::{failures_cache::FailuresCache, locks::RwLock as StdRwLock};
use ruma::{
    OwnedServerName, OwnedTransactionId, ServerName, TransactionId,
    api::client::keys::WHOLE_REQUEST,
};
use serde_json::Value;
use tracing::warn;

use crate::error::{OlmError, OlmResult};

/// The servers that requests of one kind have to be split for.
#[derive(Clone, Debug)]
pub(crate) struct ServerIsolation {
    own: OwnedServerName,
    failures: FailuresCache<OwnedServerName>,
    state: Arc<StdRwLock<State>>,
}

#[derive(Debug, Default)]
struct State {
    suspects: BTreeSet<OwnedServerName>,
    /// Suspects whose own request failed.
    blamed: BTreeSet<OwnedServerName>,
    in_flight: BTreeMap<OwnedTransactionId, InFlight>,
}

/// A request without an answer so far.
#[derive(Debug)]
struct InFlight {
    servers: BTreeSet<OwnedServerName>,
    /// `true` if another request has to follow before all servers were asked.
    is_part: bool,
}

impl ServerIsolation {
    /// Requests that never get an answer are forgotten beyond this number.
    const MAX_IN_FLIGHT: usize = 1_000;

    /// Creates a state without suspects; suspects that fail on their own are added to `failures`.
    pub(crate) fn new(own: &ServerName, failures: FailuresCache<OwnedServerName>) -> Self {
        Self { own: own.to_owned(), failures, state: Default::default() }
    }

    /// Returns whether the homeserver failed a request for this server alone, not long ago.
    pub(crate) fn is_blamed(&self, server: &ServerName) -> bool {
        self.state.read().blamed.contains(server) && self.failures.contains(server)
    }

    /// Splits servers into those of each request: one for each suspect, and one for all others.
    pub(crate) fn split(
        &self,
        servers: impl IntoIterator<Item = OwnedServerName>,
    ) -> Vec<BTreeSet<OwnedServerName>> {
        let state = self.state.read();
        let (suspects, others): (BTreeSet<_>, BTreeSet<_>) =
            servers.into_iter().partition(|server| state.suspects.contains(server));
        let mut requests: Vec<_> =
            suspects.into_iter().map(|server| BTreeSet::from([server])).collect();
        if !others.is_empty() {
            requests.push(others);
        }
        requests
    }

    /// Notes the servers of a request.
    pub(crate) fn send(
        &self,
        request: &TransactionId,
        servers: BTreeSet<OwnedServerName>,
        is_part: bool,
    ) {
        let mut state = self.state.write();
        if state.in_flight.len() >= Self::MAX_IN_FLIGHT {
            state.in_flight.clear();
        }
        state.in_flight.insert(request.to_owned(), InFlight { servers, is_part });
    }

    /// Takes the answer to a request into account.
    ///
    /// Returns whether another request has to follow before all servers were asked.
    ///
    /// # Errors
    ///
    /// [`OlmError::KeyRequestSplit`] if the homeserver failed the request as a whole, and the next one asks for less.
    /// [`OlmError::KeyRequestFailed`] if it failed one without other servers.
    pub(crate) fn receive(
        &self,
        request: &TransactionId,
        failures: &BTreeMap<String, Value>,
    ) -> OlmResult<bool> {
        let mut state = self.state.write();
        let sent = state.in_flight.remove(request);
        if !failures.contains_key(WHOLE_REQUEST) {
            let Some(InFlight { servers, is_part }) = sent else { return Ok(false) };
            state.suspects.retain(|server| !servers.contains(server));
            state.blamed.retain(|server| !servers.contains(server));
            return Ok(is_part);
        }
        let mut servers = sent.map(|sent| sent.servers).unwrap_or_default();
        servers.remove(&self.own);
        if servers.is_empty() {
            // The homeserver's own trouble: no server is to blame for it.
            self.failures.remove(state.blamed.iter());
            state.blamed.clear();
            return Err(OlmError::KeyRequestFailed);
        }
        if servers.len() == 1 && servers.is_subset(&state.suspects) {
            warn!(?servers, "The homeserver fails requests for keys because of this server");
            self.failures.extend(servers.clone());
            state.blamed.extend(servers);
        } else {
            state.suspects.extend(servers);
        }
        Err(OlmError::KeyRequestSplit)
    }
}
