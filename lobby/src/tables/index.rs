//! Index of all tables: lookup by room, thread, player and deadline without a scan.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::{SignedDuration, Timestamp};

use crate::{
    admin::Tally,
    challenges::request_log::{RequestLog, RequestPlace},
    clocks::{Clock, ClockTime},
    line::Line,
    members::{Members, MembersId},
    names,
    tables::{EndTime, Playing, Stage, Table},
    terms::{Challenge, End},
    text::messages::LimitMessage,
    traffic::Effect,
};

/// Age of a turn at which the player to move gets a notice, if they have not moved by then.
pub const TURN_NOTICE_DELAY: SignedDuration = SignedDuration::from_mins(15);

/// Maximum number of a room's finished games at which display names are updated, those that ended last.
const MAX_RENAMED: usize = 100;

/// Maximum number of finished games in memory, those that ended last: some 3 KiB each. The others stay in the store.
pub const MAX_FINISHED: usize = 50_000;

/// Number of a room's tables for each of its events: the positions of its finished games are evicted after as many events
/// as make up for going through them.
const TABLES_PER_EVENT: usize = 10;

/// All tables in memory, indexed by number, room, thread, player and deadline.
#[derive(Debug)]
pub struct TableIndex {
    tables: BTreeMap<u32, Table>,
    rooms: HashMap<String, RoomTables>,
    /// The numbers of the tables that are no finished games, or at which a rematch is requested.
    current: BTreeSet<u32>,
    /// The finished games, in the order in which they ended.
    ended: BTreeSet<(EndOrder, u32)>,
    max_finished: usize,
    /// The numbers of the tables that concern a user.
    tables_by_user: HashMap<String, BTreeSet<u32>>,
    /// Deadlines: expiry of open challenges and requests for rematches, removal of expired challenges.
    request_deadlines: BTreeSet<(Timestamp, u32)>,
    /// The next moments of the clocks of games.
    clock_deadlines: BTreeSet<(ClockTime, u32)>,
    /// The moments at which the players to move in games for two get a notice.
    notice_deadlines: BTreeSet<(Timestamp, u32)>,
    tally: Tally,
    /// The last number given to a table.
    last_id: u32,
    /// Finished tables that may still hold their positions.
    evictable: Vec<u32>,
    /// Lifetime of the usual challenges.
    challenge_lifetime: SignedDuration,
    request_log: RequestLog,
}

/// The numbers of the tables of a room.
#[derive(Debug, Default)]
struct RoomTables {
    tables: BTreeSet<u32>,
    open: BTreeSet<u32>,
    /// Those that are no finished games, or at which a rematch is requested.
    current: BTreeSet<u32>,
    /// The finished games, in the order in which they ended.
    ended: BTreeSet<(EndOrder, u32)>,
    /// The duels that were lost on time.
    timed_out: BTreeSet<u32>,
    /// The number of events since the positions of finished games were evicted.
    events: usize,
    /// By thread root event; the empty string is the main timeline.
    threads: HashMap<String, BTreeSet<u32>>,
    /// The members from whom the display names at the tables were last updated.
    names_from: MembersId,
}

/// The place of a game among the finished ones: the time of its end, and `true` unless it is a contest. If a contest ended at
/// the same time, the game that waited for it is the later one.
type EndOrder = (EndTime, bool);

/// The index keys of a table, with the deadlines of its challenge, clock and turn notice.
#[derive(Debug, PartialEq, Eq)]
struct IndexKeys {
    room: String,
    thread: String,
    people: Vec<String>,
    request_deadline: Option<Timestamp>,
    clock_deadline: Option<ClockTime>,
    notice_deadline: Option<Timestamp>,
    is_game: bool,
    is_challenge: bool,
    is_current: bool,
    ended: Option<EndOrder>,
    is_timed_out: bool,
}

impl TableIndex {
    /// Creates an empty index; `challenge_lifetime` is the lifetime of challenges.
    pub fn new(challenge_lifetime: SignedDuration) -> TableIndex {
        TableIndex {
            tables: BTreeMap::new(),
            rooms: HashMap::new(),
            current: BTreeSet::new(),
            ended: BTreeSet::new(),
            max_finished: MAX_FINISHED,
            tables_by_user: HashMap::new(),
            request_deadlines: BTreeSet::new(),
            clock_deadlines: BTreeSet::new(),
            notice_deadlines: BTreeSet::new(),
            tally: Tally::default(),
            last_id: 0,
            evictable: Vec::new(),
            challenge_lifetime,
            request_log: RequestLog::default(),
        }
    }

