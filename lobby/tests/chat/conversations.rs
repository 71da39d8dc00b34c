//! Whole conversations in English, as players read them.
//!
//! The scripts are `tests/conversations/*.txt`: `alice: !play` is written in the room, `alice in thread: Gb2` in the
//! thread of the last answer that was in one, `alice in private: run` in a direct message, and
//! `alice in private thread: b2` in a thread there. Dave is an admin.
//! `later 2 days`, `restart` and `boards` (shows boards from then on) stand alone. After new wording,
//! `INSTA_UPDATE=always cargo test -p tables --test chat conversations::` records what is said now.

use std::fs;

use jiff::Span;
use lobby::{Access, Block, Limits, Message, Settings, access::Pattern, wording::Language};

use crate::room::{Chat, Place, ROOM, settings};

#[test]
fn conversations_read_as_recorded() {
    insta::with_settings!({
        snapshot_path => "../conversations",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::glob!("../conversations", "*.txt", |path| {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let mut conversation = Conversation::new(Language::English);
            conversation.play(&fs::read_to_string(path).unwrap());
            let transcript = conversation.transcript;
            let mut named = insta::Settings::clone_current();
            named.remove_snapshot_suffix();
            named.bind(|| insta::assert_snapshot!(name, transcript));
        });
    });
}

/// Settings with dave as admin and a challenge lifetime of a week.
fn settings_in(language: Language) -> Settings {
    Settings {
        language,
        limits: Limits {
            challenge_days: 7,
            ..Limits::UNLIMITED
        },
        access: Access {
            admin: vec![Pattern::user("@dave:*").unwrap()],
            ..Access::default()
        },
        ..settings()
    }
}

/// A conversation and its transcript.
pub struct Conversation {
    chat: Chat,
    language: Language,
    /// The messages of the bot.
    pub said: Vec<Message>,
    /// The thread of the last reply in one.
    thread: Option<String>,
    shows_boards: bool,
    transcript: String,
}

impl Conversation {
    pub fn new(language: Language) -> Conversation {
        let mut chat = Chat::new();
        chat.restart_with(settings_in(language));
        Conversation {
            chat,
            language,
            said: Vec::new(),
            thread: None,
            shows_boards: false,
            transcript: String::new(),
        }
    }

    pub fn play(&mut self, script: &str) {
        for line in script.lines() {
            self.transcript += line;
            self.transcript.push('\n');
            match line {
                "" => {}
                comment if comment.starts_with('#') => {}
                "restart" => self.chat.restart_with(settings_in(self.language)),
                "boards" => self.shows_boards = true,
                line => match line.strip_prefix("later ") {
                    Some(span) => self.wait(span),
                    None => self.say(line),
                },
            }
        }
    }

    fn wait(&mut self, span: &str) {
        let span: Span = span.parse().unwrap();
        self.chat.time += span
            .to_duration(jiff::SpanRelativeTo::days_are_24_hours())
            .unwrap();
        let said = self.chat.tick();
        self.answers(&said);
    }

    fn say(&mut self, line: &str) {
        let (who, body) = line
            .split_once(": ")
            .unwrap_or_else(|| panic!("nobody says {line:?}"));
        let thread = self.thread.clone().unwrap_or_default();
        let (who, place) = match who.split_once(" in ") {
            None => (who, Place::Room),
            Some((who, "thread")) => (who, Place::Thread(&thread)),
            Some((who, "private")) => (who, Place::Direct),
            Some((who, "private thread")) => (who, Place::DirectThread(&thread)),
            Some((_, other)) => panic!("no place is called {other:?}"),
        };
        let effects = self.chat.effects(who, place, body);
        let said = self.chat.carry_out(effects);
        self.answers(&said);
    }

    fn answers(&mut self, said: &[Message]) {
        self.said.extend_from_slice(said);
        for message in said {
            if let Some(thread) = &message.thread {
                self.thread = Some(thread.clone());
            }
            let place = match (&message.thread, message.room.as_str()) {
                (Some(_), ROOM) => "thread",
                (None, ROOM) => "room",
                (Some(_), _) => "private thread",
                (None, _) => "private",
            };
            let blocks = message
                .blocks
                .iter()
                .map(|block| self.block(message, block));
            let text = blocks.collect::<Vec<_>>().join("\n\n");
            for line in format!("bot in {place}:\n{text}").lines() {
                self.transcript += format!("    {line}").trim_end();
                self.transcript.push('\n');
            }
        }
    }

    fn block(&self, message: &Message, block: &Block) -> String {
        match block {
            Block::Position(position) if !self.shows_boards => {
                format!("[board]\n{}", position.side_panel)
            }
            block => Message {
                blocks: vec![block.clone()],
                ..message.clone()
            }
            .plain(),
        }
    }
}
