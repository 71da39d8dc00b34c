//! The homeserver's rate limit on sending, shared fairly among users.
//!
//! A homeserver that limits the bot tells when to retry it, but not whether all rooms are limited or only one.
//! So the first try of a message goes out at once, unless a retry is due soon: it would take the place of that retry
//! if all rooms are limited. Delayed messages are retried one at a time, and the one whose user was served least
//! recently goes first. That counts from the beginning of a retry, which may hang for long. The users of another server
//! share a few turns, as there can be any number of them. So it is within a room, too: its users take turns, each with
//! their messages in order, and earlier boards of a table go in the turn of a later one. A message that waits for a retry makes way for one of its room whose turn comes first: else the answers to one
//! user in many rooms would hold up the others of each room. Nobody passes it more than a few times, as its user may be
//! served elsewhere all the time; then it has the room's next turn.

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

/// Retries that are due within this time of each other are ordered by user and room, and first tries wait for
/// retries that are due within it: homeservers round the delay up to whole seconds, and the SDK adds to it.
const SAME_TIME: Duration = Duration::from_secs(2);

/// Time after which a retry that has not ended no longer keeps others waiting: it may wait for encryption keys.
const MAX_RETRY_TURN: Duration = Duration::from_secs(2);

/// Time after the rate limit held up a message in which the users of a room take turns.
const ROUND_ROBIN_DURATION: Duration = Duration::from_secs(60);

/// Maximum number of times that users who have passed a waiting message of their room do so again.
const MAX_REPEATED_PASSES: u32 = 2;

/// Turns that the users of another server share.
const TURNS_PER_SERVER: u64 = 4;

/// Users and rooms remembered as served; beyond that all are forgotten and start equal.
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
    /// The waiting messages by number, in the order of their arrival.
    waiting: BTreeMap<u64, Waiting>,
    next_number: u64,
    /// The last message whose retry has begun, until that ends, and the time at which it stops keeping others waiting.
    retrying: Option<(u64, Instant)>,
    /// The last service of each turn, user and room, accepted, refused or being retried, as a running count.
    served: HashMap<String, u64>,
    /// The same of each user in each room.
    served_in_room: HashMap<(String, String), u64>,
    count: u64,
    /// The time told to the last message, if that was held up.
    last_limit: Option<Instant>,
    /// The end of the time in which the users of a room take turns.
    round_robin_until: Option<Instant>,
}

/// The origin of a message: the user who asked for it, and its room.
#[derive(Clone, Debug)]
pub(super) struct MessageOrigin {
    user: String,
    room: String,
    /// The running count of services when the message was queued.
    since: u64,
    /// `true` if the message has waited so long that only its room counts.
    pub(super) is_overdue: bool,
}

/// The wait of a queued message.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wait {
    /// The running count of services when it was queued.
    since: u64,
    /// The number of times that a user passed it who had done so before.
    repeated_passes: u32,
}

impl Wait {
    /// Returns the longer one of two waits.
    pub(super) fn longer(self, other: Wait) -> Wait {
        if other.repeated_passes > self.repeated_passes {
            other
        } else {
            self
        }
    }

    /// Returns whether the message goes before others of its room.
    pub(super) fn is_overdue(self) -> bool {
        self.repeated_passes > MAX_REPEATED_PASSES
    }
}

impl MessageOrigin {
    /// Returns the origin of a message. Those of a room that nobody asked for count as answers to one more user.
    pub(super) fn from_message(message: &Envelope) -> Self {
        let asked_by = message.asked_by.clone();
        let user = asked_by.unwrap_or_else(|| format!("nobody in {}", message.room));
        Self {
            user,
            room: message.room.clone(),
            since: 0,
            is_overdue: false,
        }
    }
}

#[derive(Debug)]
struct Waiting {
    origin: MessageOrigin,
    due: Instant,
    /// `true` while it is being retried.
    is_in_flight: bool,
    /// The turn that its retry has taken.
    turn: Option<RetryTurn>,
}

/// The turn of a retry.
#[derive(Clone, Debug)]
struct RetryTurn {
    /// The running count at its beginning.
    count: u64,
    /// The last services under each key before it.
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

    /// Returns the wait of a message that is queued now.
    pub(super) fn begin_wait(&self) -> Wait {
        Wait {
            since: self.queue.lock().count,
            repeated_passes: 0,
        }
    }

