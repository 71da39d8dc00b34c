//! The scheduler of the lobby's wake-ups: at the start, at midnight UTC, and when a challenge expires. Rooms
//! that get the leaderboard of the day then are passed with their members, which have to be looked up.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use jiff::Timestamp;
use lobby::{Incoming, Members};
use rand::seq::SliceRandom;
use tokio::{
    sync::mpsc,
    task::JoinHandle,
    time::{sleep_until, timeout},
};
use tracing::debug;

use crate::{clock, jobs::InternalInput};

/// Timeout for looking up the members of a room.
const MEMBERS_TIMEOUT: Duration = Duration::from_secs(30);

/// Time after which a wake-up leaves the other rooms for later.
const WAKE_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum number of rooms per wake-up, each with its members; the others follow at the next ones.
const MAX_ROOMS: usize = 50;

/// Number of members of all these rooms after which the others are left for later.
const MAX_PEOPLE: usize = 50_000;

/// Minimum interval between two wake-ups, so that a failure does not become a busy loop.
const MIN_WAKE_INTERVAL: Duration = Duration::from_secs(1);

/// A lookup of room members.
pub trait MemberLookup: Clone + Send + Sync + 'static {
    /// Returns the members of a room, without the bot; `None` if the bot is not in the room, or the lookup
    /// fails.
    fn members(&self, room: &str) -> impl Future<Output = Option<Members>> + Send;
}

/// The scheduler.
#[derive(Debug)]
pub struct Scheduler<R> {
    member_lookup: R,
    reports: mpsc::Sender<InternalInput>,
    asking: Option<JoinHandle<()>>,
    woken: Option<Instant>,
}

impl<R: MemberLookup> Scheduler<R> {
    /// Creates a scheduler that sends its reports to `reports`.
    pub fn new(member_lookup: R, reports: mpsc::Sender<InternalInput>) -> Self {
        Self {
            member_lookup,
            reports,
            asking: None,
            woken: None,
        }
    }

    /// Returns whether the report of the last wake-up is still to come.
    pub fn is_busy(&self) -> bool {
        let asking = self.asking.as_ref();
        asking.is_some_and(|asking| !asking.is_finished())
    }

    /// Marks the report of the last wake-up as received.
    pub fn finish_wake(&mut self) {
        self.asking = None;
    }

    /// Waits until a point in time, and until the minimum interval since the last wake-up is over.
    pub fn wait_until(&self, at: Timestamp) -> impl Future<Output = ()> + use<R> {
        let rested = self.woken.map(|woken| woken + MIN_WAKE_INTERVAL);
        async move {
            if let Some(rested) = rested {
                sleep_until(rested.into()).await;
            }
            clock::until(at).await;
        }
    }

    /// Reports a wake-up, with the members of some of these rooms. Returns at once; rooms whose lookup fails are left
    /// out.
    pub fn wake(&mut self, mut rooms: Vec<String>) {
        let (member_lookup, reports) = (self.member_lookup.clone(), self.reports.clone());
        // Rooms whose lookup fails don't hold up others for good.
        rooms.shuffle(&mut rand::rng());
        self.woken = Some(Instant::now());
        self.asking = Some(tokio::spawn(wake(member_lookup, reports, rooms)));
    }
}

async fn wake(
    member_lookup: impl MemberLookup,
    reports: mpsc::Sender<InternalInput>,
    waiting: Vec<String>,
) {
    let mut rooms = Vec::new();
    let mut people = 0;
    let begin = Instant::now();
    for room in waiting {
        match timeout(MEMBERS_TIMEOUT, member_lookup.members(&room)).await {
            Ok(Some(members)) => {
                people += members.iter().count();
                rooms.push((room, members));
            }
            Ok(None) | Err(_) => debug!(room, "room members unknown"),
        }
        if rooms.len() == MAX_ROOMS || people > MAX_PEOPLE || begin.elapsed() > WAKE_TIMEOUT {
            break;
        }
    }
    let report = InternalInput {
        job: None,
        incoming: Incoming::Woken { rooms },
    };
    // On failure the program is ending, and the lobby is woken at the next start.
    let _ = reports.send(report).await;
}
