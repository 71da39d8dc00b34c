//! Delivered messages, some of which start a player's time.

use lobby::{Incoming, job::TimedBoard};

use super::{Messenger, Outbox, note};
use crate::{clock::now, jobs::InternalInput, store::Outgoing};

impl<M: Messenger> Outbox<M> {
    /// Records the delivery of a message, and reports it if it starts a player's time.
    pub(super) async fn note_delivery(&self, Outgoing { row, message, .. }: &Outgoing) {
        let Some(start) = TimedBoard::of(message, now()) else {
            note(self.store.mark_sent(*row).await);
            return;
        };
        match self.store.mark_delivered(*row, start.clone()).await {
            Ok(job) => {
                let report = InternalInput {
                    job: Some(job),
                    incoming: Incoming::Delivered(start),
                };
                // Nobody receives it while the program ends; the job is carried out after the next start.
                let _ = self.reports.send(report).await;
            }
            Err(error) => note(Err(error)),
        }
    }
}
