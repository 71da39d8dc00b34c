//! The send queues, with retries, rate limits and uploads: in each room one for films and pages, which take long to
//! draw, and one for all other messages. The queues hold envelopes; a message is read from the store at its turn.
//!
//! While the homeserver's rate limit holds a room up, a message with an older board is merged into the message with
//! the newest one. An answer that shows a board without news is left out once a newer board of its table is sent.

mod announcements;
mod delivery;
mod lane;
mod messenger;
mod rate_limit;
#[cfg(test)]
mod tests;
mod upload_cache;
mod upload_health;

use std::{
    collections::{HashSet, VecDeque},
    future::pending,
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use lobby::{Boards, Message};
use parking_lot::Mutex;
use tokio::{sync::mpsc, time::Instant as RetryTime};
use tracing::{debug, error};

pub use self::messenger::{Messenger, SendError, UploadError};
use crate::{
    attachment::{
        Attachment,
        drawing::{DrawingQueues, DrawingTimeouts},
    },
    backoff::Backoff,
    error_chain::ErrorChain,
    jobs::InternalInput,
    keyed_queues::KeyedQueues,
    logging::rate_limited::log_rate_limited,
    monitoring::metrics::{Metrics, Sending},
    outbox::{
        announcements::Announcements,
        lane::Lane,
        rate_limit::{MessageOrigin, RateLimit, SendSlot},
        upload_cache::{FileKey, UploadCache},
        upload_health::UploadHealth,
    },
    store::{Envelope, Outgoing, Store, StoreError},
};

/// Attempts at a message that fails on our own side, before it is dropped and the room goes on.
const MAX_SEND_ATTEMPTS: usize = 8;

/// Messages queued for a room, beyond which nobody is answered there: a flood must not fill memory and disk.
const MAX_QUEUED_PER_ROOM: usize = 1000;

/// Messages queued for a room as answers to one user, beyond which that user is not answered there: a few users must not
/// fill the queue.
const MAX_QUEUED_PER_USER_IN_ROOM: usize = 20;

/// The same while the queue of the room is at least half full.
const MAX_QUEUED_PER_USER_IN_BUSY_ROOM: usize = 10;

/// Messages queued for all rooms, beyond which only players for whom a clock waits and users with few waiting answers are
/// answered: many users must not fill memory and disk.
const MAX_QUEUED: usize = 5000;

/// Messages queued for all rooms as answers to one user, beyond which that user is not answered. At Synapse's rate limit, they
/// take over three minutes.
const MAX_QUEUED_PER_USER: usize = 40;

/// The same while at least half of [`MAX_QUEUED`] messages are queued.
const MAX_QUEUED_PER_USER_WHILE_BUSY: usize = 20;

/// The same while [`MAX_QUEUED`] messages are queued.
const MAX_QUEUED_PER_USER_WHILE_FULL: usize = 5;

/// Timeouts and delays of sending.
#[derive(Clone, Copy, Debug)]
pub struct SendTimeouts {
    /// Time after which a typing notice is shown for a message under way.
    pub typing_delay: Duration,
    /// First retry delay; it doubles from attempt to attempt.
    pub first_retry_delay: Duration,
    /// Maximum retry delay, unless the homeserver asks for more, up to ten minutes.
    pub max_retry_delay: Duration,
    /// Timeouts of drawing, after which the message is sent as text.
    pub drawing: DrawingTimeouts,
    /// Timeout of an upload, after which the message is sent as text.
    pub upload_timeout: Duration,
    /// Pause of all uploads after a slow one.
    pub upload_pause: Duration,
}

impl SendTimeouts {
    fn backoff(&self) -> Backoff {
        Backoff::new(self.first_retry_delay, self.max_retry_delay)
    }
}

impl Default for SendTimeouts {
    fn default() -> Self {
        Self {
            typing_delay: Duration::from_millis(300),
            first_retry_delay: Duration::from_millis(500),
            max_retry_delay: Duration::from_secs(30),
            drawing: DrawingTimeouts {
                replay_queue: Duration::from_secs(30),
                board_queue: Duration::from_secs(3),
                drawing: Duration::from_secs(5),
            },
            upload_timeout: Duration::from_secs(5),
            upload_pause: Duration::from_secs(60),
        }
    }
}

/// The queues of all rooms.
#[derive(Clone, Debug)]
pub struct Outbox<M> {
    store: Store,
    messenger: M,
    timeouts: SendTimeouts,
    metrics: Metrics,
    /// Receives the delivered and rejected boards for which a clock waits.
    reports: mpsc::Sender<InternalInput>,
    upload_health: Arc<UploadHealth>,
    drawing_queues: DrawingQueues,
    rate_limit: Arc<RateLimit>,
    /// References to recently uploaded files.
    upload_cache: Arc<UploadCache>,
    announcements: Announcements,
    /// The queue of each lane; one task works on each of them.
    queues: Arc<KeyedQueues<Lane, Queued>>,
    /// The rooms that refused the last message, such as those in which the bot lacks the power to speak.
    closed: Arc<Mutex<HashSet<String>>>,
}

#[derive(Clone, Debug)]
struct Queued {
    envelope: Envelope,
    /// `true` if the homeserver cannot have it yet.
    is_new: bool,
    /// `true` if it is from before a restart.
    is_resumed: bool,
    /// The arrival of the line that it answers.
    since: Option<Instant>,
    /// The row of the first message that was merged into it, or its own.
    first_row: i64,
    attempts: Attempts,
    /// `true` if it is left out, as a newer board of its table was sent.
    is_outdated: bool,
}

/// The failed attempts at a message.
#[derive(Clone, Debug)]
struct Attempts {
    backoff: Backoff,
    /// The number of attempts that failed on our own side.
    failures: usize,
    /// `true` once the log tells that the message is delayed.
    is_logged: bool,
}

impl<M: Messenger> Outbox<M> {
    /// Creates an empty outbox of a bot of this server, which records in the store what it sends, and reports to `reports`
    /// the delivered and rejected boards for which a clock waits.
    pub fn new(
        server: &str,
        store: Store,
        messenger: M,
        timeouts: SendTimeouts,
        metrics: Metrics,
        reports: mpsc::Sender<InternalInput>,
    ) -> Self {
        Self {
            store,
            messenger,
            timeouts,
            metrics,
            reports,
            upload_health: Arc::default(),
            drawing_queues: DrawingQueues::new(timeouts.drawing),
            rate_limit: Arc::new(RateLimit::of_server(server)),
            upload_cache: Arc::default(),
            announcements: Announcements::default(),
            queues: Arc::default(),
            closed: Arc::default(),
        }
    }

    /// Queues messages that are in the store already. `since` is the arrival of the line that they answer.
    pub fn push(&self, messages: Vec<Outgoing>, since: Option<Instant>) {
        let envelopes = messages.iter().map(Outgoing::envelope);
        self.queue(envelopes.collect(), true, since);
    }

    /// Queues messages that an earlier run may have sent without recording it.
    pub fn resume(&self, messages: Vec<Envelope>) {
        self.queue(messages, false, None);
    }

    fn queue(&self, messages: Vec<Envelope>, is_new: bool, since: Option<Instant>) {
        let was_full = self.left() >= MAX_QUEUED;
        for envelope in messages {
            let lane = Lane::of(&envelope);
            let room = lane.room.clone();
            self.announcements.wait(envelope.asks);
            let queued = Queued {
                first_row: envelope.row,
                envelope,
                is_new,
                is_resumed: !is_new,
                since,
                attempts: Attempts {
                    backoff: self.timeouts.backoff(),
                    failures: 0,
                    is_logged: false,
                },
                is_outdated: false,
            };
            self.metrics.count_written();
            if self.queues.push(&lane, queued) {
                tokio::spawn(self.clone().work(lane));
            }
            if self.left_in(&room) == MAX_QUEUED_PER_ROOM {
                log_rate_limited!(
                    &room,
                    warn!(
                        room,
                        queued = MAX_QUEUED_PER_ROOM,
                        "queue full: ignoring new commands until messages are sent"
                    )
                );
            }
        }
        if !was_full && self.left() >= MAX_QUEUED {
            log_rate_limited!(
                "outbox",
                warn!(
                    queued = MAX_QUEUED,
                    "outbox full: ignoring users with waiting answers"
                )
            );
        }
        self.rate_limit.compare_again();
    }

    /// Waits until everything is sent, for `timeout` at most, and returns the number of messages left.
    pub async fn drain(&self, timeout: Duration) -> usize {
        match tokio::time::timeout(timeout, self.queues.ended()).await {
            Ok(()) => 0,
            Err(_too_long) => self.queues.left(),
        }
    }

    /// Waits until everything for a room is sent, for `timeout` at most.
    pub async fn drain_room(&self, room: &str, timeout: Duration) {
        let ended = async {
            for lane in Lane::all(room) {
                self.queues.queue_ended(&lane).await;
            }
        };
        let _ = tokio::time::timeout(timeout, ended).await;
    }

    /// Returns whether so many messages are queued for a room or for all, or so many of them answer a user, that the user
    /// is not answered there. If a clock waits for their line (`is_awaited`), only the latter counts, and twice as many
    /// may be queued. Messages from before a restart don't count for a user: the lines written meanwhile come all at once.
    pub fn is_full(&self, room: &str, user: &str, is_awaited: impl FnOnce() -> bool) -> bool {
        let is_theirs = |queued: &Queued| {
            !queued.is_resumed && queued.envelope.asked_by.as_deref() == Some(user)
        };
        let lanes = Lane::all(room);
        let theirs_here = lanes.iter().map(|lane| self.queues.count(lane, is_theirs));
        let theirs_here: usize = theirs_here.sum();
        let theirs = self.queues.count_in_all(is_theirs);
        let (here, all) = (self.left_in(room), self.left());
        let limit_here = if here < MAX_QUEUED_PER_ROOM / 2 {
            MAX_QUEUED_PER_USER_IN_ROOM
        } else {
            MAX_QUEUED_PER_USER_IN_BUSY_ROOM
        };
        let limit = if all < MAX_QUEUED / 2 {
            MAX_QUEUED_PER_USER
        } else {
            MAX_QUEUED_PER_USER_WHILE_BUSY
        };
        let reaches = |times| theirs_here >= times * limit_here || theirs >= times * limit;
        let is_full_for_user =
            reaches(1) || (all >= MAX_QUEUED && theirs >= MAX_QUEUED_PER_USER_WHILE_FULL);
        let is_full = is_full_for_user || here >= MAX_QUEUED_PER_ROOM;
        let is_too_many = is_full && (reaches(2) || !is_awaited());
        if is_too_many && is_full_for_user {
            log_rate_limited!(
                room,
                warn!(
                    room,
                    user,
                    queued = theirs,
                    "queue full for user: ignoring their new commands"
                )
            );
        }
        is_too_many
    }

    fn left_in(&self, room: &str) -> usize {
        let lanes = Lane::all(room);
        lanes.iter().map(|lane| self.queues.left_in(lane)).sum()
    }

    /// Returns the requests ([`Message::asks`]) whose announcements were sent since the last call, with the times at which
    /// that began, and with `None` those whose announcements wait or are given up.
    pub fn take_announced(&self) -> Vec<(u64, Option<Timestamp>)> {
        self.announcements.take()
    }

    /// Returns the number of queued messages.
    pub fn left(&self) -> usize {
        self.queues.left()
    }

    async fn work(self, lane: Lane) {
        let mut due = None;
        while let Some(queued) = self.next(&lane) {
            let since = queued.since;
            let sending = if queued.is_outdated {
                Sending::Merged
            } else {
                match self.read_and_deliver(queued, &mut due).await {
                    Some(sending) => sending,
                    None => continue,
                }
            };
            self.metrics.count_message(sending);
            if let (Sending::Sent, Some(since)) = (sending, since) {
                self.metrics.answered_after(since.elapsed());
            }
            self.queues.drop_front(&lane);
        }
    }

    /// Returns the next message of a lane: the first one or, while the homeserver limits the bot, that of the user
    /// whose turn it is.
    fn next(&self, lane: &Lane) -> Option<Queued> {
        self.queues
            .move_to_front(lane, |queued| Some(self.next_of(queued)?.0));
        self.queues.front(lane)
    }

    /// Returns the index of the message of a lane whose turn it is, and the origin that has the turn; `None` if they are sent
    /// in order.
    fn next_of(&self, queued: &VecDeque<Queued>) -> Option<(usize, MessageOrigin)> {
        let messages = queued.iter();
        let messages = messages.map(|queued| (&queued.envelope, queued.first_row));
        self.rate_limit.next_in_room(&messages.collect::<Vec<_>>())
    }

    /// Reads the first message of its lane and delivers it. If another message of the lane goes first, returns `None`
    /// and notes in `due` the time for that one.
    async fn read_and_deliver(
        &self,
        queued: Queued,
        due: &mut Option<RetryTime>,
    ) -> Option<Sending> {
        let Some(outgoing) = self.read(&queued.envelope).await else {
            self.announcements.give_up(queued.envelope.asks);
            return Some(Sending::GivenUp);
        };
        match self.deliver(queued, outgoing, due.take()).await {
            Ok(sending) => Some(sending),
            Err(place) => {
                *due = Some(place);
                None
            }
        }
    }

    /// Reads a message from the store, with retries; `None` if it is gone or unreadable.
    async fn read(&self, envelope: &Envelope) -> Option<Outgoing> {
        let (row, room) = (envelope.row, envelope.room.as_str());
        let mut backoff = self.timeouts.backoff();
        loop {
            match self.store.message(row).await {
                Ok(found) => return found,
                // The program ends.
                Err(error) if error.is_closed() => return pending().await,
                Err(error) => log_rate_limited!(
                    room,
                    error!(room, row, error = %error, "cannot read outbox: retrying")
                ),
            }
            tokio::time::sleep(backoff.step()).await;
        }
    }

    /// Sends the first message of its lane, with retries, until it is sent, merged into a later one or refused for
    /// good; not before `due`, if it takes the place of one that waited. Ends with that time if another message of the
    /// lane goes first while it waits for the homeserver's rate limit.
    async fn deliver(
        &self,
        queued: Queued,
        mut outgoing: Outgoing,
        due: Option<RetryTime>,
    ) -> Result<Sending, RetryTime> {
        let envelope = queued.envelope;
        let origin = self.rate_limit.origin(&envelope);
        let (mut unsent, mut attempts) = (queued.is_new, queued.attempts);
        let (row, room) = (envelope.row, &envelope.room);
        // Held while the message is sent.
        let mut slot = match due {
            Some(due) => Some(self.rate_limit.in_place_of(&origin, due)),
            None => self.rate_limit.first_try(&origin),
        };
        loop {
            if let Some(slot) = &slot {
                if let Err(due) = slot.wait(|| self.turn_of(&envelope)).await {
                    self.put_back(&envelope, unsent, attempts);
                    return Err(due);
                }
                if unsent && self.merge(&envelope, &outgoing.message).await {
                    return Ok(Sending::Merged);
                }
                slot.take_turn();
            }
            let error = match self.send_message(&mut outgoing).await {
                Ok(event) => {
                    self.rate_limit.accepted(&origin, slot.as_ref());
                    debug!(room, row, event, "message sent");
                    if self.closed.lock().remove(room) {
                        log_rate_limited!(room, info!(room, "messages accepted again"));
                    }
                    self.note_delivery(&outgoing, &event).await;
                    self.leave_out_older(&envelope).await;
                    return Ok(Sending::Sent);
                }
                Err(error) => error,
            };
            attempts.failures += usize::from(matches!(error, SendError::Failed(_)));
            if matches!(error, SendError::Refused(_)) || attempts.failures >= MAX_SEND_ATTEMPTS {
                self.rate_limit.given_up(&origin, slot.as_ref());
                self.tell_given_up(&outgoing, &error);
                self.note_refusal(&outgoing).await;
                return Ok(Sending::GivenUp);
            }
            if !attempts.is_logged {
                log_rate_limited!(
                    room,
                    warn!(room, row, error = %error, "message delayed: retrying")
                );
                attempts.is_logged = true;
            }
            // Otherwise the homeserver may have received the message.
            unsent &= matches!(error, SendError::Unreachable { after: Some(_), .. });
            let backoff = &mut attempts.backoff;
            slot = self.wait_or_queue(&error, &origin, slot, backoff).await;
        }
    }

    /// Queues a message for its retry, after an attempt in a slot. Without a rate limit, waits for its delay instead.
    async fn wait_or_queue<'a>(
        &'a self,
        error: &SendError,
        origin: &MessageOrigin,
        slot: Option<SendSlot<'a>>,
        backoff: &mut Backoff,
    ) -> Option<SendSlot<'a>> {
        if let SendError::Unreachable {
            after: Some(after), ..
        } = error
        {
            if let Some(slot) = &slot {
                slot.give_turn_back();
            }
            let due = RetryTime::now() + (*after).max(self.timeouts.first_retry_delay);
            return Some(self.rate_limit.limited(origin, due));
        }
        drop(slot);
        let due = RetryTime::now() + backoff.step();
        let queued = self.rate_limit.failed(origin, due);
        if queued.is_none() {
            tokio::time::sleep_until(due).await;
        }
        queued
    }

    /// Leaves out earlier messages that show the table of a sent board without news: they would follow it.
    async fn leave_out_older(&self, sent: &Envelope) {
        let mut rows = Vec::new();
        self.queues.change(&Lane::of(sent), |queued| {
            let earlier = &queued.envelope;
            let is_older = earlier.row < sent.row && earlier.is_overtaken_by(sent);
            if is_older && !earlier.has_news && !queued.is_outdated {
                queued.is_outdated = true;
                rows.push(earlier.row);
            }
        });
        for row in rows {
            debug!(room = sent.room, row, "message left out: newer board sent");
            log_error(self.store.delete_message(row).await);
        }
    }

    /// Returns the origin in whose turn the first message of its lane goes; `None` if another message goes first.
    fn turn_of(&self, message: &Envelope) -> Option<MessageOrigin> {
        let lane = Lane::of(message);
        match self.queues.choose(&lane, |queued| self.next_of(queued)) {
            Some((0, origin)) => Some(origin),
            Some(_) => None,
            None => Some(self.rate_limit.origin(message)),
        }
    }

    /// Keeps what is known of a message that makes way for another one of its lane.
    fn put_back(&self, envelope: &Envelope, unsent: bool, attempts: Attempts) {
        self.queues.change(&Lane::of(envelope), |queued| {
            if queued.envelope.row == envelope.row {
                queued.is_new = unsent;
                queued.attempts = attempts.clone();
            }
        });
    }

    /// Logs a rejected message; further rejections in its room only at debug level.
    fn tell_given_up(&self, outgoing: &Outgoing, error: &SendError) {
        let (row, room) = (outgoing.row, outgoing.message.room.as_str());
        if !matches!(error, SendError::Refused(_)) {
            log_rate_limited!(
                room,
                error!(room, row, error = %error, "message dropped: too many failed attempts")
            );
        } else if self.closed.lock().insert(room.to_owned()) {
            log_rate_limited!(
                room,
                error!(
                    room,
                    row,
                    error = %error,
                    "message rejected: later rejections in this room are not logged"
                )
            );
        } else {
            debug!(room, row, error = %error, "message rejected");
        }
    }

    /// Merges a message with news into a later one with a newer board of the same table. It goes in the turn of the user
    /// whose turn comes first, or is as early and was earlier in the queue.
    async fn merge(&self, envelope: &Envelope, message: &Message) -> bool {
        let Envelope { row, room, .. } = envelope;
        let lane = Lane::of(envelope);
        let overtakes =
            |Queued {
                 envelope: later, ..
             }: &Queued| { later.row > *row && envelope.is_overtaken_by(later) };
        let next = self.queues.behind(&lane, overtakes);
        let next = next.map(|next| next.envelope);
        let Some(next) = next.filter(|next| envelope.has_news && envelope.can_merge_into(next))
        else {
            return false;
        };
        let Some(later) = self.read(&next).await else {
            return false;
        };
        let mut merged = message.merged_into(&later.message);
        if !self.rate_limit.goes_before(&next, envelope) {
            merged.asked_by.clone_from(&message.asked_by);
        }
        let stored = self.store.merge(*row, later.row, &merged).await;
        let is_stored = stored.is_ok();
        log_error(stored);
        if !is_stored {
            return false;
        }
        debug!(room, row, into = later.row, "message merged");
        let merged = Envelope::of(later.row, &merged);
        let first_row = self.queues.front(&lane).map(|queued| queued.first_row);
        self.queues.change(&lane, |queued| {
            if queued.envelope.row == merged.row {
                queued.envelope = merged.clone();
                queued.first_row = first_row.map_or(*row, |first| first.min(queued.first_row));
            }
        });
        true
    }

    /// One attempt, with a typing notice if it takes long.
    async fn send_message(&self, outgoing: &mut Outgoing) -> Result<String, SendError> {
        let room = outgoing.message.room.clone();
        let saying = self.upload_and_send(outgoing);
        tokio::pin!(saying);
        tokio::select! {
            biased;
            result = &mut saying => return result,
            () = tokio::time::sleep(self.timeouts.typing_delay) => {}
        }
        let typing = tokio::spawn(self.clone().show_typing(room.clone(), true));
        let result = saying.await;
        // The next message must not wait for this.
        let outbox = self.clone();
        tokio::spawn(async move {
            if typing.await.is_ok() {
                outbox.show_typing(room, false).await;
            }
        });
        result
    }

    /// Uploads the file of a message and sends both; without the file the message is text.
    async fn upload_and_send(&self, outgoing: &mut Outgoing) -> Result<String, SendError> {
        let mut message = outgoing.message.clone();
        let mut file = None;
        if message.has_file() {
            file = self.ensure_uploaded(outgoing).await;
            match &file {
                Some(uploaded) if outgoing.file.as_ref() != Some(uploaded) => {
                    log_error(self.store.mark_uploaded(outgoing.row, uploaded).await);
                    outgoing.file.clone_from(&file);
                }
                Some(_) => {}
                None => message = message.with_boards(Boards::Text),
            }
        }
        let (messenger, transaction) = (self.messenger.clone(), outgoing.transaction.clone());
        self.announcements.begin(outgoing.message.asks);
        let sending = async move {
            messenger
                .send_message(&message, file.as_deref(), &transaction)
                .await
        };
        let sent = self.catch_panic(sending).await;
        if sent.is_err() {
            self.announcements.wait(outgoing.message.asks);
        }
        sent
    }

    /// Returns the reference to the file of a message, uploaded now or before. `None` while uploads are paused or if it
    /// fails.
    async fn ensure_uploaded(&self, outgoing: &Outgoing) -> Option<String> {
        let (message, row) = (&outgoing.message, outgoing.row);
        let key = FileKey::of(message);
        let earlier = key.as_ref().and_then(|key| self.upload_cache.find(key));
        for known in outgoing.file.clone().into_iter().chain(earlier) {
            if self.can_reuse_upload(&message.room, &known).await {
                return Some(known);
            }
        }
        if self.upload_health.is_paused() {
            return None;
        }
        let (file, permit) = match self.drawing_queues.draw(message).await {
            Ok(drawn) => drawn.into_parts(),
            Err(reason) => {
                debug!(room = message.room, row, error = %reason, "sending message without file");
                return None;
            }
        };
        let uploaded = self.upload(outgoing, file).await?;
        drop(permit);
        if let Some(key) = key {
            self.upload_cache.insert(key, uploaded.clone());
        }
        Some(uploaded)
    }

    /// Returns whether an uploaded file can be sent to a room.
    async fn can_reuse_upload(&self, room: &str, known: &str) -> bool {
        let (messenger, room, known) = (self.messenger.clone(), room.to_owned(), known.to_owned());
        let asking = async move { Ok(messenger.can_reuse_upload(&room, &known).await) };
        let asked =
            tokio::time::timeout(self.timeouts.upload_timeout, self.catch_panic(asking)).await;
        matches!(asked, Ok(Ok(true)))
    }

    /// Uploads a file. Only the request itself is timed, so that its duration tells a slow homeserver.
    async fn upload(&self, outgoing: &Outgoing, file: Attachment) -> Option<String> {
        let begin = Instant::now();
        let (messenger, room) = (self.messenger.clone(), outgoing.message.room.clone());
        let uploading = async move { Ok(messenger.upload(&room, file).await) };
        let limit = self.timeouts.upload_timeout;
        let result = match tokio::time::timeout(limit, self.catch_panic(uploading)).await {
            Ok(Ok(result)) => result,
            Ok(Err(panicked)) => Err(UploadError::Own(ErrorChain::new(panicked))),
            Err(_too_slow) => Err(UploadError::Server(ErrorChain::new(
                "the upload took too long",
            ))),
        };
        // A film is larger than a board, so its duration says nothing about the next board.
        let is_board = outgoing.message.replay().is_none();
        let is_slow = is_board && begin.elapsed() > limit / 2;
        let pause = is_slow.then_some(self.timeouts.upload_pause);
        match result {
            Ok(uploaded) => {
                if is_board {
                    self.upload_health.succeeded(pause);
                }
                Some(uploaded)
            }
            Err(UploadError::Server(reason)) => {
                self.upload_health.failed(&reason, pause);
                None
            }
            Err(UploadError::Own(reason)) => {
                let (room, row) = (&outgoing.message.room, outgoing.row);
                debug!(room, row, error = %reason, "sending message without file");
                None
            }
        }
    }

    /// Runs work in a task of its own, as a panic would silence its room.
    async fn catch_panic<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, SendError>> + Send + 'static,
    ) -> Result<T, SendError> {
        let mut work = tokio::task::JoinSet::from_iter([work]);
        match work.join_next().await {
            Some(Ok(result)) => result,
            Some(Err(error)) => Err(SendError::Failed(ErrorChain::new(error))),
            None => Err(SendError::Failed(ErrorChain::new("nothing was done"))),
        }
    }

    async fn show_typing(self, room: String, typing: bool) {
        let shown = self.messenger.show_typing(&room, typing);
        if tokio::time::timeout(Duration::from_secs(5), shown)
            .await
            .is_err()
        {
            debug!(room, "typing notice timed out");
        }
    }
}

/// Logs a failed write: the message is then sent once more after a restart, under the same transaction id. At the end of
/// the program, that is usual.
fn log_error(result: Result<(), StoreError>) {
    if let Err(error) = result
        && !error.is_closed()
    {
        error!(error = %error, "cannot update outbox");
    }
}
