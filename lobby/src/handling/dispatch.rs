//! Dispatch of lines: a line is parsed once, and its command executed.

use games::{
    Fact, Typed, run,
    search::{self, Level},
    unknown_game,
};

use crate::{
    command::{self, Addressed, AdminCommand, Command, CommandError, Form, Listed, Opponent},
    handling::{Lobby, past::loading_finished},
    job::Wanted,
    line::Line,
    messages::{command::CommandMessage, limit::LimitMessage, seed::SeedMessage},
    names,
    refusal::{Answer, refuse},
    table::Table,
    traffic::Effect,
};

/// The way a line was addressed to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// With the prefix or the bot's name; a reply is expected.
    Called,
    /// In a direct message; a reply is expected.
    Direct,
    /// In a table's thread without the prefix; it may be talk between people.
    Overheard,
}

/// A line, parsed as far as possible without the game.
pub struct ParsedLine {
    /// The line, with its writer's sanitised name.
    pub line: Line,
    /// The way it was addressed.
    pub address: Address,
    /// The number of the table that was named.
    pub table: Option<u32>,
    /// The request.
    pub wish: Request,
}

impl ParsedLine {
    /// Returns the number of the table it is about, if one was named.
    fn named(&self) -> Option<u32> {
        match &self.wish {
            Request::Command(Command::Replay(wish)) => wish.table.or(self.table),
            Request::Command(command) if command.is_at_a_table() => self.table,
            Request::Command(_) => None,
            Request::Unclear(CommandError::Unknown { table, .. }) => *table,
            Request::Unclear(_) | Request::Administer(_) => None,
        }
    }
}

/// The request of a line.
pub enum Request {
    /// A command open to everybody.
    Command(Command),
    /// An admin command, by an admin.
    Administer(Result<AdminCommand, CommandError>),
    /// No command: a move, a typo, or talk.
    Unclear(CommandError),
}

/// Rate-limit cost of a replay, in commands: it takes as much time and space as many boards.
const REPLAY_COST: u32 = 5;

impl Request {
    /// Returns the rate-limit cost, in commands.
    pub fn cost(&self) -> u32 {
        match self {
            Request::Command(Command::Replay(_)) => REPLAY_COST,
            Request::Command(_) | Request::Administer(_) | Request::Unclear(_) => 1,
        }
    }
}

impl Lobby {
    /// Executes the request of a line, if it is meant for the bot, and replies.
    pub(super) fn dispatch(&mut self, line: &Line) -> Vec<Effect> {
        let Some((address, said)) = self.spoken_to(line) else {
            return Vec::new();
        };
        let limit = self.settings.limits.line;
        let is_too_long = said.len() > limit;
        let is_overheard = address == Address::Overheard;
        if said.is_empty() || self.is_ignored(line) || (is_overheard && is_too_long) {
            return Vec::new();
        }
        let heard = self.understood(line, address, said);
        if is_overheard && !self.is_for_us(&heard) {
            return Vec::new();
        }
        if let Some(effects) = self.check_access(&heard) {
            return effects;
        }
        if is_too_long {
            let refusal = LimitMessage::LineTooLong { limit };
            return self.refused(&heard.line, refusal.into());
        }
        self.tables.update_display_names(&line.room, &line.people);
        let mut effects = self.expire_left(line);
        let ParsedLine { line, .. } = &heard;
        let done = self.execute(&heard);
        effects.extend(done.unwrap_or_else(|refusal| self.refused(line, refusal)));
        effects
    }

