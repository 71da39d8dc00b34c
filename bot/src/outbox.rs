//! Sending what waits in the outbox: in order within a room, each room independently of the others. Films
//! and pages of a room are in order among themselves, as they take long to draw: boards pass them.
//!
//! Homeservers limit how often somebody may send. While a room has to wait for that, the boards in
//! it are overtaken by newer ones: what happened is then told together with the newest board.

mod earlier;
mod lane;
/// Returns the delay before the next try. A homeserver that limits the bot says how long to wait: backing off further
/// would let messages of other rooms pass again and again.
fn retry_delay(error: &SayError, shortest: Duration, backoff: &mut Backoff) -> Duration {
    match error {
        SayError::Unreachable {
            after: Some(after), ..
        } => (*after).max(shortest),
        _ => backoff.step(),
    }
}

#[cfg(test)]
mod tests;
mod uploads;

use std::{
    collections::HashSet,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tables::{Boards, Message};
use tracing::{debug, error};

use crate::{
    attachment::Attachment,
    backoff::Backoff,
    cause::Cause,
    drawing::{Deadlines, Studio},
    metrics::{Metrics, Sending},
    outbox::{
        earlier::{Earlier, Key},
        lane::Lane,
        uploads::Uploads,
    },
    queues::Queues,
    seldom::seldom,
    store::{Outgoing, Store, StoreError},
};

/// How often a message that fails on our own side is tried, before the room goes on without it.
const TRIES: usize = 8;

/// How many messages may wait in a room before nobody is answered there. People have given up long
/// before, and whoever goes on must not fill the memory and the disk.
const MOST: usize = 1000;

/// What can send a message.
pub trait Messenger: Clone + Send + Sync + 'static {
    /// Returns whether a file that was uploaded for a room can be sent there as it is.
    fn serves(&self, room: &str, file: &str) -> impl Future<Output = bool> + Send;

    /// Puts a file for a room on the homeserver; returns what has to be known to refer to it.
    fn upload(
        &self,
        room: &str,
        file: Attachment,
    ) -> impl Future<Output = Result<String, NoUpload>> + Send;

    /// Sends a message, with its file if it is uploaded, and returns the id of the event; the same
    /// transaction id a second time is no second message.
    fn say(
        &self,
        message: &Message,
        file: Option<&str>,
        transaction: &str,
    ) -> impl Future<Output = Result<String, SayError>> + Send;

    /// Shows in a room whether the bot is about to say something, if that is possible.
    fn show_typing(&self, room: &str, typing: bool) -> impl Future<Output = ()> + Send;
}

/// Why a message was not sent.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SayError {
    /// It will never be accepted.
    #[error("refused: {0}")]
    Refused(#[source] Cause),
    /// The homeserver was not reached, or wants us to wait.
    #[error("not now: {reason}")]
    Unreachable {
        /// What happened.
        #[source]
        reason: Cause,
        /// How long to wait at least.
        after: Option<Duration>,
    },
    /// Something on our own side failed.
    #[error("failed: {0}")]
    Failed(#[source] Cause),
}

/// Why a file is not on the homeserver.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoUpload {
    /// The homeserver did not take it.
    #[error("{0}")]
    Server(#[source] Cause),
    /// There was nothing to ask it about, or something on our own side failed.
    #[error("{0}")]
    Own(#[source] Cause),
}

/// Times to wait.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// An answer that takes longer than this shows that the bot is typing.
    pub before_typing: Duration,
    /// The time before the second try; it doubles from try to try.
    pub first_wait: Duration,
    /// The longest time between two tries, unless the homeserver asks for more.
    pub longest_wait: Duration,
    /// Longest time to draw a file before the message goes out as text.
    pub drawing: Deadlines,
    /// How long an upload may take, before the message goes out as text.
    pub for_upload: Duration,
    /// How long nothing is uploaded after that.
    pub between_uploads: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            before_typing: Duration::from_millis(300),
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(30),
            drawing: Deadlines {
                for_turn: Duration::from_secs(30),
                for_board_turn: Duration::from_secs(3),
                for_drawing: Duration::from_secs(5),
            },
            for_upload: Duration::from_secs(5),
            between_uploads: Duration::from_secs(60),
        }
    }
}

