//! The turns of joins, of invitations and upgrades alike.
//!
//! Homeservers limit the joins of a user, some to one in 100 s. The answer 429 does not tell whether that limits all
//! joins or those of one room, or whether another server has given it. Under an order of turns among servers, one that
//! gives this answer itself could stay first. So a turn goes to a join
//!
//! 1. with the fewest failures: a hostile server can have many fail for long, and Synapse 1.163 counts each attempt,
//! 2. of a server drawn by lot,
//! 3. of its user whose last turn is longest ago,
//! 4. that is due first.
//!
//! Synapse 1.163 counts joins among the messages of a user. Messages that wait for this limit are sent as soon as there
//! is a free place, so that joins would hardly ever meet one. So they wait for a join that has met the limit.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use parking_lot::Mutex;
use rand::seq::IteratorRandom;
use tokio::{
    pin,
    sync::{Notify, RwLock, RwLockWriteGuard, oneshot},
    time::{Instant, sleep, sleep_until, timeout},
};

use crate::{backoff::Backoff, logging::rate_limited::server, matrix::failure::Failure};

/// Maximum total time for which rate limits hold up a join.
pub(super) const MAX_LIMITED_TIME: Duration = Duration::from_hours(24);
/// Shortest delay before another attempt that the homeserver asks for. A longer one would miss each free place.
const MIN_LIMITED_DELAY: Duration = Duration::from_secs(1);
/// Minimum time between two turns, a rate limit. Each joined room has to be read before the next response,
/// so hundreds at once would delay everybody. Only the starts are spaced out, as a join can hang.
const MIN_TURN_INTERVAL: Duration = Duration::from_millis(300);
/// The same for a while after a rate limit has refused both joins and messages. Synapse 1.163 lets a user send a message in
/// 5 s and join a room in 10 s. A turn can take two attempts, each of which counts as a join, also one that only the limit
/// of messages refuses.
const LIMITED_TURN_INTERVAL: Duration = Duration::from_secs(20);
/// Longest delay to which a limit for all joins leads; Synapse 1.163 has longer ones for rooms of other servers.
const MAX_SHARED_LIMIT_DELAY: Duration = Duration::from_secs(12);
/// Minimum time between two turns of joins that have failed, while a rate limit refuses joins.
const FAILED_TURN_INTERVAL: Duration = Duration::from_secs(20);
/// Number of turns of other joins after which one that has failed has a turn.
const MAX_TURNS_IN_A_ROW: u32 = 5;
/// Time for which a rate limit counts as met lately.
const LIMITED_TIME: Duration = Duration::from_secs(60);
/// Longest delay of a join for which messages wait. Other limits than that of messages last longer.
const MAX_PRECEDENCE_DELAY: Duration = Duration::from_secs(6);
/// Time for which messages wait for the join itself, which can hang.
const PRECEDENCE_TIME: Duration = Duration::from_secs(2);
/// Users remembered with their last turn; beyond that all are forgotten and start equal.
const MAX_LAST_TURNS: usize = 10_000;
/// Joins that are due within this time of each other draw lots together: homeservers round delays up to whole seconds.
const SAME_TIME: Duration = Duration::from_secs(2);

/// The number of failures of a join, besides rate limits for all joins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct JoinFailures(u32);

impl JoinFailures {
    /// Notes a failure.
    pub(super) fn note(&mut self, failure: &Failure) {
        let delay = failure.announced_delay();
        let is_of_all = delay.is_none_or(|delay| delay <= MAX_SHARED_LIMIT_DELAY);
        if !failure.is_rate_limit() || !is_of_all {
            self.0 = self.0.saturating_add(1);
        }
    }

    fn has_failed(self) -> bool {
        self.0 > 0
    }
}

/// The joins that wait for a turn.
#[derive(Clone, Debug, Default)]
pub(in crate::matrix) struct JoinTurns {
    queue: Arc<Mutex<JoinQueue>>,
    changed: Arc<Notify>,
    /// Held by a join to which messages give precedence.
    precedence: Arc<RwLock<()>>,
}

#[derive(Debug, Default)]
struct JoinQueue {
    /// The waiting joins by number, in the order of their arrival.
    waiting: BTreeMap<u64, WaitingJoin>,
    next_number: u64,
    /// The last turn of a join that had failed.
    last_failed: Option<Instant>,
    /// The number of turns of others since.
    turns_since_failed: u32,
    /// The last turn of each user.
    last_turns: HashMap<String, Instant>,
    /// The users whose joins are under way, one each.
    joining: HashSet<String>,
    /// `true` while a task gives turns.
    is_running: bool,
    /// The last answer 429 to a join.
    limited: Option<Instant>,
    /// The last one to a message.
    limited_message: Option<Instant>,
}

