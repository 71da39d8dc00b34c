//! What comes in from a chat and what goes out to it, as plain data.

use games::{Diagram, diagram::State};
use serde::{Deserialize, Serialize};

use crate::{
    admin::{AdminReport, AdminWish},
    draw,
    errand::{Direct, Errand, NoDirect, Question, Recall, RunElsewhere, Thought, Upgrade},
    look::{Boards, Look},
    members::Members,
    saved::Saved,
};

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
    /// The moment has come at which the tables want to be woken, or has passed while the program was not
    /// there.
    Woken {
        /// The rooms that want the table of the day before, with their members.
        rooms: Vec<(String, Members)>,
    },
    /// The direct message in which a run is to be made was found or opened, or will not be.
    DirectOpened(RunElsewhere, Result<Direct, NoDirect>),
    /// The computer player has thought about a question; `None` if there is nothing to be said.
    Thought(Question, Option<Thought>),
    /// Somebody's message cannot be decrypted, for its key does not come: a line without what was written.
    Unreadable(Line),
    /// The table of a game that is over was looked for in the store; `None` if it is not there.
    Recalled(Recall, Option<Saved>),
    /// Another room takes the place of one that the bot is in.
    Upgraded(Upgrade),
    /// Whether the bot is in the room now that takes the place of another one.
    Followed(Upgrade, bool),
    /// What an admin asked for was found out or done, or could not be.
    Administered(AdminWish, AdminReport),
}

impl Incoming {
    /// The room in which a line was written that this is, or has to do with.
    pub(crate) fn room(&self) -> Option<&str> {
        let line = match self {
            Incoming::Line(line) | Incoming::Unreadable(line) => line,
            Incoming::DirectOpened(asked, _) => &asked.line,
            Incoming::Thought(question, _) => &question.line,
            Incoming::Recalled(recall, _) => &recall.line,
            Incoming::Administered(wish, _) => &wish.line,
            Incoming::Joined { .. }
            | Incoming::Left { .. }
            | Incoming::Woken { .. }
            | Incoming::Upgraded(_)
            | Incoming::Followed(..) => return None,
        };
        Some(&line.room)
    }
}

/// A chat line that has passed the gate: from a joined room, new, no notice, no edit, not by the bot.
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
    /// Whether the sender has the power to change the room, as its moderators have.
    #[serde(default)]
    pub may_change_room: bool,
    /// Who else could be meant by a name in it: the members of the room, the bot left out.
    pub people: Members,
    /// Whether it began with the bot's name, or a mention of the bot, which the body leaves out.
    #[serde(default)]
    pub by_name: bool,
    /// What was written; mentions as whole user ids.
    pub body: String,
    /// Fresh randomness, used when a game or a colour has to be dealt.
    pub seed: [u8; 32],
}

impl Line {
    /// Whether this can be for the bot: who has to be known for nothing more than talk in a room need not
    /// be asked for.
    pub fn could_be_for_bot(&self, prefix: &str) -> bool {
        let is_called = self.by_name || self.body.trim_start().starts_with(prefix);
        self.direct || self.thread.is_some() || is_called
    }
}

/// What has to happen in the outside world. All effects of one line are carried out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A table is new or has changed.
    Save(Saved),
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
    /// What its boards look like.
    #[serde(default)]
    pub look: Look,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Block {
    /// A paragraph; its lines are kept.
    Text(String),
    /// A list or a text to copy, in a font of equal widths.
    Board(String),
    /// Figures about the position, in a font of equal widths; a picture of it shows some of them.
    Figures(Figures),
    /// A position.
    Position(Position),
    /// A whole game.
    Replay(Replay),
}

/// Figures in a font of equal widths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// In rows and columns.
    pub wide: String,
    /// Below each other, where boards are narrow.
    pub narrow: String,
    /// Those of them that a picture of the position does not show, below each other.
    pub unseen: String,
}

/// A board with what stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The board and who plays at it.
    pub diagram: Box<Diagram>,
    /// What stands beside the board, in lines.
    pub margin: String,
}

/// A game from its first turn to its last, to be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The game as a text record.
    pub record: String,
    /// The number of its table.
    pub table: u32,
    /// The names of the players in the order of their seats.
    pub players: Vec<String>,
    /// As what it comes.
    pub form: ReplayForm,
    /// The name of the file.
    pub name: String,
    /// How it ended, where the record does not tell.
    pub ended: Option<State>,
    /// How it ended, in words; empty while it goes on.
    pub result: String,
    /// What is said where no file can be sent.
    pub instead: String,
}

