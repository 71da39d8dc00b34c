//! The main loop: sync responses and reports are processed until the bot is told to stop.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    hash::{BuildHasher, RandomState},
    ops::Bound,
    pin::pin,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use lobby::{
    Incoming, Job, Lobby, PlayerAccess,
    access::Trust,
    clocks::{OutOfTime, RoomAccess},
    job::{JoinOutcome, Upgrade},
};
use tokio::{sync::mpsc, time::sleep_until};
use tracing::{info, warn};

use super::{SHUTDOWN_TIMEOUT, ServeError, stop::Stop};
use crate::{
    clock,
    config::RejectedInvitePolicy,
    event_processor::EventProcessor,
    jobs::{AdminApi, InternalInput, JobRunner, RoomApi},
    logging::rate_limited::{self, log_rate_limited, server},
    matrix::{
        Arrival, Hindrance, Inbox, Invitation, Received, Reply, Session, SessionError, Verification,
    },
    outbox::{Messenger, Outbox},
    scheduler::{MemberLookup, Scheduler},
    store::{Due, OpenJob, UnfinishedWork},
};

/// Time limit for sending all queued messages when an admin asks for a shutdown.
const ADMIN_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(120);

/// Number of players of a sync response after whose lookups those of further changed rooms are left for later.
const MAX_LOOKUPS: usize = 100;

/// Maximum number of roots of new threads that are checked in a sync response.
const MAX_ROOTS_CHECKED: usize = 50;

/// Maximum number of those for the lines of one user.
const MAX_ROOTS_PER_USER: usize = 5;

/// A source of sync responses.
pub trait SyncSource {
    /// Waits for the next response, no longer than until the next clock of a game is due, if there is one. A response
    /// that is not processed comes again after the next start.
    ///
    /// # Errors
    ///
    /// If no more responses will come.
    fn next(
        &mut self,
        until_clock: Option<Duration>,
    ) -> impl Future<Output = Result<Received, SessionError>>;
}

impl SyncSource for Inbox {
    async fn next(&mut self, until_clock: Option<Duration>) -> Result<Received, SessionError> {
        self.limit_poll_time(until_clock);
        Inbox::next(self).await
    }
}

/// The bot's account on the homeserver: actions that are no jobs.
pub trait MatrixApi: Messenger + RoomApi + MemberLookup {
    /// Replies to an invitation, in the background.
    fn reply(&self, invitation: &Invitation, reply: Reply);

    /// Confirms or refuses a verification, in the background.
    fn answer(&self, asked: Verification, trust: Trust);

    /// Returns whether an event can be the root of a thread in a room.
    fn is_thread_root(&self, room: &str, event: &str) -> impl Future<Output = bool>;

    /// Returns the access of a user to a room; `None` if the bot is not there.
    fn room_access(&self, room: &str, user: &str) -> impl Future<Output = Option<RoomAccess>>;

    /// Returns whether a state reset may keep a user out of a room.
    fn is_kept_out_by_reset(&self, room: &str, user: &str) -> impl Future<Output = bool>;

    /// Returns whether somebody else has deleted the board that asks a player for a turn.
    fn is_board_deleted(&self, due: &OutOfTime) -> impl Future<Output = bool>;

    /// Returns the upgrade of a room that the bot is in, if it has a tombstone.
    fn upgrade_of(&self, room: &str) -> impl Future<Output = Option<Upgrade>>;

    /// Returns whether the bot is in a room or invited there.
    fn is_awaited_in(&self, room: &str) -> bool;
}

impl MatrixApi for Session {
    fn reply(&self, invitation: &Invitation, reply: Reply) {
        Session::reply(self, invitation, reply);
    }

    fn answer(&self, asked: Verification, trust: Trust) {
        Session::answer(self, asked, trust);
    }

    async fn is_thread_root(&self, room: &str, event: &str) -> bool {
        Session::is_thread_root(self, room, event).await
    }

    async fn room_access(&self, room: &str, user: &str) -> Option<RoomAccess> {
        Session::room_access(self, room, user).await
    }

    async fn is_kept_out_by_reset(&self, room: &str, user: &str) -> bool {
        Session::is_kept_out_by_reset(self, room, user).await
    }

    async fn is_board_deleted(&self, due: &OutOfTime) -> bool {
        Session::is_board_deleted(self, due).await
    }

    async fn upgrade_of(&self, room: &str) -> Option<Upgrade> {
        Session::upgrade_of(self, room).await
    }

    fn is_awaited_in(&self, room: &str) -> bool {
        Session::is_awaited_in(self, room)
    }
}

