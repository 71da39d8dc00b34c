//! Queries, in parts where a homeserver fails at some of the users.

use std::time::Instant;

use matrix_sdk::ruma::{
    OwnedUserId, TransactionId,
    api::client::keys::get_keys::v3::{Request, Response},
};
use matrix_sdk_base::crypto::{OlmMachine, types::requests::KeysQueryRequest};

use super::{Key, RemoteKeys, Verdict, in_time, parts::Parts};

impl RemoteKeys {
    /// Sends a query, in parts if need be, and passes the answers on.
    pub(super) async fn query(
        &self,
        machine: &OlmMachine,
        key: &Key,
        id: &TransactionId,
        query: KeysQueryRequest,
    ) -> Verdict {
        let asked: Vec<OwnedUserId> = query.device_keys.into_keys().collect();
        let mut parts = self.parts(key, asked);
        let keys = self.query_in_parts(&mut parts).await;
        let elapsed = parts.elapsed();
        self.note_failures(&parts, keys.device_keys.keys());
        if keys.device_keys.is_empty() {
            return self.verdict(parts, Ok(()), elapsed);
        }
        // Keys of the bot's own server don't wait for those of others.
        let _reading = if self.is_local(&key.server) {
            None
        } else {
            Some(self.reading.lock().await)
        };
        let passed_on = machine.mark_request_as_sent(id, &keys).await;
        let passed_on = passed_on.map_err(|error| error.to_string());
        self.verdict(parts, passed_on, elapsed)
    }

    /// Returns the answers to the parts, without the failures of the server: the verdict decides about it.
    async fn query_in_parts(&self, parts: &mut Parts) -> Response {
        let mut keys = Response::new();
        while let Some(users) = parts.next_part() {
            let mut request = Request::new();
            request.device_keys = users.iter().map(|user| (user.clone(), vec![])).collect();
            let begun = Instant::now();
            match in_time(self.client.send(request)).await {
                Ok(part) => {
                    let is_missing = |user: &OwnedUserId| !part.device_keys.contains_key(user);
                    parts.note_answer(users, is_missing, begun.elapsed());
                    keys.device_keys.extend(part.device_keys);
                    keys.master_keys.extend(part.master_keys);
                    keys.self_signing_keys.extend(part.self_signing_keys);
                    keys.user_signing_keys.extend(part.user_signing_keys);
                }
                Err(reason) => self.note_no_answer(parts, users, reason).await,
            }
        }
        keys
    }
}
