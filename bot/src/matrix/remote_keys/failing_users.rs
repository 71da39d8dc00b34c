//! Users at whom a homeserver has failed, or whose keys came late. They are left out for a while, and then asked for in
//! requests without others.

use std::{
    collections::{BTreeMap, VecDeque},
    hash::{BuildHasher, RandomState},
    time::{Duration, Instant},
};

use matrix_sdk::ruma::{OwnedUserId, ServerName, UserId};

use super::Kind;

/// Maximum users of another server at whom a homeserver fails before the server counts as at fault; and number of users
/// with failures from which on those found together are asked for in groups.
pub(super) const MAX_FAILING_OF_SERVER: usize = 20;
/// Time for which a user at whom a homeserver has failed is left out. It doubles with each further failure.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(15);
/// Also the time for which a user is asked for without others, even if answered meanwhile: an answer is no proof that
/// the next one comes in time.
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
    /// Zero after an answer.
    retry_delay: Duration,
    /// The request named no other user.
    is_alone: bool,
}

impl UserFailure {
    fn is_over(&self) -> bool {
        self.at.elapsed() >= self.retry_delay
    }
}

impl FailingUsers {
    pub(super) fn is_empty(&self) -> bool {
        self.failures.is_empty()
    }

    pub(super) fn is_due(&self, kind: Kind, user: &UserId) -> bool {
        let failure = self.failures.get(&(kind, user.to_owned()));
        failure.is_none_or(UserFailure::is_over)
    }

    /// Returns whether keys of a user are asked for again after a failure that isn't old.
    pub(super) fn is_retry(&self, kind: Kind, user: &UserId) -> bool {
        let failure = self.failures.get(&(kind, user.to_owned()));
        failure.is_some_and(|failure| !failure.is_over() || failure.at.elapsed() < MAX_RETRY_DELAY)
    }

    /// Returns the number of users of a server who are left out, for failures that no other user has caused.
    pub(super) fn count_of_server(&self, kind: Kind, server: &ServerName) -> usize {
        let failures = self.failures.iter().filter(|((of, user), failure)| {
            *of == kind && user.server_name() == server && failure.is_alone && !failure.is_over()
        });
        failures.count()
    }

    /// Notes a failure of a request for this user, who was its only one or not.
    pub(super) fn insert(&mut self, kind: Kind, user: OwnedUserId, is_alone: bool) {
        let earlier = self.failures.remove(&(kind, user.clone()));
        let retry_delay = earlier.map_or(Duration::ZERO, |failure| failure.retry_delay * 2);
        if self.failures.len() >= MAX_FAILING_USERS {
            self.failures.pop_first();
        }
        let failure = UserFailure {
            at: Instant::now(),
            retry_delay: retry_delay.clamp(MIN_RETRY_DELAY, MAX_RETRY_DELAY),
            is_alone,
        };
        self.failures.insert((kind, user), failure);
    }

    /// Notes an answer for a user. Their failure is forgotten if it is old.
    pub(super) fn note_answer(&mut self, kind: Kind, user: &UserId) {
        let key = (kind, user.to_owned());
        match self.failures.get_mut(&key) {
            Some(failure) if failure.at.elapsed() < MAX_RETRY_DELAY => {
                failure.retry_delay = Duration::ZERO;
            }
            Some(_) => _ = self.failures.remove(&key),
            None => {}
        }
    }

    /// Leaves out all users of a server that are due after a failure for a while longer.
    pub(super) fn postpone(&mut self, kind: Kind, server: &ServerName) {
        let due = self.failures.iter().filter(|((of, user), failure)| {
            *of == kind && user.server_name() == server && failure.is_over()
        });
        let due: Vec<(OwnedUserId, bool)> = due
            .map(|((_, user), failure)| (user.clone(), failure.is_alone))
            .collect();
        for (user, is_alone) in due {
            self.insert(kind, user, is_alone);
        }
    }

