//! The console: the same tables at a terminal, without an account, a network or stored data.
//!
//! All people at the terminal share one room, and each has a direct message with the bot for runs and
//! lessons; the prompt shows the destination of the next line. Commands need no prefix. At a keyboard, the
//! player to move speaks next; `/as NAME` changes the speaker, and `/room` returns to the room.
//! `/picture FILE` writes the last board as clients show it. Lines from a file or a pipe are executed as they
//! are.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead, IsTerminal, Write},
    process::ExitCode,
    sync::atomic::AtomicBool,
};

use lobby::{
    Block, Boards, Effect, Incoming, Job, Limits, Line, Lobby, Message, Person, Saved, Settings,
    job::{Direct, NoThought},
    messages::{ConsoleMessage, TableId},
    wording::Wording,
};
use rustyline::{DefaultEditor, error::ReadlineError};
use textwrap::{Options, WordSeparator, WordSplitter};

use crate::{attachment::Attachment, clock, computer::ComputerLimits, terminal};

/// Maximum width of a line of text, in columns.
const MAX_COLUMNS: usize = 80;

/// Runs the console until the input ends.
pub fn run() -> ExitCode {
    let keyboard = io::stdin().is_terminal();
    let mut console = Console::new(keyboard);
    let ended = if keyboard {
        listen(&mut console)
    } else {
        play_through(&mut console)
    };
    terminal::end(ended.map_err(|error| {
        let problem = format!("cannot use the terminal: {error}");
        io::Error::new(error.kind(), problem)
    }))
}