/// The messages on their way.
#[derive(Clone, Debug)]
pub struct Outbox<M> {
    store: Store,
    messenger: M,
    patience: Patience,
    metrics: Metrics,
    uploads: Arc<Uploads>,
    studio: Studio,
    /// The files that were uploaded of late.
    earlier: Arc<Earlier>,
    /// The messages of each lane that has some; a task for each of these lanes is at work.
    queues: Arc<Queues<Lane, Queued>>,
    /// The rooms that did not take the last message, such as those in which the bot has not the
    /// power to speak.
    closed: Arc<Mutex<HashSet<String>>>,
}

#[derive(Clone, Debug)]
struct Queued {
    outgoing: Outgoing,
    /// Whether the homeserver cannot have it yet.
    is_new: bool,
    /// When the line came that it answers.
    since: Option<Instant>,
}

impl<M: Messenger> Outbox<M> {
    /// An outbox without messages; what it sends is noted in the store.
    pub fn new(store: Store, messenger: M, patience: Patience, metrics: Metrics) -> Self {
        Self {
            store,
            messenger,
            patience,
            metrics,
            uploads: Arc::default(),
            studio: Studio::new(patience.drawing),
            earlier: Arc::default(),
            queues: Arc::default(),
            closed: Arc::default(),
        }
    }

    /// Sends these messages, which are in the store already; they answer what came at that moment,
    /// if it is known. Returns at once.
    pub fn push(&self, messages: Vec<Outgoing>, since: Option<Instant>) {
        self.queue(messages, true, since);
    }

    /// Sends messages that an earlier run of the program may have sent without noting it.
    pub fn resume(&self, messages: Vec<Outgoing>) {
        self.queue(messages, false, None);
    }

    fn queue(&self, messages: Vec<Outgoing>, is_new: bool, since: Option<Instant>) {
        for outgoing in messages {
            let lane = Lane::of(&outgoing.message);
            let room = lane.room.clone();
            let queued = Queued {
                outgoing,
                is_new,
                since,
            };
            self.metrics.count_written();
            if self.queues.push(&lane, queued) {
                tokio::spawn(self.clone().work(lane));
            }
            if self.left_in(&room) == MOST {
                seldom!(
                    &room,
                    warn!(
                        room,
                        "{MOST} messages wait: until some are sent, what is written here is left out"
                    )
                );
            }
        }
    }

    /// Waits until everything is sent, but not longer than `patience`; returns how many messages
    /// are left.
    pub async fn drain(&self, patience: Duration) -> usize {
        match tokio::time::timeout(patience, self.queues.ended()).await {
            Ok(()) => 0,
            Err(_too_long) => self.queues.left(),
        }
    }

    /// Waits until everything for a room is sent, but not longer than `patience`.
    pub async fn drain_room(&self, room: &str, patience: Duration) {
        let ended = async {
            for lane in Lane::all(room) {
                self.queues.queue_ended(&lane).await;
            }
        };
        let _ = tokio::time::timeout(patience, ended).await;
    }

    /// Whether so many messages wait in a room that nothing written there is to be answered.
    pub fn is_full(&self, room: &str) -> bool {
        self.left_in(room) >= MOST
    }

    fn left_in(&self, room: &str) -> usize {
        let lanes = Lane::all(room);
        lanes.iter().map(|lane| self.queues.left_in(lane)).sum()
    }

    /// How many messages wait.
    pub fn left(&self) -> usize {
        self.queues.left()
    }

    async fn work(self, lane: Lane) {
        while let Some(Queued {
            outgoing,
            is_new,
            since,
        }) = self.queues.front(&lane)
        {
            let sending = self.deliver(outgoing, is_new).await;
            self.metrics.count_message(sending);
            if let (Sending::Sent, Some(since)) = (sending, since) {
                self.metrics.answered_after(since.elapsed());
            }
            self.queues.drop_front(&lane);
        }
    }