    /// Returns the parts of a request for users with failures, those with the shortest delays first, and equal ones in
    /// a random order: each user who has failed alone or repeatedly is a part, and so are the others unless there are
    /// many.
    pub(super) fn parts(&self, kind: Kind, users: Vec<OwnedUserId>) -> VecDeque<Vec<OwnedUserId>> {
        let failures = users.into_iter().map(|user| {
            let failure = self.failures.get(&(kind, user.clone()));
            let (delay, is_alone) = failure.map_or((Duration::ZERO, false), |failure| {
                (failure.retry_delay, failure.is_alone)
            });
            (is_alone || delay > MIN_RETRY_DELAY, delay, user)
        });
        let mut failures: Vec<(bool, Duration, OwnedUserId)> = failures.collect();
        let random = RandomState::new();
        failures.sort_by_cached_key(|(is_alone, delay, user)| {
            (*is_alone, *delay, random.hash_one(user))
        });
        let (alone, others): (Vec<_>, Vec<_>) =
            failures.into_iter().partition(|(is_alone, ..)| *is_alone);
        let group_size = others.len().div_ceil(MAX_FAILING_OF_SERVER).max(1);
        let parts = others.chunks(group_size).chain(alone.chunks(1));
        let users = |part: &[(bool, Duration, OwnedUserId)]| {
            part.iter().map(|(_, _, user)| user.clone()).collect()
        };
        parts.map(users).collect()
    }

    /// Ends the delays of all users.
    #[cfg(test)]
    pub(super) fn expire(&mut self) {
        for failure in self.failures.values_mut() {
            failure.at = Instant::now().checked_sub(failure.retry_delay).unwrap();
        }
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{server_name, user_id};

    use super::*;

    #[test]
    fn retries_of_a_failing_user_become_rarer() {
        let user = user_id!("@mallory:example.org");
        let mut failing = FailingUsers::default();
        let mut delays = Vec::new();
        for _ in 0..8 {
            failing.insert(Kind::Query, user.to_owned(), true);
            assert!(!failing.is_due(Kind::Query, user));
            delays.push(
                failing
                    .failures
                    .values()
                    .next()
                    .unwrap()
                    .retry_delay
                    .as_secs(),
            );
            failing.expire();
            assert!(failing.is_due(Kind::Query, user));
        }
        assert_eq!(delays, [15, 30, 60, 120, 240, 480, 900, 900]);
    }

    #[test]
    fn an_answer_makes_a_user_due() {
        let user = user_id!("@mallory:example.org");
        let mut failing = FailingUsers::default();
        failing.insert(Kind::Claim, user.to_owned(), true);
        failing.note_answer(Kind::Claim, user);
        assert!(failing.is_due(Kind::Claim, user));
        assert!(failing.is_retry(Kind::Claim, user));
    }

    #[test]
    fn due_users_of_a_server_are_postponed() {
        let user = user_id!("@mallory:example.org");
        let other = user_id!("@mallory:good.example");
        let mut failing = FailingUsers::default();
        for user in [user, other] {
            failing.insert(Kind::Claim, user.to_owned(), false);
        }
        failing.expire();
        failing.postpone(Kind::Claim, server_name!("example.org"));
        assert!(!failing.is_due(Kind::Claim, user));
        assert!(failing.is_due(Kind::Claim, other));
    }

    #[test]
    fn repeated_failures_come_last_and_alone() {
        let id = |name: String| UserId::parse(format!("@{name}:example.org")).unwrap();
        let mut users = vec![id("mallory".to_owned())];
        users.extend((0..30).map(|number| id(format!("user{number}"))));
        let mut failing = FailingUsers::default();
        for user in &users {
            failing.insert(Kind::Claim, user.clone(), *user == users[0]);
        }
        let parts = failing.parts(Kind::Claim, users.clone());
        assert!(parts.iter().all(|part| part.len() <= 2));
        assert_eq!(parts.len(), 16);
        assert_eq!(parts.back().unwrap(), &users[..1]);
    }

    #[test]
    fn users_with_repeated_failures_share_no_request() {
        let users: Vec<OwnedUserId> = (0..30)
            .map(|number| UserId::parse(format!("@user{number}:example.org")).unwrap())
            .collect();
        let mut failing = FailingUsers::default();
        for user in users.iter().chain(&users) {
            failing.insert(Kind::Claim, user.clone(), false);
        }
        assert_eq!(failing.parts(Kind::Claim, users).len(), 30);
    }
}
