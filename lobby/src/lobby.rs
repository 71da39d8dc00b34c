//! The lobby of all tables: routes incoming events to handlers, and returns their effects.

mod commands;

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use jiff::{SignedDuration, Timestamp};

use crate::{
    access::{AccessGate, Trust, check, permission},
    admin::{Tally, administer},
    challenges::lapse,
    clocks::{
        ClockStatistics, OutOfTime, Uptime, enforce,
        late_move::{self, LateTries},
        player_lookup, redacted_move, timed_boards,
    },
    command::{
        addressing::{self, Address, ParsedLine, Request},
        overheard,
    },
    computer::{JobsUnderWay, advice, analysis, duel},
    context::{Context, Environment},
    day::Day,
    job::LoadFinished,
    key::Key,
    lessons::ReadingProgress,
    line::Line,
    names,
    play::{incomplete, notices, offers, quiet, report, turn, viewed_turns::ViewedTurns},
    players::{
        Confirmations, PlayerData,
        results::{DuelResult, RunResult},
    },
    preferences::profile,
    refusal::{Answer, refuse},
    rooms::{
        JoinTimes, LeftRooms,
        membership::{self, LeaveReason},
        unreadable,
        upgrade::{self, PostponedUpgrades},
    },
    schedule::Schedule,
    settings::Settings,
    solo::{daily, direct},
    tables::{Saved, Stage, Table, TableIndex, past},
    text::{
        messages::{ClockMessage, LimitMessage, TableId, TableMessage},
        wording::Wording,
    },
    traffic::{Effect, Greeting, Incoming, JoinTime, Synced},
};

/// All tables of a bot, with the state around them.
pub struct Lobby {
    config: Settings,
    text: Wording,
    /// The time of the last event.
    now: Timestamp,
    state: State,
}

/// The components, each with the state it alone changes. Only the router sees all of them.
struct State {
    tables: TableIndex,
    players: PlayerData,
    access: AccessGate,
    confirmations: Confirmations,
    reading: ReadingProgress,
    viewed: ViewedTurns,
    jobs: JobsUnderWay,
    left: LeftRooms,
    join_times: JoinTimes,
    postponed_upgrades: PostponedUpgrades,
    late_tries: LateTries,
    schedule: Schedule,
    clock_statistics: ClockStatistics,
    /// Shared with the surroundings of the event that is handled.
    uptime: Arc<Uptime>,
}

impl Lobby {
    /// Creates a bot without tables.
    pub fn new(settings: Settings) -> Lobby {
        let challenge_lifetime =
            SignedDuration::from_hours(24 * i64::from(settings.limits.challenge_days));
        Lobby {
            text: Wording::in_language(settings.language),
            config: settings,
            now: Timestamp::UNIX_EPOCH,
            state: State {
                tables: TableIndex::new(challenge_lifetime),
                players: PlayerData::default(),
                access: AccessGate::default(),
                confirmations: Confirmations::default(),
                reading: ReadingProgress::default(),
                viewed: ViewedTurns::default(),
                jobs: JobsUnderWay::default(),
                left: LeftRooms::default(),
                join_times: JoinTimes::default(),
                postponed_upgrades: PostponedUpgrades::default(),
                late_tries: LateTries::default(),
                schedule: Schedule::default(),
                clock_statistics: ClockStatistics::default(),
                uptime: Arc::default(),
            },
        }
    }

    /// Restores stored tables. Returns the numbers of those that cannot be rebuilt, with the reason; a panic of
    /// the rules is caught, and the other tables are restored all the same.
    pub fn restore(&mut self, saved: impl IntoIterator<Item = Saved>) -> Vec<(u32, String)> {
        let tables = &mut self.state.tables;
        let mut failed = Vec::new();
        for saved in saved {
            let id = saved.id;
            tables.skip_id(id);
            let rebuilt = catch_unwind(AssertUnwindSafe(|| Table::restore(saved)));
            match rebuilt.unwrap_or_else(|_| Err("the program has failed at it".to_owned())) {
                Ok(table) if matches!(table.stage, Stage::Dropped) => {}
                Ok(table) => tables.load(table),
                Err(reason) => failed.push((id, reason)),
            }
        }
        tables.supersede_all();
        failed
    }

