//! Requests for keys of several users of a server, at some of whom a homeserver fails.
//!
//! Synapse 1.163 fails a query if one of the users that it names has a cross-signing key that is no text. If it can't read
//! the answer of another server, as keys in it have too many levels, it returns keys of no user whom it asks there, and
//! names the server among the failures, also for claims. Any user can upload such keys. Such a request is sent again in
//! halves, until the users are found, who are left out for a while.

use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};

use matrix_sdk::{
    HttpError,
    ruma::{OwnedUserId, ServerName, UserId, api::client::keys::get_keys},
};

use super::{Kind, MAX_WAIT, NoAnswer, RemoteKeys, Verdict, in_time};
use crate::{logging::rate_limited::log_rate_limited, matrix::failure::is_internal_error};

/// Maximum users of another server at whom a homeserver fails before the server counts as at fault.
const MAX_FAILING_OF_SERVER: usize = 20;
/// Maximum requests that bring keys of no user of a server, as of one that is down. Ten users need 19.
const MAX_UNANSWERED_REQUESTS: usize = 20;
/// Time for which a user at whom a homeserver has failed is left out. It doubles with each further failure.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(15);
const MAX_RETRY_DELAY: Duration = Duration::from_mins(15);
/// Maximum users at whom a homeserver is known to fail.
const MAX_FAILING_USERS: usize = 10_000;

/// The users at whom a homeserver fails.
#[derive(Debug, Default)]
pub(super) struct FailingUsers {
    failures: BTreeMap<(Kind, OwnedUserId), UserFailure>,
}

/// The last failure of a homeserver at a user.
#[derive(Debug)]
struct UserFailure {
    at: Instant,
    retry_delay: Duration,
}

impl UserFailure {
    fn is_over(&self) -> bool {
        self.at.elapsed() >= self.retry_delay
    }
}

impl FailingUsers {
    fn is_due(&self, kind: Kind, user: &UserId) -> bool {
        let failure = self.failures.get(&(kind, user.to_owned()));
        failure.is_none_or(UserFailure::is_over)
    }

    /// Returns the number of users of a server who are left out.
    fn count_of_server(&self, kind: Kind, server: &ServerName) -> usize {
        let failures = self.failures.iter().filter(|((of, user), failure)| {
            *of == kind && user.server_name() == server && !failure.is_over()
        });
        failures.count()
    }

    fn insert(&mut self, kind: Kind, user: OwnedUserId) {
        let earlier = self.failures.remove(&(kind, user.clone()));
        let retry_delay = earlier.map_or(MIN_RETRY_DELAY, |failure| failure.retry_delay * 2);
        if self.failures.len() >= MAX_FAILING_USERS {
            self.failures.pop_first();
        }
        let failure = UserFailure {
            at: Instant::now(),
            retry_delay: retry_delay.min(MAX_RETRY_DELAY),
        };
        self.failures.insert((kind, user), failure);
    }
}

/// The parts of a request, and what is known from the answers so far.
pub(super) struct Parts {
    kind: Kind,
    is_local: bool,
    begun: Instant,
    queue: VecDeque<Vec<OwnedUserId>>,
    /// The number of requests that brought keys of no user of the server.
    unanswered_requests: usize,
    is_any_answered: bool,
    /// A user was answered for whom the homeserver has had to ask the server.
    is_server_answering: bool,
    /// The users at whom a homeserver fails.
    failing: Vec<OwnedUserId>,
    /// The conclusion if some parts have no answer.
    end: Option<Verdict>,
}

impl Parts {
    pub(super) fn new(kind: Kind, users: Vec<OwnedUserId>, is_local: bool) -> Self {
        Self {
            kind,
            is_local,
            begun: Instant::now(),
            queue: VecDeque::from([users]),
            unanswered_requests: 0,
            is_any_answered: false,
            is_server_answering: false,
            failing: Vec::new(),
            end: None,
        }
    }

    /// Returns the users of the next request; `None` at the end.
    pub(super) fn next_part(&mut self) -> Option<Vec<OwnedUserId>> {
        if self.end.is_some() {
            return None;
        }
        let users = self.queue.pop_front()?;
        let is_down =
            !self.is_server_answering && self.unanswered_requests >= MAX_UNANSWERED_REQUESTS;
        let is_too_many = self.failing.len() >= MAX_FAILING_OF_SERVER;
        let is_at_fault = !self.is_local && (is_down || is_too_many);
        if is_at_fault || self.begun.elapsed() > MAX_WAIT {
            let fault = "the homeserver fails at many users".to_owned();
            self.end = Some(Verdict::AtFault(fault));
            return None;
        }
        Some(users)
    }

