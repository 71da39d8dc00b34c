//! The sync loop: turns one sync response after another into events that concern the bot.
//!
//! This is a loop of its own over `sync_once`: the SDK's loop pauses for a second after a quick response, and
//! its event handlers run after it has stored the sync token.

mod arrivals;
mod borrowed;
mod broken_sync;
mod forked_state;
mod measure;
mod mentioned_names;
mod requests;
mod state_checks;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use lobby::{Line, Synced};
use matrix_sdk::{EncryptionState, Room, ruma::OwnedRoomId, sync::SyncResponse};
use tracing::info;

use self::{broken_sync::BrokenSync, state_checks::StateChecks};
use super::{
    backfill::Backfilled,
    event_filter::UndecryptableEvent,
    hindrances::Hindrance,
    pending_decryption::PendingDecryptions,
    received::{Arrival, Received},
    replay_guard,
    state_size::StateSizes,
};
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{
        failure::Failure,
        remote_keys::tracked_users::TrackedUsers,
        rooms::{
            invitations::{self, Invitation},
            leaving::ForgetAttempts,
            members::{MemberCache, Members},
        },
        session::{Session, recovery, session_error::SessionError, verification},
        time_budget::TimeBudget,
    },
    store::Undecrypted,
};

impl Session {
    /// Returns the inbox that syncs from `token` on and decrypts earlier events once their room keys come.
    pub fn inbox(&self, token: Option<String>, undecrypted: Vec<Undecrypted>) -> Inbox {
        Inbox::new(self.clone(), token, undecrypted)
    }
}

/// The receiving side of a session.
#[derive(Debug)]
pub struct Inbox {
    session: Session,
    token: Option<String>,
    started: bool,
    /// The time until a clock of a game is due, which a response must not miss by much.
    until_clock: Option<Duration>,
    people: MemberCache,
    forget_attempts: ForgetAttempts,
    tracked_users: TrackedUsers,
    state_sizes: StateSizes,
    state_checks: StateChecks,
    /// Rooms whose members the SDK is about to fetch itself, untrimmed.
    untrimmed: HashSet<OwnedRoomId>,
    /// Missed events of deferred rooms that have been read.
    kept_gaps: HashMap<OwnedRoomId, Backfilled>,
    /// Rooms of the response with more missed events than are read.
    cut_gaps: BTreeSet<OwnedRoomId>,
    /// Events by which somebody may keep users out, until the response has been passed on.
    hindrances: Vec<Hindrance>,
    pending_decryptions: PendingDecryptions,
    /// The rooms that the bot was in after the last response.
    joined: HashSet<OwnedRoomId>,
    /// `true` while the SDK's store is new and the token is not: the SDK then has to learn the joined rooms
    /// (full state).
    rooms_unknown: bool,
    /// The last response, if some of its rooms are deferred.
    unfinished: Option<Unfinished>,
    /// The time for requests for members.
    members_time: TimeBudget,
    broken_sync: BrokenSync,
}

/// A response with deferred rooms, in which the backfill of missed events takes long.
#[derive(Debug)]
struct Unfinished {
    response: SyncResponse,
    times: ResponseTimes,
    rooms: HashSet<OwnedRoomId>,
}

/// Maximum number of rooms with unreadable messages of which users are told at once, as the members come with them.
const MAX_UNREADABLE_ROOMS: usize = 10;

/// Time for requests for members of all rooms, which wait for them. It refills slowly once it is used up: somebody can have
/// the homeserver never answer for some rooms.
const MEMBERS_TIMEOUT: Duration = Duration::from_secs(15);
/// Time that every room gets, however slow others were.
const MIN_MEMBERS_TIMEOUT: Duration = Duration::from_secs(1);

/// The times of a sync request and its response.
#[derive(Clone, Copy, Debug)]
struct ResponseTimes {
    requested: Timestamp,
    received: Instant,
}

