//! All tables: a line comes in, effects go out.

mod admin;
mod advice;
mod agreements;
mod answer;
mod challenges;
mod contests;
mod day;
mod direct;
mod figures;
mod forget;
mod guard;
mod info;
mod lapse;
mod lesson;
mod look;
mod lookup;
mod moves;
mod possible;
mod replay;
mod tagged;
mod takebacks;
mod teach;
#[cfg(test)]
mod tests;
mod unreadable;
mod upgrade;
mod waiting;

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::{AssertUnwindSafe, catch_unwind},
};

use games::Fact;
use jiff::{SignedDuration, Timestamp};

use crate::{
    access::Throttle,
    chat::{Effect, Incoming, Line},
    command::{self, Addressed, Command, CommandError},
    day::Day,
    errand::Wanted,
    memory::Memory,
    names,
    results::RunResult,
    saved::Saved,
    seating::Seating,
    settings::Settings,
    table::{Stage, Table},
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
    /// Who wants to be forgotten and has to say so once more, and since when.
    forgetting: BTreeMap<String, Timestamp>,
    /// For whom the computer player is thinking.
    thinking: BTreeSet<String>,
    /// How fast users give commands, and how fast rooms do.
    users: Throttle,
    rooms: Throttle,
    /// Who has been told on which day of not being allowed to play.
    turned_down: BTreeSet<(Day, String)>,
    /// How many lines in a row could not be understood, by direct message.
    misunderstood: BTreeMap<String, u32>,
}

/// What a command leads to: effects, or the reason why nothing happens.
type Answer = Result<Vec<Effect>, Refusal>;

/// Why a command does nothing.
#[derive(Debug)]
struct Refusal {
    reason: Fact,
    /// The table at which something was tried.
    table: Option<u32>,
    /// Whether to repeat what is asked there.
    ask_again: bool,
}

impl Refusal {
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

impl From<Fact> for Refusal {
    fn from(reason: Fact) -> Refusal {
        Refusal {
            reason,
            table: None,
            ask_again: false,
        }
    }
}

fn refuse<T>(code: &'static str) -> Result<T, Refusal> {
    Err(Fact::new(code).into())
}

/// Whether what follows the prefix can be a command or a move, rather than more punctuation.
fn is_call(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '+')
}

/// How a line was addressed to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Address {
    /// With the prefix: it wants an answer.
    Called,
    /// In a direct message: it wants an answer.
    Direct,
    /// In a table's thread without the prefix: perhaps people are just talking.
    Overheard,
}

