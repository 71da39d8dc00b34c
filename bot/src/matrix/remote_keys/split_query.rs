//! Queries for keys of several users, at some of whom the homeserver fails.
//!
//! Synapse 1.163 fails a query if one of the users that it names has a cross-signing key that is no text. Any user can
//! upload one. Such a query is sent again in halves, until the users are found, who are left out for a while.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use matrix_sdk::{
    HttpError,
    ruma::{
        OwnedUserId, TransactionId, UserId,
        api::client::keys::get_keys::v3::{Request, Response},
    },
};
use matrix_sdk_base::crypto::{OlmMachine, types::requests::KeysQueryRequest};

use super::{MAX_WAIT, NoAnswer, RemoteKeys, Verdict, in_time};
use crate::{logging::rate_limited::log_rate_limited, matrix::failure::is_internal_error};

/// Maximum users of another server at whom the homeserver fails before the server counts as at fault.
const MAX_FAILING_OF_SERVER: usize = 20;
/// Time for which a user at whom the homeserver has failed is left out. It doubles with each further failure.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(15);
const MAX_RETRY_DELAY: Duration = Duration::from_mins(15);
/// Maximum users at whom the homeserver is known to fail.
const MAX_FAILING_USERS: usize = 10_000;

/// The users at whom the homeserver fails.
#[derive(Debug, Default)]
pub(super) struct FailingUsers {
    failures: BTreeMap<OwnedUserId, UserFailure>,
}

/// The last failure of the homeserver at a user.
#[derive(Debug)]
struct UserFailure {
    at: Instant,
    retry_delay: Duration,
}

impl FailingUsers {
    fn is_due(&self, user: &UserId) -> bool {
        let failure = self.failures.get(user);
        failure.is_none_or(|failure| failure.at.elapsed() >= failure.retry_delay)
    }

    fn insert(&mut self, user: OwnedUserId) {
        let earlier = self.failures.remove(&user);
        let retry_delay = earlier.map_or(MIN_RETRY_DELAY, |failure| failure.retry_delay * 2);
        if self.failures.len() >= MAX_FAILING_USERS {
            self.failures.pop_first();
        }
        let failure = UserFailure {
            at: Instant::now(),
            retry_delay: retry_delay.min(MAX_RETRY_DELAY),
        };
        self.failures.insert(user, failure);
    }
}

/// The answers to the parts of a query.
#[derive(Default)]
struct SplitAnswer {
    keys: Option<Response>,
    /// The users at whom the homeserver fails.
    failing: Vec<OwnedUserId>,
    /// The conclusion if some parts have no answer.
    end: Option<Verdict>,
}

impl SplitAnswer {
    fn add(&mut self, part: Response) {
        let keys = self.keys.get_or_insert_default();
        keys.failures.extend(part.failures);
        keys.device_keys.extend(part.device_keys);
        keys.master_keys.extend(part.master_keys);
        keys.self_signing_keys.extend(part.self_signing_keys);
        keys.user_signing_keys.extend(part.user_signing_keys);
    }
}

impl RemoteKeys {
    /// Returns whether a user may be queried: the homeserver has not failed at them a while ago.
    pub(super) fn is_due(&self, user: &UserId) -> bool {
        self.requests.borrow().failing_users.is_due(user)
    }

    /// Sends a query, in parts if need be, and passes the answers on.
    pub(super) async fn query(
        &self,
        machine: &OlmMachine,
        id: &TransactionId,
        query: KeysQueryRequest,
    ) -> Verdict {
        let asked: Vec<OwnedUserId> = query.device_keys.into_keys().collect();
        let begun = Instant::now();
        let is_local = asked.iter().all(|user| self.is_local(user.server_name()));
        let answer = self.query_in_parts(asked.clone(), is_local, begun).await;
        let SplitAnswer { keys, failing, end } = answer;
        let elapsed = begun.elapsed();
        self.note_failures(keys.as_ref(), &failing);
        let Some(keys) = keys else {
            let is_one = failing.len() == 1 && elapsed <= MAX_WAIT;
            return end.unwrap_or_else(|| {
                if is_one {
                    Verdict::Unknown
                } else {
                    Verdict::AtFault("the homeserver fails at all users".to_owned())
                }
            });
        };
        // Keys of the bot's own server don't wait for those of others.
        let _reading = if is_local {
            None
        } else {
            Some(self.reading.lock().await)
        };
        let mut expected = asked.iter().filter(|user| !failing.contains(user));
        let is_whole = expected.all(|user| keys.device_keys.contains_key(user));
        let passed_on = machine.mark_request_as_sent(id, &keys).await;
        let passed_on = passed_on.map_err(|error| error.to_string());
        end.unwrap_or_else(|| Verdict::of_answer(passed_on, is_whole, elapsed))
    }

