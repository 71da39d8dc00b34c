//! The lobby of all tables: dispatches incoming events and returns effects.

mod access_check;
mod administer;
mod advice;
mod agreements;
mod alike;
mod analysis;
mod answer;
mod appearance;
mod boards;
mod bridge;
mod challenges;
mod computer;
mod contests;
mod daily;
mod day_try;
mod direct;
mod dispatch;
mod duels;
mod end_lesson;
mod forget;
mod info;
mod lapse;
mod leaderboard_scope;
mod lesson;
mod limits;
mod list_line;
mod look_back;
mod lookup;
mod malformed;
mod moves;
mod offers;
mod past;
mod permission;
mod possible;
mod progress;
mod puzzle;
mod questions;
mod reading;
mod replay;
mod report;
mod rooms;
mod run;
mod standings;
mod start;
mod tagged;
mod takebacks;
mod teach;
#[cfg(test)]
mod tests;
mod threads;
mod topics;
mod turn;
mod unreadable;
mod upgrade;
mod waiting;

use std::panic::{AssertUnwindSafe, catch_unwind};

use jiff::{SignedDuration, Timestamp};

use crate::{
    access::Trust,
    access_gate::AccessGate,
    admin::Tally,
    confirmations::Confirmations,
    context::Environment,
    jobs_under_way::JobsUnderWay,
    player_data::PlayerData,
    reading_progress::ReadingProgress,
    results::{DuelResult, RunResult},
    saved::Saved,
    schedule::Schedule,
    settings::Settings,
    table::{Stage, Table},
    table_index::TableIndex,
    traffic::{Effect, Incoming},
    wording::Wording,
};

/// All tables of a bot, with the state around them.
pub struct Lobby {
    settings: Settings,
    wording: Wording,
    tables: TableIndex,
    players: PlayerData,
    /// The time of the event being processed.
    now: Timestamp,
    schedule: Schedule,
    confirmations: Confirmations,
    jobs: JobsUnderWay,
    access: AccessGate,
    reading: ReadingProgress,
}

impl Lobby {
    /// Creates a bot without tables.
    pub fn new(settings: Settings) -> Lobby {
        let patience = SignedDuration::from_hours(24 * i64::from(settings.limits.challenge_days));
        let wording = Wording::in_language(settings.language);
        Lobby {
            settings,
            wording,
            tables: TableIndex::new(patience),
            players: PlayerData::default(),
            now: Timestamp::UNIX_EPOCH,
            schedule: Schedule::default(),
            confirmations: Confirmations::default(),
            jobs: JobsUnderWay::default(),
            access: AccessGate::default(),
            reading: ReadingProgress::default(),
        }
    }

    /// Restores stored tables. Returns the numbers of those that cannot be rebuilt, with the reason; a panic of
    /// the rules is caught, and the other tables are restored all the same.
    pub fn restore(&mut self, saved: impl IntoIterator<Item = Saved>) -> Vec<(u32, String)> {
        let mut failed = Vec::new();
        for saved in saved {
            let id = saved.id;
            self.tables.skip_id(id);
            let rebuilt = catch_unwind(AssertUnwindSafe(|| Table::restore(saved)));
            match rebuilt.unwrap_or_else(|_| Err("the program has failed at it".to_owned())) {
                Ok(table) if matches!(table.stage, Stage::Dropped) => {}
                Ok(table) => {
                    self.tables.insert(table);
                }
                Err(reason) => failed.push((id, reason)),
            }
        }
        self.tables.supersede_all();
        failed
    }

    /// Restores stored results of runs and duels, and settings as keys and values. Returns the keys of settings
    /// that cannot be read, with the reason.
    pub fn remember(
        &mut self,
        results: impl IntoIterator<Item = RunResult>,
        duels: impl IntoIterator<Item = DuelResult>,
        settings: impl IntoIterator<Item = (String, String)>,
    ) -> Vec<(String, String)> {
        for result in results {
            self.players.recall(result);
        }
        for duel in duels {
            self.players.recall_duel(duel);
        }
        let mut failed = Vec::new();
        for (key, value) in settings {
            if let Err(reason) = self.players.recall_setting(&key, &value) {
                failed.push((key, reason));
            }
        }
        failed
    }

    /// Reserves all table numbers up to this one.
    pub fn skip_id(&mut self, id: u32) {
        self.tables.skip_id(id);
    }

    /// Returns whether an invitation to a room is accepted.
    pub fn may_invite(&self, user: &str, room: &str) -> bool {
        permission::may_invite(&self.environment(), &self.players, user, room)
    }

    /// Returns the decision on a request to verify the bot.
    pub fn trust(&self, user: &str) -> Trust {
        permission::trust(&self.environment(), &self.players, user)
    }

    /// Returns the numbers of open tables.
    pub fn tally(&self) -> Tally {
        self.tables.tally()
    }

    /// Returns the surroundings of the event being processed.
    fn environment(&self) -> Environment<'_> {
        Environment {
            now: self.now,
            config: &self.settings,
            text: &self.wording,
        }
    }

    /// Processes an event at a given time. The effects are atomic: carry out all of them or none.
    pub fn handle(&mut self, at: Timestamp, incoming: &Incoming) -> Vec<Effect> {
        self.now = at;
        self.schedule.note_time(at);
        let mut effects = self.carry_out(incoming);
        self.tables.fold(incoming.room());
        for effect in &mut effects {
            if let Effect::SendMessage(message) = effect {
                message.asked_by = incoming.sender().map(str::to_owned);
            }
        }
        effects
    }

    fn carry_out(&mut self, incoming: &Incoming) -> Vec<Effect> {
        match incoming {
            Incoming::Joined { room, direct } => self.joined(room, *direct),
            Incoming::Left { room } => self.left(room),
            Incoming::RoomTooLarge { room } => self.leave_too_large(room),
            Incoming::RoomLeft { room, left } => self.left_too_large(room, *left),
            Incoming::Line(line) => {
                let mut effects = self.expire();
                effects.extend(self.dispatch(line));
                effects
            }
            Incoming::Woken { rooms } => self.woken(rooms),
            Incoming::Resumed {
                thinking,
                asking,
                seed,
            } => {
                self.jobs.resume(asking);
                self.think_anew(thinking, *seed)
            }
            Incoming::DirectOpened(asked, found) => {
                let mut effects = self.expire();
                effects.extend(self.direct_opened(asked, found));
                effects
            }
            Incoming::Unreadable(line) => {
                let mut effects = self.expire();
                effects.extend(self.unreadable(line));
                effects
            }
            Incoming::Administered(wish, report) => self.administered(wish, report),
            Incoming::Upgraded(upgrade) => self.upgraded(upgrade),
            Incoming::Followed(upgrade, outcome) => self.followed(upgrade, *outcome),
            Incoming::FinishedLoaded(recall, found) => self.finished_loaded(recall, found),
            Incoming::FinishedNotLoaded(recall) => self.finished_not_loaded(recall),
            Incoming::SearchResult(question, thought) => self.thought(question, thought.as_ref()),
            Incoming::Analysed(wish, judged) => self.analysed(wish, judged.as_deref()),
            Incoming::Moved(turn, found) => self.moved(turn, found.as_deref()),
        }
    }
}