/// As what a whole game comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayForm {
    /// As moving pictures.
    #[default]
    Film,
    /// As a page to be turned forwards and back.
    Page,
}

impl Position {
    /// The position as text with the name of every place.
    pub fn wide(&self) -> String {
        let scene = &self.diagram.scene;
        // Of a board of which nothing is left there is nothing to draw.
        let board = (!scene.points.is_empty()).then(|| draw::text::draw(scene));
        let margin = (!self.margin.is_empty()).then(|| self.margin.clone());
        let parts: Vec<String> = board.into_iter().chain(margin).collect();
        parts.join("\n\n")
    }
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

    /// The same message with its boards as something else. As text or wide it needs no file.
    pub fn with_boards(&self, boards: Boards) -> Message {
        let theme = self.look.theme;
        Message {
            look: Look { boards, theme },
            ..self.clone()
        }
    }

    /// The boards that stand in its picture, from top to bottom; none where it has no picture.
    pub fn pictured(&self) -> Vec<&Diagram> {
        let pictured = self.blocks.iter().filter(|_| self.has_files());
        let diagrams = pictured.filter_map(|block| match block {
            Block::Position(position) => Some(position.diagram.as_ref()),
            _ => None,
        });
        diagrams.collect()
    }

    /// The game that comes as a file with it.
    pub fn replay(&self) -> Option<&Replay> {
        let mut blocks = self.blocks.iter().filter(|_| self.has_files());
        blocks.find_map(|block| match block {
            Block::Replay(replay) => Some(replay),
            _ => None,
        })
    }

    /// Whether a file belongs to it.
    pub fn has_file(&self) -> bool {
        !self.pictured().is_empty() || self.replay().is_some()
    }

    /// Whether what can be a file is one.
    fn has_files(&self) -> bool {
        self.look.boards == Boards::Picture
    }

    /// The message as plain text, for clients and screen readers without HTML and pictures.
    pub fn plain(&self) -> String {
        let texts = self.blocks.iter().filter_map(|block| match block {
            Block::Text(text) | Block::Board(text) => Some(text.clone()),
            Block::Figures(figures) => Some(figures.wide.clone()),
            Block::Position(position) => Some(position.wide()),
            Block::Replay(_) if self.has_files() => None,
            Block::Replay(replay) => Some(replay.instead.clone()),
        });
        texts.collect::<Vec<_>>().join("\n\n")
    }

    /// The message as the HTML that Matrix clients show, below its picture if it has one; all is escaped.
    pub fn html(&self) -> String {
        let is_pictured = !self.pictured().is_empty();
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Text(text) => paragraph(text),
            Block::Figures(figures) if is_pictured => match figures.unseen.as_str() {
                "" => String::new(),
                unseen => code_lines(unseen),
            },
            Block::Board(text) => preformatted(text),
            Block::Figures(figures) => match self.look.boards {
                Boards::Text => code_lines(&figures.narrow),
                Boards::Picture | Boards::Wide => preformatted(&figures.wide),
            },
            Block::Position(position) => match self.look.boards {
                Boards::Picture => String::new(),
                Boards::Text => {
                    code_lines(&draw::compact::draw(&position.diagram.scene))
                        + &paragraph(&position.margin)
                }
                Boards::Wide => preformatted(&position.wide()),
            },
            Block::Replay(_) if self.has_files() => String::new(),
            Block::Replay(replay) => paragraph(&replay.instead),
        });
        blocks.collect()
    }
}

fn paragraph(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let lines = inline_code(&escape(text)).replace('\n', "<br>");
    format!("<p>{lines}</p>")
}

fn preformatted(text: &str) -> String {
    format!("<pre><code>{}\n</code></pre>", escape(text))
}

