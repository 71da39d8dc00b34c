//! The same tables at a terminal: no account, no network, nothing stored.
//!
//! Everybody at the terminal shares one room, and each has a direct message with the bot, where
//! runs are made. Commands need no prefix. At a keyboard the player who has to move speaks next;
//! `/as NAME` lets somebody else speak. Lines from a file or a pipe are played through as they
//! are.

use std::{
    io::{self, BufRead, IsTerminal},
    process::ExitCode,
};

use games::Fact;
use rustyline::{DefaultEditor, error::ReadlineError};
use tables::{Block, Effect, Incoming, Line, Message, Person, Settings, Tables, wording::Wording};

/// Lets people at a terminal play until the input ends.
pub fn run(settings: Settings) -> ExitCode {
    let keyboard = io::stdin().is_terminal();
    let mut console = Console::new(settings, keyboard);
    console.print(&console.sentence("console-hello"));
    if !keyboard {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            println!("\n{}> {line}", console.speaker);
            if !console.hear(&line) {
                break;
            }
        }
        return ExitCode::SUCCESS;
    }
    let mut editor = match DefaultEditor::new() {
        Ok(editor) => editor,
        Err(error) => {
            eprintln!("icebreaker: the terminal cannot be used: {error}");
            return ExitCode::FAILURE;
        }
    };
    loop {
        match editor.readline(&format!("{}> ", console.speaker)) {
            Ok(line) => {
                // A history that cannot be kept is no reason to stop the game.
                let _ = editor.add_history_entry(&line);
                if !console.hear(&line) {
                    return ExitCode::SUCCESS;
                }
            }
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => return ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("icebreaker: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
}

/// The room that all share.
const ROOM: &str = "!room:console";

struct Console {
    tables: Tables,
    wording: Wording,
    prefix: String,
    people: Vec<Person>,
    speaker: String,
    /// Whether the speaker follows the turn.
    follows: bool,
    /// Whether lines go to the speaker's direct message.
    direct: bool,
    /// The thread in which the room's lines are written.
    thread: Option<String>,
    lines: u32,
}

impl Console {
    fn new(settings: Settings, follows: bool) -> Console {
        Console {
            prefix: settings.prefix.clone(),
            tables: Tables::new(settings),
            wording: Wording::english(),
            people: vec![person("alice"), person("bob")],
            speaker: "alice".to_owned(),
            follows,
            direct: false,
            thread: None,
            lines: 0,
        }
    }

    fn sentence(&self, code: &'static str) -> String {
        self.wording.say(&Fact::new(code), &[])
    }

    /// Carries out a line; `false` when it was the last one.
    fn hear(&mut self, line: &str) -> bool {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "/quit" | "/exit" => return false,
            "/as" => self.speak_as(rest.trim()),
            word if word.starts_with('/') => self.print(&self.sentence("console-commands")),
            _ => self.say(line),
        }
        true
    }

    fn speak_as(&mut self, name: &str) {
        let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.chars().count() > 24 || !name.chars().all(fits) {
            self.print(&self.sentence("console-as"));
            return;
        }
        self.speaker = name.to_owned();
        if !self.people.iter().any(|person| person.name == name) {
            self.people.push(person(name));
        }
    }

    fn say(&mut self, text: &str) {
        let text = text.strip_prefix(&self.prefix).unwrap_or(text);
        match text.split_whitespace().next().unwrap_or_default() {
            "run" => self.direct = true,
            "challenge" => {
                // Challenges are written in the room itself, not in a table's thread.
                self.direct = false;
                self.thread = None;
            }
            "accept" | "decline" | "withdraw" | "rematch" | "tables" => self.direct = false,
            _ => {}
        }
        self.lines += 1;
        let room = if self.direct {
            format!("!{}:console", self.speaker)
        } else {
            ROOM.to_owned()
        };
        let body = if self.direct {
            text.to_owned()
        } else {
            format!("{}{text}", self.prefix)
        };
        let effects = self.tables.handle(&Incoming::Line(Line {
            room,
            direct: self.direct,
            event: format!("${}", self.lines),
            thread: self.thread.clone().filter(|_| !self.direct),
            sender: person(&self.speaker),
            people: self.people.clone(),
            body,
            seed: rand::random(),
        }));
        for effect in effects {
            if let Effect::Say(message) = effect {
                self.show(&message);
            }
        }
    }

    fn show(&mut self, message: &Message) {
        for block in &message.blocks {
            println!();
            match block {
                Block::Text(text) => self.print(text),
                Block::Board(text) => println!("{text}"),
            }
        }
        if message.room == ROOM && message.thread.is_some() {
            self.thread = message.thread.clone();
        }
        let mentioned = message.mentions.first();
        let next = self
            .people
            .iter()
            .find(|person| Some(&person.id) == mentioned);
        if let Some(next) = next.filter(|_| self.follows) {
            self.speaker = next.name.clone();
        }
    }

    /// Prints a text, wrapped to the terminal's width.
    fn print(&self, text: &str) {
        let width = textwrap::termwidth().min(80);
        println!("{}", textwrap::fill(text, width));
    }
}

fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:console"),
        name: name.to_owned(),
    }
}
