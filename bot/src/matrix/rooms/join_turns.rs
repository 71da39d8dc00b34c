//! The turns of joins, of invitations and upgrades alike.
//!
//! Homeservers limit the joins of a user. Synapse 1.163 has one limit for all attempts, failed ones as well (one in 10 s),
//! and another for rooms in which it has no user (one in 100 s). The answer 429 does not tell which of them it is, nor
//! whether it is one of the room, or whether another server has given it. Under an order of turns among servers, one that
//! gives this answer itself could stay first. So a turn goes to a join
//!
//! 1. that has not failed, users of the homeserver first: a hostile server can have many fail for long,
//! 2. with the fewest failures,
//! 3. of a server drawn by lot,
//! 4. of its user who has waited longest without one yet, or whose last turn is longest ago; the latter have one in three,
//! 5. that is due first.
//!
//! A join that has met the longer limit waits whenever another meets it, so that refused attempts do not use up the limit
//! of all joins.
//!
//! Synapse 1.163 counts joins among the messages of a user. Messages that wait for this limit are sent as soon as there
//! is a free place, so that joins would hardly ever meet one. So while the limits refuse both, messages wait before each
//! join until there is a free place.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use matrix_sdk::ruma::UserId;
use parking_lot::Mutex;
use rand::{RngExt, seq::IteratorRandom};
use tokio::{
    pin,
    sync::{Notify, RwLock, oneshot},
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
/// The same for a while after a rate limit has refused both joins and messages. Synapse 1.163 lets a user join a room in
/// 10 s, and each join is one message less.
const LIMITED_TURN_INTERVAL: Duration = Duration::from_secs(15);
/// Time for which messages wait before such an attempt. Synapse 1.163 lets a user send a message in 5 s, and one may just
/// be on its way.
const MESSAGE_DELAY: Duration = Duration::from_secs(6);
/// Longest delay to which a limit for all joins leads; longer ones are for rooms in which the homeserver has no user.
const MAX_SHARED_LIMIT_DELAY: Duration = Duration::from_secs(12);
/// Longest delay to which a limit for those rooms leads; longer ones are of one room.
const MAX_REMOTE_LIMIT_DELAY: Duration = Duration::from_secs(110);
/// Minimum time between two turns of joins that have failed, while a rate limit refuses joins.
const FAILED_TURN_INTERVAL: Duration = Duration::from_secs(20);
/// Number of turns of other ranks after which a rank has one.
const MAX_TURNS_IN_A_ROW: u32 = 5;
/// Time for which a rate limit counts as met lately.
const LIMITED_TIME: Duration = Duration::from_secs(60);
/// Longest delay of a join for which messages wait. Other limits than that of messages last longer.
const MAX_PRECEDENCE_DELAY: Duration = Duration::from_secs(6);
/// Time for which messages wait for the join itself, which can hang.
const PRECEDENCE_TIME: Duration = Duration::from_secs(2);
/// Number of turns of which one goes to a user who had one before, while new users wait, too.
const KNOWN_USERS_RATIO: u32 = 3;
/// Refused attempts of a join that don't count as turns of its user: another server can refuse them for ever.
const MAX_UNCOUNTED_REFUSALS: u32 = 2;
/// Users remembered with their last turn; beyond that all are forgotten and start equal.
const MAX_LAST_TURNS: usize = 10_000;
/// Joins that are due within this time of each other draw lots together: homeservers round delays up to whole seconds.
const SAME_TIME: Duration = Duration::from_secs(2);

/// The origin and the failures of a join, which decide its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JoinHistory {
    /// `true` for users of the homeserver.
    is_local: bool,
    /// The time from which it is wanted.
    since: Instant,
    /// The failures, besides rate limits.
    failures: u32,
    /// The attempts that rate limits have refused.
    refusals: u32,
    /// `true` once a rate limit for rooms in which the homeserver has no user has refused it.
    has_met_remote_limit: bool,
}

/// The ranks of joins, the first of which has the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum JoinRank {
    /// Not failed, of a user of the homeserver.
    Local,
    /// Not failed, of a user of another server or refused by the limit for remote rooms.
    Remote,
    /// Failed for another reason than a rate limit.
    Failed,
}

