//! All tables: a line comes in, effects go out.

mod administer;
mod advice;
mod agreements;
mod alike;
mod analysis;
mod answer;
mod appearance;
mod challenges;
mod computer;
mod contests;
mod daily;
mod direct;
mod duels;
mod forget;
mod guard;
mod hear;
mod info;
mod lapse;
mod lesson;
mod lookup;
mod moves;
mod past;
mod possible;
mod puzzle;
mod questions;
mod reading;
mod replay;
mod rooms;
mod standings;
mod tagged;
mod takebacks;
mod teach;
#[cfg(test)]
mod tests;
mod topics;
mod unreadable;
mod upgrade;
mod waiting;

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::{AssertUnwindSafe, catch_unwind},
};

use games::Fact;
use jiff::{SignedDuration, Timestamp};

use reading::Reading;

use crate::{
    access::{Quota, Throttle},
    day::Day,
    memory::Memory,
    messages::limit::LimitMessage,
    results::{DuelResult, RunResult},
    saved::Saved,
    seating::Seating,
    settings::Settings,
    table::{Stage, Table},
    traffic::{Effect, Incoming},
    wording::Wording,
};

/// After so long it is tried again to wake the tables where something was missing.
const AGAIN: SignedDuration = SignedDuration::from_mins(1);

/// All tables of a bot.
pub struct Tables {
    settings: Settings,
    wording: Wording,
    seating: Seating,
    last_id: u32,
    memory: Memory,
    /// The moment of what comes in.
    now: Timestamp,
    /// When they were woken last.
    woken: Option<Timestamp>,
    /// The latest day that has come.
    today: Option<Day>,
    /// Who wants to be forgotten and has to say so once more: since when, and where that was said.
    forgetting: BTreeMap<String, (Timestamp, (String, Option<String>))>,
    /// For whom the computer player is thinking.
    thinking: BTreeSet<String>,
    /// How fast users give commands, and how fast rooms do.
    users: Throttle,
    rooms: Throttle,
    /// Who has been told on which day of not being allowed to play.
    turned_down: BTreeSet<(Day, String)>,
    /// How many lines in a row could not be understood, by direct message.
    misunderstood: BTreeMap<String, u32>,
    /// Who reads the rules of which game, and how far they have come.
    reading: BTreeMap<String, Reading>,
    /// Upgrades of rooms that were followed, by room and by sender.
    follows: Quota,
}

/// What a command leads to: effects, or the reason why nothing happens.
type Answer = Result<Vec<Effect>, Refusal>;

/// Why a command does nothing.
#[derive(Debug)]
struct Refusal {
    reason: Fact,
    cause: Option<Cause>,
    /// The table at which something was tried.
    table: Option<u32>,
    /// Whether to repeat what is asked there.
    ask_again: bool,
}

/// The cause of a refusal, where a caller decides on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// No table fits.
    NoTable,
    /// A run is on in the direct message.
    RunIsOn,
    /// A duel with the computer is on in the direct message.
    DuelIsOn,
}

impl Refusal {
    /// The same refusal with its cause.
    fn because(self, cause: Cause) -> Refusal {
        Refusal {
            cause: Some(cause),
            ..self
        }
    }

    /// The same refusal at a table.
    fn at(self, table: u32) -> Refusal {
        Refusal {
            table: Some(table),
            ..self
        }
    }

    /// The same refusal, with what would be accepted.
    fn asking_again(self) -> Refusal {
        Refusal {
            ask_again: true,
            ..self
        }
    }
}

impl<F: Into<Fact>> From<F> for Refusal {
    fn from(reason: F) -> Refusal {
        Refusal {
            reason: reason.into(),
            cause: None,
            table: None,
            ask_again: false,
        }
    }
}

fn refuse<T>(reason: impl Into<Fact>) -> Result<T, Refusal> {
    Err(reason.into().into())
}

impl Tables {
    /// No tables yet.
    pub fn new(settings: Settings) -> Tables {
        let patience = SignedDuration::from_hours(24 * i64::from(settings.limits.challenge_days));
        let wording = Wording::in_language(settings.language);
        Tables {
            settings,
            wording,
            seating: Seating::new(patience),
            last_id: 0,
            memory: Memory::default(),
            now: Timestamp::UNIX_EPOCH,
            woken: None,
            today: None,
            forgetting: BTreeMap::new(),
            thinking: BTreeSet::new(),
            users: Throttle::default(),
            rooms: Throttle::default(),
            turned_down: BTreeSet::new(),
            misunderstood: BTreeMap::new(),
            reading: BTreeMap::new(),
            follows: Quota::new(upgrade::FOLLOWS_PER_HOUR),
        }
    }