    /// Restores stored results of runs and duels, and values under their keys. Returns the keys of values
    /// that cannot be read, with the reason.
    pub fn remember(
        &mut self,
        results: impl IntoIterator<Item = RunResult>,
        duels: impl IntoIterator<Item = DuelResult>,
        values: impl IntoIterator<Item = (String, String)>,
    ) -> Vec<(String, String)> {
        let State {
            players,
            left,
            join_times,
            uptime,
            ..
        } = &mut self.state;
        for result in results {
            players.recall(result);
        }
        for duel in duels {
            players.recall_duel(duel);
        }
        let mut failed = Vec::new();
        for (key, value) in values {
            let recalled = match key.parse() {
                Ok(Key::Left(room)) => left.recall(room, &value),
                Ok(Key::Joined(room)) => join_times.recall(room, &value),
                Ok(Key::Uptime) => Arc::make_mut(uptime).recall(&value),
                _ => players.recall_value(&key, &value),
            };
            if let Err(reason) = recalled {
                failed.push((key, reason));
            }
        }
        failed
    }

    /// Reserves all table numbers up to this one.
    pub fn skip_id(&mut self, id: u32) {
        self.state.tables.skip_id(id);
    }

    /// Returns whether an invitation to a room is accepted.
    pub fn may_invite(&self, user: &str, room: &str) -> bool {
        permission::may_invite(&self.environment(), &self.state.players, user, room)
    }

    /// Returns the decision on a request to verify the bot.
    pub fn trust(&self, user: &str) -> Trust {
        permission::trust(&self.environment(), &self.state.players, user)
    }

    /// Returns the rooms with open tables.
    pub fn rooms_in_use(&self) -> BTreeSet<&str> {
        let open = self.state.tables.current().filter(|table| table.is_open());
        open.map(|table| table.room.as_str()).collect()
    }

    /// Returns the numbers of open tables.
    pub fn tally(&self) -> Tally {
        self.state.tables.tally()
    }

    /// Returns what has followed from clocks since the last call.
    pub fn take_clock_statistics(&mut self) -> ClockStatistics {
        std::mem::take(&mut self.state.clock_statistics)
    }

    /// Returns the time of the next wake-up: the end of the day, the expiry of a challenge, or a retry.
    /// Immediately after a start, as a deadline may have passed.
    pub fn next_wake(&self) -> Timestamp {
        let State {
            tables,
            players,
            schedule,
            ..
        } = &self.state;
        let today = Day::of(self.now);
        let mut waiting = players
            .preferences()
            .rooms_without_leaderboard(today.before());
        let is_missing = waiting.next().is_some();
        schedule.next_wake_up(today, is_missing, tables.next_request_due())
    }

    /// Returns the time until the next clock of a game is due, negative once it is.
    /// [`Incoming::Synced`](crate::Incoming::Synced) with a later request has to follow soon after.
    pub fn until_next_clock(&self, at: Timestamp) -> Option<SignedDuration> {
        let State { tables, uptime, .. } = &self.state;
        let due = tables.next_clock_due()?;
        Some(due.since(uptime.clock_time(at)))
    }

    /// Returns the players whose clocks are due at a moment or soon after, and those in rooms where the right to
    /// write may have changed, as pairs of room and user; [`Incoming::Synced`](crate::Incoming::Synced) has to tell their access.
    pub fn players_to_look_up(
        &self,
        at: Timestamp,
        changed_rooms: &BTreeSet<String>,
    ) -> BTreeSet<(String, String)> {
        let State { tables, uptime, .. } = &self.state;
        player_lookup::players_to_look_up(tables, uptime.clock_time(at), changed_rooms)
    }

    /// Returns the players to move who are out of time at a moment.
    pub fn players_out_of_time(&self, at: Timestamp) -> Vec<OutOfTime> {
        let State { tables, uptime, .. } = &self.state;
        player_lookup::players_out_of_time(tables, uptime.clock_time(at))
    }