impl Tables {
    /// No tables yet.
    pub fn new(settings: Settings) -> Tables {
        let patience = SignedDuration::from_hours(24 * i64::from(settings.limits.challenge_days));
        Tables {
            settings,
            wording: Wording::english(),
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
        self.part_threads();
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

    /// Takes up stored results of runs, and what was set, as keys and values. Returns the keys of
    /// what cannot be read, with the reason.
    pub fn remember(
        &mut self,
        results: impl IntoIterator<Item = RunResult>,
        settings: impl IntoIterator<Item = (String, String)>,
    ) -> Vec<(String, String)> {
        for result in results {
            self.memory.recall(result);
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
        let effects = self.carry_out(incoming);
        if let Some(room) = incoming.room() {
            self.seating.fold(room);
        }
        effects
    }

    fn carry_out(&mut self, incoming: &Incoming) -> Vec<Effect> {
        match incoming {
            Incoming::Joined { room, direct } => self.greeting(room, *direct),
            Incoming::Left { room } => self.end_tables(room),
            Incoming::Line(line) => {
                let mut effects = self.expire();
                effects.extend(self.line(line));
                effects
            }
            Incoming::Woken { rooms } => self.woken(rooms),
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
            Incoming::Followed(upgrade, is_there) => self.followed(upgrade, *is_there),
            Incoming::Recalled(recall, found) => self.recalled(recall, found.as_ref()),
            Incoming::Thought(question, thought) => self.thought(question, thought.as_ref()),
        }
    }

    fn line(&mut self, line: &Line) -> Vec<Effect> {
        let body = line.body.trim();
        let (address, text) = match self.called(line) {
            Some(text) => (Address::Called, text),
            None if line.direct => (Address::Direct, body),
            None if self.in_thread(line).is_some() => (Address::Overheard, body),
            None => return Vec::new(),
        };
        let limit = self.settings.limits.line;
        let too_long = text.len() > limit;
        let overheard = address == Address::Overheard;
        if text.is_empty() || self.is_deaf_to(line) || (overheard && too_long) {
            return Vec::new();
        }
        let mut line = line.clone();
        line.sender.name = names::shown(&line.sender);
        if overheard && !self.is_for_us(&line, text) {
            return Vec::new();
        }
        if let Some(effects) = self.turned_away(&line, text) {
            return effects;
        }
        if too_long {
            let refusal = Fact::new("line-too-long").with("limit", limit);
            return self.refused(&line, refusal.into());
        }
        self.seating.meet(&line.room, &line.people);
        let mut effects = self.lapse_left(&line);
        effects.extend(self.not_giving_up(&line, text));
        let administered = self.administer(&line, address, text);
        effects.extend(
            administered
                .unwrap_or_else(|| self.command(&line, address, text))
                .unwrap_or_else(|refusal| self.refused(&line, refusal)),
        );
        effects
    }

    /// What stands behind the prefix.
    fn called<'a>(&self, line: &'a Line) -> Option<&'a str> {
        let text = line.body.trim().strip_prefix(&self.settings.prefix)?;
        is_call(text).then_some(text)
    }

    /// Whether a line without prefix in a thread is a command or a move rather than talk.
    fn is_for_us(&self, line: &Line, text: &str) -> bool {
        let Some(table) = self.in_thread(line) else {
            return false;
        };
        let live = table.live();
        let seated = table.seat_of(&line.sender.id).is_some();
        let reads = |text: &str| live.is_some_and(|live| live.reads(text));
        let is_asked = || {
            let prompt = live.and_then(games::Live::prompt);
            prompt.is_some_and(|prompt| !prompt.choices.is_empty())
        };
        match command::parse(text) {
            Ok(Addressed { command, .. }) => match command {
                Command::Pick(_) => seated && is_asked(),
                Command::Move(action) => seated || reads(&action),
                // `help me` is meant for people.
                Command::Help(Some(topic)) => topic != "me" && self.explains(&topic),
                Command::Rules(game, _) => games::Entry::named(&game).is_some(),
                Command::Moves(Some(filter)) => filter.split_whitespace().count() == 1,
                Command::Setup(text) => {
                    let first = text.split_whitespace().next().unwrap_or_default();
                    games::Entry::named(first).is_some()
                }
                // An answer to many a question that people ask each other.
                Command::Me(None) => false,
                Command::Report(_) => seated && live.is_some_and(|live| live.contest().is_some()),
                Command::Challenge(wish) => wish.who.is_none_or(|who| who.starts_with('@')),
                _ => true,
            },
            // A player's slip, such as `Gb2 please`, is answered, a sentence is not.
            Err(CommandError::Unknown { text, .. }) => {
                let first = text.split_whitespace().next().unwrap_or_default();
                seated && (reads(&text) || reads(first))
            }
            // `me too`, `top score`, `setup`, `replay that`
            Err(CommandError::Form { name, .. })
                if [
                    "day", "top", "me", "forget", "setup", "boards", "theme", "replay",
                ]
                .contains(&name) =>
            {
                false
            }
            Err(_) => seated && text.split_whitespace().count() <= 2,
        }
    }

    fn command(&mut self, line: &Line, address: Address, text: &str) -> Answer {
        let Addressed { table, command } = match command::parse(text) {
            Ok(addressed) => addressed,
            Err(CommandError::Unknown { table, text }) => {
                return self.bare_move(line, address, table, &text);
            }
            Err(CommandError::Form { name, extra }) => {
                return Err(self.bad_form(line, name, extra));
            }
            Err(CommandError::Target { text }) => {
                return Err(Fact::new("target-range")
                    .with("text", names::quoted(&text))
                    .into());
            }
            Err(CommandError::Seed) => {
                return Err(Fact::new("seed-word-unfit")
                    .with("limit", names::LONGEST)
                    .into());
            }
        };
        match command {
            Command::Help(topic) => self.help(line, topic.as_deref()),
            Command::Games => Ok(vec![self.games(line)]),
            Command::Rules(game, part) => self.rules(line, &game, part),
            Command::Tables => Ok(vec![self.list(line)]),
            Command::Challenge(wish) => self.challenge(line, &wish),
            Command::Accept => self.accept(line, table),
            Command::Decline => self.decline(line, table),
            Command::Withdraw => self.withdraw(line, table),
            Command::Move(action) => {
                let id = self.playing(line, table)?;
                self.play(line, id, &action)
            }
            Command::Pick(number) => {
                let id = self.playing(line, table)?;
                self.pick(line, id, number)
            }
            Command::Board(view) => self.board(line, table, view),
            Command::Moves(filter) => self.moves(line, table, filter.as_deref()),
            Command::Hint => self.ask_computer(line, table, Wanted::Hint),
            Command::Odds => self.ask_computer(line, table, Wanted::Odds),
            Command::Takeback => self.takeback(line, table),
            Command::Report(report) => self.report_contest(line, table, report),
            Command::Draw => self.draw(line, table),
            Command::Resign | Command::Quit => self.resign(line, table),
            Command::Rematch => self.rematch(line, table),
            Command::Replay(wish) => self.replay(line, wish.table.or(table), wish.form),
            Command::Boards(change) => self.change_boards(line, change),
            Command::Theme(change) => self.change_theme(line, change),
            Command::Day(None) => Ok(vec![self.day(line)]),
            Command::Day(Some(wanted)) => self.want_day(line, wanted),
            Command::Top(top) => Ok(vec![self.top(line, top)]),
            Command::Me(None) => Ok(vec![self.me(line)]),
            Command::Me(Some(listed)) => Ok(self.list_me(line, listed)),
            Command::Forget => self.forget(line),
            Command::Run(wish) => self.run(line, &wish),
            Command::Setup(text) => self.set_up(line, &text),
            Command::Export => self.export(line, table),
            Command::Verify => self.verify(line, table),
        }
    }

    /// Something is missing or too much in a command.
    fn bad_form(&self, line: &Line, name: &'static str, extra: Option<String>) -> Refusal {
        let mut admin = self.admin_forms(line).iter();
        let form = command::form(name).or_else(|| admin.find(|form| form.name == name));
        let reason = match extra {
            Some(extra) => Fact::new(match name {
                "challenge" => "challenge-too-much",
                _ => "command-too-much",
            })
            .with("extra", names::quoted(&extra)),
            None => Fact::new("command-too-little"),
        };
        reason
            .with("form", form.map_or(name, |form| form.form))
            .with("prefix", self.shown_prefix(line))
            .into()
    }

    /// A line that begins with no command: a move, where the word may be left out.
    fn bare_move(
        &mut self,
        line: &Line,
        address: Address,
        named: Option<u32>,
        text: &str,
    ) -> Answer {
        let of_some_game = games::CATALOG.iter().any(|entry| entry.reads(text));
        let id = match self.playing(line, named) {
            Ok(id) => id,
            Err(refusal) if named.is_some() || of_some_game => return Err(refusal),
            Err(_) => return Err(self.unknown(line, text)),
        };
        let live = self.seating.get(id).and_then(Table::live);
        let reads = live.is_some_and(|live| live.reads(text));
        // In a direct message, everything is meant for the run there, prefix or not.
        let at_the_table = named.is_some() || line.direct || self.in_thread(line).is_some();
        if !reads && address == Address::Called && !at_the_table {
            return Err(self.unknown(line, text));
        }
        self.play(line, id, text)
    }

    fn unknown(&self, line: &Line, text: &str) -> Refusal {
        let word = text.split_whitespace().next().unwrap_or_default();
        Fact::new("command-unknown")
            .with("word", names::quoted(word))
            .with("prefix", self.shown_prefix(line))
            .into()
    }

    fn next_id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
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