/// The parts of the running bot.
pub struct MainLoop<P, S> {
    /// The processor of all input.
    pub processor: EventProcessor,
    /// The bot's account on the homeserver.
    pub matrix_api: P,
    /// The outgoing message queue.
    pub outbox: Outbox<P>,
    /// The job runner.
    pub jobs: JobRunner<P, S>,
    /// The scheduler of wake-ups.
    pub scheduler: Scheduler<P>,
    /// Reports of the job runner and the scheduler.
    pub reported: mpsc::Receiver<InternalInput>,
    /// Unfinished work of the last run, resumed with the first response.
    pub waiting: Option<UnfinishedWork>,
    /// The policy for invitations that are not accepted.
    pub rejected_invites: RejectedInvitePolicy,
    /// The rooms in which the right to write may have changed since the last complete sync response.
    pub changed_rooms: BTreeSet<String>,
    /// The last of them whose players were looked up.
    pub last_lookup: String,
    /// The events since then by which somebody may have kept users out, by room.
    pub hindrances: HashMap<String, Vec<Hindrance>>,
}

/// Returns the report with which the lobby resumes: the searches among the unfinished work.
fn resumed(waiting: &UnfinishedWork) -> InternalInput {
    let turn = |open: &OpenJob| match &open.job {
        Job::Move(turn) => Some(turn.table),
        _ => None,
    };
    let question = |open: &OpenJob| match &open.job {
        job @ (Job::Think(_) | Job::Analyse(_)) => Some(job.user().to_owned()),
        _ => None,
    };
    InternalInput {
        job: None,
        incoming: Incoming::Resumed {
            thinking: waiting.jobs.iter().filter_map(turn).collect(),
            asking: waiting.jobs.iter().filter_map(question).collect(),
            seed: rand::random(),
        },
    }
}

/// Returns the rooms with open tables of which no upgrade is among these jobs.
fn rooms_without_upgrade(lobby: &Lobby, jobs: &[OpenJob]) -> Vec<String> {
    let has_upgrade = |room: &str| {
        jobs.iter()
            .any(|open| matches!(&open.job, Job::JoinSuccessor(upgrade) if upgrade.room == room))
    };
    let rooms = lobby.rooms_in_use().into_iter();
    rooms
        .filter(|room| !has_upgrade(room))
        .map(str::to_owned)
        .collect()
}

impl<P: MatrixApi, S: AdminApi> MainLoop<P, S> {
    /// Serves until the bot is told to stop, by `stop` or an admin. Returns the time limit for the last
    /// messages.
    ///
    /// # Errors
    ///
    /// If the session or the store fails.
    pub async fn serve(
        &mut self,
        source: &mut impl SyncSource,
        stop: &mut impl Stop,
    ) -> Result<Duration, ServeError> {
        while let Some(received) = self.receive(source, stop).await? {
            // Only now all rooms are known for sure.
            if let Some(waiting) = self.waiting.take() {
                let resumed = resumed(&waiting);
                let mut rooms = rooms_without_upgrade(self.processor.lobby(), &waiting.jobs);
                rooms.retain(|room| !received.upgrades(room));
                self.outbox.resume(waiting.messages);
                self.jobs.push(waiting.jobs);
                let due = self
                    .processor
                    .process_internal_input(clock::now(), resumed)
                    .await?;
                self.begin(due, None);
                for room in rooms {
                    // Of older tombstones, the others have led nowhere.
                    let upgrade = self.matrix_api.upgrade_of(&room).await;
                    let is_awaited = |it: &Upgrade| self.matrix_api.is_awaited_in(&it.successor);
                    if let Some(upgrade) = upgrade.filter(is_awaited) {
                        self.process_upgrade(upgrade).await?;
                    }
                }
            }
            let mut rest = Some(self.prepared(received).await);
            while let Some(received) = rest {
                let (goes_on, left) = self.process_sync(received).await?;
                if !goes_on {
                    info!("shutdown requested by an admin");
                    return Ok(ADMIN_SHUTDOWN_TIMEOUT);
                }
                rest = left;
                if rest.is_some() {
                    self.process_job_results().await?;
                }
            }
        }
        Ok(SHUTDOWN_TIMEOUT)
    }