    /// Returns the root of a line's thread if the line may begin the first game there.
    pub fn new_thread_of<'l>(&self, line: &'l Line) -> Option<&'l str> {
        let root = line.thread.as_deref()?;
        let is_new = self.state.tables.of_thread(&line.room, root).is_none();
        (is_new && line.could_call_bot(&self.config.prefix)).then_some(root)
    }

    /// Returns whether a line must not be missed: its sender plays a game on a clock in that room, as lines before it can
    /// make it their turn, or has lost one there on time after sending it.
    pub fn is_awaited(&self, at: Timestamp, line: &Line) -> bool {
        let State { tables, uptime, .. } = &self.state;
        let env = Environment::new(at, &self.config, &self.text, uptime);
        check::plays_on_a_clock(tables, &line.room, &line.sender.id)
            || late_move::may_be_late_move(&env, tables, line)
    }

    /// Returns the rooms that want the leaderboard of the previous day and have not got it;
    /// [`Incoming::Woken`](crate::Incoming::Woken) has to provide their members.
    pub fn rooms_without_day_leaderboard(&self, at: Timestamp) -> Vec<String> {
        daily::waiting_for_day_leaderboard(&self.state.players, at)
    }

    /// Notes from when on users can have seen the announcement of a request, which its message names
    /// ([`asks`](crate::Message::asks)); `None` while it isn't sent. An acceptance from before isn't taken for the request.
    pub fn note_announced(&mut self, request: u64, shown: Option<Timestamp>) {
        self.state.tables.note_announced(request, shown);
    }

    /// Processes an event at a given time. The effects are atomic: carry out all of them or none.
    pub fn handle(&mut self, at: Timestamp, incoming: &Incoming) -> Vec<Effect> {
        self.handle_arrived(at, at, incoming)
    }

    /// Processes an event like [`Self::handle`] that arrived before others were processed: clocks count that time.
    pub fn handle_arrived(
        &mut self,
        at: Timestamp,
        arrived: Timestamp,
        incoming: &Incoming,
    ) -> Vec<Effect> {
        self.now = at;
        let mut effects = Vec::new();
        let uptime = Arc::make_mut(&mut self.state.uptime);
        effects.extend(uptime.note_time(at));
        if let Incoming::Synced(sync) = incoming {
            effects.extend(uptime.note_sync(at, sync.requested));
            uptime.note_arrival(arrived);
        }
        let uptime = Arc::clone(&self.state.uptime);
        let env = Environment::new(at, &self.config, &self.text, &uptime).arrived_at(arrived);
        self.state.schedule.note_time(at);
        effects.extend(self.state.expire(&env, incoming));
        self.state.tables.note_requests(&mut effects, at, None);
        let mut changes = self.state.carry_out(&env, incoming);
        let by = incoming.sender();
        self.state.tables.note_requests(&mut changes, at, by);
        effects.extend(changes);
        self.state.tables.evict_positions(incoming.room());
        for effect in &mut effects {
            if let Effect::SendMessage(message) = effect
                && message.asked_by.is_none()
            {
                message.asked_by = incoming.asker().map(str::to_owned);
            }
        }
        effects
    }

    /// Returns the surroundings of the last event.
    fn environment(&self) -> Environment<'_> {
        Environment::new(self.now, &self.config, &self.text, &self.state.uptime)
    }
}

impl State {
    /// Expires what is due before a line, or the result of one, that could be about it.
    fn expire(&mut self, env: &Environment<'_>, incoming: &Incoming) -> Vec<Effect> {
        match incoming {
            Incoming::Line(_) | Incoming::DirectOpened(..) | Incoming::Unreadable(_) => {
                let State {
                    tables,
                    players,
                    left,
                    schedule,
                    ..
                } = self;
                daily::expire(env, tables, players, left, schedule)
            }
            _ => Vec::new(),
        }
    }

