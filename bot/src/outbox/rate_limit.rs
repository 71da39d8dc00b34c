//! The homeserver's rate limit on sending, shared fairly among users.
//!
//! A homeserver that refuses a message tells when to retry it, but not whether all rooms are limited or only one.
//! So the first try of a message waits for nobody, and refused messages are retried one at a time: the user who was
//! served least recently goes first, and a message that is due does not wait for one that is not.

use std::{
    collections::{BTreeMap, HashMap},
    pin::pin,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};

/// Retries that are due within this time of each other are ordered by user: homeservers round to whole seconds.
const SAME_TIME: Duration = Duration::from_millis(1500);

/// Users remembered as served; beyond that all are forgotten and start equal.
const MAX_SERVED: usize = 10_000;

/// The queue of refused messages.
#[derive(Debug, Default)]
pub(super) struct RateLimit {
    state: Mutex<RetryQueue>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct RetryQueue {
    /// The refused messages by number, in the order of their refusals.
    waiting: BTreeMap<u64, Retry>,
    next_number: u64,
    /// The message that is being retried.
    retrying: Option<u64>,
    /// When each user was last served, as a running count.
    served: HashMap<String, u64>,
    count: u64,
    /// The time told to the last message, if that was refused.
    last_refusal: Option<Instant>,
}

#[derive(Debug)]
struct Retry {
    user: String,
    due: Instant,
}

/// The place of a refused message in the queue. Dropping it lets the next one go.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    limit: &'a RateLimit,
    number: u64,
}

/// The next step of a message in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Retry,
    WaitUntil(Instant),
    WaitForOthers,
}

impl RateLimit {
    /// Notes that the homeserver has accepted a message for a user.
    pub(super) fn accepted(&self, user: &str) {
        self.state().accept(user);
    }

    /// Queues a message for a user that the homeserver has refused until `due`.
    pub(super) fn refused(&self, user: &str, due: Instant) -> Turn<'_> {
        let number = self.state().refuse(user, due);
        self.changed.notify_waiters();
        Turn {
            limit: self,
            number,
        }
    }

    fn state(&self) -> MutexGuard<'_, RetryQueue> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn<'_> {
    /// Waits until the message may be retried.
    pub(super) async fn come(&self) {
        loop {
            let mut changed = pin!(self.limit.changed.notified());
            // From here on, a notification is not missed.
            changed.as_mut().enable();
            let step = self.limit.state().step(self.number, Instant::now());
            match step {
                Step::Retry => return,
                Step::WaitUntil(due) => tokio::select! {
                    () = sleep_until(due) => {}
                    () = changed => {}
                },
                Step::WaitForOthers => changed.await,
            }
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.limit.state().leave(self.number);
        self.limit.changed.notify_waiters();
    }
}

impl RetryQueue {
    fn accept(&mut self, user: &str) {
        self.last_refusal = None;
        if self.served.len() >= MAX_SERVED && !self.served.contains_key(user) {
            self.served.clear();
        }
        self.count += 1;
        self.served.insert(user.to_owned(), self.count);
    }

    /// Queues a refused message and returns its number. After two refusals in a row nothing is retried before the
    /// earlier of the two times, as it would be refused, too.
    fn refuse(&mut self, user: &str, due: Instant) -> u64 {
        if let Some(other) = self.last_refusal.replace(due) {
            let earliest = due.min(other);
            for retry in self.waiting.values_mut() {
                retry.due = retry.due.max(earliest);
            }
        }
        let user = user.to_owned();
        let number = self.next_number;
        self.next_number += 1;
        self.waiting.insert(number, Retry { user, due });
        number
    }

    /// Decides about a message in the queue; one that is to be retried keeps all others waiting.
    fn step(&mut self, number: u64, now: Instant) -> Step {
        match self.next() {
            Some((next, due)) if next == number && due <= now => {
                self.retrying = Some(number);
                Step::Retry
            }
            Some((next, due)) if next == number => Step::WaitUntil(due),
            _ => Step::WaitForOthers,
        }
    }

    /// The message that is to be retried next and when, unless one is being retried.
    fn next(&self) -> Option<(u64, Instant)> {
        if self.retrying.is_some() {
            return None;
        }
        let soonest = self.waiting.values().map(|retry| retry.due).min()?;
        self.waiting
            .iter()
            .filter(|(_, retry)| retry.due <= soonest + SAME_TIME)
            .min_by_key(|(number, retry)| (self.served.get(&retry.user), **number))
            .map(|(number, retry)| (*number, retry.due))
    }

    fn leave(&mut self, number: u64) {
        self.waiting.remove(&number);
        if self.retrying == Some(number) {
            self.retrying = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The users in the order of their retries, each of which is accepted.
    fn order(state: &mut RetryQueue) -> Vec<String> {
        let mut users = Vec::new();
        while let Some((number, _)) = state.next() {
            let user = state.waiting[&number].user.clone();
            state.leave(number);
            state.accept(&user);
            users.push(user);
        }
        users
    }

    #[test]
    fn users_are_served_in_turns() {
        let mut state = RetryQueue::default();
        let now = Instant::now();
        for (user, after) in [
            ("mallory", 0),
            ("mallory", 0),
            ("mallory", 0),
            ("bob", 1),
            ("carol", 1),
        ] {
            state.refuse(user, now + Duration::from_secs(after));
        }
        state.last_refusal = None;
        state.accept("mallory");
        let users = order(&mut state);
        assert_eq!(users, ["bob", "carol", "mallory", "mallory", "mallory"]);
    }

    #[test]
    fn a_limit_of_one_room_holds_up_no_other() {
        let mut state = RetryQueue::default();
        let now = Instant::now();
        state.refuse("bob", now + Duration::from_secs(60));
        let carol = state.refuse("carol", now + Duration::from_secs(2));
        state.accept("carol");
        assert_eq!(state.next(), Some((carol, now + Duration::from_secs(2))));
    }

    #[test]
    fn after_two_refusals_all_wait_for_the_earlier() {
        let mut state = RetryQueue::default();
        let now = Instant::now();
        let late = now + Duration::from_secs(60);
        let bob = state.refuse("bob", now);
        state.refuse("carol", late);
        state.refuse("dave", now + Duration::from_secs(5));
        state.accept("carol");
        assert_eq!(state.next(), Some((bob, now + Duration::from_secs(5))));
    }

    #[tokio::test]
    async fn one_message_is_retried_at_a_time() {
        let limit = RateLimit::default();
        let first = limit.refused("bob", Instant::now());
        first.come().await;
        let second = limit.refused("carol", Instant::now());
        let waiting = tokio::time::timeout(Duration::from_millis(50), second.come()).await;
        assert!(waiting.is_err());
        drop(first);
        second.come().await;
        drop(second);
        assert!(limit.state().waiting.is_empty());
    }
}