    /// Waits for the next sync response and processes reports meanwhile. Returns `None` if the bot is told to
    /// stop.
    async fn receive(
        &mut self,
        source: &mut impl SyncSource,
        stop: &mut impl Stop,
    ) -> Result<Option<Received>, ServeError> {
        // Pinned outside the loop: a half-received response must not be dropped for a report.
        let until_clock = self.processor.lobby().until_next_clock(clock::now());
        let until_clock = until_clock.map(|time| time.try_into().unwrap_or(Duration::ZERO));
        let mut receiving = pin!(source.next(until_clock));
        loop {
            let may_wake = self.waiting.is_none() && !self.scheduler.is_busy();
            tokio::select! {
                received = &mut receiving => return Ok(Some(received?)),
                Some(report) = self.reported.recv() => self.process_internal_input(report).await?,
                () = self.scheduler.wait_until(self.processor.lobby().next_wake()), if may_wake => {
                    self.scheduler.wake(self.processor.lobby().rooms_without_day_leaderboard(clock::now()));
                }
                () = sleep_until(rate_limited::next_summary().into()) => rate_limited::log_suppressed(),
                () = stop.asked() => return Ok(None),
            }
        }
    }

    /// Processes all reports that are queued.
    async fn process_job_results(&mut self) -> Result<(), ServeError> {
        while let Ok(report) = self.reported.try_recv() {
            self.process_internal_input(report).await?;
        }
        Ok(())
    }

    async fn process_internal_input(&mut self, report: InternalInput) -> Result<(), ServeError> {
        if matches!(report.incoming, Incoming::Woken { .. }) {
            self.scheduler.finish_wake();
        }
        let entered = match &report.incoming {
            Incoming::SuccessorJoined(upgrade, JoinOutcome::Joined) => {
                Some(upgrade.successor.clone())
            }
            _ => None,
        };
        let due = self
            .processor
            .process_internal_input(clock::now(), report)
            .await?;
        self.begin(due, None);
        // A tombstone of the room that games have come to may have arrived before them.
        if let Some(room) = entered
            && let Some(upgrade) = self.matrix_api.upgrade_of(&room).await
        {
            self.process_upgrade(upgrade).await?;
        }
        Ok(())
    }

    async fn process_upgrade(&mut self, upgrade: Upgrade) -> Result<(), ServeError> {
        let report = InternalInput {
            job: None,
            incoming: Incoming::Upgraded(upgrade),
        };
        let due = self
            .processor
            .process_internal_input(clock::now(), report)
            .await?;
        self.begin(due, None);
        Ok(())
    }

    /// Drops lines for whose answers the outbox or the jobs have no room, and arranges the others so that rooms take
    /// turns. More is read of players whose moves clocks wait for.
    async fn prepared(&self, mut received: Received) -> Received {
        let (outbox, jobs, lobby) = (&self.outbox, &self.jobs, self.processor.lobby());
        received.arrivals.retain(|arrival| match &arrival.incoming {
            Incoming::Line(line) => {
                let is_awaited = || lobby.is_awaited(clock::now(), line);
                let user = &line.sender.id;
                !jobs.is_full(user, is_awaited) && !outbox.is_full(&line.room, user, is_awaited)
            }
            _ => true,
        });
        self.drop_impossible_threads(&mut received).await;
        received.take_turns();
        received
    }

    /// Drops lines in new threads below events that are no possible roots, such as those of other rooms: homeservers that
    /// know better would take no answers there.
    async fn drop_impossible_threads(&self, received: &mut Received) {
        let (lobby, now) = (self.processor.lobby(), clock::now());
        let new_thread = |arrival: &Arrival| match &arrival.incoming {
            Incoming::Line(line) => {
                let root = lobby.new_thread_of(line)?.to_owned();
                Some((line.sender.id.clone(), (line.room.clone(), root)))
            }
            _ => None,
        };
        // Those of players of games with a clock have places of their own.
        let (awaited, others): (Vec<_>, Vec<_>) = received.arrivals.iter().partition(|arrival| {
            matches!(&arrival.incoming, Incoming::Line(line) if lobby.is_awaited(now, line))
        });
        let mut threads = BTreeSet::new();
        for arrivals in [awaited, others] {
            threads.extend(threads_to_check(
                arrivals.into_iter().filter_map(new_thread),
            ));
        }
        let checks = threads.into_iter().map(async |thread| {
            let is_root = self.matrix_api.is_thread_root(&thread.0, &thread.1).await;
            (thread, is_root)
        });
        let checked: HashMap<_, _> = join_all(checks).await.into_iter().collect();
        received.arrivals.retain(|arrival| {
            let Some((_, thread)) = new_thread(arrival) else {
                return true;
            };
            let (room, root) = &thread;
            let is_root = checked.get(&thread).copied();
            match is_root {
                Some(true) => {}
                Some(false) => log_rate_limited!(
                    room,
                    info!(
                        room,
                        root, "ignored line: its thread has no visible root here"
                    )
                ),
                None => log_rate_limited!(
                    room,
                    info!(room, root, "ignored line: too many new threads at once")
                ),
            }
            is_root == Some(true)
        });
    }