#[derive(Debug)]
struct WaitingJoin {
    user: String,
    failures: JoinFailures,
    due: Instant,
    turn: oneshot::Sender<JoinTurn>,
}

/// A turn. Dropping it lets the user's next join go.
#[derive(Debug)]
pub(super) struct JoinTurn {
    turns: JoinTurns,
    user: String,
}

/// The precedence of a join over messages.
#[derive(Debug)]
pub(super) struct Precedence<'a>(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'a, ()>);

/// The next step of the task that gives turns.
enum TurnStep {
    Give(WaitingJoin),
    Wait(Option<Instant>),
}

impl JoinTurns {
    /// Waits for the turn of a join that a user asks for, not before a time.
    pub(super) async fn next(&self, user: &str, failures: JoinFailures, due: Instant) -> JoinTurn {
        loop {
            let (turn, given) = oneshot::channel();
            self.add(WaitingJoin {
                user: user.to_owned(),
                failures,
                due,
                turn,
            });
            if let Ok(turn) = given.await {
                return turn;
            }
        }
    }

    /// Waits while a join has precedence over messages.
    pub(in crate::matrix) async fn wait_for_joins(&self) {
        drop(self.precedence.read().await);
    }

    /// Notes that the homeserver's rate limit has refused a message.
    pub(in crate::matrix) fn note_limited_message(&self) {
        self.queue.lock().limited_message = Some(Instant::now());
    }

    /// Returns the time between two turns.
    pub(super) fn turn_interval(&self) -> Duration {
        if self.queue.lock().are_messages_limited() {
            LIMITED_TURN_INTERVAL
        } else {
            MIN_TURN_INTERVAL
        }
    }

    /// Notes that a rate limit has refused a join. Returns whether it has refused messages, too.
    fn note_limit(&self) -> bool {
        let mut queue = self.queue.lock();
        queue.limited = Some(Instant::now());
        queue.are_messages_limited()
    }

    fn add(&self, join: WaitingJoin) {
        let mut queue = self.queue.lock();
        let number = queue.next_number;
        queue.next_number += 1;
        queue.waiting.insert(number, join);
        if !std::mem::replace(&mut queue.is_running, true) {
            tokio::spawn(self.clone().give_turns());
        }
        drop(queue);
        self.changed.notify_one();
    }

    /// Gives turns until no join waits.
    async fn give_turns(self) {
        while let Some(step) = self.step() {
            match step {
                TurnStep::Give(WaitingJoin {
                    user, due, turn, ..
                }) => {
                    sleep_until(due).await;
                    let turns = self.clone();
                    // If nobody waits any more, the turn ends at once.
                    turn.send(JoinTurn { turns, user }).ok();
                    sleep(MIN_TURN_INTERVAL).await;
                    // The turn may have met a rate limit.
                    sleep(self.turn_interval().saturating_sub(MIN_TURN_INTERVAL)).await;
                }
                TurnStep::Wait(Some(until)) => tokio::select! {
                    () = sleep_until(until) => {}
                    () = self.changed.notified() => {}
                },
                TurnStep::Wait(None) => self.changed.notified().await,
            }
        }
    }

    /// Returns the next step; `None` if no join waits.
    fn step(&self) -> Option<TurnStep> {
        let mut queue = self.queue.lock();
        queue.waiting.retain(|_, join| !join.turn.is_closed());
        queue.is_running = !queue.waiting.is_empty();
        queue
            .is_running
            .then(|| queue.step(Instant::now() + SAME_TIME))
    }
}

impl JoinTurn {
    /// Notes the result of an attempt to join. If it has met a rate limit that messages have met as well, returns the
    /// precedence of a second attempt, which can be made now.
    pub(super) async fn wait_for_second_attempt<T>(
        &self,
        joined: &Result<T, Failure>,
    ) -> Option<Precedence<'_>> {
        let failure = joined.as_ref().err().filter(|it| it.is_rate_limit())?;
        let delay = failure.announced_delay().unwrap_or_default();
        let delay = delay.max(MIN_LIMITED_DELAY);
        if !self.turns.note_limit() || delay > MAX_PRECEDENCE_DELAY {
            return None;
        }
        let due = Instant::now() + delay;
        // One at a time, so that messages don't wait for many.
        let held = self.turns.precedence.try_write().ok()?;
        sleep_until(due).await;
        Some(Precedence(held))
    }
}