    /// Returns the origin of a message to be sent, which has waited.
    pub(super) fn origin(&self, message: &Envelope, wait: Wait) -> MessageOrigin {
        MessageOrigin {
            since: wait.since,
            is_overdue: wait.is_overdue(),
            ..MessageOrigin::from_message(message)
        }
    }

    /// Returns a function that notes that a message is sent before the first ones of other users, which it takes in their
    /// order, if its user has been served there since they wait.
    pub(super) fn passing(&self, sent: &Envelope) -> impl FnMut(&Envelope, &mut Wait) + use<'_> {
        let mut users = HashSet::from([sent.asked_by.clone()]);
        let before = self.queue.lock().last_in_room(sent);
        move |message, wait| {
            if users.insert(message.asked_by.clone()) {
                let last = self.queue.lock().last_in_room(message);
                let since = last.unwrap_or_default().max(wait.since);
                wait.repeated_passes += u32::from(before.is_some_and(|before| before > since));
            }
        }
    }

    /// Returns the index of the next of a room's queued messages; `None` if they are sent in order.
    pub(super) fn next_in_room(&self, messages: &[(&Envelope, Wait)]) -> Option<usize> {
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

    /// Returns whether the turn of the user whom one message answers comes before that of another message.
    pub(super) fn goes_before(&self, message: &Envelope, other: &Envelope) -> bool {
        let queue = self.queue.lock();
        queue.last_answer(message) < queue.last_answer(other)
    }

    /// Records that the homeserver has accepted a message.
    pub(super) fn accepted(&self, origin: &MessageOrigin) {
        self.queue.lock().accept(origin);
        // That can change the order.
        self.changed.notify_waiters();
    }

    /// Records that a message was given up, which took a turn as well.
    pub(super) fn given_up(&self, origin: &MessageOrigin) {
        self.queue.lock().serve(origin);
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

    /// Counts the retry as a turn of its user and room from now on: it may hang for long before it is accepted.
    pub(super) fn begin_turn(&self) {
        self.limit.queue.lock().begin_turn(self.number);
        // That changes the order.
        self.limit.changed.notify_waiters();
    }

    /// Gives the turn back when the rate limit holds the retry up again, unless user or room had another one since.
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
        let number = self.next_number;
        self.next_number += 1;
        let waiting = Waiting {
            origin: origin.clone(),
            due,
            is_in_flight: false,
            turn: None,
        };
        self.waiting.insert(number, waiting);
        number
    }

    fn due(&self, number: u64) -> Option<Instant> {
        self.waiting.get(&number).map(|waiting| waiting.due)
    }

    fn accept(&mut self, origin: &MessageOrigin) {
        self.last_limit = None;
        self.serve(origin);
    }

    fn serve(&mut self, origin: &MessageOrigin) {
        if self.served.len() >= MAX_SERVED {
            self.served.clear();
        }
        self.count += 1;
        for key in self.keys(origin) {
            self.served.insert(key, self.count);
        }
        if self.served_in_room.len() >= MAX_SERVED {
            self.served_in_room.clear();
        }
        let in_room = (origin.user.clone(), origin.room.clone());
        self.served_in_room.insert(in_room, self.count);
    }

    fn begin_turn(&mut self, number: u64) {
        let Some(waiting) = self.waiting.get(&number) else {
            return;
        };
        let keys = self.keys(&waiting.origin);
        self.count += 1;
        let count = self.count;
        let before = keys.into_iter().map(|key| {
            let before = self.served.insert(key.clone(), count);
            (key, before)
        });
        let before = before.collect();
        if let Some(waiting) = self.waiting.get_mut(&number) {
            waiting.turn = Some(RetryTurn { count, before });
        }
    }

    /// Returns the keys under which the services of an origin are remembered.
    fn keys(&self, origin: &MessageOrigin) -> BTreeSet<String> {
        let turn = self.turn_of(&origin.user);
        [turn, origin.user.clone(), origin.room.clone()].into()
    }

    /// Returns the name of a user's turn, which that of another server shares with others there.
    fn turn_of(&self, user: &str) -> String {
        let server = server(user);
        if !user.starts_with('@') || server == self.server {
            return user.to_owned();
        }
        let sum: u64 = user.bytes().map(u64::from).sum();
        format!("{} {server}", sum % TURNS_PER_SERVER)
    }

    fn give_turn_back(&mut self, number: u64) {
        if let Some(waiting) = self.waiting.get_mut(&number)
            && let Some(RetryTurn { count, before }) = waiting.turn.take()
        {
            for (key, before) in before {
                if self.served.get(&key) == Some(&count) {
                    match before {
                        Some(before) => self.served.insert(key, before),
                        None => self.served.remove(&key),
                    };
                }
            }
        }
    }

    /// The last service in its room of the user whom a message answers.
    fn last_in_room(&self, message: &Envelope) -> Option<u64> {
        let MessageOrigin { user, room, .. } = MessageOrigin::from_message(message);
        self.served_in_room.get(&(user, room)).copied()
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
            .min_by_key(|(number, Waiting { origin, .. })| {
                // A message that has made way for others of its room has a new number.
                (self.last_service(origin), origin.since, *number)
            })
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

    /// The index of the first message that is overdue, else of that of the user who was served least recently, or of the
    /// first one before it of the same table with news: nobody holds up a board by others of its table.
    fn next_in_room(&self, messages: &[(&Envelope, Wait)]) -> Option<usize> {
        let mut users = HashSet::new();
        let messages_by_index = messages.iter().copied().enumerate();
        let first_of_users =
            messages_by_index.filter(|(_, (message, _))| users.insert(message.asked_by.as_ref()));
        let next = first_of_users.min_by_key(|(_, (message, wait))| {
            (!wait.is_overdue()).then(|| self.last_answer(message))
        });
        let (index, (next, _)) = next?;
        let mut earlier = messages.iter().take(index);
        let of_table =
            earlier.position(|(earlier, _)| earlier.is_overtaken_by(next) && earlier.has_news);
        Some(of_table.unwrap_or(index))
    }

    /// The last services of the turn and the user whom a message answers; `None` before all others.
    fn last_answer(&self, message: &Envelope) -> [Option<u64>; 2] {
        self.last_services(&MessageOrigin::from_message(message).user)
    }

    /// The same of an origin, or the last service of the room.
    fn last_service(&self, origin: &MessageOrigin) -> [Option<u64>; 2] {
        if origin.is_overdue {
            return [self.served.get(&origin.room).copied(); 2];
        }
        self.last_services(&origin.user)
    }

    fn last_services(&self, user: &str) -> [Option<u64>; 2] {
        [
            self.served.get(&self.turn_of(user)).copied(),
            self.served.get(user).copied(),
        ]
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

    fn origin(user: &str, room: &str) -> MessageOrigin {
        MessageOrigin {
            user: user.to_owned(),
            room: room.to_owned(),
            since: 0,
            is_overdue: false,
        }
    }

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

    /// Returns messages that have not waited so far.
    fn waiting(messages: &[Envelope]) -> Vec<(&Envelope, Wait)> {
        let messages = messages.iter();
        messages.map(|message| (message, Wait::default())).collect()
    }

    /// Returns the users in the order of their retries, each of which is accepted.
    fn order(queue: &mut RetryQueue) -> Vec<String> {
        let mut users = Vec::new();
        while let Some((number, _)) = queue.next() {
            let origin = queue.waiting[&number].origin.clone();
            queue.leave(number);
            queue.accept(&origin);
            users.push(origin.user);
        }
        users
    }

    /// Holds up a message in each of some rooms, asked for by one name or by nobody.
    fn hold_up_in(queue: &mut RetryQueue, asked_by: Option<&str>, rooms: &[&str]) {
        for room in rooms {
            let message = Envelope {
                room: (*room).to_owned(),
                asked_by: asked_by.map(str::to_owned),
                ..message("", None)
            };
            queue.hold_up(&MessageOrigin::from_message(&message), Instant::now());
            queue.last_limit = None;
        }
    }

    #[test]
    fn users_are_served_in_turns() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        queue.accept(&origin("mallory", "!m0"));
        for room in ["!m1", "!m2", "!m3"] {
            queue.hold_up(&origin("mallory", room), now);
        }
        for user in ["bob", "carol"] {
            queue.hold_up(&origin(user, user), now + Duration::from_secs(1));
        }
        queue.last_limit = None;
        let users = order(&mut queue);
        assert_eq!(users, ["bob", "carol", "mallory", "mallory", "mallory"]);
    }

    #[test]
    fn refused_messages_take_turns_as_well() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        queue.accept(&origin("bob", "!b"));
        for _ in 0..2 {
            queue.hold_up(&origin("mallory", "!muted"), now);
        }
        queue.hold_up(&origin("bob", "!b"), now);
        queue.last_limit = None;
        let (first, _) = queue.next().unwrap();
        let refused = queue.waiting[&first].origin.clone();
        queue.leave(first);
        queue.serve(&refused);
        assert_eq!(refused.user, "mallory");
        assert_eq!(order(&mut queue), ["bob", "mallory"]);
    }

    #[test]
    fn users_of_a_room_take_turns() {
        let mut queue = RetryQueue::default();
        let mut messages = vec![
            message("mallory", None),
            message("mallory", None),
            message("eve", Some(7)),
            message("alice", Some(7)),
            message("bob", Some(8)),
            message("alice", None),
        ];
        for user in ["alice", "bob", "eve", "mallory"] {
            queue.accept(&origin(user, "!m"));
        }
        let mut order = Vec::new();
        while let Some(next) = queue.next_in_room(&waiting(&messages)) {
            let sent = messages.remove(next);
            let user = sent.asked_by.unwrap();
            queue.accept(&origin(&user, "!m"));
            order.push((user, sent.table));
        }
        let order: Vec<_> = order
            .iter()
            .map(|(user, table)| (user.as_str(), *table))
            .collect();
        // Alice was served least recently, and Eve's board of the same table comes before hers.
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
    fn messages_that_nobody_asked_for_take_turns_as_well() {
        let mut queue = RetryQueue::default();
        let unasked = Envelope {
            asked_by: None,
            ..message("", None)
        };
        let messages = [message("alice", None), message("bob", None), unasked];
        for user in ["alice", "bob"] {
            queue.accept(&origin(user, "!m"));
        }
        let next = |queue: &RetryQueue| queue.next_in_room(&waiting(&messages));
        assert_eq!(next(&queue), Some(2));
        queue.accept(&MessageOrigin::from_message(&messages[2]));
        assert_eq!(next(&queue), Some(0));
    }

    #[test]
    fn answers_alternate_with_unasked_messages_under_one_name() {
        let mut queue = RetryQueue::default();
        queue.accept(&origin("bob", "!b"));
        hold_up_in(&mut queue, Some("leaderboards"), &["!1", "!2", "!3"]);
        hold_up_in(&mut queue, Some("bob"), &["!4", "!5"]);
        let expected = ["leaderboards", "bob", "leaderboards", "bob", "leaderboards"];
        assert_eq!(order(&mut queue), expected);
    }

    #[test]
    fn names_of_unasked_messages_share_turns() {
        let mut queue = RetryQueue::default();
        for name in ["bob", "leaderboards", "resent boards"] {
            queue.accept(&origin(name, name));
        }
        hold_up_in(&mut queue, Some("resent boards"), &["!1", "!2"]);
        hold_up_in(&mut queue, Some("leaderboards"), &["!3", "!4"]);
        hold_up_in(&mut queue, Some("bob"), &["!5"]);
        // A flag or a reminder in a room of its own precedes all of them.
        hold_up_in(&mut queue, None, &["!6"]);
        let expected = [
            "nobody in !6",
            "bob",
            "leaderboards",
            "resent boards",
            "leaderboards",
            "resent boards",
        ];
        assert_eq!(order(&mut queue), expected);
    }

    #[tokio::test]
    async fn a_room_is_served_in_order_without_limit() {
        let limit = RateLimit::default();
        assert_eq!(limit.next_in_room(&[]), None);
        let message = message("alice", None);
        let waiting = [(&message, limit.begin_wait())];
        assert_eq!(limit.next_in_room(&waiting), None);
        drop(limit.limited(&origin("mallory", "!m"), Instant::now()));
        assert_eq!(limit.next_in_room(&waiting), Some(0));
    }

    /// Carol is served elsewhere all the time, and Mallory writes again and again.
    #[tokio::test]
    async fn nobody_is_passed_by_the_same_user_for_ever() {
        let limit = RateLimit::default();
        drop(limit.limited(&origin("mallory", "!m"), Instant::now()));
        let [carols, mallorys] = ["carol", "mallory"].map(|user| message(user, None));
        let mut wait = limit.begin_wait();
        let mut passes = 0;
        loop {
            limit.accepted(&origin("carol", "!dm"));
            let waiting = [(&carols, wait), (&mallorys, limit.begin_wait())];
            if limit.next_in_room(&waiting) == Some(0) {
                break;
            }
            passes += 1;
            limit.passing(&mallorys)(&carols, &mut wait);
            limit.accepted(&MessageOrigin::from_message(&mallorys));
        }
        assert_eq!(passes, 4);
    }

    /// Carol has waited in one room when she asks for something in another.
    #[test]
    fn the_earlier_of_a_users_messages_goes_first() {
        let mut queue = RetryQueue::default();
        queue.accept(&origin("carol", "!dm"));
        for (room, since) in [("!dm", 5), ("!m", 1)] {
            let waiting = MessageOrigin {
                since,
                ..origin("carol", room)
            };
            queue.hold_up(&waiting, Instant::now());
            queue.last_limit = None;
        }
        let (number, _) = queue.next().unwrap();
        assert_eq!(queue.waiting[&number].origin.room, "!m");
    }

    /// Its user is served in other rooms, and another user more recently than its room.
    #[test]
    fn an_overdue_message_goes_by_its_room() {
        let mut queue = RetryQueue::default();
        queue.accept(&origin("bob", "!m"));
        queue.accept(&origin("dave", "!b"));
        queue.accept(&origin("carol", "!dm"));
        queue.hold_up(&origin("dave", "!b"), Instant::now());
        let overdue = MessageOrigin {
            is_overdue: true,
            ..origin("carol", "!m")
        };
        queue.hold_up(&overdue, Instant::now());
        queue.last_limit = None;
        assert_eq!(order(&mut queue), ["carol", "dave"]);
    }

    /// Mallory has written in rooms of her own, Bob and Carol in theirs.
    #[test]
    fn users_of_a_room_have_a_turn_each() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        for (user, room) in [("bob", "!b"), ("mallory", "!m"), ("carol", "!b")] {
            queue.accept(&origin(user, room));
        }
        for (user, room) in [("mallory", "!m"), ("carol", "!b"), ("bob", "!b")] {
            queue.hold_up(&origin(user, room), now);
        }
        queue.last_limit = None;
        assert_eq!(order(&mut queue), ["bob", "mallory", "carol"]);
    }

    #[test]
    fn users_of_another_server_share_turns() {
        let mut queue = RetryQueue {
            server: "own.example".to_owned(),
            ..RetryQueue::default()
        };
        let local = ["@alice:own.example", "@bob:own.example"];
        let mut answered = Vec::new();
        for number in 0..30 {
            // A new one each time, among users who have been answered.
            let foreign: Vec<_> = (0..8)
                .map(|other| format!("@{number}-{other}:far.example"))
                .collect();
            let users = foreign.iter().map(String::as_str).chain(local);
            let messages: Vec<_> = users.map(|user| message(user, None)).collect();
            let next = queue.next_in_room(&waiting(&messages)).unwrap();
            queue.accept(&MessageOrigin::from_message(&messages[next]));
            answered.push(next >= foreign.len());
        }
        let locals = answered.iter().filter(|is_local| **is_local).count();
        assert_eq!(locals, 10, "two turns in six");
    }

    #[test]
    fn first_tries_wait_for_retries_due_soon() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let mallory = origin("mallory", "!m");
        assert_eq!(queue.add_first_try(&mallory, now), None);
        queue.accept(&mallory);
        let due = now + Duration::from_secs(5);
        let bob = queue.hold_up(&origin("bob", "!b"), due);
        assert_eq!(queue.add_first_try(&mallory, now), None);
        let just_before = due - Duration::from_secs(1);
        assert!(queue.add_first_try(&mallory, just_before).is_some());
        assert_eq!(queue.next(), Some((bob, due)));
    }

    #[test]
    fn a_room_limit_does_not_block_other_rooms() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        queue.hold_up(&origin("bob", "!b"), now + Duration::from_secs(60));
        let soon = now + Duration::from_secs(3);
        let carol = queue.hold_up(&origin("carol", "!c"), soon);
        queue.accept(&origin("carol", "!c"));
        assert_eq!(queue.next(), Some((carol, soon)));
        queue.leave(carol);
        assert_eq!(queue.add_first_try(&origin("carol", "!c"), now), None);
    }

    #[test]
    fn after_two_refusals_all_wait_for_the_earlier() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let bob = queue.hold_up(&origin("bob", "!b"), now);
        queue.hold_up(&origin("carol", "!c"), now + Duration::from_secs(60));
        let soon = now + Duration::from_secs(5);
        queue.hold_up(&origin("dave", "!d"), soon);
        queue.accept(&origin("carol", "!c"));
        assert_eq!(queue.next(), Some((bob, soon)));
    }

    #[test]
    fn a_retry_that_hangs_keeps_others_waiting_briefly() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        let bob = queue.hold_up(&origin("bob", "!b"), now);
        let carol = queue.hold_up(&origin("carol", "!c"), now);
        let dave = queue.hold_up(&origin("dave", "!d"), now);
        queue.last_limit = None;
        assert_eq!(queue.step(bob, now), Step::Retry);
        let end = now + MAX_RETRY_TURN;
        assert_eq!(queue.step(carol, now), Step::WaitUntil(end));
        assert_eq!(queue.step(carol, end), Step::Retry);
        queue.leave(carol);
        // Bob's retry still hangs, though he was served longest ago.
        queue.accept(&origin("carol", "!c"));
        queue.accept(&origin("dave", "!d"));
        assert_eq!(queue.step(dave, end), Step::Retry);
        queue.leave(dave);
        assert_eq!(queue.add_first_try(&origin("eve", "!e"), end), None);
        queue.leave(bob);
        assert!(queue.waiting.is_empty() && queue.retrying.is_none());
    }

    #[test]
    fn a_retry_held_up_again_keeps_its_place() {
        let mut queue = RetryQueue::default();
        let now = Instant::now();
        queue.accept(&origin("mallory", "!m"));
        let bob = queue.hold_up(&origin("bob", "!b"), now);
        queue.hold_up(&origin("mallory", "!m1"), now);
        queue.last_limit = None;
        assert_eq!(queue.step(bob, now), Step::Retry);
        queue.begin_turn(bob);
        queue.hold_up(&origin("bob", "!b"), now);
        queue.give_turn_back(bob);
        queue.leave(bob);
        assert_eq!(order(&mut queue), ["bob", "mallory"]);
    }

    /// Carol's room has had a turn since Bob's retry began there.
    #[test]
    fn a_turn_is_given_back_only_once() {
        let mut queue = RetryQueue::default();
        let bob = queue.hold_up(&origin("bob", "!c"), Instant::now());
        queue.begin_turn(bob);
        queue.accept(&origin("carol", "!c"));
        let served = queue.served["!c"];
        queue.give_turn_back(bob);
        queue.give_turn_back(bob);
        assert_eq!(queue.served.get("bob"), None);
        assert_eq!(queue.served["!c"], served);
    }

    /// Each of Mallory's retries hangs.
    #[tokio::test]
    async fn a_retry_that_hangs_is_a_turn() {
        let limit = RateLimit::default();
        limit.accepted(&origin("bob", "!b"));
        let now = Instant::now();
        let hang = async |room: &str| {
            let slot = limit.limited(&origin("mallory", room), now);
            slot.wait(|| true).await.unwrap();
            slot.begin_turn();
            std::future::pending::<()>().await;
        };
        let bob = async {
            let slot = limit.limited(&origin("bob", "!b"), now);
            slot.wait(|| true).await.unwrap();
        };
        let rooms = async { tokio::join!(hang("!1"), hang("!2"), hang("!3")) };
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
        let first = limit.limited(&origin("bob", "!b"), Instant::now());
        first.wait(|| true).await.unwrap();
        let second = limit.limited(&origin("carol", "!c"), Instant::now());
        let waiting = tokio::time::timeout(Duration::from_millis(50), second.wait(|| true)).await;
        assert!(waiting.is_err());
        drop(first);
        second.wait(|| true).await.unwrap();
        drop(second);
        assert!(limit.queue.lock().waiting.is_empty());
    }

    #[tokio::test]
    async fn an_acceptance_changes_the_order_of_those_waiting() {
        let limit = RateLimit::default();
        let due = Instant::now() + Duration::from_millis(50);
        let mallory = origin("mallory", "!m");
        let first = limit.limited(&mallory, due);
        let second = limit.limited(&origin("bob", "!b"), due);
        let served_elsewhere = async {
            tokio::task::yield_now().await;
            limit.accepted(&mallory);
        };
        let bob = async {
            second.wait(|| true).await.unwrap();
            drop(second);
        };
        let all = async { tokio::join!(first.wait(|| true), bob, served_elsewhere) };
        let ended = tokio::time::timeout(Duration::from_secs(1), all).await;
        assert!(ended.is_ok(), "nobody goes on");
    }
}
