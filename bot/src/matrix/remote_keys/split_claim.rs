//! Claims of one-time keys, in parts where the homeserver fails at some of the users.

use std::time::Instant;

use matrix_sdk::ruma::{
    OwnedUserId, TransactionId,
    api::client::keys::claim_keys::v3::{Request, Response},
};
use matrix_sdk_base::crypto::OlmMachine;
use serde_json::Value;

use super::{Key, RemoteKeys, Verdict, in_time, parts::Parts};

impl RemoteKeys {
    /// Sends a claim to another server, in parts if need be, and passes the answers on.
    pub(super) async fn claim(
        &self,
        machine: &OlmMachine,
        key: &Key,
        id: &TransactionId,
        claim: Request,
    ) -> Verdict {
        let asked: Vec<OwnedUserId> = claim.one_time_keys.keys().cloned().collect();
        let mut parts = self.parts(key, asked);
        let mut keys = self.claim_in_parts(&mut parts, &claim).await;
        let elapsed = parts.elapsed();
        self.note_failures(&parts, keys.one_time_keys.keys());
        if parts.has_end() {
            if keys.one_time_keys.is_empty() {
                return self.verdict(parts, Ok(()), elapsed);
            }
            // Otherwise, the SDK leaves out devices without keys for a while, also those not asked for.
            keys.failures.insert(key.server.to_string(), Value::Null);
        }
        let passed_on = machine.mark_request_as_sent(id, &keys).await;
        let passed_on = passed_on.map_err(|error| error.to_string());
        self.verdict(parts, passed_on, elapsed)
    }

    /// Returns the answers to the parts, without the failures of the server: the verdict decides about it.
    async fn claim_in_parts(&self, parts: &mut Parts, claim: &Request) -> Response {
        let mut keys = Response::new(Default::default());
        while let Some(users) = parts.next_part() {
            let devices = users.iter().filter_map(|user| {
                let devices = claim.one_time_keys.get(user)?;
                Some((user.clone(), devices.clone()))
            });
            let mut request = Request::new(devices.collect());
            request.timeout = claim.timeout;
            let begun = Instant::now();
            match in_time(self.client.send(request)).await {
                Ok(part) => {
                    // Devices without keys are missing, too, but that is no failure.
                    let is_failing = !part.failures.is_empty();
                    let is_missing =
                        |user: &OwnedUserId| is_failing && !part.one_time_keys.contains_key(user);
                    parts.note_answer(users, is_missing, begun.elapsed());
                    keys.one_time_keys.extend(part.one_time_keys);
                }
                Err(reason) => self.note_no_answer(parts, users, reason).await,
            }
        }
        keys
    }
}