    /// Tries until the message is sent, has become part of a later one, or will never be sent.
    async fn deliver(&self, mut outgoing: Outgoing, mut unsent: bool) -> Sending {
        let (row, room) = (outgoing.row, outgoing.message.room.clone());
        let room = room.as_str();
        let mut backoff = Backoff::new(self.patience.first_wait, self.patience.longest_wait);
        let (mut failures, mut warned) = (0, false);
        loop {
            let error = match self.say(&mut outgoing).await {
                Ok(event) => {
                    debug!(room, row, event, "sent");
                    if self.closed().remove(room) {
                        seldom!(room, info!(room, "messages are taken again"));
                    }
                    note(self.store.mark_sent(row).await);
                    return Sending::Sent;
                }
                Err(error) => error,
            };
            failures += usize::from(matches!(error, SayError::Failed(_)));
            if matches!(error, SayError::Refused(_)) || failures >= TRIES {
                self.tell_given_up(&outgoing, &error);
                note(self.store.mark_refused(row, &error.to_string()).await);
                return Sending::GivenUp;
            }
            let wait = retry_delay(&error, self.patience.first_wait, &mut backoff);
            if !warned {
                seldom!(room, warn!(room, row, "a message has to wait: {error}"));
                warned = true;
            }
            note(self.store.mark_tried(row, &error.to_string()).await);
            tokio::time::sleep(wait).await;
            // After any other failure the homeserver may have the message all the same.
            unsent &= matches!(error, SayError::Unreachable { after: Some(_), .. });
            if unsent && self.merge(&outgoing).await {
                return Sending::Merged;
            }
        }
    }

    /// Tells the log of a message that is given up, but not of every one in a room that takes none.
    fn tell_given_up(&self, outgoing: &Outgoing, error: &SayError) {
        let (row, room) = (outgoing.row, outgoing.message.room.as_str());
        if !matches!(error, SayError::Refused(_)) {
            seldom!(room, error!(room, row, "a message is given up: {error}"));
        } else if self.closed().insert(room.to_owned()) {
            seldom!(
                room,
                error!(
                    room,
                    row,
                    "a message is given up, as others here will be without a word until one is taken: \
                     {error}"
                )
            );
        } else {
            debug!(room, row, "a message is given up: {error}");
        }
    }

    fn closed(&self) -> MutexGuard<'_, HashSet<String>> {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts what a message tells into a later one with a newer board of the same table.
    async fn merge(&self, Outgoing { row, message, .. }: &Outgoing) -> bool {
        let (room, lane) = (&message.room, Lane::of(message));
        let overtakes = |queued: &Queued| message.is_overtaken_by(&queued.outgoing.message);
        let Some(Queued {
            outgoing: later, ..
        }) = self.queues.behind(&lane, overtakes)
        else {
            return false;
        };
        let merged = message.merged_into(&later.message);
        if let Err(error) = self.store.merge(*row, later.row, &merged).await {
            error!("the outbox cannot be kept: {error}");
            return false;
        }
        debug!(room, row, into = later.row, "merged");
        self.queues.change(&lane, |queued| {
            if queued.outgoing.row == later.row {
                queued.outgoing.message = merged.clone();
                queued.outgoing.file = None;
            }
        });
        true
    }

