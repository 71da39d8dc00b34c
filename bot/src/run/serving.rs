//! Serving: sync responses and reports come in, until the bot is told to stop.

#[cfg(test)]
mod tests;

use std::{
    future::Future,
    pin::pin,
    time::{Duration, Instant},
};

use tables::{Errand, Incoming, access::Trust};
use tokio::{sync::mpsc, time::sleep_until};
use tracing::{info, warn};

use super::{LAST_ANSWERS, RunError, stop::Stop};
use crate::{
    clock,
    config::Others,
    errands::{Errands, Opener, Report, Steward},
    host::Host,
    matrix::{Inbox, Invitation, Received, Reply, Session, SessionError, Verification},
    outbox::{Messenger, Outbox},
    seldom::{self, seldom, server},
    store::{Due, OpenErrand},
    waking::{Roster, Waker},
};

/// How long everything that waits to be sent may take when an admin asks for a shutdown.
const LAST_MESSAGES: Duration = Duration::from_secs(120);

/// Where sync responses come from.
pub trait Source {
    /// The next one. If what it returns is not dealt with, the next start of the program gets the same
    /// again.
    ///
    /// # Errors
    ///
    /// If none will come any more.
    fn next(&mut self) -> impl Future<Output = Result<Received, SessionError>>;
}

impl Source for Inbox {
    async fn next(&mut self) -> Result<Received, SessionError> {
        Inbox::next(self).await
    }
}

/// The bot on its homeserver: what it does there without an errand.
pub trait Presence: Messenger + Opener + Roster {
    /// Replies to an invitation, in the background.
    fn reply(&self, invitation: &Invitation, reply: Reply);

    /// Confirms or refuses a verification, in the background.
    fn answer(&self, asked: Verification, trust: Trust);
}

impl Presence for Session {
    fn reply(&self, invitation: &Invitation, reply: Reply) {
        Session::reply(self, invitation, reply);
    }

    fn answer(&self, asked: Verification, trust: Trust) {
        Session::answer(self, asked, trust);
    }
}

/// Everything that serves.
pub struct Serving<P, S> {
    /// What attends to what comes in.
    pub host: Host,
    /// The bot on its homeserver.
    pub presence: P,
    /// What sends messages.
    pub outbox: Outbox<P>,
    /// What carries errands out.
    pub errands: Errands<P, S>,
    /// What wakes the tables.
    pub waker: Waker<P>,
    /// What errands and the waker report.
    pub reported: mpsc::Receiver<Report>,
    /// What was still to be done when the last run ended; it begins with the first response.
    pub waiting: Option<Due>,
    /// What is done about invitations that are not followed.
    pub others: Others,
}

/// What the tables are told when the program goes on, with what was still to be done.
fn resumed(waiting: &Due) -> Report {
    let turn = |open: &OpenErrand| match &open.errand {
        Errand::Move(turn) => Some(turn.table),
        _ => None,
    };
    let question = |open: &OpenErrand| match &open.errand {
        errand @ (Errand::Think(_) | Errand::Analyse(_)) => Some(errand.user().to_owned()),
        _ => None,
    };
    Report {
        errand: None,
        incoming: Incoming::Resumed {
            thinking: waiting.errands.iter().filter_map(turn).collect(),
            asking: waiting.errands.iter().filter_map(question).collect(),
            seed: rand::random(),
        },
    }
}

impl<P: Presence, S: Steward> Serving<P, S> {
    /// Serves until the bot is told to stop, by `stop` or an admin: how long the last messages may take.
    ///
    /// # Errors
    ///
    /// If the session or the store does not go on.
    pub async fn serve(
        &mut self,
        source: &mut impl Source,
        stop: &mut impl Stop,
    ) -> Result<Duration, RunError> {
        while let Some(received) = self.receive(source, stop).await? {
            // Only now every room is known for sure.
            if let Some(waiting) = self.waiting.take() {
                let resumed = resumed(&waiting);
                self.outbox.resume(waiting.messages);
                self.errands.push(waiting.errands);
                let due = self.host.attend_report(clock::now(), resumed).await?;
                self.begin(due, None);
            }
            let mut rest = Some(self.prepared(received));
            while let Some(received) = rest {
                let (goes_on, left) = self.attend(received).await?;
                if !goes_on {
                    info!("an admin asks for a shutdown");
                    return Ok(LAST_MESSAGES);
                }
                rest = left;
                if rest.is_some() {
                    self.attend_reports().await?;
                }
            }
        }
        Ok(LAST_ANSWERS)
    }