/// Executes the lines of a file or a pipe.
fn play_through(console: &mut Console) -> io::Result<()> {
    console.tell(ConsoleMessage::Hello)?;
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
fn listen(console: &mut Console) -> io::Result<()> {
    let mut editor = DefaultEditor::new().map_err(io::Error::other)?;
    console.tell(ConsoleMessage::Hello)?;
    loop {
        match editor.readline(&format!("{}> ", console.prompt())) {
            Ok(line) => {
                // The game goes on without a history.
                let _ = editor.add_history_entry(&line);
                if !console.hear(&line)? {
                    return Ok(());
                }
            }
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(io::Error::other(error)),
        }
    }
}

/// The command prefix of rooms, which is optional here.
const PREFIX: char = '!';

/// The shared room.
const CONSOLE_ROOM: &str = "!room:console";

struct Console {
    tables: Lobby,
    /// All tables as they were stored last; finished games are loaded from here.
    saved: BTreeMap<u32, Saved>,
    wording: Wording,
    people: Vec<Person>,
    speaker: String,
    /// Set if the player to move speaks next.
    follows: bool,
    /// Set if lines go to the speaker's direct message.
    direct: bool,
    /// The thread of the shared room to which lines go.
    thread: Option<String>,
    lines: u32,
    /// The last message with a file.
    pictured: Option<Message>,
}

impl Console {
    fn new(follows: bool) -> Console {
        let settings = Settings {
            prefix: String::new(),
            // No rate limits: nobody has to be protected here.
            limits: Limits::UNLIMITED,
            // Explanations describe the board as text, as it is shown here; `/picture` draws it as a picture.
            boards: Boards::Wide,
            ..Settings::default()
        };
        Console {
            tables: Lobby::new(settings),
            saved: BTreeMap::new(),
            wording: Wording::english(),
            people: vec![person("alice"), person("bob")],
            speaker: "alice".to_owned(),
            follows,
            direct: false,
            thread: None,
            lines: 0,
            pictured: None,
        }
    }

    /// Returns the prompt: the next speaker and the place.
    fn prompt(&self) -> String {
        let name = self.speaker.clone();
        let here = match (self.direct, self.table_of_thread()) {
            (true, _) => ConsoleMessage::Direct { name },
            (false, Some(id)) => ConsoleMessage::Thread {
                name,
                table: TableId(id),
            },
            (false, None) => ConsoleMessage::Room { name },
        };
        self.wording.say(&here.into(), &[])
    }

    /// Returns the newest table of the current thread.
    fn table_of_thread(&self) -> Option<u32> {
        let thread = self.thread.as_ref()?;
        let mut newest = self.saved.values().rev();
        let table = newest.find(|saved| saved.thread.as_ref() == Some(thread));
        table.map(|saved| saved.id)
    }

    /// Executes a line. Returns `false` after the last one.
    fn hear(&mut self, line: &str) -> io::Result<bool> {
        let line = line.trim();
        // The prefix of rooms is accepted as well.
        let line = line.strip_prefix(PREFIX).unwrap_or(line).trim_start();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "/quit" | "/exit" => return Ok(false),
            "/as" => self.speak_as(rest.trim())?,
            "/room" => self.direct = false,
            "/picture" => self.write_picture(rest.trim())?,
            word if word.starts_with('/') => self.tell(ConsoleMessage::Commands)?,
            _ => self.say(line)?,
        }
        Ok(true)
    }

    fn speak_as(&mut self, name: &str) -> io::Result<()> {
        let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.chars().count() > 24 || !name.chars().all(fits) {
            return self.tell(ConsoleMessage::As);
        }
        self.speaker = name.to_lowercase();
        self.direct = false;
        if !self.people.iter().any(|person| person.name == self.speaker) {
            self.people.push(person(&self.speaker));
        }
        Ok(())
    }

    /// Writes the file of the last message that has one.
    fn write_picture(&self, path: &str) -> io::Result<()> {
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

    fn say(&mut self, text: &str) -> io::Result<()> {
        let word = text.split_whitespace().next().unwrap_or_default();
        match word.to_lowercase().as_str() {
            // A new thread, as for a challenge.
            "run"
                if !self.direct && text.to_lowercase().split_whitespace().any(|w| w == "here") =>
            {
                self.thread = None;
            }
            "run" | "setup" => self.direct = true,
            // Another game or puzzle than that of the current thread.
            "play" | "puzzle" if !self.direct => self.thread = None,
            "challenge" => {
                // Challenges are written in the room itself, not in a table's thread.
                self.direct = false;
                self.thread = None;
            }
            "accept" | "decline" | "withdraw" => self.direct = false,
            _ => {}
        }
        self.lines += 1;
        let effects = self.tables.handle(
            clock::now(),
            &Incoming::Line(Line {
                room: if self.direct {
                    own_room(&self.speaker)
                } else {
                    CONSOLE_ROOM.to_owned()
                },
                direct: self.direct,
                event: format!("${}", self.lines),
                thread: self.thread.clone().filter(|_| !self.direct),
                sender: person(&self.speaker),
                may_change_room: true,
                people: self.people.clone().into(),
                by_name: false,
                body: text.to_owned(),
                seed: rand::random(),
            }),
        );
        self.carry_out(effects)
    }

    /// Prints messages, and runs jobs at once.
    fn carry_out(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            match effect {
                Effect::SendMessage(message) => self.show(&message)?,
                Effect::Job(job) => {
                    if let Some(incoming) = self.carried_out(job) {
                        let effects = self.tables.handle(clock::now(), &incoming);
                        self.carry_out(effects)?;
                    }
                }
                Effect::Save(saved) => {
                    self.saved.insert(saved.id, saved);
                }
                Effect::Forget { player, somebody } => {
                    for saved in self.saved.values_mut() {
                        if let Some(without) = saved.without(&player, &somebody) {
                            *saved = without;
                        }
                    }
                }
                // Nothing else is stored here, and the console ends otherwise.
                Effect::Result(_)
                | Effect::Duel(_)
                | Effect::Set(..)
                | Effect::Unset(_)
                | Effect::Stop => {}
            }
        }
        Ok(())
    }

    /// Runs a job and returns its result, if it has one.
    fn carried_out(&self, job: Job) -> Option<Incoming> {
        let (limits, never) = (ComputerLimits::default(), AtomicBool::default());
        Some(match job {
            Job::OpenDirect(asked) => {
                let found = Direct {
                    room: own_room(&self.speaker),
                    joined: true,
                    lost: Vec::new(),
                };
                Incoming::DirectOpened(asked, Ok(found))
            }
            Job::LoadFinished(recall) => {
                let found = recall.among(&self.saved);
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

    fn show(&mut self, message: &Message) -> io::Result<()> {
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
        if message.room == CONSOLE_ROOM && message.thread.is_some() {
            self.thread.clone_from(&message.thread);
        }
        let mentioned = message.mentions.first();
        let next = self
            .people
            .iter()
            .find(|person| Some(&person.id) == mentioned);
        if let Some(next) = next.filter(|_| self.follows) {
            self.speaker.clone_from(&next.name);
        }
        Ok(())
    }

    fn tell(&self, message: ConsoleMessage) -> io::Result<()> {
        print(&self.wording.say(&message.into(), &[]))
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

/// Returns the id of the direct message with a speaker.
fn own_room(speaker: &str) -> String {
    format!("!{speaker}:console")
}

fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:console"),
        name: name.to_owned(),
    }
}
