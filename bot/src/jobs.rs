//! The job runner: jobs of one user are carried out in order, except for turns of the computer, and those
//! of different users in parallel. A result goes back to the event processor as an [`InternalInput`].

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use lobby::{
    Incoming, Job, ProfileZone,
    admin::{AdminAction, AdminReport},
    job::{Direct, JoinOutcome, NoDirect, RunElsewhere, Upgrade},
};
use tokio::{sync::mpsc, time::sleep};
use tracing::{debug, error};

use crate::{
    backoff::Backoff,
    computer::{ComputerLimits, GameUpdate, SearchPool, Task},
    keyed_queues::KeyedQueues,
    logging::rate_limited::log_rate_limited,
    store::{OpenJob, Store},
};

/// Maximum number of attempts to leave a room: with the backoff between them, a day.
const LEAVE_ATTEMPTS: usize = 1_440;

/// Maximum number of waiting jobs up to which a user's lines are read.
const MAX_QUEUED_JOBS_PER_USER: usize = 10;

/// Input other than a sync response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalInput {
    /// The database row of the job of which this is the result.
    pub job: Option<i64>,
    /// The input itself.
    pub incoming: Incoming,
}

/// The rooms and users of the bot: direct messages, successors of upgraded rooms, and profiles.
pub trait RoomApi: Clone + Send + Sync + 'static {
    /// Finds or opens the direct message with a user. Idempotent: the room is the same each time.
    fn direct_message(&self, user: &str) -> impl Future<Output = Result<Direct, NoDirect>> + Send;

    /// Returns those of some rooms that a user can no longer enter.
    fn inaccessible_rooms(
        &self,
        user: &str,
        rooms: &[String],
    ) -> impl Future<Output = Vec<String>> + Send;

    /// Returns the time zone in a user's profile.
    fn profile_zone(&self, user: &str) -> impl Future<Output = ProfileZone> + Send;

    /// Joins the successor of a room. Idempotent.
    fn join_successor(&self, upgrade: &Upgrade) -> impl Future<Output = JoinOutcome> + Send;
}

/// The tasks of admins.
pub trait AdminApi: Clone + Send + Sync + 'static {
    /// Executes the task of an admin. Idempotent.
    fn administer(&self, task: &AdminAction) -> impl Future<Output = AdminReport> + Send;
}

/// The jobs that are queued or being carried out.
#[derive(Clone, Debug)]
pub struct JobRunner<O, S> {
    room_api: O,
    admin_api: S,
    store: Store,
    reports: mpsc::Sender<InternalInput>,
    queues: Arc<KeyedQueues<String, OpenJob>>,
    search_pool: SearchPool,
}

impl<O: RoomApi, S: AdminApi> JobRunner<O, S> {
    /// Creates empty queues; results go to `reports`.
    pub fn new(
        room_api: O,
        admin_api: S,
        store: Store,
        reports: mpsc::Sender<InternalInput>,
        limits: ComputerLimits,
    ) -> Self {
        Self {
            room_api,
            admin_api,
            store,
            reports,
            queues: Arc::default(),
            search_pool: SearchPool::new(limits),
        }
    }

    /// Cancels searches of positions that are outdated because these games have changed.
    pub fn cancel_outdated_searches(&self, games: &[GameUpdate]) {
        self.search_pool.cancel_outdated(games);
    }

    /// Returns whether so many jobs of a user wait, each of which ends in an answer, that the user is not answered. If a
    /// clock waits for their line (`is_awaited`), twice as many may wait.
    pub fn is_full(&self, user: &str, is_awaited: impl FnOnce() -> bool) -> bool {
        let queued = self.queues.left_in(&user.to_owned());
        let is_full = queued >= MAX_QUEUED_JOBS_PER_USER
            && (queued >= 2 * MAX_QUEUED_JOBS_PER_USER || !is_awaited());
        if is_full {
            log_rate_limited!(
                user,
                warn!(
                    user,
                    queued, "too many jobs of user: ignoring their new commands"
                )
            );
        }
        is_full
    }

    /// Queues jobs that are in the store already. Returns at once.
    pub fn push(&self, jobs: Vec<OpenJob>) {
        for open in jobs {
            let queue = open.job.queue();
            if self.queues.push(&queue, open) {
                tokio::spawn(self.clone().work(queue));
            }
        }
    }

