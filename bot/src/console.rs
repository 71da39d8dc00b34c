//! The console: the same tables at a terminal, without an account or a network. A [`journal`] keeps the games.
//!
//! All people at the terminal share one room, and each has a direct message with the bot for runs and
//! lessons; the prompt shows the destination of the next line, and at a keyboard whose turn it is. Commands need no
//! prefix. At a keyboard, the player to move speaks next; `/as NAME` changes the speaker, `/room` returns to the
//! room, and `/room t2` goes to a table.
//! `/picture FILE` writes the last board as clients show it. Lines from a file or a pipe are executed as they
//! are.

mod journal;
mod place;
mod wait;

use std::{
    env, fs,
    io::{self, BufRead, IsTerminal, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    process::ExitCode,
    sync::atomic::AtomicBool,
};

use games::Typed;
use jiff::Timestamp;
use lobby::{
    Block, Boards, Effect, Incoming, Job, Limits, Line, Lobby, Members, Message, Saved, Settings,
    command,
    job::{Direct, NoThought},
    messages::{ConsoleMessage, TableId},
    saved::SavedStage,
    wording::Wording,
};
use rustyline::{DefaultEditor, error::ReadlineError};
use textwrap::{Options, WordSeparator, WordSplitter};

use self::{
    journal::{Change, Journal, JournalError},
    place::{CONSOLE_ROOM, Place, direct_room, person, turn_at},
};
use crate::{attachment::Attachment, computer::ComputerLimits, exit, terminal};

/// Maximum width of a line of text, in columns.
const MAX_COLUMNS: usize = 80;

/// The choice of where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// In the user's data folder.
    Default,
    /// In this folder.
    Folder(PathBuf),
    /// Nowhere.
    Nothing,
}

impl Keeping {
    fn open(self) -> Result<Journal, JournalError> {
        match self {
            Keeping::Nothing => Ok(Journal::default()),
            Keeping::Folder(folder) => Journal::open(&folder),
            Keeping::Default => {
                let home = data_home(
                    env::var_os("XDG_DATA_HOME").map(PathBuf::from),
                    env::home_dir(),
                );
                Journal::open(&home.ok_or(JournalError::NoHome)?.join("icebreaker/console"))
            }
        }
    }
}

/// Returns the user's data folder by the XDG Base Directory Specification, which ignores relative paths.
fn data_home(data: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let home = || Some(home?.join(".local/share"));
    let folder = data.filter(|data| data.is_absolute()).or_else(home)?;
    folder.is_absolute().then_some(folder)
}

/// The reason why the console ends early.
#[derive(Debug, thiserror::Error)]
enum ConsoleError {
    #[error("cannot use the terminal: {0}")]
    Terminal(#[from] io::Error),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Runs the console until the input ends.
pub fn run(keeping: Keeping) -> ExitCode {
    let journal = match keeping.open() {
        Ok(journal) => journal,
        Err(error) => {
            terminal::print_error(error);
            return exit::USAGE.into();
        }
    };
    let keyboard = io::stdin().is_terminal();
    let mut console = Console::new(journal, keyboard);
    let ended = console.start().and_then(|()| {
        if keyboard {
            listen(&mut console)
        } else {
            play_through(&mut console)
        }
    });
    terminal::end(ended.map_err(|error| match &error {
        ConsoleError::Terminal(cause) => io::Error::new(cause.kind(), error.to_string()),
        ConsoleError::Journal(_) => io::Error::other(error),
    }))
}

/// Executes the lines of a file or a pipe.
fn play_through(console: &mut Console) -> Result<(), ConsoleError> {
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        writeln!(io::stdout(), "\n{}> {}", console.prompt(), line.trim())?;
        if !console.hear(&line)? {
            break;
        }
    }
    Ok(())
}

/// Executes lines from the keyboard, with editing and a history.
fn listen(console: &mut Console) -> Result<(), ConsoleError> {
    let mut editor = DefaultEditor::new().map_err(io::Error::other)?;
    let history = console.journal.history();
    // The game goes on without a history.
    let _ = history.as_ref().map(|file| editor.load_history(file));
    loop {
        match editor.readline(&format!("{}> ", console.prompt())) {
            Ok(line) => {
                let _ = editor.add_history_entry(&line);
                let _ = history.as_ref().map(|file| editor.append_history(file));
                if !console.hear(&line)? {
                    return Ok(());
                }
            }
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(io::Error::other(error).into()),
        }
    }
}

/// The command prefix of rooms, which is optional here.
const PREFIX: char = '!';

struct Console {
    lobby: Lobby,
    journal: Journal,
    wording: Wording,
    /// Set if the player to move speaks next.
    follows: bool,
    place: Place,
    /// The last message with a file.
    pictured: Option<Message>,
}

impl Console {
    fn new(journal: Journal, follows: bool) -> Console {
        let settings = Settings {
            prefix: String::new(),
            // No rate limits: nobody has to be protected here. Challenges expire as in a room.
            limits: Limits {
                challenge_days: Limits::default().challenge_days,
                ..Limits::UNLIMITED
            },
            // Explanations describe the board as text, as it is shown here; `/picture` draws it as a picture.
            boards: Boards::Wide,
            ..Settings::default()
        };
        Console {
            lobby: Lobby::new(settings),
            place: journal.state().place.clone(),
            journal,
            wording: Wording::english(),
            follows,
            pictured: None,
        }
    }