    /// Routes an event to its handler.
    fn carry_out(&mut self, env: &Environment<'_>, incoming: &Incoming) -> Vec<Effect> {
        let (tables, players, jobs) = (&mut self.tables, &mut self.players, &mut self.jobs);
        let left = &mut self.left;
        match incoming {
            Incoming::Joined { room, greeting, at } => self.joined(env, room, *greeting, *at),
            Incoming::Left { room } => self.removed(env, room),
            _ if self.join_times.is_before_join(incoming, env.now) => Vec::new(),
            Incoming::RoomTooLarge { room } => self.leave(env, room, LeaveReason::TooLarge),
            Incoming::RoomBreaksSync { room } => self.leave(env, room, LeaveReason::BreaksSync),
            Incoming::RoomLeft { room, left: gone } => {
                membership::room_left(env, tables, players, left, room, *gone)
            }
            Incoming::Line(line) => self.dispatch(env, line),
            Incoming::Woken { rooms } => {
                daily::woken(env, tables, players, left, &mut self.schedule, rooms)
            }
            Incoming::Synced(sync) => self.note_sync(env, sync),
            Incoming::Redacted(message) => redacted_move::redacted(env, tables, players, message),
            Incoming::Delivered(board) => {
                timed_boards::delivered(env, tables, players, left, board)
            }
            Incoming::Rejected(board) => timed_boards::rejected(env, tables, left, board),
            Incoming::NotDirect { room } => players.forget_direct_room(room),
            Incoming::Resumed {
                thinking,
                asking,
                seed,
            } => self.resume(thinking, asking, *seed),
            Incoming::DirectOpened(request, found) => {
                direct::direct_opened(env, tables, players, request, found)
            }
            Incoming::Unreadable(line) => self.warn_of_keys(env, line),
            Incoming::Administered(request, report) => {
                administer::administered(env, tables, players, request, report)
            }
            Incoming::Upgraded(upgrade) => {
                let (access, postponed) = (&mut self.access, &mut self.postponed_upgrades);
                upgrade::upgraded(env, tables, players, access, postponed, upgrade)
            }
            Incoming::SuccessorJoined(upgrade, outcome) => {
                upgrade::successor_joined(env, tables, players, &mut self.access, upgrade, *outcome)
            }
            Incoming::FinishedLoaded(request, found) => self.finished_loaded(env, request, found),
            Incoming::FinishedNotLoaded(request) => {
                past::finished_not_loaded(env, tables, players, request)
            }
            Incoming::SearchResult(request, thought) => {
                advice::thought(env, tables, players, jobs, request, thought.as_ref())
            }
            Incoming::Analysed(request, judged) => {
                analysis::analysed(env, tables, players, jobs, request, judged.as_deref())
            }
            Incoming::ProfileRead { user, zone } => {
                profile::profile_read(players, user, zone, env.now)
            }
            Incoming::Moved(request, found) => {
                duel::moved(env, tables, players, request, found.as_deref())
            }
        }
    }

    /// Notes and greets a room that the bot has joined.
    fn joined(
        &mut self,
        env: &Environment<'_>,
        room: &str,
        greeting: Option<Greeting>,
        at: JoinTime,
    ) -> Vec<Effect> {
        let noted = self.join_times.note(env, room, at);
        let (tables, left) = (&mut self.tables, &mut self.left);
        let greeted = membership::joined(env, tables, &self.players, left, room, greeting);
        [vec![noted], greeted].concat()
    }

    /// Leaves a room of the bot's own accord.
    fn leave(&mut self, env: &Environment<'_>, room: &str, reason: LeaveReason) -> Vec<Effect> {
        let State {
            tables,
            players,
            left,
            ..
        } = self;
        membership::leave(env, tables, players, left, room, reason)
    }

    /// Forgets a room that the bot is no longer in.
    fn removed(&mut self, env: &Environment<'_>, room: &str) -> Vec<Effect> {
        let cleared = self.join_times.clear(room);
        let (tables, players) = (&mut self.tables, &mut self.players);
        let ended = membership::removed(env, tables, players, &self.left, room);
        cleared.into_iter().chain(ended).collect()
    }

    /// Goes on after a restart with the jobs under way, and queues turns of the computer that are not.
    fn resume(&mut self, thinking: &[u32], asking: &[String], seed: [u8; 32]) -> Vec<Effect> {
        self.jobs.resume(asking);
        duel::requeue_turns(&self.tables, &self.players, thinking, seed)
    }

