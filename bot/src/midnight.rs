//! Telling the tables what time it is: at the start, and after every midnight UTC, when rooms get the
//! table of the day that is over.

#[cfg(test)]
mod tests;

use std::{future::Future, time::Duration};

use tables::{Incoming, Members, day::Day};
use tokio::{sync::mpsc, task::JoinHandle, time::timeout};
use tracing::debug;

use crate::errands::Report;

/// How long it may take to learn who is in a room.
const LOOKUP: Duration = Duration::from_secs(30);

/// What knows who is in a room.
pub trait Roster: Clone + Send + Sync + 'static {
    /// The members of a room, the bot left out; `None` if it is not in the room, or cannot learn that
    /// now.
    fn members(&self, room: &str) -> impl Future<Output = Option<Members>> + Send;
}

/// What tells the tables the time.
#[derive(Debug)]
pub struct Midnight<R> {
    roster: R,
    reports: mpsc::Sender<Report>,
    /// The day that the tables have been told of.
    told: Option<Day>,
    telling: Option<JoinHandle<()>>,
}

impl<R: Roster> Midnight<R> {
    /// Nothing told yet; the time goes to `reports`.
    pub fn new(roster: R, reports: mpsc::Sender<Report>) -> Self {
        Self {
            roster,
            reports,
            told: None,
            telling: None,
        }
    }

    /// Tells the time, in seconds since 1970, if a day has begun or rooms still wait for the table of
    /// the last one. Returns at once. To be called every minute or so: a room whose members cannot be
    /// learned has its turn again.
    pub fn tell(&mut self, time: u64, rooms: Vec<String>) {
        let today = Day::of(time);
        let telling = self.telling.as_ref();
        if telling.is_some_and(|telling| !telling.is_finished())
            || (rooms.is_empty() && self.told == Some(today))
        {
            return;
        }
        self.told = Some(today);
        let (roster, reports) = (self.roster.clone(), self.reports.clone());
        self.telling = Some(tokio::spawn(tell(roster, reports, time, rooms)));
    }
}

async fn tell(roster: impl Roster, reports: mpsc::Sender<Report>, time: u64, waiting: Vec<String>) {
    let mut rooms = Vec::new();
    for room in waiting {
        match timeout(LOOKUP, roster.members(&room)).await {
            Ok(Some(people)) => rooms.push((room, people)),
            Ok(None) | Err(_) => debug!(room, "nobody knows who is in there now"),
        }
    }
    let report = Report {
        errand: None,
        incoming: Incoming::Clock { time, rooms },
    };
    // When the program is ending, the next one tells the time at its start.
    let _ = reports.send(report).await;
}
