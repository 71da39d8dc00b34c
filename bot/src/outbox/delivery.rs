//! Delivered and refused messages, some of which have to do with a player's time.

use lobby::{Incoming, Job, job::TimedBoard};

use super::{Messenger, Outbox, log_error};
use crate::{
    clock::now,
    jobs::InternalInput,
    store::{Outgoing, StoreError},
};

impl<M: Messenger> Outbox<M> {
    /// Records the delivery of a message, and reports it if it starts a player's time.
    pub(super) async fn note_delivery(
        &self,
        Outgoing { row, message, .. }: &Outgoing,
        event: &str,
    ) {
        log_error(self.store.note_sent(message, event).await);
        let Some(board) = TimedBoard::of(message, now()) else {
            log_error(self.store.delete_message(*row).await);
            return;
        };
        let board = board.accepted_as(event);
        let job = Job::StartClock(board.clone());
        let job = self.store.replace_by_job(*row, job).await;
        self.report(job, Incoming::Delivered(board)).await;
    }

    /// Deletes a message that is given up, and reports it if it is a board for which a player's time waits: it is sent
    /// again later.
    pub(super) async fn note_refusal(&self, Outgoing { row, message, .. }: &Outgoing) {
        self.announcements.give_up(message.asks);
        if message.private_to.is_some() {
            let room = message.room.clone();
            self.pass_on(None, Incoming::NotDirect { room }).await;
        }
        let Some(board) = TimedBoard::of(message, now()) else {
            log_error(self.store.delete_message(*row).await);
            return;
        };
        let job = Job::NoteRejected(board.clone());
        let job = self.store.replace_by_job(*row, job).await;
        self.report(job, Incoming::Rejected(board)).await;
    }

    async fn report(&self, job: Result<i64, StoreError>, incoming: Incoming) {
        match job {
            Ok(job) => self.pass_on(Some(job), incoming).await,
            Err(error) => log_error(Err(error)),
        }
    }

    async fn pass_on(&self, job: Option<i64>, incoming: Incoming) {
        // Nobody receives it while the program ends; a job is carried out after the next start.
        let _ = self.reports.send(InternalInput { job, incoming }).await;
    }
}