    /// Queries users. Where the homeserver fails at several, each half of them is queried, within limits.
    async fn query_in_parts(
        &self,
        users: Vec<OwnedUserId>,
        is_local: bool,
        begun: Instant,
    ) -> SplitAnswer {
        let mut answer = SplitAnswer::default();
        let mut parts = vec![users];
        while let Some(mut users) = parts.pop() {
            let is_too_many = !is_local && answer.failing.len() >= MAX_FAILING_OF_SERVER;
            if is_too_many || begun.elapsed() > MAX_WAIT {
                let fault = "the homeserver fails at many users".to_owned();
                answer.end = Some(Verdict::AtFault(fault));
                break;
            }
            let mut request = Request::new();
            request.device_keys = users.iter().map(|user| (user.clone(), vec![])).collect();
            match in_time(self.client.send(request)).await {
                Ok(part) => {
                    // The homeserver would be asked again and again for those that it leaves out of its own.
                    users.retain(|user| is_local && !part.device_keys.contains_key(user));
                    answer.failing.extend(users);
                    answer.add(part);
                }
                Err(NoAnswer::Failed(error)) if is_internal(&error) => {
                    if users.len() > 1 {
                        let half = users.split_off(users.len() / 2);
                        parts.extend([half, users]);
                    } else if self.is_query_of_bot_answered().await {
                        answer.failing.extend(users);
                    } else {
                        // The homeserver fails at all queries.
                        answer.end = Some(Verdict::Unknown);
                        break;
                    }
                }
                Err(reason) => {
                    answer.end = Some(reason.into());
                    break;
                }
            }
        }
        answer
    }

    async fn is_query_of_bot_answered(&self) -> bool {
        let mut request = Request::new();
        let bot = self.client.user_id();
        request.device_keys = bot.iter().map(|&bot| (bot.to_owned(), vec![])).collect();
        in_time(self.client.send(request)).await.is_ok()
    }

    /// Notes the users at whom the homeserver fails, and forgets those at whom it no longer does.
    fn note_failures(&self, keys: Option<&Response>, failing: &[OwnedUserId]) {
        for user in failing {
            log_rate_limited!(
                user.as_str(),
                warn!(%user, "no keys of user: left out for a while")
            );
        }
        self.requests.send_if_modified(|requests| {
            for user in keys.iter().flat_map(|keys| keys.device_keys.keys()) {
                requests.failing_users.failures.remove(user);
            }
            for user in failing {
                requests.failing_users.insert(user.clone());
            }
            false
        });
    }
}

fn is_internal(error: &HttpError) -> bool {
    error.as_client_api_error().is_some_and(is_internal_error)
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::user_id;

    use super::*;

    #[test]
    fn retries_of_a_failing_user_become_rarer() {
        let user = user_id!("@mallory:example.org");
        let mut failing = FailingUsers::default();
        let mut delays = Vec::new();
        for _ in 0..8 {
            failing.insert(user.to_owned());
            assert!(!failing.is_due(user));
            let failure = failing.failures.get_mut(user).unwrap();
            delays.push(failure.retry_delay.as_secs());
            failure.at = Instant::now().checked_sub(failure.retry_delay).unwrap();
            assert!(failing.is_due(user));
        }
        assert_eq!(delays, [15, 30, 60, 120, 240, 480, 900, 900]);
    }
}