    async fn work(self, queue: String) {
        while let Some(OpenJob { row, job }) = self.queues.front(&queue) {
            let incoming = self.result(job).await;
            debug!(job = row, queue, "job done");
            let report = InternalInput {
                job: Some(row),
                incoming,
            };
            if self.reports.send(report).await.is_err() {
                // The program is ending; after the next start the job is carried out again.
                return;
            }
            self.queues.drop_front(&queue);
        }
    }

    /// Returns the result, even of a job that panics, or its user would wait for ever.
    async fn result(&self, job: Job) -> Incoming {
        let carried_out = tokio::spawn(self.clone().carry_out(job.clone()));
        carried_out.await.unwrap_or_else(|problem| {
            error!(error = %problem, "job panicked");
            job.failed()
        })
    }

    /// Finds the room of a new run, and those of other runs that the player can no longer enter.
    async fn direct_message(&self, request: &RunElsewhere) -> Result<Direct, NoDirect> {
        let user = &request.line.sender.id;
        let mut direct = if request.line.direct {
            Direct {
                room: request.line.room.clone(),
                joined: true,
                inaccessible_rooms: Vec::new(),
            }
        } else {
            self.room_api.direct_message(user).await?
        };
        direct.inaccessible_rooms = self
            .room_api
            .inaccessible_rooms(user, &request.runs_in)
            .await;
        direct
            .inaccessible_rooms
            .retain(|room| *room != direct.room);
        Ok(direct)
    }

    /// Leaves a room of the bot's own accord, with retries. Returns whether the bot is no longer there.
    async fn leave_room(&self, room: &str) -> bool {
        let task = AdminAction::Leave(room.to_owned());
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        for _ in 0..LEAVE_ATTEMPTS {
            if self.admin_api.administer(&task).await != AdminReport::Failed {
                return true;
            }
            sleep(backoff.step()).await;
        }
        false
    }

    async fn carry_out(self, job: Job) -> Incoming {
        match job {
            Job::OpenDirect(request) => {
                let found = self.direct_message(&request).await;
                Incoming::DirectOpened(request, found)
            }
            Job::LoadFinished(request) => {
                let found = match request.table {
                    Some(table) => self.store.table(table).await.map(Vec::from_iter),
                    None => self.store.over(&request.line.room).await,
                };
                match found {
                    Ok(found) => Incoming::FinishedLoaded(request, found),
                    Err(problem) => {
                        error!(error = %problem, "cannot read finished games");
                        Incoming::FinishedNotLoaded(request)
                    }
                }
            }
            Job::Administer(request) => {
                let report = self.admin_api.administer(&request.task).await;
                Incoming::Administered(request, report)
            }
            Job::LeaveRoom(room) => {
                let left = self.leave_room(&room).await;
                Incoming::RoomLeft { room, left }
            }
            Job::ReadProfile { user } => {
                let zone = self.room_api.profile_zone(&user).await;
                Incoming::ProfileRead { user, zone }
            }
            Job::JoinSuccessor(upgrade) => {
                let outcome = self.room_api.join_successor(&upgrade).await;
                Incoming::SuccessorJoined(upgrade, outcome)
            }
            Job::Think(request) => {
                let wanted = request.clone();
                let task = Task::from(&request);
                let thought = self.search_pool.think(task, move |time| wanted.think(time));
                let thought = thought.await;
                Incoming::SearchResult(request, thought)
            }
            Job::Analyse(request) => {
                let wanted = request.clone();
                let task = Task::from(&request);
                let judged = self.search_pool.think(task, move |time| wanted.think(time));
                let judged = judged.await;
                Incoming::Analysed(request, judged)
            }
            Job::Move(request) => {
                let wanted = request.clone();
                let task = Task::from(&request);
                let found = self.search_pool.think(task, move |time| wanted.think(time));
                let found = found.await.ok();
                Incoming::Moved(request, found)
            }
            Job::StartClock(board) => Incoming::Delivered(board),
            Job::NoteRejected(board) => Incoming::Rejected(board),
        }
    }
}