    /// Processes what is due after a sync response.
    fn note_sync(&mut self, env: &Environment<'_>, sync: &Synced) -> Vec<Effect> {
        let (tables, players) = (&mut self.tables, &mut self.players);
        let statistics = &mut self.clock_statistics;
        let due = enforce::synced(env, tables, players, &self.left, statistics, sync);
        let notices = notices::send(env, tables, players);
        let postponed = &mut self.postponed_upgrades;
        let upgrades = postponed.follow(env, tables, players, &mut self.access);
        [due, notices, upgrades].concat()
    }

    /// Warns the writer of a line that cannot be decrypted.
    fn warn_of_keys(&mut self, env: &Environment<'_>, line: &Line) -> Vec<Effect> {
        let (tables, players) = (&self.tables, &mut self.players);
        let cx = Context::new(*env, line, tables, players);
        unreadable::unreadable(&cx, tables, players, &mut self.access)
    }

    /// Processes a line.
    fn dispatch(&mut self, env: &Environment<'_>, line: &Line) -> Vec<Effect> {
        let returned = offers::note_return(line, &mut self.tables);
        let answered = self.answer_in_room(env, line);
        returned.into_iter().chain(answered).collect()
    }

    fn answer_in_room(&mut self, env: &Environment<'_>, line: &Line) -> Vec<Effect> {
        if !line.direct {
            // Others may have joined a direct message.
            let forgotten = self.players.direct_rooms_mut().forget_room(&line.room);
            let answered = self.answer_line(env, line);
            return forgotten.into_iter().chain(answered).collect();
        }
        self.answer_line(env, line)
    }

    /// Executes the request of a line, if it is meant for the bot, and replies.
    fn answer_line(&mut self, env: &Environment<'_>, line: &Line) -> Vec<Effect> {
        let cx = Context::new(*env, line, &self.tables, &self.players);
        let Some((address, said)) = addressing::spoken_to(&cx, &self.tables) else {
            return Vec::new();
        };
        let limit = env.config.limits.max_line_bytes;
        let is_too_long = said.len() > limit;
        let is_overheard = address == Address::Overheard;
        let is_unheard = said.is_empty() || quiet::is_unheard(&cx, &self.tables);
        if is_unheard || (is_overheard && is_too_long) {
            return Vec::new();
        }
        let line = &with_shown_name(line);
        let cx = &Context::new(*env, line, &self.tables, &self.players);
        // Of a longer line, the beginning decides whether it is refused.
        let said = said.get(..said.floor_char_boundary(limit)).unwrap_or(said);
        let mut heard = addressing::parse(cx, address, said);
        let is_ignored = permission::is_ignored(cx, &self.players);
        if is_ignored && !check::asks_to_be_forgotten(cx, &heard) {
            return Vec::new();
        }
        let cx = &cx.with_named_table(heard.table);
        turn::read_leave(cx, &self.tables, &mut heard);
        let State {
            tables,
            access,
            confirmations,
            reading,
            late_tries,
            ..
        } = self;
        let late_move = late_move::find(cx, tables, late_tries, &heard);
        let is_for_us = || overheard::is_for_us(cx, tables, confirmations, reading, &heard);
        if is_overheard && late_move.is_none() && !is_for_us() {
            return Vec::new();
        }
        let stopped = check::check_access(cx, tables, access, &heard, late_move.is_some());
        if let Some(effects) = stopped {
            return effects;
        }
        if is_too_long {
            let refusal = LimitMessage::LineTooLong { limit };
            return report::refused(cx, tables, refusal.into());
        }
        tables.update_display_names(&line.room, &line.people);
        let mut effects = lapse::expire_left(cx, tables);
        tables.note_requests(&mut effects, cx.now, None);
        effects.extend(profile::read_profile(cx, &mut self.players));
        effects.extend(self.players.direct_rooms_mut().note(line));
        let done = match late_move {
            Some(late_move) => {
                let (tables, players) = (&mut self.tables, &mut self.players);
                let told = |seat| ClockMessage::LateMove { seat };
                Ok(late_move::excuse(cx, tables, players, late_move, told))
            }
            None => self.execute(cx, &heard),
        };
        effects.extend(self.answered(cx, done));
        effects.extend(notices::note_digest_setting(cx, &mut self.players));
        effects
    }