impl Precedence<'_> {
    /// Makes an attempt to join for which messages wait.
    pub(super) async fn hold<T>(self, join: impl Future<Output = T>) -> T {
        pin!(join);
        let in_time = timeout(PRECEDENCE_TIME, &mut join).await;
        drop(self);
        match in_time {
            Ok(joined) => joined,
            Err(_) => join.await,
        }
    }
}

impl JoinQueue {
    /// Returns whether a rate limit has lately refused both joins and messages.
    fn are_messages_limited(&self) -> bool {
        is_recent(self.limited) && is_recent(self.limited_message)
    }

    /// Draws the next of the joins that are due until a time.
    fn step(&mut self, until: Instant) -> TurnStep {
        let ready = self.ready();
        let soonest = ready.values().map(|(due, _)| *due).min();
        let due = ready.iter().filter(|(_, (due, _))| *due <= until);
        let due: BTreeMap<u64, &WaitingJoin> =
            due.map(|(number, (_, join))| (*number, *join)).collect();
        let is_turn_of_failed = self.turns_since_failed >= MAX_TURNS_IN_A_ROW;
        let is_turn_of = |failures: &JoinFailures| failures.has_failed() == is_turn_of_failed;
        let failures = || due.values().map(|join| join.failures);
        let least = failures().filter(is_turn_of).min().or(failures().min());
        let takes_part = |join: &WaitingJoin| Some(join.failures) == least;
        let of_server = draw(
            due.values()
                .filter(|join| takes_part(join))
                .map(|join| server(&join.user)),
        );
        let users = due
            .values()
            .filter(|join| takes_part(join))
            .map(|join| &*join.user);
        let users = users.filter(|user| Some(server(user)) == of_server);
        let user = users.min_by_key(|user| (self.last_turns.get(*user), rand::random::<u32>()));
        let of_user = due
            .iter()
            .filter(|(_, join)| Some(&*join.user) == user && takes_part(join));
        let number = of_user.min_by_key(|(_, join)| join.due);
        let number = number.map(|(number, _)| *number);
        let due = number.and_then(|number| Some(ready.get(&number)?.0));
        let Some((mut join, due)) = number
            .and_then(|number| self.waiting.remove(&number))
            .zip(due)
        else {
            return TurnStep::Wait(soonest.map(|due| due.checked_sub(SAME_TIME).unwrap_or(due)));
        };
        join.due = due;
        if join.failures.has_failed() {
            self.last_failed = Some(due.max(Instant::now()));
            self.turns_since_failed = 0;
        } else {
            self.turns_since_failed = self.turns_since_failed.saturating_add(1);
        }
        if self.last_turns.len() >= MAX_LAST_TURNS {
            self.last_turns.clear();
        }
        self.last_turns.insert(join.user.clone(), Instant::now());
        self.joining.insert(join.user.clone());
        TurnStep::Give(join)
    }

    /// Returns the waiting joins of users without one under way, with the time at which each can have a turn.
    fn ready(&self) -> BTreeMap<u64, (Instant, &WaitingJoin)> {
        let is_limited = is_recent(self.limited);
        let pause = self.last_failed.filter(|_| is_limited);
        let failed_from = pause.map(|at| at + FAILED_TURN_INTERVAL);
        let waiting = self.waiting.iter();
        waiting
            .filter(|(_, join)| !self.joining.contains(&join.user))
            .map(|(number, join)| {
                let from = failed_from.filter(|_| join.failures.has_failed());
                let due = from.map_or(join.due, |from| join.due.max(from));
                (*number, (due, join))
            })
            .collect()
    }
}

/// Returns whether a rate limit was met lately.
fn is_recent(limit: Option<Instant>) -> bool {
    limit.is_some_and(|at| at.elapsed() < LIMITED_TIME)
}

impl Drop for JoinTurn {
    fn drop(&mut self) {
        self.turns.queue.lock().joining.remove(&self.user);
        self.turns.changed.notify_one();
    }
}

/// Returns the delay before another attempt to join, after a failure.
pub(super) fn delay_of_attempt(failure: &Failure, backoff: &mut Backoff) -> Duration {
    match failure.announced_delay() {
        Some(after) => after.max(MIN_LIMITED_DELAY),
        None => backoff.step(),
    }
}

