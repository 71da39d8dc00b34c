//! The homeserver's rate limit on sending, shared fairly among users.
//!
//! A homeserver that limits the bot tells when to retry it, but not whether all rooms are limited or only one.
//! So the first try of a message goes out at once, unless a retry is due soon: it would take the place of that retry
//! if all rooms are limited. Delayed messages are retried one at a time.
//!
//! Their order is that of fair queueing: messages go in rounds, in each of which a user has one message, whatever its
//! room. The round is given when a message is queued: the present one, or the one after the user's last. In a round, the
//! user whose last round is longest ago comes first. So nobody is passed for ever, however many rooms others write in. The
//! users of another server share a few places in a round, as there can be any number of them. Within a room, the messages
//! of a user stay in order, and earlier boards of a table go in the turn of a later one.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    pin::pin,
    time::Duration,
};

use parking_lot::Mutex;
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};

use crate::{logging::rate_limited::server, store::Envelope};

/// Retries that are due within this time of each other are ordered by their turns, and first tries wait for retries that
/// are due within it: homeservers round the delay up to whole seconds, and the SDK adds to it.
const SAME_TIME: Duration = Duration::from_secs(2);

/// Time after which a retry that has not ended no longer keeps others waiting: it may wait for encryption keys.
const MAX_RETRY_TURN: Duration = Duration::from_secs(2);

/// Time after the rate limit held up a message in which the users of a room take turns.
const ROUND_ROBIN_DURATION: Duration = Duration::from_secs(60);

/// Places in a round that the users of another server share.
const PLACES_PER_SERVER: u64 = 4;

/// Number of users whose last round is remembered, beyond which past rounds are forgotten.
const CLEANUP_THRESHOLD: usize = 10_000;

/// The queue of messages that the homeserver's rate limit has held up.
#[derive(Debug, Default)]
pub(super) struct RateLimit {
    queue: Mutex<RetryQueue>,
    changed: Notify,
}

/// The turn of a message. The lowest one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    round: u64,
    /// The round of the user's message before.
    last_round: u64,
    /// Number of turns given before.
    number: u64,
}

#[derive(Debug, Default)]
struct RetryQueue {
    /// The bot's own server.
    server: String,
    /// The waiting messages by number, in the order of their arrival.
    waiting: BTreeMap<u64, Waiting>,
    next_number: u64,
    /// The last message whose retry has begun, until that ends, and the time at which it stops keeping others waiting.
    retrying: Option<(u64, Instant)>,
    /// The latest round of which a message was sent or given up, or is retried.
    round: u64,
    /// The last round in which each user or group of users has a message.
    last_rounds: HashMap<String, u64>,
    turns_given: u64,
    /// The time told to the last message, if that was held up.
    last_limit: Option<Instant>,
    /// The end of the time in which the users of a room take turns.
    round_robin_until: Option<Instant>,
}

#[derive(Debug)]
struct Waiting {
    turn: Turn,
    due: Instant,
    /// `true` while it is being retried.
    is_in_flight: bool,
}