impl JoinHistory {
    /// Creates the history of a join that a user asks for.
    pub(super) fn new(user: &str, bot: Option<&UserId>) -> Self {
        Self {
            is_local: bot.is_some_and(|bot| server(user) == bot.server_name()),
            since: Instant::now(),
            failures: 0,
            refusals: 0,
            has_met_remote_limit: false,
        }
    }

    /// Notes a failed attempt.
    pub(super) fn note(&mut self, failure: &Failure) {
        let count = if failure.is_rate_limit() {
            &mut self.refusals
        } else {
            &mut self.failures
        };
        *count = count.saturating_add(1);
        self.has_met_remote_limit |= remote_limit_delay(failure).is_some();
    }

    const fn rank(self) -> JoinRank {
        if self.failures > 0 {
            JoinRank::Failed
        } else if self.is_local && !self.has_met_remote_limit {
            JoinRank::Local
        } else {
            JoinRank::Remote
        }
    }
}

/// Returns the delay before another attempt, if a rate limit for rooms in which the homeserver has no user has refused a
/// join.
fn remote_limit_delay(failure: &Failure) -> Option<Duration> {
    let delay = failure
        .announced_delay()
        .filter(|_| failure.is_rate_limit());
    delay.filter(|delay| *delay > MAX_SHARED_LIMIT_DELAY && *delay <= MAX_REMOTE_LIMIT_DELAY)
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
    /// The number of turns of other ranks since the last one of each, while joins of it were due. Those that a rate limit
    /// has refused don't count.
    turns_since: BTreeMap<JoinRank, u32>,
    /// The last turn of each user.
    last_turns: HashMap<String, Instant>,
    /// The users whose joins are under way, one each.
    joining: HashSet<String>,
    /// `true` while a task gives turns.
    is_running: bool,
    /// The last answer 429 to a join.
    limited: Option<Instant>,
    /// The end of the limit met for rooms in which the homeserver has no user.
    remote_limit_end: Option<Instant>,
    /// The users whose joins have met it.
    remote_limited_users: HashSet<String>,
    /// The last one to a message.
    limited_message: Option<Instant>,
}

#[derive(Debug)]
struct WaitingJoin {
    user: String,
    history: JoinHistory,
    due: Instant,
    turn: oneshot::Sender<JoinTurn>,
}

/// A turn. Dropping it lets the user's next join go.
#[derive(Debug)]
pub(super) struct JoinTurn {
    turns: JoinTurns,
    user: String,
    history: JoinHistory,
    /// The user's turn before.
    last_turn: Option<Instant>,
    /// `true` if a rate limit has refused it.
    is_refused: AtomicBool,
    /// `true` if that for rooms in which the homeserver has no user has refused it.
    is_refused_as_remote: AtomicBool,
}

/// The next step of the task that gives turns.
enum TurnStep {
    /// A join, and the turn before of its user.
    Give(WaitingJoin, Option<Instant>),
    Wait(Option<Instant>),
}