/// Draws one of some names, each with the same chance however often it occurs.
fn draw<'a>(names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let names: BTreeSet<&str> = names.collect();
    names.into_iter().choose(&mut rand::rng())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a queue in which 25 users of one server and one of another wait with one join each, due at a time.
    fn queue(due: Instant) -> JoinQueue {
        let users = (0..25).map(|number| format!("@{number}:many.example"));
        let mut queue = JoinQueue::default();
        for (number, user) in (0..).zip(users.chain(["@carol:few.example".to_owned()])) {
            let (turn, _) = oneshot::channel();
            queue.waiting.insert(
                number,
                WaitingJoin {
                    user,
                    failures: JoinFailures::default(),
                    due,
                    turn,
                },
            );
        }
        queue
    }

    #[test]
    fn users_with_earlier_turns_wait_for_others() {
        let now = Instant::now();
        let mut queue = queue(now);
        for number in 0..24 {
            queue
                .last_turns
                .insert(format!("@{number}:many.example"), now);
        }
        let of_many = (0..2).find_map(|_| match queue.step(now) {
            TurnStep::Give(join) => Some(join.user).filter(|user| server(user) == "many.example"),
            TurnStep::Wait(_) => None,
        });
        assert_eq!(of_many.as_deref(), Some("@24:many.example"));
    }

    #[test]
    fn failed_joins_come_after_others() {
        let now = Instant::now();
        let mut queue = queue(now);
        for (number, join) in &mut queue.waiting {
            if *number >= 8 {
                join.failures = JoinFailures(1);
            }
        }
        let mut failures = Vec::new();
        while let TurnStep::Give(join) = queue.step(now) {
            failures.push(join.failures);
        }
        let mut expected = vec![JoinFailures(1); 26];
        expected[..5].fill(JoinFailures::default());
        expected[6..9].fill(JoinFailures::default());
        assert_eq!(failures, expected);
    }

    #[test]
    fn failed_joins_are_rare_under_a_limit() {
        let now = Instant::now();
        let mut queue = queue(now);
        for join in queue.waiting.values_mut() {
            join.failures = JoinFailures(1);
        }
        queue.limited = Some(now);
        assert!(matches!(queue.step(now), TurnStep::Give(_)));
        let TurnStep::Wait(Some(until)) = queue.step(now) else {
            panic!("two joins that have failed have their turns at once");
        };
        assert!(until >= now + FAILED_TURN_INTERVAL.saturating_sub(SAME_TIME));
        assert!(matches!(
            queue.step(now + 2 * FAILED_TURN_INTERVAL),
            TurnStep::Give(_)
        ));
    }

    #[test]
    fn servers_share_turns_whatever_their_rooms() {
        let now = Instant::now();
        let firsts = (0..400).map(|_| match queue(now).step(now) {
            TurnStep::Give(join) => server(&join.user) == "few.example",
            TurnStep::Wait(_) => panic!("nobody has the turn"),
        });
        let firsts = firsts.filter(|is_first| *is_first).count();
        // Odds of 1 to 10^22.
        assert!((100..=300).contains(&firsts), "{firsts} of 400");
    }

    #[test]
    fn a_user_joins_one_room_at_a_time() {
        let now = Instant::now();
        let mut queue = queue(now);
        let mut users = HashSet::new();
        while let TurnStep::Give(join) = queue.step(now) {
            let (turn, _) = oneshot::channel();
            queue.waiting.insert(
                100 + queue.next_number,
                WaitingJoin {
                    user: join.user.clone(),
                    failures: join.failures,
                    due: now,
                    turn,
                },
            );
            queue.next_number += 1;
            assert!(users.insert(join.user));
        }
        assert_eq!(users.len(), 26);
    }

    #[test]
    fn joins_wait_until_they_are_due() {
        let due = Instant::now() + Duration::from_secs(100);
        let mut queue = queue(due);
        let step = queue.step(due - SAME_TIME);
        let TurnStep::Wait(Some(until)) = step else {
            panic!("a join is given its turn too early");
        };
        assert_eq!(until, due - SAME_TIME);
        assert!(matches!(queue.step(due), TurnStep::Give(_)));
    }

    #[tokio::test]
    async fn an_ended_wait_holds_up_no_turn() {
        let turns = JoinTurns::default();
        let far = Instant::now() + Duration::from_hours(1);
        let ended = tokio::time::timeout(
            Duration::from_millis(50),
            turns.next("@a:b", JoinFailures::default(), far),
        )
        .await;
        assert!(ended.is_err());
        for _ in 0..2 {
            let wait = Duration::from_secs(20);
            let turn =
                tokio::time::timeout(wait, turns.next("@a:b", JoinFailures(1), Instant::now()))
                    .await;
            assert!(turn.is_ok());
        }
    }
}