    /// Takes up stored tables. Returns the numbers of those that cannot be rebuilt, even because the
    /// rules panic at them, with the reason; the others go on.
    pub fn restore(&mut self, saved: impl IntoIterator<Item = Saved>) -> Vec<(u32, String)> {
        let mut failed = Vec::new();
        for saved in saved {
            let id = saved.id;
            self.skip_id(id);
            let rebuilt = catch_unwind(AssertUnwindSafe(|| Table::restore(saved)));
            match rebuilt.unwrap_or_else(|_| Err("the program has failed at it".to_owned())) {
                Ok(table) if matches!(table.stage, Stage::Dropped) => {}
                Ok(table) => {
                    self.seating.insert(table);
                }
                Err(reason) => failed.push((id, reason)),
            }
        }
        self.supersede_all();
        failed
    }

    /// Lets go of all finished tables in whose thread a newer game has begun.
    fn supersede_all(&mut self) {
        let games = self.seating.all().filter(|table| !table.is_contest());
        let begun = games.filter(|table| table.has_begun());
        let begun: Vec<u32> = begun.map(|table| table.id).collect();
        for id in begun {
            self.supersede(id);
        }
    }

    /// Takes up stored results of runs and of duels, and what was set, as keys and values. Returns the keys of
    /// what cannot be read, with the reason.
    pub fn remember(
        &mut self,
        results: impl IntoIterator<Item = RunResult>,
        duels: impl IntoIterator<Item = DuelResult>,
        settings: impl IntoIterator<Item = (String, String)>,
    ) -> Vec<(String, String)> {
        for result in results {
            self.memory.recall(result);
        }
        for duel in duels {
            self.memory.recall_duel(duel);
        }
        let mut failed = Vec::new();
        for (key, value) in settings {
            if let Err(reason) = self.memory.recall_setting(&key, &value) {
                failed.push((key, reason));
            }
        }
        failed
    }

    /// Lets go of the finished tables in whose thread a newer game has begun.
    fn supersede(&mut self, newer: u32) {
        let table = self.seating.get(newer);
        let Some(table) = table.filter(|table| !table.is_contest()) else {
            return;
        };
        let beside = self.seating.in_thread(&table.room, table.thread.as_deref());
        let old = beside.filter(|other| other.id < newer && matches!(other.stage, Stage::Over(_)));
        let old: Vec<u32> = old.map(|table| table.id).collect();
        for id in old {
            self.seating.remove(id);
        }
    }

    /// Never gives a number up to this one to a new table.
    pub fn skip_id(&mut self, id: u32) {
        self.last_id = self.last_id.max(id);
    }

    /// Carries out what came in at a moment. The effects belong together: all of them happen or none.
    pub fn handle(&mut self, at: Timestamp, incoming: &Incoming) -> Vec<Effect> {
        self.now = at;
        // A clock that is put back must not put off what is to happen.
        self.woken = self.woken.map(|woken| woken.min(at));
        let mut effects = self.carry_out(incoming);
        self.seating.fold(incoming.room());
        for effect in &mut effects {
            if let Effect::Say(message) = effect {
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
                effects.extend(self.hear(line));
                effects
            }
            Incoming::Woken { rooms } => self.woken(rooms),
            Incoming::Resumed {
                thinking,
                asking,
                seed,
            } => {
                self.thinking.extend(asking.iter().cloned());
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
            Incoming::Recalled(recall, found) => self.recalled(recall, found),
            Incoming::NotRecalled(recall) => self.not_recalled(recall),
            Incoming::Thought(question, thought) => self.thought(question, thought.as_ref()),
            Incoming::Analysed(wish, judged) => self.analysed(wish, judged.as_deref()),
            Incoming::Moved(turn, found) => self.moved(turn, found.as_deref()),
        }
    }

    /// Takes a number for a new table. A stored table can have the last one there is.
    fn next_id(&mut self) -> Result<u32, Refusal> {
        let next = self.last_id.checked_add(1);
        let next = next.ok_or_else(|| Refusal::from(LimitMessage::TableNumbers))?;
        self.last_id = next;
        Ok(next)
    }

    /// Refuses a new table when no number is left for it.
    fn check_number_left(&self) -> Result<(), Refusal> {
        match self.last_id {
            u32::MAX => refuse(LimitMessage::TableNumbers),
            _ => Ok(()),
        }
    }

    /// Puts a table in its place and says that it has to be stored.
    fn keep(&mut self, table: Table) -> Effect {
        let effect = Effect::Save(table.save());
        let (id, begun) = (table.id, table.has_begun());
        if !matches!(table.stage, Stage::Dropped) {
            self.seating.insert(table);
        }
        if begun {
            self.supersede(id);
        }
        effect
    }
}