    /// The next sync response; meanwhile reports are attended to. `None` if the bot is told to stop.
    async fn receive(
        &mut self,
        source: &mut impl Source,
        stop: &mut impl Stop,
    ) -> Result<Option<Received>, RunError> {
        // A response that is only half received must not be dropped for a report.
        let mut receiving = pin!(source.next());
        loop {
            let may_wake = self.waiting.is_none() && !self.waker.is_busy();
            tokio::select! {
                received = &mut receiving => return Ok(Some(received?)),
                Some(report) = self.reported.recv() => self.attend_report(report).await?,
                () = self.waker.rings(self.host.next_wake()), if may_wake => {
                    self.waker.wake(self.host.rooms_without_day_table(clock::now()));
                }
                () = sleep_until(seldom::next_end().into()) => seldom::tell_counts(),
                () = stop.asked() => return Ok(None),
            }
        }
    }

    /// Attends to the reports that are there.
    async fn attend_reports(&mut self) -> Result<(), RunError> {
        while let Ok(report) = self.reported.try_recv() {
            self.attend_report(report).await?;
        }
        Ok(())
    }

    async fn attend_report(&mut self, report: Report) -> Result<(), RunError> {
        if matches!(report.incoming, Incoming::Woken { .. }) {
            self.waker.heard();
        }
        let due = self.host.attend_report(clock::now(), report).await?;
        self.begin(due, None);
        Ok(())
    }

    /// A sync response without lines of rooms in which too much waits, the rooms in turns.
    fn prepared(&self, mut received: Received) -> Received {
        let outbox = &self.outbox;
        received.arrivals.retain(|arrival| match &arrival.incoming {
            Incoming::Line(line) => !outbox.is_full(&line.room),
            _ => true,
        });
        received.take_turns();
        received
    }

    /// Does what follows from a sync response, or from a part of it. Whether to go on after that, and what is
    /// left.
    async fn attend(
        &mut self,
        mut received: Received,
    ) -> Result<(bool, Option<Received>), RunError> {
        let invitations = std::mem::take(&mut received.invitations);
        let verifications = std::mem::take(&mut received.verifications);
        let since = received.at;
        let (due, rest) = self.host.attend(clock::now(), received).await?;
        if !self.begin(due, since) {
            return Ok((false, None));
        }
        for invitation in invitations {
            self.reply(&invitation);
        }
        for asked in verifications {
            let trust = self.host.trust(&asked.user);
            self.presence.answer(asked, trust);
        }
        Ok((true, rest))
    }

    /// Begins what is due because of what came in at a moment. Whether to go on after that.
    fn begin(&self, due: Due, since: Option<Instant>) -> bool {
        self.outbox.push(due.messages, since);
        self.errands.notice(&due.games);
        self.errands.push(due.errands);
        !due.stop
    }

    /// Lets what waits be sent for so long; who is told once more to stop hurries.
    pub async fn stop(&self, patience: Duration, stop: &mut impl Stop) {
        info!("stopping");
        let left = tokio::select! {
            left = self.outbox.drain(patience) => left,
            () = stop.asked() => self.outbox.left(),
        };
        if left > 0 {
            warn!("{left} messages are left for the next start");
        }
    }

    /// Does what is configured about an invitation.
    fn reply(&self, invitation: &Invitation) {
        let Invitation { room, inviter } = invitation;
        let inviter = inviter.as_deref().unwrap_or("somebody unknown");
        if self.host.welcomes(invitation) {
            self.presence.reply(invitation, Reply::Accept);
        } else if self.others == Others::Decline {
            seldom!(
                server(inviter),
                info!(
                    room,
                    inviter, "an invitation by somebody who may not invite"
                )
            );
            self.presence.reply(invitation, Reply::Decline);
        } else {
            seldom!(
                server(inviter),
                info!(
                    room,
                    inviter, "an invitation by somebody who may not invite is left alone"
                )
            );
        }
    }
}
