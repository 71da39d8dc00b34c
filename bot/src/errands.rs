//! Carrying out errands: those of one user one after another, but for turns of the computer, and those of
//! different users side by side. A result goes back to the host as a report.

#[cfg(test)]
mod tests;

use std::{future::Future, sync::Arc, time::Duration};

use tables::{
    Errand, Incoming,
    admin::{AdminReport, AdminTask},
    errand::{Direct, FollowOutcome, NoDirect, RunElsewhere, Upgrade},
};
use tokio::{sync::mpsc, time::sleep};
use tracing::{debug, error};

use crate::{
    backoff::Backoff,
    queues::Queues,
    store::{OpenErrand, Store},
    thinking::{Engine, Standing, Task, Thinkers},
};

/// Attempts to leave a room, which take some minutes.
const LEAVE_ATTEMPTS: usize = 12;

/// Something that comes in otherwise than with a sync response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The row of the errand of which this is the result.
    pub errand: Option<i64>,
    /// What comes in.
    pub incoming: Incoming,
}

/// What can open direct messages, and go into rooms.
pub trait Opener: Clone + Send + Sync + 'static {
    /// Finds or opens the direct message with a user. Once more for the same user, it is the same
    /// room.
    fn direct_message(&self, user: &str) -> impl Future<Output = Result<Direct, NoDirect>> + Send;

    /// Those of some rooms that a user cannot get into any more.
    fn lost(&self, user: &str, rooms: &[String]) -> impl Future<Output = Vec<String>> + Send;

    /// Joins the successor of a room. Idempotent.
    fn follow(&self, upgrade: &Upgrade) -> impl Future<Output = FollowOutcome> + Send;
}

/// What can look at the bot from outside, and take it out of rooms.
pub trait Steward: Clone + Send + Sync + 'static {
    /// Finds out or does what an admin asks for. Once more for the same, it comes to the same.
    fn administer(&self, task: &AdminTask) -> impl Future<Output = AdminReport> + Send;
}

/// The errands on their way.
#[derive(Clone, Debug)]
pub struct Errands<O, S> {
    opener: O,
    steward: S,
    store: Store,
    reports: mpsc::Sender<Report>,
    queues: Arc<Queues<String, OpenErrand>>,
    thinkers: Thinkers,
}

impl<O: Opener, S: Steward> Errands<O, S> {
    /// Nothing to be carried out yet; results go to `reports`.
    pub fn new(
        opener: O,
        steward: S,
        store: Store,
        reports: mpsc::Sender<Report>,
        engine: Engine,
    ) -> Self {
        Self {
            opener,
            steward,
            store,
            reports,
            queues: Arc::default(),
            thinkers: Thinkers::new(engine),
        }
    }

    /// Takes notice of games that have changed: nobody thinks about them any more as they stood.
    pub fn notice(&self, games: &[Standing]) {
        self.thinkers.notice(games);
    }

    /// Carries these errands out, which are in the store already. Returns at once.
    pub fn push(&self, errands: Vec<OpenErrand>) {
        for open in errands {
            let queue = open.errand.queue();
            if self.queues.push(&queue, open) {
                tokio::spawn(self.clone().work(queue));
            }
        }
    }

    async fn work(self, queue: String) {
        while let Some(OpenErrand { row, errand }) = self.queues.front(&queue) {
            let incoming = self.result(errand).await;
            debug!(row, queue, "an errand is done");
            let report = Report {
                errand: Some(row),
                incoming,
            };
            if self.reports.send(report).await.is_err() {
                // The program ends; the next one carries the errand out again.
                return;
            }
            self.queues.drop_front(&queue);
        }
    }

    /// The result, even of an errand that panics, or its user would wait for ever.
    async fn result(&self, errand: Errand) -> Incoming {
        let carried_out = tokio::spawn(self.clone().carry_out(errand.clone()));
        carried_out.await.unwrap_or_else(|problem| {
            error!("the program has failed at an errand: {problem}");
            errand.failed()
        })
    }

    /// Where a run is to be made, and which rooms of others the player has lost.
    async fn direct_message(&self, asked: &RunElsewhere) -> Result<Direct, NoDirect> {
        let user = &asked.line.sender.id;
        let mut direct = match asked.line.direct {
            true => Direct {
                room: asked.line.room.clone(),
                joined: true,
                lost: Vec::new(),
            },
            false => self.opener.direct_message(user).await?,
        };
        direct.lost = self.opener.lost(user, &asked.runs_in).await;
        direct.lost.retain(|room| *room != direct.room);
        Ok(direct)
    }

    /// Leaves a room of the bot's own accord. Returns whether the bot is no longer there.
    async fn leave_room(&self, room: &str) -> bool {
        let task = AdminTask::Leave(room.to_owned());
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        for _ in 0..LEAVE_ATTEMPTS {
            if self.steward.administer(&task).await != AdminReport::Failed {
                return true;
            }
            sleep(backoff.step()).await;
        }
        false
    }

    async fn carry_out(self, errand: Errand) -> Incoming {
        match errand {
            Errand::OpenDirect(asked) => {
                let found = self.direct_message(&asked).await;
                Incoming::DirectOpened(asked, found)
            }
            Errand::Recall(recall) => {
                let found = match recall.table {
                    Some(table) => self.store.table(table).await.map(Vec::from_iter),
                    None => self.store.over(&recall.line.room).await,
                };
                match found {
                    Ok(found) => Incoming::Recalled(recall, found),
                    Err(problem) => {
                        error!("games that are over cannot be looked for: {problem}");
                        Incoming::NotRecalled(recall)
                    }
                }
            }
            Errand::Administer(wish) => {
                let report = self.steward.administer(&wish.task).await;
                Incoming::Administered(wish, report)
            }
            Errand::LeaveRoom(room) => {
                let left = self.leave_room(&room).await;
                Incoming::RoomLeft { room, left }
            }
            Errand::Follow(upgrade) => {
                let outcome = self.opener.follow(&upgrade).await;
                Incoming::Followed(upgrade, outcome)
            }
            Errand::Think(question) => {
                let asked = question.clone();
                let task = Task::from(&question);
                let thought = self.thinkers.think(task, move |time| asked.think(time));
                let thought = thought.await;
                Incoming::Thought(question, thought)
            }
            Errand::Analyse(wish) => {
                let wanted = wish.clone();
                let task = Task::from(&wish);
                let judged = self.thinkers.think(task, move |time| wanted.think(time));
                let judged = judged.await;
                Incoming::Analysed(wish, judged)
            }
            Errand::Move(turn) => {
                let wanted = turn.clone();
                let task = Task::from(&turn);
                let found = self.thinkers.think(task, move |time| wanted.think(time));
                let found = found.await.ok();
                Incoming::Moved(turn, found)
            }
        }
    }
}