/// The place of a message in the queue. Dropping it lets the next one go.
#[derive(Debug)]
pub(super) struct SendSlot<'a> {
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
    /// Creates the queue of a bot of this server.
    pub(super) fn of_server(server: &str) -> Self {
        let queue = RetryQueue {
            server: server.to_owned(),
            ..RetryQueue::default()
        };
        Self {
            queue: Mutex::new(queue),
            changed: Notify::new(),
        }
    }

    /// Gives a message its turn, or another one after a failure.
    pub(super) fn give_turn(&self, message: &Envelope) -> Turn {
        self.queue.lock().give_turn(message)
    }

    /// Queues the first try of a message if a retry is due soon or under way.
    pub(super) fn first_try(&self, turn: Turn) -> Option<SendSlot<'_>> {
        let number = self.queue.lock().add_first_try(turn, Instant::now())?;
        Some(self.slot(number))
    }

    /// Queues a message in the place of one of its room, due at a time.
    pub(super) fn in_place_of(&self, turn: Turn, due: Instant) -> SendSlot<'_> {
        let number = self.queue.lock().add(turn, due);
        self.slot(number)
    }

    /// Queues a message that the homeserver's rate limit holds up until `due`.
    pub(super) fn limited(&self, turn: Turn, due: Instant) -> SendSlot<'_> {
        let mut queue = self.queue.lock();
        queue.round_robin_until = Some(Instant::now() + ROUND_ROBIN_DURATION);
        let number = queue.hold_up(turn, due);
        drop(queue);
        self.slot(number)
    }

    /// Queues a message that failed otherwise, to be retried at `due`, among those that the rate limit holds up; `None`
    /// without a rate limit. The failed attempt might have used up the turn of another one.
    pub(super) fn failed(&self, turn: Turn, due: Instant) -> Option<SendSlot<'_>> {
        let mut queue = self.queue.lock();
        let number = queue.has_turns().then(|| queue.add(turn, due))?;
        drop(queue);
        Some(self.slot(number))
    }

    /// Returns the index of the next of a room's queued messages; `None` if they are sent in order.
    pub(super) fn next_in_room(&self, messages: &[(&Envelope, Turn)]) -> Option<usize> {
        let has_turns = self.queue.lock().has_turns();
        has_turns.then(|| next_in_room(messages)).flatten()
    }

    /// Has the waiting messages compared with those behind them, after one has joined a lane.
    pub(super) fn compare_again(&self) {
        self.changed.notify_waiters();
    }

    /// Records that the homeserver has accepted a message.
    pub(super) fn accepted(&self, turn: Turn) {
        let mut queue = self.queue.lock();
        queue.last_limit = None;
        queue.begin(turn);
        drop(queue);
        // That can change the order.
        self.changed.notify_waiters();
    }

    /// Records that a message was given up, which took a turn as well.
    pub(super) fn given_up(&self, turn: Turn) {
        self.queue.lock().begin(turn);
        self.changed.notify_waiters();
    }

    fn slot(&self, number: u64) -> SendSlot<'_> {
        self.changed.notify_waiters();
        SendSlot {
            limit: self,
            number,
        }
    }
}

impl SendSlot<'_> {
    /// Waits until the message may be sent. Ends with its retry time as soon as it is no longer the first of
    /// its lane.
    pub(super) async fn wait(&self, is_first: impl Fn() -> bool) -> Result<(), Instant> {
        loop {
            let mut changed = pin!(self.limit.changed.notified());
            // From here on, a notification is not missed.
            changed.as_mut().enable();
            if !is_first()
                && let Some(due) = self.limit.queue.lock().due(self.number)
            {
                return Err(due);
            }
            let step = self.limit.queue.lock().step(self.number, Instant::now());
            match step {
                Step::Retry => return Ok(()),
                Step::WaitUntil(due) => tokio::select! {
                    () = sleep_until(due) => {}
                    () = changed => {}
                },
                Step::WaitForOthers => changed.await,
            }
        }
    }
}

impl Drop for SendSlot<'_> {
    fn drop(&mut self) {
        self.limit.queue.lock().leave(self.number);
        self.limit.changed.notify_waiters();
    }
}

impl RetryQueue {
    /// Returns whether users take turns, as the rate limit has held up a message lately.
    fn has_turns(&self) -> bool {
        self.round_robin_until
            .is_some_and(|until| Instant::now() < until)
    }

    fn give_turn(&mut self, message: &Envelope) -> Turn {
        // Those of a room that nobody asked for count as answers to one more user.
        let user = message.asked_by.clone();
        let user = user.unwrap_or_else(|| format!("nobody in {}", message.room));
        if self.last_rounds.len() >= CLEANUP_THRESHOLD {
            let round = self.round;
            self.last_rounds.retain(|_, last| *last >= round);
        }
        let place = self.place_of(&user);
        let last = self.last_rounds.get(&place).copied();
        let last_round = last.unwrap_or(self.round.saturating_sub(1));
        let round = self.round.max(last_round + 1);
        self.last_rounds.insert(place, round);
        self.turns_given += 1;
        Turn {
            round,
            last_round,
            number: self.turns_given,
        }
    }