/// Lines in a font of equal widths that clients neither cut off nor number, as they do with
/// [`preformatted`] text. Spaces stay for they are not to be broken at.
fn code_lines(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = if line.is_empty() { " " } else { line };
        format!("<code>{}</code>", escape(line).replace(' ', "\u{a0}"))
    });
    format!("<p>{}</p>", lines.collect::<Vec<_>>().join("<br>"))
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
            look: Look::default(),
        };
        assert_eq!(message.html(), html);
        assert_eq!(message.plain(), text);
    }

    /// A message with a board, figures and a film.
    fn board() -> Message {
        let scene = games::read_position("gipf-basic w b2=b,e2=B B12 B12").expect("a position");
        let position = Position {
            diagram: Box::new(Diagram::still("gipf-basic", scene.scene())),
            margin: "Ann: 12\nBob: 12".into(),
        };
        let replay = Replay {
            record: String::new(),
            table: 7,
            players: Vec::new(),
            form: ReplayForm::Film,
            name: "gipf-t7.gif".into(),
            ended: None,
            result: String::new(),
            instead: "No film.".into(),
        };
        Message {
            room: "!r".into(),
            thread: None,
            reply_to: None,
            mentions: Vec::new(),
            blocks: vec![
                Block::Text("Ann moves".into()),
                Block::Position(position),
                Block::Figures(Figures {
                    wide: "n 50 %  e 33 %".into(),
                    narrow: "n 50 %\ne 33 %".into(),
                    unseen: String::new(),
                }),
                Block::Replay(replay),
            ],
            table: None,
            look: Look::default(),
        }
    }

    #[test]
    fn talk_among_people_is_not_for_the_bot() {
        let line = |body: &str| Line {
            room: "!r".into(),
            direct: false,
            event: "$1".into(),
            thread: None,
            sender: Person {
                id: "@alice:x".into(),
                name: "alice".into(),
            },
            may_change_room: false,
            people: Members::default(),
            by_name: false,
            body: body.into(),
            seed: [0; 32],
        };
        let check = |line: Line, expected| {
            assert_eq!(line.could_be_for_bot("!"), expected, "{line:?}");
        };
        for body in ["hello", "what a game!", "@bob:x help"] {
            check(line(body), false);
        }
        check(line("  !help"), true);
        let mut called = line("help");
        called.by_name = true;
        check(called, true);
        let mut threaded = line("b2");
        threaded.thread = Some("$root".into());
        check(threaded, true);
        let mut alone = line("b2");
        alone.direct = true;
        check(alone, true);
    }

    #[test]
    fn below_a_picture_stands_what_it_does_not_show() {
        let message = board();
        assert_eq!(message.pictured().len(), 1);
        assert_eq!(message.replay().map(|replay| replay.table), Some(7));
        assert_eq!(message.html(), "<p>Ann moves</p>");
        let plain = message.plain();
        assert!(plain.contains("b2 b"), "{plain}");
        assert!(
            plain.ends_with("\n\nAnn: 12\nBob: 12\n\nn 50 %  e 33 %"),
            "{plain}"
        );
    }

    #[test]
    fn as_text_a_board_stands_in_lines_that_are_not_broken() {
        let message = board().with_boards(Boards::Text);
        assert_eq!((message.pictured().len(), message.replay()), (0, None));
        let html = message.html();
        assert!(
            html.starts_with("<p>Ann moves</p><p><code>\u{a0}"),
            "{html}"
        );
        let end = "</code></p><p>Ann: 12<br>Bob: 12</p>\
                   <p><code>n\u{a0}50\u{a0}%</code><br><code>e\u{a0}33\u{a0}%</code></p>\
                   <p>No film.</p>";
        assert!(html.ends_with(end), "{html}");
        assert!(message.plain().ends_with("\n\nNo film."));
    }

    #[test]
    fn a_wide_board_is_what_stands_in_the_plain_text() {
        let message = board().with_boards(Boards::Wide);
        let Block::Position(position) = &message.blocks[1] else {
            panic!("{message:?}");
        };
        assert!(message.plain().contains(&position.wide()));
        let wide = format!("<pre><code>{}\n</code></pre>", position.wide());
        assert!(message.html().contains(&wide));
    }

    #[test]
    fn what_was_stored_before_boards_had_a_look_is_read() {
        let stored = r#"{"room":"!r","thread":null,"reply_to":null,"mentions":[],
            "blocks":[{"Board":"a1"}]}"#;
        let message: Message = serde_json::from_str(stored).expect("a message");
        assert_eq!(
            (message.look, message.plain()),
            (Look::default(), "a1".to_owned())
        );
        let board = board();
        let stored = serde_json::to_string(&board).expect("a text");
        assert_eq!(serde_json::from_str::<Message>(&stored).ok(), Some(board));
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
