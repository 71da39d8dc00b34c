//! Requests for keys of several users of a server, at some of whom a homeserver fails.
//!
//! Synapse 1.163 fails a query if one of the users that it names has a cross-signing key that is no text. If it can't read
//! the answer of another server, as keys in it have too many levels, it returns keys of no user whom it asks there, and
//! names the server among the failures, also for claims. Any user can upload such keys. Such a request is sent again in
//! halves, until the users are found, who are left out for a while.
//!
//! Any user can also upload keys that take their server longer than the bot waits. As there is no time for halves then,
//! all users of the request are left out, and later asked for one by one, while others are asked for as before.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use matrix_sdk::{
    HttpError,
    ruma::{OwnedUserId, UserId, api::client::keys::get_keys},
};

use super::{
    Key, Kind, MAX_WAIT, NoAnswer, RemoteKeys, Verdict, failing_users::MAX_FAILING_OF_SERVER,
    in_time,
};
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{failure::is_internal_error, response_body::is_too_large},
};

/// Maximum requests that bring keys of no user of a server, as of one that is down. Ten users need 19.
const MAX_UNANSWERED_REQUESTS: usize = 20;

/// The parts of a request, and what is known from the answers so far.
pub(super) struct Parts {
    key: Key,
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
    /// A part was answered late, or the time for all is over.
    is_late: bool,
    /// The users of the late part.
    late: Vec<OwnedUserId>,
    /// The conclusion if some parts have no answer.
    end: Option<Verdict>,
}

impl Parts {
    fn new(key: Key, queue: VecDeque<Vec<OwnedUserId>>, is_local: bool) -> Self {
        Self {
            key,
            is_local,
            begun: Instant::now(),
            queue,
            unanswered_requests: 0,
            is_any_answered: false,
            is_server_answering: false,
            failing: Vec::new(),
            is_late: false,
            late: Vec::new(),
            end: None,
        }
    }

    /// Returns the users of the next request; `None` at the end.
    pub(super) fn next_part(&mut self) -> Option<Vec<OwnedUserId>> {
        if self.has_end() {
            return None;
        }
        let users = self.queue.pop_front()?;
        let is_down =
            !self.is_server_answering && self.unanswered_requests >= MAX_UNANSWERED_REQUESTS;
        let is_too_many = self.failing.len() >= MAX_FAILING_OF_SERVER;
        if !self.is_local && (is_down || is_too_many) {
            let fault = "the homeserver fails at many users".to_owned();
            self.end = Some(Verdict::AtFault(fault));
            return None;
        }
        if self.begun.elapsed() > MAX_WAIT {
            self.queue.push_front(users);
            self.is_late = true;
            return None;
        }
        Some(users)
    }

    /// Notes an answer to a request for these users, of whom some are missing, after this time.
    pub(super) fn note_answer(
        &mut self,
        users: Vec<OwnedUserId>,
        is_missing: impl Fn(&OwnedUserId) -> bool,
        elapsed: Duration,
    ) {
        let (missing, answered): (Vec<_>, Vec<_>) = users.into_iter().partition(is_missing);
        let is_answer = !answered.is_empty();
        self.is_any_answered |= is_answer;
        if self.is_local {
            // The homeserver would be asked again and again for those that it leaves out of its own.
            self.failing.extend(missing);
            return;
        }
        if elapsed > MAX_WAIT {
            // The homeserver knew keys of the answered ones already, if others are missing.
            let late = if missing.is_empty() {
                answered
            } else {
                missing
            };
            return self.note_late(late);
        }
        // The first answer can be from what the homeserver knows already.
        let is_first = self.unanswered_requests == 0;
        if missing.is_empty() || is_answer && !is_first {
            self.is_server_answering |= is_answer;
        } else {
            self.unanswered_requests += 1;
        }
        match missing.len() {
            0 => {}
            1 => self.failing.extend(missing),
            // A server that is down isn't asked for each user before half of the others.
            _ => self.queue.extend(halves(missing)),
        }
    }

    /// Ends the parts after one without an answer in time: keys of a single user can take their server that long.
    fn note_late(&mut self, users: Vec<OwnedUserId>) {
        self.is_late = true;
        self.late = users;
    }

    /// Returns whether some parts have no answer.
    pub(super) fn has_end(&self) -> bool {
        self.end.is_some() || self.is_late
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn log_failures(&self) {
        for user in &self.failing {
            log_rate_limited!(
                user.as_str(),
                warn!(%user, "no keys of user: left out for a while")
            );
        }
        if self.is_local {
            return;
        }
        match &self.late[..] {
            [] => {}
            [user] => log_rate_limited!(
                user.as_str(),
                warn!(%user, "keys of user late: left out for a while")
            ),
            users => {
                let server = &self.key.server;
                let count = users.len();
                log_rate_limited!(
                    server.as_str(),
                    warn!(%server, count, "keys of users late: left out for a while")
                );
            }
        }
    }
}

fn halves(mut users: Vec<OwnedUserId>) -> [Vec<OwnedUserId>; 2] {
    let half = users.split_off(users.len() / 2);
    [users, half]
}

impl RemoteKeys {
    /// Returns the parts of a request: one for all users, unless there were failures at them.
    pub(super) fn parts(&self, key: &Key, users: Vec<OwnedUserId>) -> Parts {
        let queue = if key.is_retry {
            let requests = self.requests.borrow();
            requests.failing_users.parts(key.kind, users)
        } else {
            VecDeque::from([users])
        };
        Parts::new(key.clone(), queue, self.is_local(&key.server))
    }

