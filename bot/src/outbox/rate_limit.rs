//! The homeserver's rate limit on sending, shared fairly among users.
//!
//! A homeserver that limits the bot tells when to retry it, but not whether all rooms are limited or only one.
//! So the first try of a message goes out at once, unless a retry is due soon: it would take the place of that retry
//! if all rooms are limited. Delayed messages are retried one at a time.
//!
//! Retries go in rounds, in each of which a user has one message, whatever its room. In a round, the user who was served
//! in the earliest one comes first. The users of another server share a few places in a round, as
//! there can be any number of them. A turn counts from the beginning of a retry, which may hang for long. So it is within
//! a room: its users take turns, each with their messages in order, and earlier boards of a table go in the turn of a
//! later one. A message that waits for a retry makes way for one of its room whose turn comes first.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
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

/// Users and places remembered with their last round; beyond that all are forgotten and start equal.
const MAX_SERVED: usize = 10_000;

/// The queue of messages that the homeserver's rate limit has held up.
#[derive(Debug, Default)]
pub(super) struct RateLimit {
    queue: Mutex<RetryQueue>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct RetryQueue {
    /// The bot's own server.
    server: String,
    /// The waiting messages by number, in the order of their arrival or last retry.
    waiting: BTreeMap<u64, Waiting>,
    next_number: u64,
    /// The last message whose retry has begun, until that ends, and the time at which it stops keeping others waiting.
    retrying: Option<(u64, Instant)>,
    /// The present round.
    round: u64,
    /// The last round in which each user and each place was served.
    last_rounds: HashMap<String, u64>,
    /// The time told to the last message, if that was held up.
    last_limit: Option<Instant>,
    /// The end of the time in which the users of a room take turns.
    round_robin_until: Option<Instant>,
}

/// The origin of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MessageOrigin {
    /// The user who asked for it.
    user: String,
    /// The user's place in a round.
    place: String,
}

/// The turn of a message. The lowest one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    round: u64,
    /// The last round in which the user was served.
    last_round: u64,
}

#[derive(Debug)]
struct Waiting {
    origin: MessageOrigin,
    due: Instant,
    /// `true` while it is being retried.
    is_in_flight: bool,
    /// The turn that its retry has taken.
    taken: Option<TakenTurn>,
}

/// A turn that a retry has taken.
#[derive(Clone, Debug)]
struct TakenTurn {
    round: u64,
    /// The last rounds before it.
    before: Vec<(String, Option<u64>)>,
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

    /// Returns the origin of a message.
    pub(super) fn origin(&self, message: &Envelope) -> MessageOrigin {
        self.queue.lock().origin(message)
    }