    /// Returns the effects of a command, or the reply to a refused one.
    fn answered(&self, cx: &Context<'_>, done: Answer) -> Vec<Effect> {
        done.unwrap_or_else(|refusal| report::refused(cx, &self.tables, refusal))
    }

    /// Answers a line once its tables are loaded. Games of other rooms are not shown here.
    fn finished_loaded(
        &mut self,
        env: &Environment<'_>,
        request: &LoadFinished,
        found: &[Saved],
    ) -> Vec<Effect> {
        let LoadFinished { line, table } = request;
        let cx = &Context::new(*env, line, &self.tables, &self.players);
        let here = found.iter().filter(|saved| saved.room == line.room);
        let answer = match table {
            None => self.with_newest(env, line, here.collect()),
            Some(id) => match found.iter().find(|saved| saved.id == *id) {
                Some(saved) if saved.room == line.room => self.with_at_hand(env, line, saved),
                Some(saved) => past::elsewhere(line, saved),
                None => past::unknown(*id),
            },
        };
        self.answered(cx, answer)
    }

    /// Lists the newest finished games of a room, or executes a line about the last one.
    fn with_newest(&mut self, env: &Environment<'_>, line: &Line, newest: Vec<&Saved>) -> Answer {
        let cx = &Context::new(*env, line, &self.tables, &self.players);
        let heard = addressing::parse_again(cx, &self.tables);
        let command = match heard.request {
            Request::Command(command) if past::is_about_one(&command) => command,
            _ => return Ok(vec![past::list_over(cx, &self.players, newest.into_iter())]),
        };
        let is_meant = |saved: &&&Saved| past::fits(&command, saved);
        match newest.iter().find(is_meant) {
            Some(saved) => self.with_at_hand(env, line, saved),
            None => self.carry_out_command(cx, command),
        }
    }

    /// Executes a line with the table of a finished game temporarily in memory.
    fn with_at_hand(&mut self, env: &Environment<'_>, line: &Line, saved: &Saved) -> Answer {
        let id = saved.id;
        match Table::restore(saved.clone()) {
            Err(_) => refuse(TableMessage::RecordRefused { table: TableId(id) }),
            Ok(table) if !table.is_over() => past::unknown(id),
            Ok(table) => {
                let is_stored = self.tables.get(id).is_none();
                if is_stored {
                    self.tables.insert(table);
                }
                let line = &with_shown_name(line);
                let cx = &Context::new(*env, line, &self.tables, &self.players);
                let heard = addressing::parse_again(cx, &self.tables);
                let done = self.execute_at_once(&cx.with_named_table(Some(id)), &heard);
                let effects = self.answered(cx, done);
                if is_stored {
                    self.tables.remove(id);
                }
                Ok(effects)
            }
        }
    }

    /// Executes a request, after loading the named table or the last finished game from the store if necessary.
    fn execute(&mut self, cx: &Context<'_>, heard: &ParsedLine) -> Answer {
        match heard.named().filter(|id| self.tables.may_be_stored(*id)) {
            Some(table) => Ok(vec![past::loading_finished(cx.line, Some(table))]),
            None if past::wants_last(cx, &self.tables, heard) => {
                Ok(vec![past::loading_finished(cx.line, None)])
            }
            None => self.execute_at_once(cx, heard),
        }
    }

    /// Executes a request with the tables in memory.
    fn execute_at_once(&mut self, cx: &Context<'_>, heard: &ParsedLine) -> Answer {
        let (tables, players, jobs) = (&mut self.tables, &mut self.players, &mut self.jobs);
        match &heard.request {
            Request::Administer(Ok(command)) => {
                let uptime = Arc::make_mut(&mut self.uptime);
                administer::administer(cx, tables, players, uptime, command.clone())
            }
            Request::Command(command) => self.carry_out_command(cx, command.clone()),
            Request::Administer(Err(error)) | Request::Unclear(error) => {
                incomplete::handle(cx, tables, players, jobs, heard, error)
            }
        }
    }
}

/// Returns a line with the sanitised name of its sender.
fn with_shown_name(line: &Line) -> Line {
    let mut line = line.clone();
    line.sender.name = names::shown(&line.sender);
    line
}

#[cfg(test)]
mod tests;