impl JoinTurns {
    /// Waits for the turn of a join that a user asks for, not before a time.
    pub(super) async fn next(&self, user: &str, history: JoinHistory, due: Instant) -> JoinTurn {
        loop {
            let (turn, given) = oneshot::channel();
            self.add(WaitingJoin {
                user: user.to_owned(),
                history,
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
        if self.are_messages_limited() {
            LIMITED_TURN_INTERVAL
        } else {
            MIN_TURN_INTERVAL
        }
    }

    /// Returns whether a rate limit has lately refused both joins and messages.
    fn are_messages_limited(&self) -> bool {
        self.queue.lock().are_messages_limited()
    }

    /// Counts the limits of joins and messages as met now.
    fn prolong_limits(&self) {
        let mut queue = self.queue.lock();
        queue.limited = Some(Instant::now());
        queue.limited_message = queue.limited;
    }

    /// Notes that a rate limit has refused a join. Returns whether it has refused messages, too.
    fn note_limit(&self, failure: &Failure) -> bool {
        let mut queue = self.queue.lock();
        queue.note_limit(failure);
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
                TurnStep::Give(join, last_turn) => {
                    sleep_until(join.due).await;
                    let turn = JoinTurn {
                        turns: self.clone(),
                        user: join.user,
                        history: join.history,
                        last_turn,
                        is_refused: AtomicBool::new(false),
                        is_refused_as_remote: AtomicBool::new(false),
                    };
                    // If nobody waits any more, the turn ends at once.
                    join.turn.send(turn).ok();
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
    /// Makes an attempt to join. While a rate limit refuses both joins and messages, messages wait meanwhile, and the attempt
    /// is made once there is a free place. The first join to meet that limit is tried twice. Returns `None` if the join is
    /// no longer wanted by then.
    pub(super) async fn attempt<T, F>(
        &self,
        is_wanted: impl Fn() -> bool,
        mut join: impl FnMut() -> F,
    ) -> Option<Result<T, Failure>>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let (delay, precedence) = if self.turns.are_messages_limited() {
            (MESSAGE_DELAY, self.turns.precedence.write().await)
        } else {
            let joined = join().await;
            let delay = self.note_attempt(&joined);
            let delay = delay.filter(|delay| *delay <= MAX_PRECEDENCE_DELAY);
            // One at a time, so that messages don't wait for many.
            let Some(second) = delay.zip(self.turns.precedence.try_write().ok()) else {
                return Some(joined);
            };
            second
        };
        sleep(delay).await;
        if !is_wanted() {
            return None;
        }
        // It doesn't meet the limits now, though they hold.
        self.turns.prolong_limits();
        let joined = {
            let join = join();
            pin!(join);
            let in_time = timeout(PRECEDENCE_TIME, &mut join).await;
            drop(precedence);
            match in_time {
                Ok(joined) => joined,
                Err(_) => join.await,
            }
        };
        self.note_attempt(&joined);
        Some(joined)
    }

    /// Notes the result of an attempt. Returns the delay before another one, if a rate limit has refused it that has refused
    /// messages, too.
    fn note_attempt<T>(&self, joined: &Result<T, Failure>) -> Option<Duration> {
        let refused = joined.as_ref().err().filter(|it| it.is_rate_limit());
        let is_remote = refused.is_some_and(|failure| remote_limit_delay(failure).is_some());
        self.is_refused_as_remote
            .store(is_remote, Ordering::Relaxed);
        self.is_refused.store(refused.is_some(), Ordering::Relaxed);
        let delay = refused?.announced_delay().unwrap_or_default();
        let is_of_messages = self.turns.note_limit(refused?);
        if is_remote {
            let mut queue = self.turns.queue.lock();
            queue.remote_limited_users.insert(self.user.clone());
        }
        is_of_messages.then_some(delay.max(MIN_LIMITED_DELAY))
    }
}

impl JoinQueue {
    /// Returns whether a rate limit has lately refused both joins and messages.
    fn are_messages_limited(&self) -> bool {
        is_recent(self.limited) && is_recent(self.limited_message)
    }

    /// Notes that a rate limit has refused a join. That for rooms in which the homeserver has no user doesn't move while it
    /// refuses joins, so a later end is the answer of a room's server.
    fn note_limit(&mut self, failure: &Failure) {
        let now = Instant::now();
        self.limited = Some(now);
        if let Some(delay) = remote_limit_delay(failure) {
            let known = self.remote_limit_end.filter(|end| *end > now);
            if known.is_none() {
                self.remote_limited_users.clear();
            }
            let end = now + delay;
            self.remote_limit_end = Some(known.map_or(end, |known| known.min(end)));
        }
    }

    /// Draws the next of the joins that are due until a time.
    fn step(&mut self, until: Instant) -> TurnStep {
        let ready = self.ready();
        let drawn = self.draw_join(&ready, until);
        let soonest = ready.values().map(|(due, _)| *due).min();
        let drawn = drawn.and_then(|(number, due)| Some((self.waiting.remove(&number)?, due)));
        let Some((mut join, due)) = drawn else {
            return TurnStep::Wait(soonest.map(|due| due.checked_sub(SAME_TIME).unwrap_or(due)));
        };
        join.due = due;
        let last_turn = self.note_turn(&join);
        TurnStep::Give(join, last_turn)
    }

    /// Draws the next of the joins that are due until a time. Returns its number, and the time at which it is due.
    fn draw_join(
        &self,
        ready: &BTreeMap<u64, (Instant, &WaitingJoin)>,
        until: Instant,
    ) -> Option<(u64, Instant)> {
        let due = ready.iter().filter(|(_, (due, _))| *due <= until);
        let mut due: Vec<(u64, &WaitingJoin)> =
            due.map(|(number, (_, join))| (*number, *join)).collect();
        let ranks = || due.iter().map(|(_, join)| self.rank_of(join));
        let turns_since = |rank: &JoinRank| self.turns_since.get(rank).copied().unwrap_or(0);
        let is_overdue = |rank: &JoinRank| turns_since(rank) >= MAX_TURNS_IN_A_ROW;
        let rank = ranks().filter(is_overdue).max().or(ranks().min())?;
        due.retain(|(_, join)| self.rank_of(join) == rank);
        let least = due.iter().map(|(_, join)| join.history.failures).min()?;
        due.retain(|(_, join)| join.history.failures == least);
        let of_server = draw(due.iter().map(|(_, join)| server(&join.user)))?;
        due.retain(|(_, join)| server(&join.user) == of_server);
        let prefers_known = rand::rng().random_ratio(1, KNOWN_USERS_RATIO);
        let order_of = |number: u64, join: &WaitingJoin| {
            let last_turn = self.last_turns.get(&join.user).copied();
            let is_preferred = last_turn.is_some() == prefers_known;
            (!is_preferred, last_turn, join.history.since, number)
        };
        let users = due.iter();
        let (_, first) = users.min_by_key(|(number, join)| order_of(*number, join))?;
        let of_user = &first.user;
        let of_user = due.iter().filter(|(_, join)| join.user == *of_user);
        let (number, _) = of_user.min_by_key(|(_, join)| join.due)?;
        let (due, _) = ready.get(number)?;
        Some((*number, *due))
    }

    /// Returns the rank of a join. Those of a user who has met the limit for remote rooms may be for such rooms as well.
    fn rank_of(&self, join: &WaitingJoin) -> JoinRank {
        let is_limited = self
            .remote_limit_end
            .is_some_and(|end| Instant::now() < end);
        match join.history.rank() {
            JoinRank::Local if is_limited && self.remote_limited_users.contains(&join.user) => {
                JoinRank::Remote
            }
            rank => rank,
        }
    }

    /// Counts a turn of a rank for the others.
    fn count_turn(&mut self, rank: JoinRank) {
        let now = Instant::now();
        let ready = self.ready();
        let due = ready.values().filter(|(due, _)| *due <= now);
        let due: BTreeSet<JoinRank> = due.map(|(_, join)| self.rank_of(join)).collect();
        for other in due {
            let turns = self.turns_since.entry(other).or_default();
            *turns = turns.saturating_add(1);
        }
        self.turns_since.insert(rank, 0);
    }

    /// Notes the turn of a join for the order of the next ones. Returns the turn before of its user.
    fn note_turn(&mut self, join: &WaitingJoin) -> Option<Instant> {
        let rank = join.history.rank();
        if rank == JoinRank::Failed {
            self.last_failed = Some(join.due.max(Instant::now()));
        }
        if self.last_turns.len() >= MAX_LAST_TURNS {
            self.last_turns.clear();
        }
        self.joining.insert(join.user.clone());
        self.last_turns.insert(join.user.clone(), Instant::now())
    }

    /// Returns the waiting joins of users without one under way, with the time at which each can have a turn.
    fn ready(&self) -> BTreeMap<u64, (Instant, &WaitingJoin)> {
        let is_limited = is_recent(self.limited);
        let pause = self.last_failed.filter(|_| is_limited);
        let failed_from = pause.map(|at| at + FAILED_TURN_INTERVAL);
        let remote_from = self.remote_limit_end;
        let waiting = self.waiting.iter();
        waiting
            .filter(|(_, join)| !self.joining.contains(&join.user))
            .map(|(number, join)| {
                let history = join.history;
                let failed_from = failed_from.filter(|_| history.failures > 0);
                let remote_from = remote_from.filter(|_| history.has_met_remote_limit);
                let from = [failed_from, remote_from].into_iter().flatten();
                (*number, (from.fold(join.due, Instant::max), join))
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
        let mut queue = self.turns.queue.lock();
        queue.joining.remove(&self.user);
        if !self.is_refused.load(Ordering::Relaxed) {
            queue.count_turn(self.history.rank());
        } else if self.history.refusals < MAX_UNCOUNTED_REFUSALS
            && !self.is_refused_as_remote.load(Ordering::Relaxed)
        {
            let user = self.user.clone();
            match self.last_turn {
                Some(last_turn) => queue.last_turns.insert(user, last_turn),
                None => queue.last_turns.remove(&user),
            };
        }
        drop(queue);
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
    use serde_json::json;

    use super::*;
    use matrix_sdk::ruma::user_id;

    use crate::matrix::mocked::answered;

    /// Returns the history of a join of another server.
    fn history(failures: u32) -> JoinHistory {
        JoinHistory {
            failures,
            ..JoinHistory::new("@a:far.example", None)
        }
    }

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
                    history: history(0),
                    due,
                    turn,
                },
            );
        }
        queue
    }

    #[test]
    fn known_users_get_one_turn_in_three() {
        let now = Instant::now();
        let firsts = (0..400).filter(|_| {
            let mut queue = queue(now);
            queue.waiting.retain(|number, _| *number < 2);
            queue.last_turns.insert("@0:many.example".into(), now);
            matches!(queue.step(now), TurnStep::Give(join, _) if join.user == "@0:many.example")
        });
        let firsts = firsts.count();
        // Some 133; odds of 1 to 10^8.
        assert!((80..=190).contains(&firsts), "{firsts} of 400");
    }

    #[test]
    fn failed_joins_come_after_others() {
        let now = Instant::now();
        let mut queue = queue(now);
        for (number, join) in &mut queue.waiting {
            if *number >= 8 {
                join.history = history(1);
            }
        }
        let mut failures = Vec::new();
        while let TurnStep::Give(join, _) = queue.step(now) {
            queue.count_turn(join.history.rank());
            failures.push(join.history.failures);
        }
        let mut expected = vec![1; 26];
        expected[..5].fill(0);
        expected[6..9].fill(0);
        assert_eq!(failures, expected);
    }

    #[test]
    fn joins_with_the_fewest_failures_come_first() {
        let now = Instant::now();
        let mut queue = queue(now);
        for (number, join) in &mut queue.waiting {
            join.history = history(if *number == 7 { 1 } else { 2 });
        }
        let TurnStep::Give(join, _) = queue.step(now) else {
            panic!("nobody has the turn");
        };
        assert_eq!(join.history.failures, 1);
    }

    #[test]
    fn local_users_join_before_others() {
        let now = Instant::now();
        let mut queue = queue(now);
        for number in 0..8 {
            let join = queue.waiting.get_mut(&number).unwrap();
            join.history.is_local = true;
        }
        let mut turns = Vec::new();
        while let TurnStep::Give(join, _) = queue.step(now) {
            queue.count_turn(join.history.rank());
            turns.push(join.history.is_local);
        }
        let locals: Vec<usize> = (0..turns.len()).filter(|turn| turns[*turn]).collect();
        assert_eq!(locals, [0, 1, 2, 3, 4, 6, 7, 8]);
    }

    #[tokio::test]
    async fn refused_turns_dont_count_for_others() {
        let turns = JoinTurns::default();
        let begun = Instant::now();
        *turns.queue.lock() = queue(begun);
        let known = &turns.queue;
        for is_refused in [true, false] {
            known.lock().last_turns.insert("@a:b".to_owned(), begun);
            let turn = JoinTurn {
                turns: turns.clone(),
                user: "@a:b".to_owned(),
                history: JoinHistory::new("@a:b", Some(user_id!("@bot:b"))),
                last_turn: None,
                is_refused: AtomicBool::new(false),
                is_refused_as_remote: AtomicBool::new(false),
            };
            let joined = if is_refused {
                Err(refused(9_000))
            } else {
                Ok(())
            };
            assert!(turn.note_attempt(&joined).is_none());
            drop(turn);
            let is_known = turns.queue.lock().last_turns.contains_key("@a:b");
            assert_eq!(is_known, !is_refused);
            let count = turns
                .queue
                .lock()
                .turns_since
                .get(&JoinRank::Remote)
                .copied();
            assert_eq!(count, (!is_refused).then_some(1));
        }
    }

    #[tokio::test]
    async fn messages_wait_for_a_join_under_their_limit() {
        let turns = JoinTurns::default();
        turns.note_limited_message();
        turns.note_limit(&refused(1_000));
        let begun = Instant::now();
        let turn = turns.next("@a:b", history(0), begun).await;
        let join = turn.attempt(|| true, async || Ok::<_, Failure>(Instant::now()));
        let message = async {
            tokio::task::yield_now().await;
            turns.wait_for_joins().await;
            Instant::now()
        };
        let (joined, sent) = tokio::join!(join, message);
        let joined = joined.unwrap().unwrap();
        assert!(joined >= begun + MESSAGE_DELAY);
        assert!(sent >= joined);
    }

    #[test]
    fn a_remote_limit_holds_up_those_refused() {
        let now = Instant::now();
        let mut queue = queue(now);
        queue.remote_limit_end = Some(now + Duration::from_secs(90));
        let refused = |delay: u32| {
            let limit =
                json!({ "errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": delay });
            answered(429, &limit.to_string())
        };
        queue.remote_limit_end = Some(now + Duration::from_secs(90));
        for (number, join) in &mut queue.waiting {
            join.history
                .note(&refused(if *number == 25 { 9_000 } else { 90_000 }));
            assert_eq!(join.history.rank(), JoinRank::Remote);
        }
        let TurnStep::Give(join, _) = queue.step(now) else {
            panic!("nobody has the turn");
        };
        assert_eq!(join.user, "@carol:few.example");
        let TurnStep::Wait(Some(until)) = queue.step(now) else {
            panic!("a join takes a turn that the limit will refuse");
        };
        assert_eq!(until, now + Duration::from_secs(90) - SAME_TIME);
    }

    /// Returns the answer of a homeserver that asks for a delay in milliseconds.
    fn refused(delay: u32) -> Failure {
        let limit = json!({ "errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": delay });
        answered(429, &limit.to_string())
    }

    #[test]
    fn no_server_prolongs_a_remote_limit() {
        let mut queue = JoinQueue::default();
        queue.note_limit(&refused(3_000));
        assert_eq!(queue.remote_limit_end, None);
        queue.note_limit(&refused(60_000));
        let end = queue.remote_limit_end;
        assert!(end.is_some());
        queue.note_limit(&refused(100_000));
        assert_eq!(queue.remote_limit_end, end);
        queue.note_limit(&refused(20_000));
        assert!(queue.remote_limit_end < end);
    }

    #[test]
    fn users_under_the_remote_limit_come_after_others() {
        let now = Instant::now();
        let mut queue = queue(now);
        queue.waiting.retain(|number, _| *number < 2);
        for join in queue.waiting.values_mut() {
            join.history.is_local = true;
        }
        queue.note_limit(&refused(90_000));
        queue.remote_limited_users.insert("@0:many.example".into());
        for user in ["@1:many.example", "@0:many.example"] {
            let TurnStep::Give(join, _) = queue.step(now) else {
                panic!("nobody has the turn");
            };
            assert_eq!(join.user, user);
        }
    }

    #[test]
    fn failed_joins_are_rare_under_a_limit() {
        let now = Instant::now();
        let mut queue = queue(now);
        for join in queue.waiting.values_mut() {
            join.history = history(1);
        }
        queue.limited = Some(now);
        assert!(matches!(queue.step(now), TurnStep::Give(..)));
        let TurnStep::Wait(Some(until)) = queue.step(now) else {
            panic!("two joins that have failed have their turns at once");
        };
        assert!(until >= now + FAILED_TURN_INTERVAL.saturating_sub(SAME_TIME));
        assert!(matches!(
            queue.step(now + 2 * FAILED_TURN_INTERVAL),
            TurnStep::Give(..)
        ));
    }

    #[test]
    fn servers_share_turns_whatever_their_rooms() {
        let now = Instant::now();
        let firsts = (0..400).map(|_| match queue(now).step(now) {
            TurnStep::Give(join, _) => server(&join.user) == "few.example",
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
        while let TurnStep::Give(join, _) = queue.step(now) {
            let (turn, _) = oneshot::channel();
            queue.waiting.insert(
                100 + queue.next_number,
                WaitingJoin {
                    user: join.user.clone(),
                    history: join.history,
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
        assert!(matches!(queue.step(due), TurnStep::Give(..)));
    }

    #[tokio::test]
    async fn an_ended_wait_holds_up_no_turn() {
        let turns = JoinTurns::default();
        let far = Instant::now() + Duration::from_hours(1);
        let ended = tokio::time::timeout(
            Duration::from_millis(50),
            turns.next("@a:b", history(0), far),
        )
        .await;
        assert!(ended.is_err());
        for _ in 0..2 {
            let wait = Duration::from_secs(20);
            let turn =
                tokio::time::timeout(wait, turns.next("@a:b", history(1), Instant::now())).await;
            assert!(turn.is_ok());
        }
    }
}