    /// Restores the games that are kept, greets, and resumes unfinished work.
    fn start(&mut self) -> Result<(), ConsoleError> {
        let state = self.journal.state().clone();
        let open: Vec<TableId> = state
            .tables
            .values()
            .filter(|saved| is_open(saved))
            .map(|saved| TableId(saved.id))
            .collect();
        let is_new = state.tables.is_empty() && state.place == Place::default();
        let last_id = state.tables.keys().next_back().copied();
        self.lobby.skip_id(last_id.unwrap_or_default());
        let loaded: Vec<Saved> = state.loaded().cloned().collect();
        let settings = self.lobby.remember(
            state.runs.into_values(),
            state.duels.into_values(),
            state.settings,
        );
        for (key, reason) in settings {
            terminal::print_error(format_args!("cannot read setting {key}: {reason}"));
        }
        for (table, reason) in self.lobby.restore(loaded) {
            terminal::print_error(format_args!("cannot rebuild table t{table}: {reason}"));
        }
        self.tell(if is_new {
            ConsoleMessage::Hello
        } else {
            ConsoleMessage::Back {
                count: open.len(),
                tables: TableId::listed(&open),
            }
        })?;
        self.resume(&state.jobs.into_values().collect::<Vec<_>>())
    }

    /// Resumes the searches that a kill has cut short.
    fn resume(&mut self, jobs: &[Job]) -> Result<(), ConsoleError> {
        let thinking = jobs.iter().filter_map(|job| match job {
            Job::Move(turn) => Some(turn.table),
            _ => None,
        });
        let asking = jobs.iter().filter_map(|job| match job {
            Job::Think(_) | Job::Analyse(_) => Some(job.user().to_owned()),
            _ => None,
        });
        let resumed = Incoming::Resumed {
            thinking: thinking.collect(),
            asking: asking.collect(),
            seed: rand::random(),
        };
        self.process(&resumed)?;
        self.wake(self.now())
    }

    /// Has the lobby do everything that is due up to a time, each at its own time.
    fn wake(&mut self, end: Timestamp) -> Result<(), ConsoleError> {
        let mut last = None;
        loop {
            let now = self.now();
            let due = self.lobby.next_wake().max(now);
            if due > end || last.is_some_and(|last| due <= last) {
                return Ok(());
            }
            last = Some(due);
            if due > now {
                self.place.ahead = wait::seconds_ahead(due);
            }
            let people: Members = self.place.persons().into();
            let rooms = self.lobby.rooms_without_day_table(due).into_iter();
            let rooms = rooms.map(|room| (room, people.clone())).collect();
            self.process(&Incoming::Woken { rooms })?;
        }
    }

    /// Puts the clock forward, with everything that happens meanwhile.
    fn wait(&mut self, text: &str) -> Result<(), ConsoleError> {
        let end = wait::parse(text).and_then(|time| self.now().checked_add(time).ok());
        let Some(end) = end else {
            return self.tell(ConsoleMessage::Wait);
        };
        self.wake(end)?;
        self.place.ahead = wait::seconds_ahead(end);
        self.keep_place()?;
        let time = end.strftime("%Y-%m-%d %H:%M").to_string();
        self.tell(ConsoleMessage::Waited { time })
    }