    /// Returns the players to look up now, as pairs of room and user: those whose clocks are due, and those of changed
    /// rooms. The rooms beyond a maximum of players are left for later.
    fn players_to_look_up(&mut self) -> BTreeSet<(String, String)> {
        let (lobby, now) = (self.processor.lobby(), clock::now());
        let mut players = lobby.players_to_look_up(now, &BTreeSet::new());
        while players.len() < MAX_LOOKUPS {
            // From the last room on, so that each has its turn.
            let after = (Bound::Excluded(&self.last_lookup), Bound::Unbounded);
            let next = self.changed_rooms.range::<String, _>(after).next();
            let Some(room) = next.or(self.changed_rooms.first()).cloned() else {
                break;
            };
            self.changed_rooms.remove(&room);
            self.last_lookup.clone_from(&room);
            players.extend(lobby.players_to_look_up(now, &BTreeSet::from([room])));
        }
        players
    }

    /// Returns the hindrances in rooms whose lookups are left for later.
    fn deferred(
        &self,
        hindrances: HashMap<String, Vec<Hindrance>>,
    ) -> HashMap<String, Vec<Hindrance>> {
        let (lobby, now) = (self.processor.lobby(), clock::now());
        let mut later = hindrances;
        later.retain(|room, _| self.changed_rooms.contains(room));
        for (room, here) in &mut later {
            let players = lobby.players_to_look_up(now, &BTreeSet::from([room.clone()]));
            let players: BTreeSet<String> = players.into_iter().map(|(_, user)| user).collect();
            *here = Hindrance::for_later(std::mem::take(here), |user| players.contains(user));
        }
        later
    }

    /// Returns what may have kept players out of time from moving, as clients aren't told: resets of rooms, and the numbers
    /// of the tables whose board was deleted.
    async fn hindered_unseen(&self, due: &[OutOfTime]) -> (Vec<PlayerAccess>, Vec<u32>) {
        let players: BTreeSet<_> = due.iter().map(|due| (&due.room, &due.user)).collect();
        let resets = players.into_iter().map(async |(room, user)| {
            let is_reset = self.matrix_api.is_kept_out_by_reset(room, user).await;
            is_reset.then(|| PlayerAccess {
                room: room.clone(),
                user: user.clone(),
                access: RoomAccess::KeptOut,
            })
        });
        let deleted = due.iter().map(async |due| {
            let is_deleted = self.matrix_api.is_board_deleted(due).await;
            is_deleted.then_some(due.table)
        });
        let (resets, deleted) = tokio::join!(join_all(resets), join_all(deleted));
        let resets = resets.into_iter().flatten();
        (resets.collect(), deleted.into_iter().flatten().collect())
    }

    /// Processes a sync response, or a part of it. Returns whether to go on after that, and the rest.
    async fn process_sync(
        &mut self,
        mut received: Received,
    ) -> Result<(bool, Option<Received>), ServeError> {
        let invitations = std::mem::take(&mut received.invitations);
        let verifications = std::mem::take(&mut received.verifications);
        let since = received.at;
        self.changed_rooms
            .extend(std::mem::take(&mut received.changed_rooms));
        for hindrance in std::mem::take(&mut received.hindrances) {
            let room = self.hindrances.entry(hindrance.room().to_owned());
            room.or_default().push(hindrance);
        }
        // After the lines of the response, which can end games and turns.
        if let Some(synced) = received
            .synced
            .as_mut()
            .filter(|_| received.arrivals.is_empty())
        {
            let players = self.players_to_look_up();
            let hindrances = std::mem::take(&mut self.hindrances);
            for (room, user) in players {
                if let Some(access) = self.matrix_api.room_access(&room, &user).await {
                    let here = hindrances.get(&room).map_or(&[][..], Vec::as_slice);
                    let now = PlayerAccess { room, user, access };
                    synced.players.extend(access_before(&now, here));
                    synced.players.push(now);
                }
            }
            self.hindrances = self.deferred(hindrances);
            let lobby = self.processor.lobby();
            let due = lobby.players_out_of_time(clock::now());
            let (reset, deleted) = self.hindered_unseen(&due).await;
            synced.players.extend(reset);
            synced.deleted_boards = deleted;
        }
        for (request, shown) in self.outbox.take_announced() {
            self.processor.note_announced(request, shown);
        }
        let (due, rest) = self.processor.process_sync(clock::now(), received).await?;
        if !self.begin(due, since) {
            return Ok((false, None));
        }
        for invitation in invitations {
            self.reply(&invitation);
        }
        for asked in verifications {
            let trust = self.processor.lobby().trust(&asked.user);
            self.matrix_api.answer(asked, trust);
        }
        Ok((true, rest))
    }