    /// Notes an answer to a request for this number of users, of whom some are missing.
    pub(super) fn note_answer(&mut self, count: usize, missing: Vec<OwnedUserId>) {
        let is_answer = missing.len() < count;
        self.is_any_answered |= is_answer;
        if self.is_local {
            // The homeserver would be asked again and again for those that it leaves out of its own.
            self.failing.extend(missing);
            return;
        }
        // The first answer can be from what the homeserver knows already.
        let is_first = self.unanswered_requests == 0;
        if is_answer && !is_first {
            self.is_server_answering = true;
        } else if !missing.is_empty() {
            self.unanswered_requests += 1;
        }
        match missing.len() {
            0 => {}
            1 => self.failing.extend(missing),
            // A server that is down isn't asked for each user before half of the others.
            _ => self.queue.extend(halves(missing)),
        }
    }

    /// Returns whether some parts have no answer.
    pub(super) fn has_end(&self) -> bool {
        self.end.is_some()
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

fn halves(mut users: Vec<OwnedUserId>) -> [Vec<OwnedUserId>; 2] {
    let half = users.split_off(users.len() / 2);
    [users, half]
}

impl RemoteKeys {
    /// Returns whether keys of a user may be asked for: no homeserver has failed at them lately.
    pub(super) fn is_due(&self, kind: Kind, user: &UserId) -> bool {
        self.requests.borrow().failing_users.is_due(kind, user)
    }

    /// Notes the reason for which a part has no answer: it is sent in halves if the homeserver fails at it.
    pub(super) async fn note_no_answer(
        &self,
        parts: &mut Parts,
        users: Vec<OwnedUserId>,
        reason: NoAnswer,
    ) {
        match reason {
            NoAnswer::Failed(error) if is_internal(&error) => {
                if users.len() > 1 {
                    let [first, second] = halves(users);
                    parts.queue.push_front(second);
                    parts.queue.push_front(first);
                } else if self.is_query_of_bot_answered().await {
                    parts.failing.extend(users);
                } else {
                    // The homeserver fails at all requests.
                    parts.end = Some(Verdict::Unknown);
                }
            }
            reason => parts.end = Some(reason.into()),
        }
    }

    async fn is_query_of_bot_answered(&self) -> bool {
        let mut request = get_keys::v3::Request::new();
        let bot = self.client.user_id();
        request.device_keys = bot.iter().map(|&bot| (bot.to_owned(), vec![])).collect();
        in_time(self.client.send(request)).await.is_ok()
    }

    /// Notes the users at whom a homeserver fails, and forgets those at whom it no longer does.
    pub(super) fn note_failures<'a>(
        &self,
        parts: &Parts,
        answered: impl Iterator<Item = &'a OwnedUserId>,
    ) {
        for user in &parts.failing {
            log_rate_limited!(
                user.as_str(),
                warn!(%user, "no keys of user: left out for a while")
            );
        }
        self.requests.send_if_modified(|requests| {
            let failing_users = &mut requests.failing_users;
            for user in answered {
                failing_users.failures.remove(&(parts.kind, user.clone()));
            }
            for user in &parts.failing {
                failing_users.insert(parts.kind, user.clone());
            }
            false
        });
    }

    /// Returns the conclusion about a server after this time for all parts. It isn't at fault if the homeserver fails at
    /// few of its users, even if it was asked for no others: any user can make up such keys.
    pub(super) fn verdict(
        &self,
        parts: Parts,
        passed_on: Result<(), String>,
        elapsed: Duration,
    ) -> Verdict {
        if let Some(end) = parts.end {
            return end;
        }
        let server = parts.failing.first().map(|user| user.server_name());
        let is_too_many = server.is_some_and(|server| {
            let failing = &self.requests.borrow().failing_users;
            failing.count_of_server(parts.kind, server) >= MAX_FAILING_OF_SERVER
        });
        match passed_on {
            Err(error) => Verdict::AtFault(error),
            Ok(()) if elapsed > MAX_WAIT => Verdict::AtFault("slow".to_owned()),
            Ok(()) if is_too_many && !parts.is_local => {
                Verdict::AtFault("the homeserver fails at many users".to_owned())
            }
            Ok(()) if parts.is_any_answered => Verdict::Prompt,
            Ok(()) => Verdict::Unknown,
        }
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
            failing.insert(Kind::Query, user.to_owned());
            assert!(!failing.is_due(Kind::Query, user));
            let mut failures = failing.failures.values_mut();
            let failure = failures.next().unwrap();
            delays.push(failure.retry_delay.as_secs());
            failure.at = Instant::now().checked_sub(failure.retry_delay).unwrap();
            assert!(failing.is_due(Kind::Query, user));
        }
        assert_eq!(delays, [15, 30, 60, 120, 240, 480, 900, 900]);
    }
}
