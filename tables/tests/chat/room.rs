//! A room, and a direct message, without a network.

use tables::{Effect, Incoming, Line, Message, Person, Saved, Settings, Tables};

/// People talking with the bot.
pub struct Chat {
    pub tables: Tables,
    /// What was stored last about every table, by number.
    pub saved: std::collections::BTreeMap<u32, Saved>,
    lines: u32,
}

/// Where a line is written.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// In the room itself.
    Room,
    /// In a thread of the room.
    Thread(&'a str),
    /// In the speaker's direct message.
    Direct,
}

pub const ROOM: &str = "!room:example.org";

impl Chat {
    pub fn new() -> Chat {
        let tables = Tables::new(Settings { prefix: "!".into() });
        Chat {
            tables,
            saved: Default::default(),
            lines: 0,
        }
    }

    /// Says a line; the answer, if there is one. There is never more than one.
    pub fn say(&mut self, who: &str, place: Place, body: &str) -> Option<Message> {
        self.lines += 1;
        let people = ["alice", "bob", "carol"].map(person).to_vec();
        let effects = self.tables.handle(&Incoming::Line(Line {
            room: match place {
                Place::Direct => format!("!{who}:example.org"),
                Place::Room | Place::Thread(_) => ROOM.into(),
            },
            direct: matches!(place, Place::Direct),
            event: format!("${}", self.lines),
            thread: match place {
                Place::Thread(root) => Some(root.into()),
                Place::Room | Place::Direct => None,
            },
            sender: person(who),
            people,
            body: body.into(),
            seed: [7; 32],
        }));
        let mut answers = Vec::new();
        for effect in effects {
            match effect {
                Effect::Save(saved) => {
                    self.saved.insert(saved.id, saved);
                }
                Effect::Say(message) => answers.push(message),
            }
        }
        assert!(answers.len() <= 1, "one command, one answer: {answers:?}");
        answers.pop()
    }

    /// The text of the answer to a line, which there has to be.
    pub fn ask(&mut self, who: &str, place: Place, body: &str) -> String {
        let answer = self.say(who, place, body);
        answer
            .unwrap_or_else(|| panic!("no answer to {body:?}"))
            .plain()
    }

    /// Alice (White) and Bob (Black) sit down; the root of their thread.
    pub fn duel(&mut self) -> String {
        self.ask("alice", Place::Room, "!challenge @bob white");
        let root = format!("${}", self.lines);
        let begun = self.say("bob", Place::Room, "!accept").unwrap();
        assert_eq!(begun.thread.as_deref(), Some(root.as_str()));
        assert_eq!(begun.mentions, [person("alice").id]);
        root
    }

    /// The same tables as after a restart: rebuilt from what was stored.
    pub fn restart(&mut self) {
        self.tables = Tables::new(Settings { prefix: "!".into() });
        let failed = self.tables.restore(self.saved.values().cloned());
        assert_eq!(failed, []);
    }
}

pub fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:example.org"),
        name: name.into(),
    }
}