    /// Returns the name of a user's place in a round, which that of another server shares with others there.
    fn place_of(&self, user: &str) -> String {
        let server = server(user);
        if !user.starts_with('@') || server == self.server {
            return user.to_owned();
        }
        let sum: u64 = user.bytes().map(u64::from).sum();
        format!("{} {server}", sum % PLACES_PER_SERVER)
    }

    /// Notes that a message is sent: no later one belongs to an earlier round.
    fn begin(&mut self, turn: Turn) {
        self.round = self.round.max(turn.round);
    }

    /// Adds the first try of a message to the retries that are due soon or under way; `None` if there are none.
    fn add_first_try(&mut self, turn: Turn, now: Instant) -> Option<u64> {
        let retrying = self.retrying.filter(|(_, until)| now < *until);
        let soonest = self.soonest().or(retrying.map(|_| now))?;
        (soonest <= now + SAME_TIME).then(|| self.add(turn, soonest))
    }

    /// Adds a message that was held up. After two in a row nothing is retried before the earlier of the two times, as it
    /// would be held up, too.
    fn hold_up(&mut self, turn: Turn, due: Instant) -> u64 {
        if let Some(other) = self.last_limit.replace(due) {
            let earliest = due.min(other);
            for waiting in self.waiting.values_mut() {
                waiting.due = waiting.due.max(earliest);
            }
        }
        self.add(turn, due)
    }

    fn add(&mut self, turn: Turn, due: Instant) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        let waiting = Waiting {
            turn,
            due,
            is_in_flight: false,
        };
        self.waiting.insert(number, waiting);
        number
    }

    fn due(&self, number: u64) -> Option<Instant> {
        self.waiting.get(&number).map(|waiting| waiting.due)
    }

    /// Decides about a message in the queue; one that is being retried keeps the others waiting.
    fn step(&mut self, number: u64, now: Instant) -> Step {
        if let Some((retrying, until)) = self.retrying
            && retrying != number
            && now < until
        {
            return Step::WaitUntil(until);
        }
        match self.next() {
            Some((next, due)) if next == number && due <= now => {
                self.retrying = Some((number, now + MAX_RETRY_TURN));
                if let Some(waiting) = self.waiting.get_mut(&number) {
                    waiting.is_in_flight = true;
                    let turn = waiting.turn;
                    self.begin(turn);
                }
                Step::Retry
            }
            Some((next, due)) if next == number => Step::WaitUntil(due),
            _ => Step::WaitForOthers,
        }
    }

    /// The next message to send and the time for it, apart from the one that is being retried.
    fn next(&self) -> Option<(u64, Instant)> {
        let soonest = self.soonest()?;
        self.idle()
            .filter(|(_, waiting)| waiting.due <= soonest + SAME_TIME)
            .min_by_key(|(_, waiting)| waiting.turn)
            .map(|(number, waiting)| (number, waiting.due))
    }

    fn soonest(&self) -> Option<Instant> {
        self.idle().map(|(_, waiting)| waiting.due).min()
    }

    /// The messages that are not being retried.
    fn idle(&self) -> impl Iterator<Item = (u64, &Waiting)> {
        let waiting = self.waiting.iter();
        waiting
            .map(|(number, waiting)| (*number, waiting))
            .filter(|(_, waiting)| !waiting.is_in_flight)
    }

    fn leave(&mut self, number: u64) {
        self.waiting.remove(&number);
        if self
            .retrying
            .is_some_and(|(retrying, _)| retrying == number)
        {
            self.retrying = None;
        }
    }
}