    /// Stores the place, if it has changed.
    fn keep_place(&mut self) -> Result<(), ConsoleError> {
        let is_new = self.place != self.journal.state().place;
        let change = is_new.then(|| Change::Place(self.place.clone()));
        Ok(self.journal.commit(change.into_iter().collect())?)
    }

    /// Returns the prompt: the next speaker, the place and, at the keyboard, whose turn it is.
    fn prompt(&self) -> String {
        let name = self.place.speaker.clone();
        let here = self.table_here();
        let table = here.map(|saved| TableId(saved.id));
        let turn = here
            .filter(|_| self.follows)
            .map(|saved| turn_at(saved, &name));
        let (turn, mover) = turn.unzip();
        let prompt = match table {
            _ if self.place.direct => ConsoleMessage::Direct { name, table, turn },
            Some(table) => ConsoleMessage::Thread {
                name,
                table,
                turn,
                mover: mover.flatten(),
            },
            None => ConsoleMessage::Room { name },
        };
        self.wording.say(&prompt.into(), &[])
    }

    /// Returns the newest table of the current thread or direct message.
    fn table_here(&self) -> Option<&Saved> {
        if !self.place.direct {
            self.place.thread.as_ref()?;
        }
        let mut newest = self.journal.state().tables.values().rev();
        newest.find(|saved| self.place.has(saved) && saved.stage != SavedStage::Dropped)
    }

    /// Goes to the room and lists all open tables, or goes to a table.
    fn go(&mut self, table: &str) -> Result<(), ConsoleError> {
        if table.is_empty() {
            self.place.direct = false;
            self.place.thread = None;
            let name = self.place.speaker.clone();
            self.tell(ConsoleMessage::AtRoom { name })?;
            return self.list_tables();
        }
        let number = command::table_number(&table.to_lowercase());
        let state = self.journal.state();
        let found = number.and_then(|number| state.tables.get(&number));
        let Some(saved) = found.filter(|saved| saved.stage != SavedStage::Dropped) else {
            let text = Typed::new(table);
            return self.tell(ConsoleMessage::NoTable { text });
        };
        self.place.go_to(saved);
        self.say("board")
    }

    /// Lists the open tables of the room and of all direct messages.
    fn list_tables(&mut self) -> Result<(), ConsoleError> {
        let mut places = vec![self.place.clone()];
        for name in &self.place.people {
            let direct = Place {
                speaker: name.clone(),
                direct: true,
                ..self.place.clone()
            };
            let mut tables = self.journal.state().tables.values();
            if tables.any(|saved| direct.has(saved) && is_open(saved)) {
                places.push(direct);
            }
        }
        for place in places {
            if place.direct {
                let name = place.speaker.clone();
                self.tell(ConsoleMessage::InDirect { name })?;
            }
            let line = self.line(&place, "tables");
            self.process(&Incoming::Line(line))?;
        }
        Ok(())
    }

    /// Executes a line. Returns `false` after the last one.
    fn hear(&mut self, line: &str) -> Result<bool, ConsoleError> {
        let line = line.trim();
        // The prefix of rooms is accepted as well.
        let line = line.strip_prefix(PREFIX).unwrap_or(line).trim_start();
        self.wake(self.now())?;
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "/quit" | "/exit" => return Ok(false),
            "/as" => self.speak_as(rest.trim())?,
            "/room" => self.go(rest.trim())?,
            "/picture" => self.write_picture(rest.trim())?,
            "/wait" => self.wait(rest.trim())?,
            word if word.starts_with('/') => self.tell(ConsoleMessage::Commands)?,
            _ => self.say(line)?,
        }
        self.keep_place()?;
        Ok(true)
    }

    fn speak_as(&mut self, name: &str) -> Result<(), ConsoleError> {
        let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.chars().count() > 24 || !name.chars().all(fits) {
            return self.tell(ConsoleMessage::As);
        }
        let place = &mut self.place;
        place.speaker = name.to_lowercase();
        place.direct = false;
        if !place.people.contains(&place.speaker) {
            place.people.push(place.speaker.clone());
        }
        Ok(())
    }