    /// Queues the first try of a message if a retry is due soon or under way.
    pub(super) fn first_try(&self, origin: &MessageOrigin) -> Option<SendSlot<'_>> {
        let number = self.queue.lock().add_first_try(origin, Instant::now())?;
        Some(self.slot(number))
    }

    /// Queues a message in the place of one of its room, due at a time.
    pub(super) fn in_place_of(&self, origin: &MessageOrigin, due: Instant) -> SendSlot<'_> {
        let number = self.queue.lock().add(origin, due);
        self.slot(number)
    }

    /// Queues a message that the homeserver's rate limit holds up until `due`.
    pub(super) fn limited(&self, origin: &MessageOrigin, due: Instant) -> SendSlot<'_> {
        let mut queue = self.queue.lock();
        queue.round_robin_until = Some(Instant::now() + ROUND_ROBIN_DURATION);
        let number = queue.hold_up(origin, due);
        drop(queue);
        self.slot(number)
    }

    /// Queues a message that failed otherwise, to be retried at `due`, among those that the rate limit holds up; `None`
    /// without a rate limit. The failed attempt might have used up the turn of another one.
    pub(super) fn failed(&self, origin: &MessageOrigin, due: Instant) -> Option<SendSlot<'_>> {
        let mut queue = self.queue.lock();
        let number = queue.has_turns().then(|| queue.add(origin, due))?;
        drop(queue);
        Some(self.slot(number))
    }

    /// Returns the index of the next of a room's queued messages, which come with their rows, and the origin of the message in
    /// whose turn it goes; `None` if they are sent in order.
    pub(super) fn next_in_room(
        &self,
        messages: &[(&Envelope, i64)],
    ) -> Option<(usize, MessageOrigin)> {
        let queue = self.queue.lock();
        queue
            .has_turns()
            .then(|| queue.next_in_room(messages))
            .flatten()
    }

    /// Has the waiting messages compared with those behind them, after one has joined a lane.
    pub(super) fn compare_again(&self) {
        self.changed.notify_waiters();
    }

    /// Returns whether the turn of a message comes before that of another one.
    pub(super) fn goes_before(&self, message: &Envelope, other: &Envelope) -> bool {
        let queue = self.queue.lock();
        let [turn, other] = [message, other].map(|it| queue.turn_of(&queue.origin(it)));
        turn < other
    }

    /// Records that the homeserver has accepted a message, in the turn of its slot or out of turn.
    pub(super) fn accepted(&self, origin: &MessageOrigin, slot: Option<&SendSlot<'_>>) {
        self.queue.lock().last_limit = None;
        self.given_up(origin, slot);
    }

    /// Records that a message was given up, which took a turn as well.
    pub(super) fn given_up(&self, origin: &MessageOrigin, slot: Option<&SendSlot<'_>>) {
        let mut queue = self.queue.lock();
        match slot {
            Some(slot) => queue.end_turn(slot.number),
            None => queue.count_out_of_turn(origin),
        }
        drop(queue);
        // That can change the order.
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
    /// Waits until the message may be sent, in the turn of the origin that `origin` returns. Ends with its retry time as
    /// soon as that is `None`, as another message of its lane goes first.
    pub(super) async fn wait(
        &self,
        origin: impl Fn() -> Option<MessageOrigin>,
    ) -> Result<(), Instant> {
        loop {
            let mut changed = pin!(self.limit.changed.notified());
            // From here on, a notification is not missed.
            changed.as_mut().enable();
            let origin = origin();
            let step = {
                let mut queue = self.limit.queue.lock();
                if let Some(origin) = &origin {
                    queue.note_waiting(origin);
                }
                match queue.waiting.get_mut(&self.number).zip(origin) {
                    Some((waiting, origin)) => waiting.origin = origin,
                    None => return Err(queue.due(self.number).unwrap_or_else(Instant::now)),
                }
                queue.step(self.number, Instant::now())
            };
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

    /// Counts the retry as a turn from now on: it may hang for long before it is accepted.
    pub(super) fn take_turn(&self) {
        self.limit.queue.lock().take_turn(self.number);
        // That changes the order.
        self.limit.changed.notify_waiters();
    }

    /// Gives the turn back when the rate limit holds the retry up again, unless the user had another one since.
    pub(super) fn give_turn_back(&self) {
        self.limit.queue.lock().give_turn_back(self.number);
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

    fn origin(&self, message: &Envelope) -> MessageOrigin {
        // Those of a room that nobody asked for count as answers to one more user.
        let user = message.asked_by.clone();
        let user = user.unwrap_or_else(|| format!("nobody in {}", message.room));
        MessageOrigin {
            place: self.place_of(&user),
            user,
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

    /// Returns the turn that a message has now. Those who were not served yet count as served in the round before.
    fn turn_of(&self, origin: &MessageOrigin) -> Turn {
        let last_round = |name: &String| {
            let last = self.last_rounds.get(name).copied();
            last.unwrap_or(self.round.saturating_sub(1))
        };
        Turn {
            round: self.round.max(last_round(&origin.place) + 1),
            last_round: last_round(&origin.user),
        }
    }

    /// Notes a round in which an origin is served. Returns the last rounds before.
    fn serve(&mut self, origin: &MessageOrigin, round: u64) -> Vec<(String, Option<u64>)> {
        if self.last_rounds.len() >= MAX_SERVED {
            self.last_rounds.clear();
        }
        let names = BTreeSet::from([&origin.place, &origin.user]);
        let before = names.into_iter().map(|name| {
            let before = self.last_rounds.insert(name.clone(), round);
            (name.clone(), before)
        });
        before.collect()
    }

    /// Remembers those who wait and were not served yet as served in the round before, from now on.
    fn note_waiting(&mut self, origin: &MessageOrigin) {
        let before = self.round.saturating_sub(1);
        for name in [&origin.place, &origin.user] {
            if !self.last_rounds.contains_key(name) {
                self.last_rounds.insert(name.clone(), before);
            }
        }
    }

    /// Notes that the turn of a message has ended.
    fn end_turn(&mut self, number: u64) {
        let waiting = self.waiting.get(&number);
        if let Some(taken) = waiting.and_then(|waiting| waiting.taken.as_ref()) {
            // Others of an earlier round may be about to be queued.
            self.round = self.round.max(taken.round.min(self.round + 1));
        }
    }

    /// Counts a message that had no turn. However many were sent out of turn, the user is served in the next round.
    fn count_out_of_turn(&mut self, origin: &MessageOrigin) {
        if self.has_turns() {
            let round = self.turn_of(origin).round;
            self.serve(origin, round.min(self.round));
        }
    }

    fn take_turn(&mut self, number: u64) {
        let Some(waiting) = self.waiting.get(&number) else {
            return;
        };
        let origin = waiting.origin.clone();
        let round = self.turn_of(&origin).round;
        let before = self.serve(&origin, round);
        if let Some(waiting) = self.waiting.get_mut(&number) {
            waiting.taken = Some(TakenTurn { round, before });
        }
    }

    fn give_turn_back(&mut self, number: u64) {
        let waiting = self.waiting.get_mut(&number);
        let Some(TakenTurn { round, before }) = waiting.and_then(|waiting| waiting.taken.take())
        else {
            return;
        };
        for (name, before) in before {
            if self.last_rounds.get(&name) == Some(&round) {
                match before {
                    Some(before) => self.last_rounds.insert(name, before),
                    None => self.last_rounds.remove(&name),
                };
            }
        }
    }

    /// Adds the first try of a message to the retries that are due soon or under way; `None` if there are none.
    fn add_first_try(&mut self, origin: &MessageOrigin, now: Instant) -> Option<u64> {
        let retrying = self.retrying.filter(|(_, until)| now < *until);
        let soonest = self.soonest().or(retrying.map(|_| now))?;
        (soonest <= now + SAME_TIME).then(|| self.add(origin, soonest))
    }

    /// Adds a message that was held up. After two in a row nothing is retried before the earlier of the two times, as it
    /// would be held up, too.
    fn hold_up(&mut self, origin: &MessageOrigin, due: Instant) -> u64 {
        if let Some(other) = self.last_limit.replace(due) {
            let earliest = due.min(other);
            for waiting in self.waiting.values_mut() {
                waiting.due = waiting.due.max(earliest);
            }
        }
        self.add(origin, due)
    }

    fn add(&mut self, origin: &MessageOrigin, due: Instant) -> u64 {
        self.note_waiting(origin);
        let number = self.next_number;
        self.next_number += 1;
        let waiting = Waiting {
            origin: origin.clone(),
            due,
            is_in_flight: false,
            taken: None,
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
            .min_by_key(|(number, waiting)| (self.turn_of(&waiting.origin), *number))
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

    /// The index of the message whose turn comes first, among the first ones of each user, or of the first one before it of
    /// the same table with news: nobody holds up a board by others of its table. And the origin of the former.
    fn next_in_room(&self, messages: &[(&Envelope, i64)]) -> Option<(usize, MessageOrigin)> {
        let mut users = HashSet::new();
        let messages_by_index = messages.iter().copied().enumerate();
        let first_of_users =
            messages_by_index.filter(|(_, (message, _))| users.insert(message.asked_by.as_ref()));
        let origins = first_of_users.map(|(index, next)| (index, next, self.origin(next.0)));
        let next = origins.min_by_key(|(_, (_, row), origin)| (self.turn_of(origin), *row));
        let (index, (next, _), origin) = next?;
        let mut earlier = messages.iter().take(index);
        let of_table =
            earlier.position(|(earlier, _)| earlier.is_overtaken_by(next) && earlier.has_news);
        Some((of_table.unwrap_or(index), origin))
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

    /// Returns messages with their rows.
    fn with_rows(messages: &[Envelope]) -> Vec<(&Envelope, i64)> {
        messages.iter().zip(1..).collect()
    }

    /// Sends an answer to a user in their turn.
    fn serve(queue: &mut RetryQueue, user: &str) {
        let number = hold_up(queue, user, Instant::now());
        end(queue, number);
    }

    /// Sends a message in its turn.
    fn end(queue: &mut RetryQueue, number: u64) {
        queue.take_turn(number);
        queue.end_turn(number);
        queue.leave(number);
    }

    /// Holds up an answer to a user.
    fn hold_up(queue: &mut RetryQueue, user: &str, due: Instant) -> u64 {
        let number = queue.hold_up(&queue.origin(&message(user, None)), due);
        queue.last_limit = None;
        number
    }

    /// Sends the next message. Returns its number and user.
    fn send_next(queue: &mut RetryQueue) -> Option<(u64, String)> {
        let (number, _) = queue.next()?;
        let user = queue.waiting[&number].origin.user.clone();
        end(queue, number);
        Some((number, user))
    }

    /// Holds up answers to users and returns the users in the order of their retries.
    fn order(queue: &mut RetryQueue, users: &[&str]) -> Vec<String> {
        for user in users {
            hold_up(queue, user, Instant::now());
        }
        std::iter::from_fn(|| Some(send_next(queue)?.1)).collect()
    }

    /// Sends the messages of a room in their order. Returns their users and tables.
    fn order_in_room(
        queue: &mut RetryQueue,
        mut messages: Vec<Envelope>,
    ) -> Vec<(String, Option<u32>)> {
        let mut order = Vec::new();
        loop {
            let waiting = with_rows(&messages);
            let Some((next, origin)) = queue.next_in_room(&waiting) else {
                return order;
            };
            let number = queue.add(&origin, Instant::now());
            end(queue, number);
            let sent = messages.remove(next);
            order.push((sent.asked_by.unwrap_or_default(), sent.table));
        }
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
        for user in [
            "alice", "bob", "mallory", "bob", "mallory", "bob", "mallory",
        ] {
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
        for _ in 0..5 {
            let alices = hold_up(&mut queue, "alice", now);
            let mut before = 0;
            while send_next(&mut queue).unwrap().0 != alices {
                hold_up(&mut queue, &busy[before % busy.len()], now);
                before += 1;
            }
            assert!(before <= busy.len(), "{before}");
        }
    }

    /// Mallory is lucky with first tries, or has all of them refused.
    #[test]
    fn messages_out_of_turn_delay_nobody() {
        let mut queue = RetryQueue {
            round_robin_until: Some(Instant::now() + ROUND_ROBIN_DURATION),
            ..RetryQueue::default()
        };
        let now = Instant::now();
        for user in ["bob", "bob", "bob", "mallory", "mallory"] {
            hold_up(&mut queue, user, now);
        }
        let mallory = queue.origin(&message("mallory", None));
        for _ in 0..40 {
            queue.count_out_of_turn(&mallory);
        }
        let users = order(&mut queue, &["alice"]);
        assert_eq!(users[..3], ["bob", "mallory", "alice"]);
        assert!(queue.turn_of(&mallory).round <= queue.round + 1);
    }

    /// Carol's first message is refused again and again, while others are answered.
    #[test]
    fn refused_retries_lose_no_turn() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        for user in ["alice", "bob"] {
            serve(&mut queue, user);
        }
        let mut carols = hold_up(&mut queue, "carol", now);
        for _ in 0..3 {
            queue.take_turn(carols);
            let again = hold_up(&mut queue, "carol", now);
            queue.give_turn_back(carols);
            queue.leave(carols);
            carols = again;
            for user in ["alice", "bob", "dave"] {
                serve(&mut queue, user);
            }
        }
        for user in ["alice", "bob", "dave", "eve"] {
            hold_up(&mut queue, user, now);
        }
        assert_eq!(send_next(&mut queue).unwrap().1, "carol");
    }

    #[test]
    fn users_of_a_room_take_turns() {
        let mut queue = RetryQueue::default();
        for user in ["bob", "mallory", "mallory", "mallory"] {
            serve(&mut queue, user);
        }
        let messages = vec![
            message("mallory", None),
            message("mallory", None),
            message("eve", Some(7)),
            message("alice", Some(7)),
            message("bob", Some(8)),
            message("alice", None),
        ];
        let order = order_in_room(&mut queue, messages);
        let order: Vec<_> = order
            .iter()
            .map(|(user, table)| (user.as_str(), *table))
            .collect();
        let expected = [
            ("bob", Some(8)),
            ("eve", Some(7)),
            ("alice", Some(7)),
            ("mallory", None),
            ("alice", None),
            ("mallory", None),
        ];
        assert_eq!(order, expected);
    }

    #[test]
    fn earlier_boards_go_in_the_turn_of_a_later_one() {
        let mut queue = RetryQueue::default();
        serve(&mut queue, "eve");
        let messages = [
            message("eve", None),
            message("eve", Some(7)),
            message("alice", Some(7)),
        ];
        let (index, origin) = queue.next_in_room(&with_rows(&messages)).unwrap();
        assert_eq!((index, origin.user.as_str()), (1, "alice"));
    }

    #[test]
    fn messages_that_nobody_asked_for_take_turns_as_well() {
        let mut queue = RetryQueue::default();
        let unasked = Envelope {
            asked_by: None,
            ..message("", None)
        };
        let mut messages: Vec<_> = (0..3).map(|_| message("alice", None)).collect();
        messages.extend([unasked.clone(), unasked]);
        let order = order_in_room(&mut queue, messages);
        let order: Vec<_> = order.iter().map(|(user, _)| user.as_str()).collect();
        assert_eq!(order, ["alice", "", "alice", "", "alice"]);
    }

    /// Twelve users write in rooms of their own and in one where Alice writes.
    #[test]
    fn users_of_other_rooms_hold_up_none() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let busy: Vec<_> = (0..12).map(|number| format!("busy {number}")).collect();
        let mut shared: Vec<_> = busy.iter().map(|user| message(user, None)).collect();
        for user in &busy {
            hold_up(&mut queue, user, now);
        }
        shared.push(message("alice", None));
        for answer in 0..5 {
            let mut sent = 0;
            loop {
                let waiting = with_rows(&shared);
                let (index, origin) = queue.next_in_room(&waiting).unwrap();
                let number = queue.add(&origin, now);
                let (next, user) = send_next(&mut queue).unwrap();
                queue.leave(number);
                sent += 1;
                if next != number {
                    hold_up(&mut queue, &user, now);
                    continue;
                }
                let answered = shared.remove(index);
                shared.push(answered);
                if user == "alice" {
                    break;
                }
            }
            assert!(sent <= 2 * (busy.len() + 1), "{answer}: {sent}");
        }
    }

    #[test]
    fn users_of_another_server_share_turns() {
        let mut queue = RetryQueue {
            server: "own.example".to_owned(),
            ..RetryQueue::default()
        };
        let now = Instant::now();
        let local = ["@alice:own.example", "@bob:own.example"];
        for user in local {
            hold_up(&mut queue, user, now);
        }
        let mut answered = 0;
        for number in 0..60 {
            // New ones each time.
            for other in 0..8 {
                hold_up(&mut queue, &format!("@{number}-{other}:far.example"), now);
            }
            let (_, user) = send_next(&mut queue).unwrap();
            if local.contains(&user.as_str()) {
                answered += 1;
                hold_up(&mut queue, &user, now);
            }
        }
        assert_eq!(answered, 20, "two turns in six");
    }

    /// Mallory has a backlog, and new users of her server come all the time.
    #[test]
    fn users_of_a_place_take_turns() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        for _ in 0..40 {
            hold_up(&mut queue, "@mallory:far.example", now);
        }
        send_next(&mut queue).unwrap();
        hold_up(&mut queue, "@lamlory:far.example", now);
        assert_eq!(send_next(&mut queue).unwrap().1, "@lamlory:far.example");
        let alice = "@lloryma:far.example";
        for _ in 0..5 {
            let alices = hold_up(&mut queue, alice, now);
            let mut before = 0;
            while send_next(&mut queue).unwrap().0 != alices {
                if before % 4 == 0 {
                    hold_up(&mut queue, &format!("@{before:07}:far.example"), now);
                }
                before += 1;
            }
            assert!(before <= 12, "three rounds of four places: {before}");
        }
    }

    #[tokio::test]
    async fn a_room_is_served_in_order_without_limit() {
        let limit = RateLimit::default();
        assert_eq!(limit.next_in_room(&[]), None);
        let message = message("alice", None);
        let origin = limit.origin(&message);
        assert_eq!(limit.next_in_room(&[(&message, 1)]), None);
        drop(limit.limited(&origin, Instant::now()));
        assert_eq!(limit.next_in_room(&[(&message, 1)]), Some((0, origin)));
    }

    #[test]
    fn first_tries_wait_for_retries_due_soon() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        serve(&mut queue, "mallory");
        let mallory = queue.origin(&message("mallory", None));
        assert_eq!(queue.add_first_try(&mallory, now), None);
        let due = now + Duration::from_secs(5);
        let bob = hold_up(&mut queue, "bob", due);
        assert_eq!(queue.add_first_try(&mallory, now), None);
        let just_before = due - Duration::from_secs(1);
        assert!(queue.add_first_try(&mallory, just_before).is_some());
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
        let carol = queue.origin(&message("carol", None));
        assert_eq!(queue.add_first_try(&carol, now), None);
    }

    #[test]
    fn after_two_refusals_all_wait_for_the_earlier() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let [bob, carol, dave] =
            ["bob", "carol", "dave"].map(|user| queue.origin(&message(user, None)));
        let bob = queue.hold_up(&bob, now);
        queue.hold_up(&carol, now + Duration::from_secs(60));
        let soon = now + Duration::from_secs(5);
        queue.hold_up(&dave, soon);
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
        let eve = queue.origin(&message("eve", None));
        assert_eq!(queue.add_first_try(&eve, end), None);
        queue.leave(bob);
        assert!(queue.waiting.is_empty() && queue.retrying.is_none());
    }

    #[test]
    fn a_retry_held_up_again_keeps_its_turn() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        serve(&mut queue, "mallory");
        let bob = hold_up(&mut queue, "bob", now);
        let before = queue.turn_of(&queue.waiting[&bob].origin);
        queue.take_turn(bob);
        assert!(queue.turn_of(&queue.waiting[&bob].origin) > before);
        queue.give_turn_back(bob);
        queue.give_turn_back(bob);
        assert_eq!(queue.turn_of(&queue.waiting[&bob].origin), before);
    }

    /// Bob's answer has gone elsewhere since his retry began.
    #[test]
    fn a_turn_taken_since_is_kept() {
        let mut queue = RetryQueue::default();
        let bob = hold_up(&mut queue, "bob", Instant::now());
        queue.take_turn(bob);
        serve(&mut queue, "bob");
        let after = queue.turn_of(&queue.waiting[&bob].origin);
        queue.give_turn_back(bob);
        assert_eq!(queue.turn_of(&queue.waiting[&bob].origin), after);
    }

    /// Each of Mallory's retries hangs.
    #[tokio::test]
    async fn a_retry_that_hangs_is_a_turn() {
        let limit = RateLimit::default();
        let now = Instant::now();
        let [mallory, bob] = ["mallory", "bob"].map(|user| limit.origin(&message(user, None)));
        let hang = async || {
            let slot = limit.limited(&mallory, now);
            slot.wait(|| Some(mallory.clone())).await.unwrap();
            slot.take_turn();
            std::future::pending::<()>().await;
        };
        let bobs = async {
            let slot = limit.limited(&bob, now);
            slot.wait(|| Some(bob.clone())).await.unwrap();
        };
        let rooms = async { tokio::join!(hang(), hang(), hang()) };
        let first_of = async {
            tokio::select! {
                biased;
                _ = rooms => {}
                () = bobs => {}
            }
        };
        let ended = tokio::time::timeout(2 * MAX_RETRY_TURN, first_of).await;
        assert!(ended.is_ok(), "Bob waits for all of Mallory's retries");
    }

    #[tokio::test]
    async fn one_message_is_retried_at_a_time() {
        let limit = RateLimit::default();
        let [bob, carol] = ["bob", "carol"].map(|user| limit.origin(&message(user, None)));
        let first = limit.limited(&bob, Instant::now());
        first.wait(|| Some(bob.clone())).await.unwrap();
        let second = limit.limited(&carol, Instant::now());
        let wait = || second.wait(|| Some(carol.clone()));
        let waiting = tokio::time::timeout(Duration::from_millis(50), wait()).await;
        assert!(waiting.is_err());
        drop(first);
        wait().await.unwrap();
        drop(second);
        assert!(limit.queue.lock().waiting.is_empty());
    }

    #[tokio::test]
    async fn a_message_makes_way_for_its_lane() {
        let limit = RateLimit::default();
        let due = Instant::now() + Duration::from_secs(60);
        let slot = limit.limited(&limit.origin(&message("bob", None)), due);
        assert_eq!(slot.wait(|| None).await, Err(due));
    }
}
