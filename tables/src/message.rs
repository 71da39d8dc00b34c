//! What is said in rooms, as plain data and as what clients show.

use games::{Diagram, diagram::State};
use serde::{Deserialize, Serialize};

use crate::{
    draw, isolate,
    look::{Boards, Look},
};

/// A message to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The room's id.
    pub room: String,
    /// The root event of the thread it belongs in.
    pub thread: Option<String>,
    /// The event it answers.
    pub reply_to: Option<String>,
    /// The user who asked for it, with whom others share what the homeserver lets the bot send.
    pub asked_by: Option<String>,
    /// The user ids to be notified.
    pub mentions: Vec<String>,
    /// What it says.
    pub blocks: Vec<Block>,
    /// The table whose newest board it shows, after what has happened there.
    pub table: Option<u32>,
    /// What its boards look like.
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

impl ReplayForm {
    /// Its name, as sentences know it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            ReplayForm::Film => "film",
            ReplayForm::Page => "page",
        }
    }
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

    /// The same message with a caption for its game, of which the file shows so many turns, the last ones.
    pub fn with_caption(&self, shown: usize) -> Message {
        let mut message = self.clone();
        let caption = self.replay().map(|replay| replay.caption(shown));
        let text = message.blocks.iter_mut().find_map(|block| match block {
            Block::Text(text) => Some(text),
            _ => None,
        });
        if let (Some(text), Some(caption)) = (text, caption) {
            *text = format!("{text}\n{caption}");
        }
        message
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
            Block::Text(text) => Some(text.clone()),
            Block::Board(text) => Some(isolate::plain(text).into_owned()),
            Block::Figures(figures) => Some(isolate::plain(&figures.wide).into_owned()),
            Block::Position(position) => Some(isolate::plain(&position.wide()).into_owned()),
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
    let text = escape(&isolate::plain(text));
    format!("<pre><code>{text}\n</code></pre>")
}

/// Lines in a font of equal widths that clients neither cut off nor number, as they do with
/// [`preformatted`] text. Spaces stay for they are not to be broken at.
fn code_lines(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = if line.is_empty() { " " } else { line };
        let line = isolate::plain(line);
        format!("<code>{}</code>", escape(&line).replace(' ', "\u{a0}"))
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
            asked_by: None,
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
            asked_by: None,
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
    fn a_message_is_stored_as_it_is() {
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

    fn board_of(table: Option<u32>, thread: &str, words: &str) -> Message {
        let live = games::Live::set_up("matrx w - G3T6Z6D6Y6P6 G3T6Z6D6Y6P6", None).unwrap();
        let position = Position {
            diagram: Box::new(Diagram::of(&live, table, &[])),
            margin: String::new(),
        };
        Message {
            room: "!r".into(),
            thread: Some(thread.into()),
            reply_to: None,
            asked_by: None,
            mentions: Vec::new(),
            blocks: vec![Block::Text(words.into()), Block::Position(position)],
            table,
            look: Look::default(),
        }
    }

    #[test]
    fn a_board_is_overtaken_by_a_later_one_of_its_table_only() {
        let first = board_of(Some(1), "$1", "one");
        assert!(first.is_overtaken_by(&board_of(Some(1), "$1", "two")));
        assert!(!first.is_overtaken_by(&board_of(Some(2), "$1", "two")));
        assert!(!first.is_overtaken_by(&board_of(Some(1), "$2", "two")));
        let answer = board_of(None, "$1", "an answer");
        assert!(!answer.is_overtaken_by(&board_of(None, "$1", "another")));
    }

    #[test]
    fn what_has_happened_goes_in_front_of_the_board_that_overtakes_it() {
        let (first, later) = (
            board_of(Some(1), "$1", "one"),
            board_of(Some(1), "$1", "two"),
        );
        let merged = first.merged_into(&later);
        assert_eq!(merged.blocks[0], Block::Text("one".into()));
        assert_eq!(merged.blocks[1..], later.blocks);
        assert_eq!((merged.room, merged.thread), (later.room, later.thread));
    }

    #[test]
    fn a_file_belongs_to_boards_and_replays_as_pictures_and_to_nothing_else() {
        let board = board_of(Some(1), "$1", "one");
        assert!(board.has_file());
        assert!(!board.with_boards(Boards::Text).has_file());
        let words = Message {
            blocks: vec![Block::Text("words".into())],
            ..board.clone()
        };
        assert!(!words.has_file());
        let replay = Replay {
            record: String::new(),
            table: 1,
            players: Vec::new(),
            form: ReplayForm::Film,
            name: "t1.gif".into(),
            ended: None,
            result: String::new(),
            instead: "not now".into(),
        };
        let film = Message {
            blocks: vec![Block::Replay(replay)],
            ..board
        };
        assert!(film.has_file());
        assert!(!film.with_boards(Boards::Wide).has_file());
    }
}