    /// Returns the table with a number.
    pub fn get(&self, id: u32) -> Option<&Table> {
        self.tables.get(&id)
    }

    /// Returns the game in progress at a table. No change to it but to its clock affects the index.
    pub fn playing_mut(&mut self, id: u32) -> Option<&mut Playing> {
        match &mut self.tables.get_mut(&id)?.stage {
            Stage::Playing(game) => Some(game),
            _ => None,
        }
    }

    /// Returns all tables, ordered by number.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Table> {
        self.tables.values()
    }

    /// Returns the tables of a room.
    pub fn in_room(&self, room: &str) -> impl DoubleEndedIterator<Item = &Table> {
        self.numbered(self.rooms.get(room).map(|room| &room.tables))
    }

    /// Returns the tables that are no finished games, or at which a rematch is requested, ordered by number.
    pub fn current(&self) -> impl DoubleEndedIterator<Item = &Table> {
        self.numbered(Some(&self.current))
    }

    /// Returns the tables of a room that are no finished games, or at which a rematch is requested.
    pub fn current_in(&self, room: &str) -> impl DoubleEndedIterator<Item = &Table> {
        self.numbered(self.rooms.get(room).map(|room| &room.current))
    }

    /// Returns the duels of a room that were lost on time.
    pub fn timed_out_in(&self, room: &str) -> impl DoubleEndedIterator<Item = &Table> {
        self.numbered(self.rooms.get(room).map(|room| &room.timed_out))
    }

    /// Returns the table of a room whose game ended last. If a contest ended at the same time, it is the game that waited
    /// for it.
    pub fn last_over_in(&self, room: &str) -> Option<&Table> {
        let (_, id) = self.rooms.get(room)?.ended.last()?;
        self.get(*id)
    }

    /// Returns the open tables of a room: challenges and games in progress.
    pub fn open_in(&self, room: &str) -> impl DoubleEndedIterator<Item = &Table> {
        self.numbered(self.rooms.get(room).map(|room| &room.open))
    }

    /// Returns the tables of the thread below an event, or those outside of threads.
    pub fn in_thread(
        &self,
        room: &str,
        root: Option<&str>,
    ) -> impl DoubleEndedIterator<Item = &Table> {
        let room = self.rooms.get(room);
        self.numbered(room.and_then(|room| room.threads.get(root.unwrap_or_default())))
    }

    /// Returns the table of a line's thread. Of several it is the newest open one, else the newest game that is
    /// no contest, else the newest expired challenge.
    pub fn of_line(&self, line: &Line) -> Option<&Table> {
        self.of_thread(&line.room, line.thread.as_deref()?)
    }

    /// Returns the table of the thread below an event.
    pub fn of_thread(&self, room: &str, root: &str) -> Option<&Table> {
        let tables = || self.in_thread(room, Some(root)).rev();
        let on = tables().find(|table| table.is_open());
        on.or_else(|| tables().find(|table| table.has_begun() && !table.is_contest()))
            .or_else(|| tables().find(|table| !table.has_begun()))
    }

    /// Returns the tables at which a user plays, has challenged or was challenged by name.
    pub fn of_user(&self, user: &str) -> impl DoubleEndedIterator<Item = &Table> {
        self.numbered(self.tables_by_user.get(user))
    }

    /// Returns the tables with these numbers.
    fn numbered<'a>(
        &'a self,
        numbers: Option<&'a BTreeSet<u32>>,
    ) -> impl DoubleEndedIterator<Item = &'a Table> {
        let numbers = numbers.into_iter().flatten();
        numbers.filter_map(|id| self.tables.get(id))
    }

    /// Returns the numbers of the tables whose deadline has passed.
    pub fn requests_due(&self, at: Timestamp) -> Vec<u32> {
        let due = self.request_deadlines.range(..=(at, u32::MAX));
        due.map(|(_, id)| *id).collect()
    }

    /// Notes the requests that tables no longer have or have now, after effects that store them and a command of the
    /// user `by`. Marks the messages that announce new ones.
    pub fn note_requests(&mut self, effects: &mut [Effect], now: Timestamp, by: Option<&str>) {
        let saved = effects.iter().filter_map(|effect| match effect {
            Effect::Save(saved) => Some(saved.id),
            _ => None,
        });
        for id in saved.collect::<Vec<_>>() {
            let table = self.tables.get(&id);
            let new = self.request_log.note_stored(id, table, now, by);
            let Some((request, table)) = new.zip(table) else {
                continue;
            };
            let announcement = effects.iter_mut().find_map(|effect| match effect {
                Effect::SendMessage(message) if message.room == table.room => Some(message),
                _ => None,
            });
            if let Some(message) = announcement {
                message.asks = Some(request);
            }
        }
    }

    /// Notes from when on users can have seen the announcement of a request; `None` while it isn't sent.
    pub fn note_announced(&mut self, request: u64, shown: Option<Timestamp>) {
        self.request_log.note_announced(request, shown);
    }

    /// Notes that the challenge of a table expires. Nobody can be answering that just now.
    pub fn note_expired_request(&mut self, id: u32) {
        self.request_log.note_expired(id);
    }

    /// Returns whether a request to a user, or also a challenge `to_anyone`, was closed lately at a place, of which
    /// they have not been told; they are told now.
    pub fn tell_closed_request(
        &mut self,
        room: &str,
        place: &RequestPlace<'_>,
        to_anyone: bool,
        user: &str,
        now: Timestamp,
    ) -> bool {
        self.request_log.tell(room, place, to_anyone, user, now)
    }

    /// Forgets a user in the log of requests.
    pub fn forget_requests(&mut self, user: &str) {
        self.request_log.forget(user);
    }

    /// Returns the log of requests.
    pub fn request_log(&self) -> &RequestLog {
        &self.request_log
    }

    /// Returns the numbers of up to `count` tables whose clock is due.
    pub fn clocks_due(&self, at: ClockTime, count: usize) -> Vec<u32> {
        let due = self.clock_deadlines.range(..=(at, u32::MAX)).take(count);
        due.map(|(_, id)| *id).collect()
    }

    /// Returns the moment at which the next clock is due.
    pub fn next_clock_due(&self) -> Option<ClockTime> {
        self.clock_deadlines.first().map(|(at, _)| *at)
    }

    /// Takes the numbers of up to `count` games for two in which a turn has lasted long enough for a notice. Each
    /// comes once, until the table changes.
    pub fn take_turns_due(&mut self, at: Timestamp, count: usize) -> Vec<u32> {
        let due = self.notice_deadlines.range(..=(at, u32::MAX)).take(count);
        let due: Vec<(Timestamp, u32)> = due.copied().collect();
        for turn in &due {
            self.notice_deadlines.remove(turn);
        }
        due.into_iter().map(|(_, id)| id).collect()
    }

    /// Returns the next deadline.
    pub fn next_request_due(&self) -> Option<Timestamp> {
        self.request_deadlines.first().map(|(at, _)| *at)
    }

    /// Returns the numbers of open tables.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Reserves all table numbers up to this one.
    pub fn skip_id(&mut self, id: u32) {
        self.last_id = self.last_id.max(id);
    }

    /// Inserts a table from the store.
    pub fn load(&mut self, table: Table) {
        self.request_log.note_loaded(&table);
        self.insert(table);
    }

    /// Checks that a table number is left.
    ///
    /// # Errors
    /// If a stored table has the last one.
    pub fn check_number_left(&self) -> Result<(), LimitMessage> {
        match self.last_id {
            u32::MAX => Err(LimitMessage::TableNumbers),
            _ => Ok(()),
        }
    }

    /// Allocates a table number.
    ///
    /// # Errors
    /// If a stored table has the last one.
    pub fn next_id(&mut self) -> Result<u32, LimitMessage> {
        self.check_number_left()?;
        self.last_id += 1;
        Ok(self.last_id)
    }

    /// Returns whether a table with this number may have existed that is no longer in memory.
    pub fn may_be_stored(&self, id: u32) -> bool {
        self.get(id).is_none() && (1..=self.last_id).contains(&id)
    }

    /// Inserts a table unless it was dropped, and returns the effect that stores it. A game that has begun
    /// supersedes the finished ones of its thread.
    pub fn insert_and_save(&mut self, table: Table) -> Effect {
        let effect = Effect::Save(table.save());
        let (id, begun) = (table.id, table.has_begun());
        if !matches!(table.stage, Stage::Dropped) {
            self.insert(table);
        }
        if begun {
            self.supersede(id);
        }
        effect
    }

    /// Removes all finished tables whose thread has a newer game.
    pub fn supersede_all(&mut self) {
        let begun = self.all().filter(|table| table.has_begun());
        let begun: Vec<u32> = begun.map(|table| table.id).collect();
        for id in begun {
            self.supersede(id);
        }
    }

    /// Removes finished tables in the thread of a newer game, unless that is a contest.
    fn supersede(&mut self, newer: u32) {
        let Some(table) = self.get(newer).filter(|table| !table.is_contest()) else {
            return;
        };
        let beside = self.in_thread(&table.room, table.thread.as_deref());
        let old = beside.filter(|other| other.id < newer && other.is_over());
        let old: Vec<u32> = old.map(|table| table.id).collect();
        for id in old {
            self.remove(id);
            self.request_log.note_expired(id);
        }
    }

    /// Inserts a table, replacing the one with its number.
    pub fn insert(&mut self, table: Table) {
        self.remove(table.id);
        self.insert_keys(table.id, &IndexKeys::of(&table, self.challenge_lifetime));
        let id = table.id;
        if table.is_over() {
            self.evictable.push(id);
        }
        self.tables.insert(id, table);
        self.remove_oldest_finished(id);
    }

    /// Removes the finished games that ended first, beyond the maximum, but for one, and those with a request.
    fn remove_oldest_finished(&mut self, kept: u32) {
        let excess = self.ended.len().saturating_sub(self.max_finished);
        let is_removable = |id: &u32| *id != kept && !self.current.contains(id);
        let oldest = self.ended.iter().map(|(_, id)| *id).filter(is_removable);
        let oldest: Vec<u32> = oldest.take(excess).collect();
        for id in oldest {
            self.remove(id);
            self.request_log.note_expired(id);
        }
    }

    /// Removes a table.
    pub fn remove(&mut self, id: u32) -> Option<Table> {
        let table = self.tables.remove(&id)?;
        self.remove_keys(id, &IndexKeys::of(&table, self.challenge_lifetime));
        Some(table)
    }

    /// Changes a table and updates the index.
    pub fn edit<T>(&mut self, id: u32, change: impl FnOnce(&mut Table) -> T) -> Option<T> {
        let table = self.tables.get_mut(&id)?;
        let before = IndexKeys::of(table, self.challenge_lifetime);
        let result = change(table);
        let after = IndexKeys::of(table, self.challenge_lifetime);
        if before != after {
            self.remove_keys(id, &before);
            self.insert_keys(id, &after);
        }
        Some(result)
    }

    /// Updates the display names of the players at the tables of a room from its members, except at older finished games.
    pub fn update_display_names(&mut self, room: &str, members: &Members) {
        let Some(room) = self.rooms.get_mut(room) else {
            return;
        };
        if room.names_from.is_of(members) {
            return;
        }
        room.names_from = MembersId::of(members);
        let recent = room.ended.iter().rev().take(MAX_RENAMED);
        for id in room.current.iter().chain(recent.map(|(_, id)| id)) {
            let people = self.tables.get_mut(id).map(Table::people_mut);
            for player in people.into_iter().flatten() {
                if let Some(person) = members.get(&player.id) {
                    player.name = names::shown(person);
                }
            }
        }
    }

    /// Evicts the positions of finished games: those that have just ended, and after some events in a room those of the
    /// room, which may have been viewed.
    pub fn evict_positions(&mut self, room: Option<&str>) {
        let room = room.and_then(|room| self.rooms.get_mut(room));
        let looked_at = room.and_then(|room| {
            room.events = room.events.saturating_add(1);
            let is_due = room.events.saturating_mul(TABLES_PER_EVENT) >= room.ended.len();
            is_due.then(|| {
                room.events = 0;
                room.ended.iter().map(|(_, id)| id)
            })
        });
        let ended = std::mem::take(&mut self.evictable);
        for id in looked_at.into_iter().flatten().chain(&ended) {
            if let Some(table) = self.tables.get_mut(id) {
                table.evict_positions();
            }
        }
    }

    fn insert_keys(&mut self, id: u32, keys: &IndexKeys) {
        let room = self.rooms.entry(keys.room.clone()).or_default();
        room.tables.insert(id);
        room.names_from = MembersId::default();
        if keys.is_open() {
            room.open.insert(id);
        }
        if keys.is_current {
            room.current.insert(id);
            self.current.insert(id);
        }
        if keys.is_timed_out {
            room.timed_out.insert(id);
        }
        let ended = keys.ended.map(|order| (order, id));
        room.ended.extend(ended);
        self.ended.extend(ended);
        let thread = room.threads.entry(keys.thread.clone());
        thread.or_default().insert(id);
        for user in &keys.people {
            self.tables_by_user
                .entry(user.clone())
                .or_default()
                .insert(id);
        }
        self.request_deadlines
            .extend(keys.request_deadline.map(|due| (due, id)));
        self.clock_deadlines
            .extend(keys.clock_deadline.map(|due| (due, id)));
        self.notice_deadlines
            .extend(keys.notice_deadline.map(|due| (due, id)));
        self.tally.games += usize::from(keys.is_game);
        self.tally.challenges += usize::from(keys.is_challenge);
    }

    fn remove_keys(&mut self, id: u32, keys: &IndexKeys) {
        if let Some(room) = self.rooms.get_mut(&keys.room) {
            room.tables.remove(&id);
            room.open.remove(&id);
            room.current.remove(&id);
            room.timed_out.remove(&id);
            if let Some(order) = keys.ended {
                room.ended.remove(&(order, id));
            }
            remove_from(&mut room.threads, &keys.thread, id);
            if room.tables.is_empty() {
                self.rooms.remove(&keys.room);
            }
        }
        self.current.remove(&id);
        if let Some(order) = keys.ended {
            self.ended.remove(&(order, id));
        }
        for user in &keys.people {
            remove_from(&mut self.tables_by_user, user, id);
        }
        if let Some(due) = keys.request_deadline {
            self.request_deadlines.remove(&(due, id));
        }
        if let Some(due) = keys.clock_deadline {
            self.clock_deadlines.remove(&(due, id));
        }
        if let Some(due) = keys.notice_deadline {
            self.notice_deadlines.remove(&(due, id));
        }
        self.tally.games -= usize::from(keys.is_game);
        self.tally.challenges -= usize::from(keys.is_challenge);
    }
}