    /// Starts the work that follows from input received at `since`. Returns whether to go on after that.
    fn begin(&self, due: Due, since: Option<Instant>) -> bool {
        self.outbox.push(due.messages, since);
        self.jobs.cancel_outdated_searches(&due.games);
        self.jobs.push(due.jobs);
        !due.stop
    }

    /// Sends queued messages for no longer than `timeout`; a second request to stop ends that early.
    pub async fn stop(&mut self, timeout: Duration, stop: &mut impl Stop) {
        info!("shutting down");
        // Nobody processes reports any more, so that nobody may wait until they are.
        self.reported.close();
        let left = tokio::select! {
            left = self.outbox.drain(timeout) => left,
            () = stop.asked() => self.outbox.left(),
        };
        if left > 0 {
            warn!(messages = left, "unsent messages kept for the next start");
        }
    }

    /// Replies to an invitation as configured.
    fn reply(&self, invitation: &Invitation) {
        let Invitation { room, inviter } = invitation;
        let inviter = inviter.as_deref().unwrap_or("unknown");
        if self.processor.welcomes(invitation) {
            self.matrix_api.reply(invitation, Reply::Accept);
        } else if self.rejected_invites == RejectedInvitePolicy::Decline {
            log_rate_limited!(
                server(inviter),
                info!(
                    room,
                    user = inviter,
                    "declining invitation: not allowed by [access]"
                )
            );
            self.matrix_api.reply(invitation, Reply::Decline);
        } else {
            log_rate_limited!(
                server(inviter),
                info!(
                    room,
                    user = inviter,
                    "invitation ignored: not allowed by [access]"
                )
            );
        }
    }
}

/// Returns the access that a player had for a while before, if somebody else kept them out, or they have left and then
/// declined an invitation or withdrawn a knock.
fn access_before(now: &PlayerAccess, hindrances: &[Hindrance]) -> Option<PlayerAccess> {
    let has_left = |hindrance: &Hindrance| hindrance.is_departure(&now.room, &now.user);
    let may_have_been_out = |hindrance: &&Hindrance| match now.access {
        RoomAccess::CanWrite => !hindrance.makes_leave(),
        RoomAccess::GaveUp => hindrance.makes_leave(),
        RoomAccess::Absent => true,
        _ => false,
    };
    let mut hindering = hindrances.iter().filter(may_have_been_out);
    let was_out = hindering.any(|hindrance| hindrance.keeps_out(&now.room, &now.user));
    let access = if was_out {
        RoomAccess::KeptOut
    } else if now.access == RoomAccess::Absent && hindrances.iter().any(has_left) {
        RoomAccess::GaveUp
    } else {
        return None;
    };
    Some(PlayerAccess {
        access,
        ..now.clone()
    })
}

/// Returns the threads, as room and root, whose roots are checked, of those in which users have written. Servers take
/// turns in a random order, and in each turn users of the server: any number of them may be made up.
fn threads_to_check(
    written: impl Iterator<Item = (String, (String, String))>,
) -> BTreeSet<(String, String)> {
    let mut by_user = BTreeMap::<String, Vec<(String, String)>>::new();
    for (user, thread) in written {
        let theirs = by_user.entry(user).or_default();
        if theirs.len() < MAX_ROOTS_PER_USER && !theirs.contains(&thread) {
            theirs.push(thread);
        }
    }
    let random = RandomState::new();
    let mut by_server = BTreeMap::<(u64, &str), VecDeque<&(String, String)>>::new();
    for place in 0..MAX_ROOTS_PER_USER {
        for (user, theirs) in &by_user {
            let server = user.split_once(':').map_or("", |(_, server)| server);
            by_server
                .entry((random.hash_one(server), server))
                .or_default()
                .extend(theirs.get(place));
        }
    }
    let mut threads = BTreeSet::new();
    while threads.len() < MAX_ROOTS_CHECKED && !by_server.is_empty() {
        for of_server in by_server.values_mut() {
            let next = of_server.pop_front();
            threads.extend(next.filter(|_| threads.len() < MAX_ROOTS_CHECKED).cloned());
        }
        by_server.retain(|_, of_server| !of_server.is_empty());
    }
    threads
}