/// The index of the message whose turn comes first, among the first ones of each user, or of the first one before it of
/// the same table with news: nobody holds up a board by others of its table.
fn next_in_room(messages: &[(&Envelope, Turn)]) -> Option<usize> {
    let mut users = HashSet::new();
    let messages_by_index = messages.iter().copied().enumerate();
    let first_of_users =
        messages_by_index.filter(|(_, (message, _))| users.insert(message.asked_by.as_ref()));
    let (index, (next, _)) = first_of_users.min_by_key(|(_, (_, turn))| *turn)?;
    let mut earlier = messages.iter().take(index);
    let of_table =
        earlier.position(|(earlier, _)| earlier.is_overtaken_by(next) && earlier.has_news);
    Some(of_table.unwrap_or(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(user: &str, table: Option<u32>) -> Envelope {
        Envelope {
            row: 1,
            room: "!m".into(),
            thread: None,
            asked_by: Some(user.into()),
            table,
            asks: None,
            has_news: true,
            is_replay: false,
        }
    }

    /// Returns messages with their turns.
    fn with_turns<'m>(
        queue: &mut RetryQueue,
        messages: &'m [Envelope],
    ) -> Vec<(&'m Envelope, Turn)> {
        let messages = messages.iter();
        messages
            .map(|message| (message, queue.give_turn(message)))
            .collect()
    }

    /// Sends an answer to a user.
    fn serve(queue: &mut RetryQueue, user: &str) {
        let turn = queue.give_turn(&message(user, None));
        queue.begin(turn);
    }

    /// Holds up an answer to a user.
    fn hold_up(queue: &mut RetryQueue, user: &str, due: Instant) -> u64 {
        let turn = queue.give_turn(&message(user, None));
        let number = queue.hold_up(turn, due);
        queue.last_limit = None;
        number
    }

    /// Holds up answers to users and returns the users in the order of their retries, each of which is accepted.
    fn order(queue: &mut RetryQueue, users: &[&str]) -> Vec<String> {
        let now = Instant::now();
        let users: HashMap<_, _> = users
            .iter()
            .map(|user| (hold_up(queue, user, now), *user))
            .collect();
        let mut order = Vec::new();
        while let Some((number, _)) = queue.next() {
            let turn = queue.waiting[&number].turn;
            queue.leave(number);
            queue.begin(turn);
            order.push(users[&number].to_owned());
        }
        order
    }

    #[test]
    fn users_are_served_in_turns() {
        let mut queue = RetryQueue::default();
        serve(&mut queue, "mallory");
        let users = ["mallory", "mallory", "mallory", "bob", "carol"];
        let expected = ["bob", "carol", "mallory", "mallory", "mallory"];
        assert_eq!(order(&mut queue, &users), expected);
    }

    #[test]
    fn the_least_recently_served_user_goes_first() {
        let mut queue = RetryQueue::default();
        for user in ["alice", "bob", "mallory", "bob", "mallory"] {
            serve(&mut queue, user);
        }
        let users = ["mallory", "bob", "alice"];
        assert_eq!(order(&mut queue, &users), ["alice", "mallory", "bob"]);
    }

    /// Twelve users have a backlog, and write on and on.
    #[test]
    fn a_new_message_waits_for_one_round() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let busy: Vec<_> = (0..12).map(|number| format!("busy {number}")).collect();
        for user in busy.iter().cycle().take(120) {
            hold_up(&mut queue, user, now);
        }
        for _ in 0..3 {
            let alices = hold_up(&mut queue, "alice", now);
            let mut before = 0;
            loop {
                let (number, _) = queue.next().unwrap();
                let turn = queue.waiting[&number].turn;
                queue.leave(number);
                queue.begin(turn);
                if number == alices {
                    break;
                }
                before += 1;
                hold_up(&mut queue, &busy[before % busy.len()], now);
            }
            assert!(before <= busy.len(), "{before}");
        }
    }

    #[test]
    fn users_of_a_room_take_turns() {
        let mut queue = RetryQueue::default();
        for user in ["bob", "mallory", "mallory"] {
            serve(&mut queue, user);
        }
        let messages = [
            message("mallory", None),
            message("mallory", None),
            message("eve", Some(7)),
            message("alice", Some(7)),
            message("bob", Some(8)),
            message("alice", None),
        ];
        let mut messages = with_turns(&mut queue, &messages);
        let mut order = Vec::new();
        while let Some(next) = next_in_room(&messages) {
            let (sent, _) = messages.remove(next);
            order.push((sent.asked_by.as_deref().unwrap(), sent.table));
        }
        let expected = [
            ("eve", Some(7)),
            ("alice", Some(7)),
            ("bob", Some(8)),
            ("mallory", None),
            ("alice", None),
            ("mallory", None),
        ];
        assert_eq!(order, expected);
    }

    #[test]
    fn earlier_boards_of_a_table_go_first() {
        let mut queue = RetryQueue::default();
        serve(&mut queue, "eve");
        serve(&mut queue, "eve");
        let messages = [
            message("eve", None),
            message("eve", Some(7)),
            message("alice", Some(7)),
        ];
        let messages = with_turns(&mut queue, &messages);
        assert_eq!(next_in_room(&messages), Some(1));
    }

    #[test]
    fn messages_that_nobody_asked_for_take_turns_as_well() {
        let mut queue = RetryQueue::default();
        let unasked = Envelope {
            asked_by: None,
            ..message("", None)
        };
        let mut all: Vec<_> = (0..3).map(|_| message("alice", None)).collect();
        all.extend([unasked.clone(), unasked]);
        let mut messages = with_turns(&mut queue, &all);
        let mut order = Vec::new();
        while let Some(next) = next_in_room(&messages) {
            let (sent, _) = messages.remove(next);
            order.push(sent.asked_by.is_none());
        }
        assert_eq!(order, [false, true, false, true, false]);
    }

    /// A user whose answers wait in many rooms writes in one where others are answered all the time.
    #[test]
    fn nobody_is_passed_for_ever() {
        let mut queue = RetryQueue::default();
        for _ in 0..5 {
            serve(&mut queue, "carol");
        }
        let carols = queue.give_turn(&message("carol", None));
        let mut passes = 0;
        loop {
            let mallorys = queue.give_turn(&message("mallory", None));
            if carols < mallorys {
                break;
            }
            queue.begin(mallorys);
            passes += 1;
        }
        assert_eq!(passes, 1);
    }

    #[test]
    fn users_of_another_server_share_turns() {
        let mut queue = RetryQueue {
            server: "own.example".to_owned(),
            ..RetryQueue::default()
        };
        let local = ["@alice:own.example", "@bob:own.example"];
        let now = Instant::now();
        let mut locals: HashMap<u64, &str> = HashMap::new();
        for user in local {
            locals.insert(hold_up(&mut queue, user, now), user);
        }
        let mut answered = 0;
        for number in 0..60 {
            // New ones each time.
            for other in 0..8 {
                hold_up(&mut queue, &format!("@{number}-{other}:far.example"), now);
            }
            let (next, _) = queue.next().unwrap();
            let turn = queue.waiting[&next].turn;
            queue.leave(next);
            queue.begin(turn);
            if let Some(user) = locals.remove(&next) {
                answered += 1;
                locals.insert(hold_up(&mut queue, user, now), user);
            }
        }
        assert_eq!(answered, 20, "two turns in six");
    }

    #[test]
    fn past_rounds_are_forgotten() {
        let mut queue = RetryQueue::default();
        for number in 0..3 * CLEANUP_THRESHOLD {
            serve(&mut queue, "bob");
            serve(&mut queue, &number.to_string());
        }
        assert!(queue.last_rounds.len() <= CLEANUP_THRESHOLD);
        assert!(queue.last_rounds.contains_key("bob"));
    }

    #[tokio::test]
    async fn a_room_is_served_in_order_without_limit() {
        let limit = RateLimit::default();
        assert_eq!(limit.next_in_room(&[]), None);
        let message = message("alice", None);
        let turn = limit.give_turn(&message);
        assert_eq!(limit.next_in_room(&[(&message, turn)]), None);
        drop(limit.limited(turn, Instant::now()));
        assert_eq!(limit.next_in_room(&[(&message, turn)]), Some(0));
    }

    #[test]
    fn first_tries_wait_for_retries_due_soon() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let turn = queue.give_turn(&message("mallory", None));
        assert_eq!(queue.add_first_try(turn, now), None);
        queue.begin(turn);
        let due = now + Duration::from_secs(5);
        let bob = hold_up(&mut queue, "bob", due);
        let turn = queue.give_turn(&message("mallory", None));
        assert_eq!(queue.add_first_try(turn, now), None);
        let just_before = due - Duration::from_secs(1);
        assert!(queue.add_first_try(turn, just_before).is_some());
        assert_eq!(queue.next(), Some((bob, due)));
    }

    #[test]
    fn a_room_limit_does_not_block_other_rooms() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        hold_up(&mut queue, "bob", now + Duration::from_secs(60));
        let soon = now + Duration::from_secs(3);
        let carol = hold_up(&mut queue, "carol", soon);
        assert_eq!(queue.next(), Some((carol, soon)));
        queue.leave(carol);
        let turn = queue.give_turn(&message("carol", None));
        assert_eq!(queue.add_first_try(turn, now), None);
    }

    #[test]
    fn after_two_refusals_all_wait_for_the_earlier() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let [bob, carol, dave] =
            ["bob", "carol", "dave"].map(|user| queue.give_turn(&message(user, None)));
        let bob = queue.hold_up(bob, now);
        queue.hold_up(carol, now + Duration::from_secs(60));
        let soon = now + Duration::from_secs(5);
        queue.hold_up(dave, soon);
        assert_eq!(queue.next(), Some((bob, soon)));
    }

    #[test]
    fn a_retry_that_hangs_keeps_others_waiting_briefly() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let [bob, carol, dave] =
            ["bob", "carol", "dave"].map(|user| hold_up(&mut queue, user, now));
        assert_eq!(queue.step(bob, now), Step::Retry);
        let end = now + MAX_RETRY_TURN;
        assert_eq!(queue.step(carol, now), Step::WaitUntil(end));
        assert_eq!(queue.step(carol, end), Step::Retry);
        queue.leave(carol);
        // Bob's retry still hangs, though his turn was the first.
        assert_eq!(queue.step(dave, end), Step::Retry);
        queue.leave(dave);
        let turn = queue.give_turn(&message("eve", None));
        assert_eq!(queue.add_first_try(turn, end), None);
        queue.leave(bob);
        assert!(queue.waiting.is_empty() && queue.retrying.is_none());
    }

    #[test]
    fn a_retry_held_up_again_keeps_its_turn() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let bob = hold_up(&mut queue, "bob", now);
        hold_up(&mut queue, "mallory", now);
        assert_eq!(queue.step(bob, now), Step::Retry);
        let turn = queue.waiting[&bob].turn;
        let again = queue.hold_up(turn, now);
        queue.leave(bob);
        queue.last_limit = None;
        assert_eq!(queue.next(), Some((again, now)));
    }

    /// Each of Mallory's retries hangs.
    #[tokio::test]
    async fn a_retry_that_hangs_is_a_turn() {
        let limit = RateLimit::default();
        let now = Instant::now();
        let turn = |user: &str| limit.give_turn(&message(user, None));
        let [first, second, third, bobs] = ["mallory", "mallory", "mallory", "bob"].map(turn);
        let hang = async |turn: Turn| {
            let slot = limit.limited(turn, now);
            slot.wait(|| true).await.unwrap();
            std::future::pending::<()>().await;
        };
        let bob = async {
            let slot = limit.limited(bobs, now);
            slot.wait(|| true).await.unwrap();
        };
        let rooms = async { tokio::join!(hang(first), hang(second), hang(third)) };
        let first_of = async {
            tokio::select! {
                biased;
                _ = rooms => {}
                () = bob => {}
            }
        };
        let ended = tokio::time::timeout(2 * MAX_RETRY_TURN, first_of).await;
        assert!(ended.is_ok(), "Bob waits for all of Mallory's retries");
    }

    #[tokio::test]
    async fn one_message_is_retried_at_a_time() {
        let limit = RateLimit::default();
        let [bob, carol] = ["bob", "carol"].map(|user| limit.give_turn(&message(user, None)));
        let first = limit.limited(bob, Instant::now());
        first.wait(|| true).await.unwrap();
        let second = limit.limited(carol, Instant::now());
        let waiting = tokio::time::timeout(Duration::from_millis(50), second.wait(|| true)).await;
        assert!(waiting.is_err());
        drop(first);
        second.wait(|| true).await.unwrap();
        drop(second);
        assert!(limit.queue.lock().waiting.is_empty());
    }
}