    /// Returns whether keys of a user may be asked for: no homeserver has failed at them lately.
    pub(super) fn is_due(&self, kind: Kind, user: &UserId) -> bool {
        self.requests.borrow().failing_users.is_due(kind, user)
    }

    /// Returns whether keys of a user are asked for in a request for users with failures.
    pub(super) fn is_retry(&self, kind: Kind, user: &UserId) -> bool {
        self.requests.borrow().failing_users.is_retry(kind, user)
    }

    /// Returns whether keys of a user may be asked for, in a request for users with failures or in one for others.
    pub(super) fn is_due_in(&self, kind: Kind, user: &UserId, is_retry: bool) -> bool {
        let failing_users = &self.requests.borrow().failing_users;
        failing_users.is_due(kind, user) && failing_users.is_retry(kind, user) == is_retry
    }

    /// Notes the reason for which a part has no answer: it is sent in halves if the homeserver fails at it, or if its
    /// answer is too large.
    pub(super) async fn note_no_answer(
        &self,
        parts: &mut Parts,
        users: Vec<OwnedUserId>,
        reason: NoAnswer,
    ) {
        match reason {
            NoAnswer::Late => parts.note_late(users),
            NoAnswer::Failed(error) if is_internal(&error) || is_too_large(&error) => {
                if users.len() > 1 {
                    let [first, second] = halves(users);
                    parts.queue.push_front(second);
                    parts.queue.push_front(first);
                } else if is_too_large(&error) || self.is_query_of_bot_answered().await {
                    parts.failing.extend(users);
                } else {
                    // The homeserver fails at all requests.
                    parts.end = Some(Verdict::Unknown);
                }
            }
            NoAnswer::Failed(error) => parts.end = Some((*error).into()),
        }
    }

    async fn is_query_of_bot_answered(&self) -> bool {
        let mut request = get_keys::v3::Request::new();
        let bot = self.client.user_id();
        request.device_keys = bot.iter().map(|&bot| (bot.to_owned(), vec![])).collect();
        in_time(self.client.send(request)).await.is_ok()
    }

    /// Notes the users at whom a homeserver fails or whose keys come late, and those answered.
    pub(super) fn note_failures<'a>(
        &self,
        parts: &Parts,
        answered: impl Iterator<Item = &'a OwnedUserId>,
    ) {
        parts.log_failures();
        let kind = parts.key.kind;
        self.requests.send_if_modified(|requests| {
            let failing_users = &mut requests.failing_users;
            for user in answered.filter(|user| !parts.late.contains(user)) {
                failing_users.note_answer(kind, user);
            }
            for user in &parts.failing {
                failing_users.insert(kind, user.clone(), true);
            }
            if parts.is_late && !parts.is_local {
                for user in &parts.late {
                    failing_users.insert(kind, user.clone(), parts.late.len() == 1);
                }
                // Users with earlier failures wait for the next retry.
                if !parts.key.is_retry {
                    for user in parts.queue.iter().flatten() {
                        failing_users.insert(kind, user.clone(), false);
                    }
                }
                let is_answering =
                    parts.is_server_answering || requests.prompt.contains(&parts.key.of_server());
                if !is_answering {
                    // The server may be down.
                    failing_users.postpone(kind, &parts.key.server);
                }
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
        let is_any_failing = !parts.failing.is_empty() || parts.is_late;
        let is_too_many = is_any_failing && !parts.is_local && {
            let failing = &self.requests.borrow().failing_users;
            failing.count_of_server(parts.key.kind, &parts.key.server) >= MAX_FAILING_OF_SERVER
        };
        match passed_on {
            Err(error) => Verdict::AtFault(error),
            Ok(()) if parts.is_local && (parts.is_late || elapsed > MAX_WAIT) => {
                Verdict::AtFault("slow".to_owned())
            }
            Ok(()) if is_too_many => {
                Verdict::AtFault("the homeserver fails at many users".to_owned())
            }
            Ok(()) if parts.is_late => self.verdict_after_late_part(&parts),
            Ok(()) if parts.is_any_answered => Verdict::Prompt,
            Ok(()) => Verdict::Unknown,
        }
    }

    /// Returns the conclusion about a server after a late part. Keys of its users can be the cause, unless two requests
    /// in a row that name no users with earlier failures are late.
    fn verdict_after_late_part(&self, parts: &Parts) -> Verdict {
        let mut is_at_fault = false;
        self.requests.send_if_modified(|requests| {
            if parts.is_server_answering {
                requests.note_prompt(&parts.key);
            } else if !parts.key.is_retry {
                let server = parts.key.of_server();
                is_at_fault = !requests.prompt.contains(&server) || !requests.late.insert(server);
            }
            false
        });
        if is_at_fault {
            Verdict::AtFault("no answer in time".to_owned())
        } else {
            Verdict::Unknown
        }
    }
}

fn is_internal(error: &HttpError) -> bool {
    error.as_client_api_error().is_some_and(is_internal_error)
}
