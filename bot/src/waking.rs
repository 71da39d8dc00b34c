//! Waking the tables when they want to be: at the start, when a day is over in UTC, when a challenge lapses.
//! Rooms that get the table of a day then are told of with their members, who have to be asked for.

#[cfg(test)]
mod tests;

use std::{
    future::Future,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use tables::{Incoming, Members};
use tokio::{
    sync::mpsc,
    task::JoinHandle,
    time::{sleep_until, timeout},
};
use tracing::debug;

use crate::{clock, errands::Report};

/// How long it may take to learn who is in a room.
const LOOKUP: Duration = Duration::from_secs(30);

/// The tables are not woken twice within this, so that a failure at it is no endless loop.
const REST: Duration = Duration::from_secs(1);

/// What knows who is in a room.
pub trait Roster: Clone + Send + Sync + 'static {
    /// The members of a room, the bot left out; `None` if it is not in the room, or cannot learn that
    /// now.
    fn members(&self, room: &str) -> impl Future<Output = Option<Members>> + Send;
}

/// What wakes the tables.
#[derive(Debug)]
pub struct Waker<R> {
    roster: R,
    reports: mpsc::Sender<Report>,
    asking: Option<JoinHandle<()>>,
    woken: Option<Instant>,
}

impl<R: Roster> Waker<R> {
    /// Reports go to `reports`.
    pub fn new(roster: R, reports: mpsc::Sender<Report>) -> Self {
        Self {
            roster,
            reports,
            asking: None,
            woken: None,
        }
    }

    /// Whether the report of the last time is still to come.
    pub fn is_busy(&self) -> bool {
        let asking = self.asking.as_ref();
        asking.is_some_and(|asking| !asking.is_finished())
    }

    /// To be called when the report has come.
    pub fn heard(&mut self) {
        self.asking = None;
    }

    /// Waits until a moment has come, and the tables have rested since they were woken last.
    pub fn rings(&self, at: Timestamp) -> impl Future<Output = ()> + use<R> {
        let rested = self.woken.map(|woken| woken + REST);
        async move {
            if let Some(rested) = rested {
                sleep_until(rested.into()).await;
            }
            clock::until(at).await;
        }
    }

    /// Reports that the tables are woken, with the members of these rooms. Returns at once. A room whose
    /// members cannot be learned now is left out.
    pub fn wake(&mut self, rooms: Vec<String>) {
        let (roster, reports) = (self.roster.clone(), self.reports.clone());
        self.woken = Some(Instant::now());
        self.asking = Some(tokio::spawn(wake(roster, reports, rooms)));
    }
}

async fn wake(roster: impl Roster, reports: mpsc::Sender<Report>, waiting: Vec<String>) {
    let mut rooms = Vec::new();
    for room in waiting {
        match timeout(LOOKUP, roster.members(&room)).await {
            Ok(Some(members)) => rooms.push((room, members)),
            Ok(None) | Err(_) => debug!(room, "nobody knows who is in there now"),
        }
    }
    let report = Report {
        errand: None,
        incoming: Incoming::Woken { rooms },
    };
    // When the program is ending, the next one wakes the tables at its start.
    let _ = reports.send(report).await;
}
