//! A message as a client received it.

use std::{fmt, time::Instant};

use games::{Live, Record, Tags};
use serde_json::Value;

/// An `m.room.message` event in a client's timeline, decrypted.
#[derive(Clone, Debug)]
pub struct Message {
    /// The room's id.
    pub room: String,
    /// The event's id.
    pub event: String,
    /// The sender's user id.
    pub sender: String,
    /// The message type: `m.text`, `m.notice`, …
    pub kind: String,
    /// The plain text.
    pub body: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// The root event of its thread.
    pub thread: Option<String>,
    /// The user ids in `m.mentions`.
    pub mentions: Vec<String>,
    /// `true` if it was sent encrypted.
    pub encrypted: bool,
    /// The whole content.
    pub content: Value,
    /// The time at which the client received it.
    pub seen: Instant,
}

impl Message {
    /// Reads an event; `None` if it is no message.
    pub(crate) fn read(room: &str, event: &Value, encrypted: bool) -> Option<Message> {
        if event["type"] != "m.room.message" {
            return None;
        }
        let content = &event["content"];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let relation = &content["m.relates_to"];
        let mentions = content["m.mentions"]["user_ids"].as_array();
        Some(Message {
            room: room.to_owned(),
            event: text(&event["event_id"])?,
            sender: text(&event["sender"])?,
            kind: text(&content["msgtype"]).unwrap_or_default(),
            body: text(&content["body"]).unwrap_or_default(),
            html: text(&content["formatted_body"]),
            thread: text(&relation["event_id"]).filter(|_| relation["rel_type"] == "m.thread"),
            mentions: mentions.into_iter().flatten().filter_map(text).collect(),
            encrypted,
            content: content.clone(),
            seen: Instant::now(),
        })
    }

    /// Returns the event to which it is a reply.
    pub fn answered(&self) -> Option<&str> {
        self.content["m.relates_to"]["m.in_reply_to"]["event_id"].as_str()
    }

    /// Returns whether it is a reply to an event.
    pub fn answers(&self, event: &str) -> bool {
        self.answered() == Some(event)
    }

    /// Asserts that it is a picture with a caption, which lacks the board of the plain text.
    #[track_caller]
    pub fn is_pictured(&self) -> &Message {
        assert_eq!(self.kind, "m.image", "{self}");
        let html = self.html.as_deref().unwrap_or_default();
        assert!(!html.is_empty() && !html.contains("<pre>"), "{html}");
        assert!(self.content["filename"].as_str() != Some(&self.body));
        self
    }

    /// Asserts that the plain text contains all fragments.
    #[track_caller]
    pub fn says(&self, fragments: &[&str]) -> &Message {
        for fragment in fragments {
            assert!(self.body.contains(fragment), "no {fragment:?} in {self}");
        }
        self
    }

    /// Returns the record in the message, if it can be replayed.
    pub fn record(&self) -> Option<Record> {
        let start = self.body.find("icebreaker-record")?;
        let record: Record = self.body[start..].parse().ok()?;
        Live::replay(&record).is_ok().then_some(record)
    }

    /// Returns the record without its tags: the game alone.
    pub fn game(&self) -> Option<Record> {
        self.record().map(|record| Record {
            tags: Tags::default(),
            ..record
        })
    }

    /// Returns the pieces on a spot of the hexagonal board in the message, empty if there are none.
    #[track_caller]
    pub fn spot(&self, name: &str) -> &str {
        let board = self.body.split("\n\n").find(|part| part.contains(".e1"));
        let board = board.unwrap_or_else(|| panic!("no board in {self}"));
        let cell = board.split_once(&format!(" {name}"));
        let (_, cell) = cell.unwrap_or_else(|| panic!("no {name} on the board in {self}"));
        // The next spot of the line is further away.
        let pieces = cell.strip_prefix([' ', '[', '!']).unwrap_or_default();
        let pieces = pieces.split([' ', ']', '\n']).next().unwrap_or_default();
        // A spot that has just been cleared.
        if pieces == "-" { "" } else { pieces }
    }

    /// Asserts that exactly these users are mentioned.
    #[track_caller]
    pub fn mentions_only(&self, users: &[&str]) -> &Message {
        assert_eq!(self.mentions, users, "mentions of {self}");
        self
    }

    /// Asserts that it is in the thread with that root; `None` is the main timeline.
    #[track_caller]
    pub fn stands_in(&self, thread: Option<&str>) -> &Message {
        assert_eq!(self.thread.as_deref(), thread, "thread of {self}");
        self
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Message {
            sender,
            event,
            thread,
            mentions,
            body,
            ..
        } = self;
        write!(f, "{sender} {event}")?;
        if let Some(thread) = thread {
            write!(f, " in thread {thread}")?;
        }
        write!(f, " mentioning {mentions:?}\n{body}")
    }
}