impl Inbox {
    pub(super) fn new(
        session: Session,
        token: Option<String>,
        undecrypted: Vec<Undecrypted>,
    ) -> Self {
        let rooms = session.client.joined_rooms();
        let joined: HashSet<_> = rooms.iter().map(|room| room.room_id().to_owned()).collect();
        session.cut_rooms.note_joined(joined.iter().cloned());
        Self {
            session,
            rooms_unknown: token.is_some() && joined.is_empty(),
            token,
            started: false,
            until_clock: None,
            people: MemberCache::default(),
            forget_attempts: ForgetAttempts::default(),
            tracked_users: TrackedUsers::default(),
            state_sizes: StateSizes::default(),
            state_checks: StateChecks::default(),
            untrimmed: HashSet::new(),
            kept_gaps: HashMap::new(),
            cut_gaps: BTreeSet::new(),
            hindrances: Vec::new(),
            pending_decryptions: PendingDecryptions::new(undecrypted),
            joined,
            unfinished: None,
            members_time: TimeBudget::new(MEMBERS_TIMEOUT),
            broken_sync: BrokenSync::default(),
        }
    }

    /// Returns the next sync response, or a part of it. Outages are waited out. If this future is dropped
    /// early, or its result is not stored, the next start of the program receives the same again.
    ///
    /// # Errors
    ///
    /// If the homeserver has ended the session, another bot plays on the account, or the SDK's store is
    /// damaged or cannot be written.
    pub async fn next(&mut self) -> Result<Received, SessionError> {
        let lease = self.session.lease.clone();
        tokio::select! {
            lost = lease.lost() => Err(lost),
            received = self.receive() => received,
        }
    }

    #[cfg(test)]
    pub(in crate::matrix) fn lease(&self) -> &crate::matrix::session::lease::Lease {
        &self.session.lease
    }

    async fn receive(&mut self) -> Result<Received, SessionError> {
        if let Some(unfinished) = self.unfinished.take() {
            let Unfinished {
                response,
                times,
                rooms,
            } = unfinished;
            let (arrivals, rooms) = self.last_arrivals(&response, &rooms).await?;
            return self.go_on(response, times, arrivals, rooms).await;
        }
        if self.started {
            // By now, the rooms left in the last response have been stored as left.
            let client = &self.session.client;
            self.forget_attempts
                .forget_left_rooms(client, &self.joined)
                .await;
            self.tracked_users.check(&self.session.remote_keys).await;
            self.session.end_leaves();
        }
        if let Some(left) = self.leave_broken_rooms() {
            return Ok(left);
        }
        let (mut response, times) = self.response().await?;
        self.session.lease.check(&response.account_data).await?;
        self.correct_state(&mut response).await?;
        self.trim(&response).await?;
        // Events from before the bot's first start are ignored.
        if self.token.is_none() {
            return self.finish(response, times, Vec::new()).await;
        }
        let (mut arrivals, mut rooms) = self.arrivals(&response).await?;
        if arrivals.is_empty() && !rooms.is_empty() {
            (arrivals, rooms) = self.last_arrivals(&response, &rooms).await?;
        }
        self.go_on(response, times, arrivals, rooms).await
    }

    /// Returns a part of a response if rooms are deferred, else the rest of it.
    async fn go_on(
        &mut self,
        response: SyncResponse,
        times: ResponseTimes,
        arrivals: Vec<Arrival>,
        rooms: HashSet<OwnedRoomId>,
    ) -> Result<Received, SessionError> {
        let Some(token) = self.token.clone().filter(|_| !rooms.is_empty()) else {
            return self.finish(response, times, arrivals).await;
        };
        let (undecrypted, settled) = self.pending_decryptions.changes();
        self.unfinished = Some(Unfinished {
            response,
            times,
            rooms,
        });
        Ok(Received {
            token,
            arrivals,
            undecrypted,
            settled,
            at: Some(times.received),
            ..Received::default()
        })
    }