    /// One try. If it takes long, the room sees meanwhile that the bot is typing.
    async fn say(&self, outgoing: &mut Outgoing) -> Result<String, SayError> {
        let room = outgoing.message.room.clone();
        let saying = self.said(outgoing);
        tokio::pin!(saying);
        tokio::select! {
            biased;
            result = &mut saying => return result,
            () = tokio::time::sleep(self.patience.before_typing) => {}
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

    /// Uploads the file that belongs to a message, and sends both; without it the message is text.
    async fn said(&self, outgoing: &mut Outgoing) -> Result<String, SayError> {
        let mut message = outgoing.message.clone();
        let mut file = None;
        if message.has_file() {
            file = self.uploaded(outgoing).await;
            match &file {
                Some(uploaded) if outgoing.file.as_ref() != Some(uploaded) => {
                    note(self.store.mark_uploaded(outgoing.row, uploaded).await);
                    outgoing.file.clone_from(&file);
                }
                Some(_) => {}
                None => message = message.with_boards(Boards::Text),
            }
        }
        let (messenger, transaction) = (self.messenger.clone(), outgoing.transaction.clone());
        self.safely(async move { messenger.say(&message, file.as_deref(), &transaction).await })
            .await
    }

    /// How to refer to the file of a message: uploaded now or before, unless the homeserver has been
    /// too slow to take one of late.
    async fn uploaded(&self, outgoing: &Outgoing) -> Option<String> {
        let (message, row) = (&outgoing.message, outgoing.row);
        let key = Key::of(message);
        let earlier = key.as_ref().and_then(|key| self.earlier.find(key));
        for known in outgoing.file.clone().into_iter().chain(earlier) {
            if self.serves(&message.room, &known).await {
                return Some(known);
            }
        }
        if self.uploads.are_paused() {
            return None;
        }
        let (file, permit) = match self.studio.draw(message).await {
            Ok(drawn) => drawn.into_parts(),
            Err(reason) => {
                debug!(room = message.room, row, "without its file: {reason}");
                return None;
            }
        };
        let uploaded = self.upload(outgoing, file).await?;
        drop(permit);
        if let Some(key) = key {
            self.earlier.keep(key, uploaded.clone());
        }
        Some(uploaded)
    }

    /// Returns whether a file that was uploaded before can be sent to a room.
    async fn serves(&self, room: &str, known: &str) -> bool {
        let (messenger, room, known) = (self.messenger.clone(), room.to_owned(), known.to_owned());
        let asking = async move { Ok(messenger.serves(&room, &known).await) };
        let asked = tokio::time::timeout(self.patience.for_upload, self.safely(asking)).await;
        matches!(asked, Ok(Ok(true)))
    }

    /// Uploads a file. How long that takes tells how the homeserver does: nothing else is waited for.
    async fn upload(&self, outgoing: &Outgoing, file: Attachment) -> Option<String> {
        let begin = Instant::now();
        let (messenger, room) = (self.messenger.clone(), outgoing.message.room.clone());
        let uploading = async move { Ok(messenger.upload(&room, file).await) };
        let limit = self.patience.for_upload;
        let result = match tokio::time::timeout(limit, self.safely(uploading)).await {
            Ok(Ok(result)) => result,
            Ok(Err(panicked)) => Err(NoUpload::Own(Cause::new(panicked))),
            Err(_too_slow) => Err(NoUpload::Server(Cause::new("the upload took too long"))),
        };
        // A whole game is larger than a board, and tells nothing about the next board.
        let is_slow = begin.elapsed() > limit / 2 && outgoing.message.replay().is_none();
        let pause = is_slow.then_some(self.patience.between_uploads);
        match result {
            Ok(uploaded) => {
                self.uploads.succeeded(pause);
                Some(uploaded)
            }
            Err(NoUpload::Server(reason)) => {
                self.uploads.failed(&reason, pause);
                None
            }
            Err(NoUpload::Own(reason)) => {
                let (room, row) = (&outgoing.message.room, outgoing.row);
                debug!(room, row, "without its file: {reason}");
                None
            }
        }
    }

    /// A panic of the messenger ends a task of its own, or its room would stay silent.
    async fn safely<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, SayError>> + Send + 'static,
    ) -> Result<T, SayError> {
        let mut work = tokio::task::JoinSet::from_iter([work]);
        match work.join_next().await {
            Some(Ok(result)) => result,
            Some(Err(error)) => Err(SayError::Failed(Cause::new(error))),
            None => Err(SayError::Failed(Cause::new("nothing was done"))),
        }
    }

    async fn show_typing(self, room: String, typing: bool) {
        let shown = self.messenger.show_typing(&room, typing);
        if tokio::time::timeout(Duration::from_secs(5), shown)
            .await
            .is_err()
        {
            debug!(room, "no typing notice in time");
        }
    }
}

/// If the database does not take a note, the message is sent once more after a restart, under the
/// same transaction id.
fn note(noted: Result<(), StoreError>) {
    if let Err(error) = noted {
        error!("the outbox cannot be kept: {error}");
    }
}