    /// Writes the file of the last message that has one.
    fn write_picture(&self, path: &str) -> Result<(), ConsoleError> {
        if path.is_empty() {
            return self.tell(ConsoleMessage::Picture);
        }
        let pictured = self.pictured.as_ref();
        // Drawn without a time limit.
        let attachment = pictured.and_then(|message| Attachment::of(message, &|| false));
        let Some(attachment) = attachment else {
            return self.tell(ConsoleMessage::NoPicture);
        };
        let said = match fs::write(path, &attachment.bytes) {
            Ok(()) => ConsoleMessage::PictureWritten {
                file: path.to_owned(),
                bytes: attachment.bytes.len(),
            },
            Err(error) => ConsoleMessage::PictureNotWritten {
                file: path.to_owned(),
                reason: error.to_string(),
            },
        };
        self.tell(said)
    }

    fn say(&mut self, text: &str) -> Result<(), ConsoleError> {
        let before = self.place.clone();
        let open = self.open_games();
        let word = text
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let place = &mut self.place;
        match word.as_str() {
            // A new thread, as for a challenge.
            "run"
                if !place.direct && text.to_lowercase().split_whitespace().any(|w| w == "here") =>
            {
                place.thread = None;
            }
            "run" | "setup" => place.direct = true,
            // Another game or puzzle than that of the current thread.
            "play" | "puzzle" if !place.direct => place.thread = None,
            "challenge" => {
                // Challenges are written in the room itself, not in a table's thread.
                place.direct = false;
                place.thread = None;
            }
            "accept" | "decline" | "withdraw" => place.direct = false,
            _ => {}
        }
        let line = self.line(&self.place.clone(), text);
        self.process(&Incoming::Line(line))?;
        if !self.place.direct && self.place.thread.is_none() {
            // Nothing has begun: the game of that thread is still at hand.
            self.place.thread = before.thread;
        }
        let mut begun = self.open_games().into_iter();
        let begun = begun.find(|table| !open.contains(table));
        if let (Some(new), Some(old), "play") = (begun, open.last(), word.as_str()) {
            let (new, old) = (TableId(new), TableId(*old));
            self.tell(ConsoleMessage::Second { new, old })?;
        }
        Ok(())
    }

    /// Returns the numbers of the speaker's games in progress in the room.
    fn open_games(&self) -> Vec<u32> {
        let own = person(&self.place.speaker);
        let is_own = |saved: &&Saved| match &saved.stage {
            SavedStage::Playing { players, .. } => {
                saved.room == CONSOLE_ROOM && players.iter().any(|player| player.id == own.id)
            }
            _ => false,
        };
        let tables = self.journal.state().tables.values();
        tables.filter(is_own).map(|saved| saved.id).collect()
    }

    /// Returns a line written at a place.
    fn line(&mut self, place: &Place, text: &str) -> Line {
        self.place.lines += 1;
        Line {
            room: place.room(),
            direct: place.direct,
            event: format!("${}", self.place.lines),
            thread: place.thread.clone().filter(|_| !place.direct),
            sender: person(&place.speaker),
            may_change_room: true,
            people: place.persons().into(),
            by_name: false,
            body: text.to_owned(),
            seed: rand::random(),
        }
    }

    /// Processes an event, and then all jobs that are open.
    fn process(&mut self, incoming: &Incoming) -> Result<(), ConsoleError> {
        self.step(incoming, None)?;
        while let Some((number, job)) = self.journal.state().jobs.first_key_value() {
            let (number, job) = (*number, job.clone());
            // A job that panics must not do so at every start.
            let done = catch_unwind(AssertUnwindSafe(|| self.result(job.clone())));
            match done.unwrap_or_else(|_| Some(job.failed())) {
                Some(incoming) => self.step(&incoming, Some(number))?,
                None => self.journal.commit(vec![Change::Done(number)])?,
            }
        }
        Ok(())
    }

    /// Has the lobby handle an event, or the result of a job, stores all effects, and then shows the messages.
    fn step(&mut self, incoming: &Incoming, job: Option<u64>) -> Result<(), ConsoleError> {
        let effects = self.lobby.handle(self.now(), incoming);
        let mut changes: Vec<Change> = effects.iter().filter_map(Change::of).collect();
        changes.extend(job.map(Change::Done));
        let last = self.journal.state().jobs.keys().next_back().copied();
        let mut next = last.unwrap_or_default() + 1;
        let mut messages = Vec::new();
        for effect in effects {
            match effect {
                Effect::SendMessage(message) => {
                    self.follow(&message);
                    messages.push(message);
                }
                Effect::Job(job) => {
                    changes.push(Change::Open(next, job));
                    next += 1;
                }
                _ => {}
            }
        }
        if self.place != self.journal.state().place {
            changes.push(Change::Place(self.place.clone()));
        }
        self.journal.commit(changes)?;
        for message in &messages {
            self.show(message)?;
        }
        Ok(())
    }

