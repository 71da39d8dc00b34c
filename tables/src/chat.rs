//! What comes in from a chat and what goes out to it, as plain data.

use serde::{Deserialize, Serialize};

use crate::admin::{AdminReport, AdminWish};
use crate::errand::{Direct, Errand, NoDirect, Question, RunElsewhere, Thought};

/// Somebody in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The whole user id, `@alice:example.org`.
    pub id: String,
    /// The display name in that room, or the id's first part.
    pub name: String,
}

/// Something that happened in the outside world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// Somebody wrote a line.
    Line(Line),
    /// The bot has joined a room.
    Joined {
        /// The room's id.
        room: String,
        /// Whether only one other person is in it.
        direct: bool,
    },
    /// The bot is no longer in a room: it was removed or banned, or has left.
    Left {
        /// The room's id.
        room: String,
    },
    /// The time now, told shortly after midnight UTC and at the start.
    Clock {
        /// Seconds since 1970.
        time: u64,
        /// The rooms that want the table of the day before, with their members.
        rooms: Vec<(String, Vec<Person>)>,
    },
    /// The direct message in which a run is to be made was found or opened, or will not be.
    DirectOpened(RunElsewhere, Result<Direct, NoDirect>),
    /// The computer player has thought about a question; `None` if there is nothing to be said.
    Thought(Question, Option<Thought>),
    /// Somebody's message cannot be decrypted, for its key has not come in a while: a line without
    /// what was written.
    Unreadable(Line),
    /// What an admin asked for was found out or done, or could not be.
    Administered(AdminWish, AdminReport),
}

/// A chat line that has passed the gate: from a joined room, not from the bot, not a notice, not
/// an edit, not seen before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The room's id.
    pub room: String,
    /// Whether only the bot and the sender are in the room.
    pub direct: bool,
    /// The event's id.
    pub event: String,
    /// The root event of the thread in which it was written.
    pub thread: Option<String>,
    /// Who wrote it.
    pub sender: Person,
    /// Who else could be meant by a name in it: the members of the room, the bot left out.
    pub people: Vec<Person>,
    /// What was written; mentions as whole user ids.
    pub body: String,
    /// Fresh randomness, used when a game or a colour has to be dealt.
    pub seed: [u8; 32],
    /// When the bot received it, in seconds since 1970.
    pub time: u64,
}

/// What has to happen in the outside world. All effects of one line are carried out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A table is new or has changed.
    Save(crate::saved::Saved),
    /// A run has ended.
    Result(crate::results::RunResult),
    /// Something is set, in place of what was set before under that key: its JSON.
    Set(crate::memory::Key, String),
    /// What was set under a key is to be deleted.
    Unset(crate::memory::Key),
    /// A player is to be forgotten: the results are to be deleted, and every stored table is to
    /// become what [`Saved::without`](crate::saved::Saved::without) makes of it.
    Forget {
        /// The user id.
        player: String,
        /// Who appears in the player's place.
        somebody: Person,
    },
    /// A message is to be sent.
    Say(Message),
    /// Something is to be carried out; its result comes in.
    Errand(Errand),
    /// The program is to end once everything is sent.
    Stop,
}

/// A message to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The room's id.
    pub room: String,
    /// The root event of the thread it belongs in.
    pub thread: Option<String>,
    /// The event it answers.
    pub reply_to: Option<String>,
    /// The user ids to be notified.
    pub mentions: Vec<String>,
    /// What it says.
    pub blocks: Vec<Block>,
    /// The table whose newest board it shows, after what has happened there.
    #[serde(default)]
    pub table: Option<u32>,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Block {
    /// A paragraph; its lines are kept.
    Text(String),
    /// A drawing or a text to copy, in a font of equal widths.
    Board(String),
}

impl Message {
    /// Whether the board in this message is old once the other one is there.
    pub fn is_overtaken_by(&self, later: &Message) -> bool {
        self.table.is_some()
            && (self.table, &self.room, &self.thread) == (later.table, &later.room, &later.thread)
    }

    /// The later message, with what has happened according to this one in front: for a room where
    /// messages have to wait, so that the newest board does not wait for older ones.
    pub fn merged_into(&self, later: &Message) -> Message {
        let news = self
            .blocks
            .iter()
            .take_while(|block| matches!(block, Block::Text(_)));
        Message {
            blocks: news.chain(&later.blocks).cloned().collect(),
            ..later.clone()
        }
    }

    /// The message as plain text, for clients and screen readers without HTML.
    pub fn plain(&self) -> String {
        let texts: Vec<&str> = self
            .blocks
            .iter()
            .map(|block| match block {
                Block::Text(text) | Block::Board(text) => text.as_str(),
            })
            .collect();
        texts.join("\n\n")
    }

    /// The message as the HTML that Matrix clients show; everything in it is escaped.
    pub fn html(&self) -> String {
        self.blocks
            .iter()
            .map(|block| match block {
                Block::Text(text) => {
                    format!(
                        "<p>{}</p>",
                        inline_code(&escape(text)).replace('\n', "<br>")
                    )
                }
                Block::Board(text) => format!("<pre><code>{}\n</code></pre>", escape(text)),
            })
            .collect()
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Turns pairs of backticks into code, the way sentences mark what can be typed.
fn inline_code(escaped: &str) -> String {
    let mut html = String::with_capacity(escaped.len());
    let mut parts = escaped.split('`').peekable();
    let mut inside = false;
    while let Some(part) = parts.next() {
        let closed = parts.peek().is_some();
        html.push_str(match (inside, closed) {
            (false, _) if html.is_empty() => "",
            (false, _) => "</code>",
            (true, true) => "<code>",
            (true, false) => "`",
        });
        html.push_str(part);
        inside = !inside;
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, html: &str) {
        let message = Message {
            room: "!r".into(),
            thread: None,
            reply_to: None,
            mentions: Vec::new(),
            blocks: vec![Block::Text(text.into())],
            table: None,
        };
        assert_eq!(message.html(), html);
        assert_eq!(message.plain(), text);
    }

    #[test]
    fn nothing_a_user_typed_reaches_html_unescaped() {
        check(
            "<b>&\"x'</b>",
            "<p>&lt;b&gt;&amp;&quot;x&#39;&lt;/b&gt;</p>",
        );
    }

    #[test]
    fn backticks_mark_what_can_be_typed() {
        check(
            "type `m e1` or `m e2`",
            "<p>type <code>m e1</code> or <code>m e2</code></p>",
        );
        check("`a` b", "<p><code>a</code> b</p>");
        check("a ` b", "<p>a ` b</p>");
        check("a `b` ` c", "<p>a <code>b</code> ` c</p>");
        check("one\ntwo", "<p>one<br>two</p>");
    }
}