/// Removes a number from the set under a key, and the set once it is empty.
fn remove_from(sets: &mut HashMap<String, BTreeSet<u32>>, key: &str, id: u32) {
    if let Some(set) = sets.get_mut(key) {
        set.remove(&id);
        if set.is_empty() {
            sets.remove(key);
        }
    }
}

impl IndexKeys {
    fn of(table: &Table, challenge_lifetime: SignedDuration) -> IndexKeys {
        let people = match &table.stage {
            Stage::Challenge(challenge) | Stage::Lapsed(challenge) => challenge.people(),
            _ => {
                let players = table.players().iter();
                players.map(|player| player.id.as_str()).collect()
            }
        };
        let after = |made: Timestamp, lifetime: SignedDuration| {
            made.checked_add(lifetime).unwrap_or(Timestamp::MAX)
        };
        let due = |challenge: &Challenge, periods: i32| {
            let lifetime = challenge.kind.lifetime(challenge_lifetime);
            after(challenge.asked, lifetime.saturating_mul(periods))
        };
        IndexKeys {
            room: table.room.clone(),
            thread: table.thread.clone().unwrap_or_default(),
            people: people.into_iter().map(str::to_owned).collect(),
            request_deadline: match &table.stage {
                Stage::Challenge(challenge) => Some(due(challenge, 1)),
                Stage::Lapsed(challenge) => Some(due(challenge, 2)),
                Stage::Over(game) => game
                    .rematch
                    .map(|request| after(request.made, challenge_lifetime)),
                _ => None,
            },
            clock_deadline: table.clock().and_then(Clock::due),
            notice_deadline: table
                .turn()
                .and_then(|(_, began)| began.checked_add(TURN_NOTICE_DELAY).ok()),
            is_game: table.is_playing(),
            is_challenge: table.challenge().is_some(),
            is_current: table.over().is_none_or(|over| over.rematch.is_some()),
            ended: table
                .over()
                .map(|over| (over.ended_at, !table.is_contest())),
            is_timed_out: table
                .over()
                .is_some_and(|over| matches!(over.end, End::TimedOut(_))),
        }
    }

    fn is_open(&self) -> bool {
        self.is_game || self.is_challenge
    }
}

#[cfg(test)]
mod tests;