    /// Returns the way a line addresses the bot, and the text addressed to it; `None` if it does not.
    fn spoken_to<'a>(&self, line: &'a Line) -> Option<(Address, &'a str)> {
        let said = line.body.trim();
        match self.called(line) {
            Some(called) => Some((Address::Called, called)),
            None if line.direct => Some((Address::Direct, said)),
            None => self.in_thread(line).map(|_| (Address::Overheard, said)),
        }
    }

    /// Returns the text of a line after the prefix or the bot's name; `None` without either.
    pub(super) fn called<'a>(&self, line: &'a Line) -> Option<&'a str> {
        let said = line.body.trim();
        let behind = said.strip_prefix(&self.settings.prefix);
        let called = if line.by_name {
            Some(behind.unwrap_or(said))
        } else {
            behind
        };
        called.filter(|called| is_call(called))
    }

    /// Returns the text of a line addressed to the bot, to be quoted.
    pub(super) fn words<'a>(&self, line: &'a Line) -> &'a str {
        self.called(line).unwrap_or(line.body.trim())
    }

    /// Parses a line again that was parsed before.
    pub(super) fn dispatch_again(&self, line: &Line) -> ParsedLine {
        let as_it_is = (Address::Called, line.body.trim());
        let (address, said) = self.spoken_to(line).unwrap_or(as_it_is);
        self.understood(line, address, said)
    }

    /// Parses the text of a line.
    fn understood(&self, line: &Line, address: Address, said: &str) -> ParsedLine {
        let mut line = line.clone();
        line.sender.name = names::shown(&line.sender);
        let listens_to_admins = address != Address::Overheard && self.is_from_admin(&line);
        let (table, wish) = match command::parse_admin(said).filter(|_| listens_to_admins) {
            Some(command) => (None, Request::Administer(command)),
            None => match command::parse(said) {
                Ok(Addressed { table, command }) => (table, Request::Command(command)),
                Err(error) => (None, Request::Unclear(error)),
            },
        };
        ParsedLine {
            line,
            address,
            table,
            wish,
        }
    }

    /// Returns whether a line without prefix in a thread is a command or a move rather than talk.
    fn is_for_us(&self, heard: &ParsedLine) -> bool {
        let ParsedLine { line, wish, .. } = heard;
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
        match wish {
            Request::Administer(_) => true,
            Request::Command(command) => match command {
                Command::Pick(_) => seated && is_asked(),
                Command::Move(action) => reads(action) || (seated && has_digit(action)),
                // `help me` is addressed to people.
                Command::Help(Some(topic)) => topic != "me" && self.explains(topic),
                Command::Rules(Some(game), _) => games::Entry::named(game).is_some(),
                Command::Moves(Some(filter)) => filter.split_whitespace().count() == 1,
                Command::Setup(text) => {
                    let first = text.split_whitespace().next().unwrap_or_default();
                    games::Entry::named(first).is_some()
                }
                Command::Next => self.has_next(line),
                // `me` alone answers many questions between people.
                Command::Me(None) => false,
                Command::Answer(_) => self.is_asking(line, heard.table),
                Command::Report(_) => seated && live.is_some_and(|live| live.contest().is_some()),
                Command::Solution => table.is_puzzle(),
                Command::Challenge(wish) => match &wish.who {
                    Opponent::Anyone => true,
                    Opponent::Named(who) => who.starts_with('@'),
                    // As in `play well`.
                    Opponent::Computer(_) => match &wish.game {
                        Some(game) => games::Entry::named(game).is_some(),
                        None => !self.words(line).to_lowercase().starts_with("play"),
                    },
                },
                _ => true,
            },
            // A player's typo, such as `Gb2 please`, is answered, a sentence is not.
            Request::Unclear(CommandError::Unknown { text, .. }) => {
                let separates = |c: char| c.is_whitespace() || c == ';';
                let first = text.split(separates).next().unwrap_or_default();
                // At another player's puzzle a turn would give the solution away.
                (seated && (reads(text) || reads(first))) || (table.is_puzzle() && reads(text))
            }
            // As in `top notch`.
            Request::Unclear(CommandError::Game { .. }) => false,
            // As in `me too`, `setup`, `replay that`.
            Request::Unclear(CommandError::Form { name, .. }) if CONVERSATIONAL.contains(name) => {
                false
            }
            Request::Unclear(CommandError::Form { name: "yes", .. }) => self.is_asking(line, None),
            Request::Unclear(CommandError::Form { name, extra }) => {
                let is_slip = |extra: &String| is_like(extra, command::form(name));
                seated && extra.as_ref().is_none_or(is_slip)
            }
            Request::Unclear(_) => seated && self.words(line).split_whitespace().count() <= 2,
        }
    }

    /// Executes a request, after loading the named table from the store if necessary.
    fn execute(&mut self, heard: &ParsedLine) -> Answer {
        match heard
            .named()
            .filter(|table| self.tables.may_be_stored(*table))
        {
            Some(table) => Ok(vec![loading_finished(&heard.line, Some(table))]),
            None => self.execute_at_once(heard),
        }
    }

    /// Executes a request with the tables in players.
    pub(super) fn execute_at_once(&mut self, heard: &ParsedLine) -> Answer {
        let ParsedLine {
            line, table, wish, ..
        } = heard;
        match wish {
            Request::Administer(command) => self.administer(line, command),
            Request::Command(command) => self.carry_out_command(line, *table, command.clone()),
            Request::Unclear(error) => self.unclear(heard, error),
        }
    }

    fn carry_out_command(&mut self, line: &Line, table: Option<u32>, command: Command) -> Answer {
        match command {
            Command::Help(topic) => self.help(line, topic.as_deref()),
            Command::Games => Ok(vec![self.games(line)]),
            Command::Rules(game, part) => self.rules(line, table, game.as_deref(), part),
            Command::Next => self.next(line, table),
            Command::Tables(Listed::Open) => Ok(vec![self.list(line)]),
            Command::Tables(Listed::Over) => Ok(vec![loading_finished(line, None)]),
            Command::Challenge(wish) => self.challenge(line, &wish),
            Command::Accept => self.accept(line, table),
            Command::Decline => self.decline(line, table),
            Command::Withdraw => self.withdraw(line, table),
            Command::Answer(is_yes) => self.answer_question(line, table, is_yes),
            Command::Move(action) => {
                let id = self.playing(line, table)?;
                self.play(line, id, &action)
            }
            Command::Pick(number) => {
                let id = self.playing(line, table)?;
                self.pick(line, id, number)
            }
            Command::Board(view) => self.board(line, table, view),
            Command::Moves(Some(filter)) if table.is_none() && self.is_table(line, &filter) => {
                self.moves(line, command::table_number(&filter), None)
            }
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
            Command::Puzzle(wish) => self.puzzle(line, wish),
            Command::Solution => self.solution(line, table),
            Command::Setup(text) => self.set_up(line, &text),
            Command::Export => self.export(line, table),
            Command::Verify => self.verify(line, table),
            Command::Analyse => self.analyse(line, table),
        }
    }

    /// Handles a line without a complete command.
    fn unclear(&mut self, heard: &ParsedLine, error: &CommandError) -> Answer {
        match error {
            CommandError::Unknown { table, text } => self.bare_move(heard, *table, text),
            CommandError::Form { name, extra } => {
                Err(self.bad_form(&heard.line, name, extra.as_deref()))
            }
            CommandError::Game { text } => Err(unknown_game(text).0.into()),
            CommandError::Target { text } => refuse(run::Refusal::TargetRange {
                text: Typed::new(text),
            }),
            CommandError::Level { text } => refuse(search::Message::NoSuchLevel {
                text: Typed::new(text),
                lowest: Level::LOWEST.number(),
                highest: Level::HIGHEST.number(),
            }),
            CommandError::LevelOfPerson => {
                let refusal = Fact::from(CommandMessage::LevelOfPerson);
                refuse(refusal.with("prefix", self.shown_prefix(&heard.line)))
            }
            CommandError::Seed => refuse(SeedMessage::WordUnfit {
                limit: names::MAX_NAME_CHARS,
            }),
        }
    }

    /// Handles a line that begins with no command: a move, for which the word `move` is optional.
    fn bare_move(&mut self, heard: &ParsedLine, named: Option<u32>, text: &str) -> Answer {
        let ParsedLine { line, address, .. } = heard;
        let of_some_game = games::CATALOG.iter().any(|entry| entry.reads(text));
        let id = match self.playing(line, named) {
            Ok(id) => id,
            Err(refusal) if named.is_some() || of_some_game => return Err(refusal),
            Err(_) => return Err(self.unknown(line, text)),
        };
        let live = self.tables.get(id).and_then(Table::live);
        let reads = live.is_some_and(|live| live.reads(text));
        // In a direct message everything refers to the game there, with or without prefix.
        let at_the_table = named.is_some() || line.direct || self.in_thread(line).is_some();
        if !reads && *address == Address::Called && !at_the_table {
            return Err(self.unknown(line, text));
        }
        self.play(line, id, text)
    }
}

/// Commands with which people also begin sentences to each other.
const CONVERSATIONAL: &[&str] = &[
    "day", "top", "me", "forget", "setup", "boards", "theme", "replay", "play", "puzzle",
    "solution",
];

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Returns whether a surplus word is likely a typo: it begins like a word of the form, names a user or a table,
/// or is polite.
fn is_like(extra: &str, form: Option<&Form>) -> bool {
    let begins = |word: &str| {
        let pairs = word.chars().zip(extra.chars());
        pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count() >= 3
    };
    let form = form.map_or("", |form| form.form);
    let mut words = form.split(|c: char| !c.is_alphanumeric()).skip(1);
    let is_one = extra.split_whitespace().count() == 1;
    is_one
        && (extra.eq_ignore_ascii_case("please")
            || has_digit(extra)
            || extra.starts_with('@')
            || words.any(begins))
}

/// Returns whether the text after the prefix can be a command or a move, rather than more punctuation.
fn is_call(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '+')
}