    /// Returns the rest of a response, after all rooms have been asked about.
    async fn finish(
        &mut self,
        response: SyncResponse,
        times: ResponseTimes,
        mut arrivals: Vec<Arrival>,
    ) -> Result<Received, SessionError> {
        let is_first_start = self.token.is_none();
        let unreadable = self.unreadable().await?;
        let verifications = verification::of(&response, &self.session.own);
        let invitations = self.invitations(&response).await;
        arrivals.extend(self.measure(&response).await);
        let joined = response.rooms.joined.iter();
        let changed = joined.filter(|(_, update)| arrivals::is_about_people(update));
        let changed_rooms = changed.map(|(room, _)| room.to_string()).collect();
        let joined = response.rooms.joined.into_keys();
        let new: Vec<_> = joined.filter(|it| !self.joined.contains(it)).collect();
        self.session.cut_rooms.note_joined(new.iter().cloned());
        self.joined.extend(new);
        for room in response.rooms.left.keys() {
            self.session.cut_rooms.note_left(room);
            self.joined.remove(room);
            self.people.forget(room);
            self.broken_sync.forget(room);
            self.state_sizes.forget(room);
            self.state_checks.forget(room);
            self.session.cut_rooms.take(room);
            self.untrimmed.remove(room);
        }
        self.rooms_unknown = false;
        if !self.started {
            self.start();
        }
        self.token = Some(response.next_batch.clone());
        let mut incomplete = self.session.failed_since(times.received);
        incomplete.append(&mut self.cut_gaps);
        let synced = (!is_first_start).then(|| Synced {
            requested: times.requested,
            deleted_boards: Vec::new(),
            incomplete_rooms: incomplete.iter().map(ToString::to_string).collect(),
            undecrypted: self.pending_decryptions.waiting_from(|id| {
                let room = self.session.known_room(id);
                let state = room.map(|room| room.encryption_state());
                !matches!(state, Some(EncryptionState::NotEncrypted))
            }),
            players: Vec::new(),
        });
        let (undecrypted, settled) = self.pending_decryptions.changes();
        let metrics = &self.session.metrics;
        metrics.set_rooms(self.joined.len());
        metrics.set_undecrypted(self.pending_decryptions.len(), undecrypted.len());
        Ok(Received {
            token: response.next_batch,
            arrivals,
            invitations,
            verifications,
            unreadable,
            undecrypted,
            settled,
            synced,
            changed_rooms,
            hindrances: std::mem::take(&mut self.hindrances),
            at: Some(times.received),
        })
    }

    /// Returns a room as the SDK knows it.
    #[cfg(test)]
    pub(in crate::matrix) fn room_for_tests(&self, id: &matrix_sdk::ruma::RoomId) -> Room {
        self.session.client.get_room(id).unwrap()
    }

    /// Marks the start as done and sets up encryption in the background, after the first response.
    fn start(&mut self) {
        self.started = true;
        info!("ready: receiving events");
        tokio::spawn(recovery::set_up(self.session.clone()));
    }

    /// Returns the invitations in a response; at the start, all pending ones.
    async fn invitations(&self, response: &SyncResponse) -> Vec<Invitation> {
        let client = &self.session.client;
        let rooms: Vec<Room> = if self.started {
            let new = response.rooms.invited.keys();
            new.filter_map(|id| client.get_room(id)).collect()
        } else {
            client.invited_rooms()
        };
        let mut invitations = Vec::new();
        for room in rooms {
            if self.joined.contains(room.room_id()) {
                let room = room.room_id().as_str();
                log_rate_limited!(room, warn!(room, "invited to a room already joined"));
            }
            if self.broken_sync.has_left(room.room_id()) {
                let room = room.room_id().as_str();
                log_rate_limited!(
                    room,
                    warn!(room, "invitation ignored: room breaks the sync")
                );
                continue;
            }
            invitations.push(invitations::of(&room).await);
        }
        invitations
    }

    /// Returns the messages whose room keys are overdue.
    async fn unreadable(&mut self) -> Result<Vec<Line>, SessionError> {
        let mut unreadable = Vec::new();
        for (room, json) in self
            .pending_decryptions
            .overdue(&self.session, MAX_UNREADABLE_ROOMS)
        {
            if let Some(event) = replay_guard::decrypt(&room, &json).await? {
                unreadable.extend(self.line_to_bot(&room, &event).await?);
            } else if let Some(event) = UndecryptableEvent::read(&json)
                && let Some(members) = self.members(&room).await?
            {
                unreadable.push(event.line(room.room_id().as_str(), &members));
            }
        }
        Ok(unreadable)
    }

    /// Returns the members of a room; `None` if the bot is no longer in it or the homeserver does not answer.
    async fn members(&mut self, room: &Room) -> Result<Option<Arc<Members>>, SessionError> {
        let begin = Instant::now();
        let limit = self.members_time.left().max(MIN_MEMBERS_TIMEOUT);
        let people = &mut self.people;
        let question = async || people.of(room).await.map_err(Failure::from);
        let members = self.session.ask_within(room, limit, question).await;
        if !matches!(members, Ok(Some(_))) {
            self.members_time.spend(begin.elapsed());
        }
        members
    }
}