    /// Returns the time of the console's clock.
    fn now(&self) -> Timestamp {
        wait::ahead_by(self.place.ahead)
    }

    /// Carries out a job and returns its result, if it has one.
    fn result(&self, job: Job) -> Option<Incoming> {
        let (limits, never) = (ComputerLimits::default(), AtomicBool::default());
        Some(match job {
            Job::OpenDirect(asked) => {
                let found = Direct {
                    room: direct_room(&asked.line.sender),
                    joined: true,
                    lost: Vec::new(),
                };
                Incoming::DirectOpened(asked, Ok(found))
            }
            Job::LoadFinished(recall) => {
                let found = recall.among(&self.journal.state().tables);
                Incoming::FinishedLoaded(recall, found)
            }
            Job::Think(question) => {
                let thought = limits.think(&never, |time| question.think(time));
                Incoming::SearchResult(question, thought.ok_or(NoThought::Nothing))
            }
            Job::Analyse(wish) => {
                let judged = limits.think(&never, |time| wish.think(time));
                Incoming::Analysed(wish, judged.ok_or(NoThought::Nothing))
            }
            Job::Move(turn) => {
                let found = limits.think(&never, |time| turn.think(time));
                Incoming::Moved(turn, found)
            }
            // There are no admins, and only one room.
            Job::Administer(_) | Job::Follow(_) | Job::LeaveRoom(_) => return None,
        })
    }

    /// Goes where a message was sent, and lets the player it mentions speak next.
    fn follow(&mut self, message: &Message) {
        if message.room == CONSOLE_ROOM && message.thread.is_some() {
            self.place.thread.clone_from(&message.thread);
        }
        let mentioned = message.mentions.first();
        let people = &self.place.people;
        let next = people
            .iter()
            .find(|name| Some(&person(name).id) == mentioned);
        if let Some(next) = next.filter(|_| self.follows) {
            self.place.speaker = next.clone();
        }
    }

    fn show(&mut self, message: &Message) -> Result<(), ConsoleError> {
        for block in &message.blocks {
            writeln!(io::stdout())?;
            match block {
                Block::Text(text) => print(&lobby::plain_text(text))?,
                Block::Board(text) => writeln!(io::stdout(), "{text}")?,
                Block::Figures(figures) => writeln!(io::stdout(), "{}", figures.wide)?,
                Block::Position(position) => writeln!(io::stdout(), "{}", position.wide())?,
                Block::Replay(replay) => {
                    let file = replay.name.clone();
                    self.tell(ConsoleMessage::Replay { file })?;
                }
            }
        }
        let pictured = message.with_boards(Boards::Picture);
        if pictured.has_file() {
            self.pictured = Some(pictured);
        }
        Ok(())
    }

    fn tell(&self, message: ConsoleMessage) -> Result<(), ConsoleError> {
        Ok(print(&self.wording.say(&message.into(), &[]))?)
    }
}

/// Prints a text, wrapped to the terminal's width at spaces only.
fn print(text: &str) -> io::Result<()> {
    let width = textwrap::termwidth().min(MAX_COLUMNS);
    let options = Options::new(width)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    writeln!(io::stdout(), "{}", textwrap::fill(text, options))
}

/// Returns whether a table is in use: a challenge that can be accepted, or a game in progress.
fn is_open(saved: &Saved) -> bool {
    matches!(
        saved.stage,
        SavedStage::Challenge(_) | SavedStage::Playing { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_data_folders_are_ignored() {
        let path = |text: &str| Some(PathBuf::from(text));
        let default = path("/home/ann/.local/share");
        assert_eq!(data_home(None, path("/home/ann")), default);
        assert_eq!(data_home(path("data"), path("/home/ann")), default);
        assert_eq!(data_home(path("/data"), None), path("/data"));
        assert_eq!(data_home(None, None), None);
        assert_eq!(data_home(None, path("")), None);
    }
}
