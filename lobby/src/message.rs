//! Messages to rooms as plain data, and their rendering as plain text and HTML.

mod markup;

use games::{Diagram, diagram::State};
use serde::{Deserialize, Serialize};

use crate::{
    appearance::{Appearance, Boards},
    message::markup::{code_lines, formatted, preformatted},
    text::{
        draw::{self, Width},
        isolate,
    },
};

pub(crate) use markup::list_item;
pub use markup::{TextStyle, plain_text, styled_text};

/// A message to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The room id.
    pub room: String,
    /// The root event of its thread.
    pub thread: Option<String>,
    /// The event it replies to.
    pub reply_to: Option<String>,
    /// The user who asked for it; all greetings, all daily leaderboards and all resent boards have one name each. Users
    /// share the homeserver's rate limit.
    pub asked_by: Option<String>,
    /// The user ids to notify.
    pub mentions: Vec<String>,
    /// The content.
    pub blocks: Vec<Block>,
    /// The table whose current board it shows; the news comes before the board.
    pub table: Option<u32>,
    /// The number of actions at that table, if a player's time starts once the message is delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_clock: Option<usize>,
    /// The number of the request that it announces, if users can answer one by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<u64>,
    /// The user who alone may see it in their direct message, though it was not asked for there: it is not sent if
    /// anybody else is in the room, or can read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private_to: Option<String>,
    /// The appearance of its boards.
    #[serde(alias = "look")]
    pub appearance: Appearance,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Block {
    /// Paragraphs and lists. Line breaks are kept; a blank line begins a paragraph, `- ` a list item, and
    /// `**` encloses bold text, backticks text to type.
    Text(String),
    /// A list or a text to copy, in a monospaced font.
    Board(String),
    /// Figures about the position, in a monospaced font; a picture of it shows some of them.
    Figures(Figures),
    /// A board.
    Position(Position),
    /// A replay of a whole game.
    Replay(Replay),
}

/// Figures in a monospaced font, in three layouts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// In rows and columns.
    pub wide: String,
    /// In one column, for narrow boards.
    pub narrow: String,
    /// In one column, without those that a picture of the position shows.
    pub unseen: String,
}

/// A board and its side panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The board and its players.
    pub diagram: Box<Diagram>,
    /// The side panel, in lines.
    pub side_panel: String,
}

/// A replay of a game from its first turn to its last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The game as a text record.
    pub record: String,
    /// The table's number.
    pub table: u32,
    /// The names of the players in the order of their seats.
    pub players: Vec<String>,
    /// The form of the replay.
    pub form: ReplayForm,
    /// The file name.
    pub name: String,
    /// The result, where the record does not contain it.
    pub ended: Option<State>,
    /// The result in words; empty while the game goes on.
    pub result: String,
    /// The text in place of the file where no file can be sent.
    pub instead: String,
}

/// The form of a replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayForm {
    /// An animation.
    #[default]
    Film,
    /// A page with controls for stepping back and forth.
    Page,
}

impl ReplayForm {
    /// Returns the name that sentences use as an argument.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            ReplayForm::Film => "film",
            ReplayForm::Page => "page",
        }
    }
}

impl Position {
    /// Returns the board as text with the name of every place.
    pub fn wide(&self) -> String {
        let scene = &self.diagram.scene;
        // A board with nothing left on it has nothing to draw.
        let board = (!scene.points.is_empty()).then(|| draw::board::draw(scene, Width::Wide));
        let side_panel = (!self.side_panel.is_empty()).then(|| self.side_panel.clone());
        let parts: Vec<String> = board.into_iter().chain(side_panel).collect();
        parts.join("\n\n")
    }
}

impl Message {
    /// Creates a message to a room, outside of threads and without notifications.
    pub(crate) fn new(room: &str, blocks: Vec<Block>) -> Message {
        Message {
            room: room.to_owned(),
            thread: None,
            reply_to: None,
            asked_by: None,
            mentions: Vec::new(),
            blocks,
            table: None,
            starts_clock: None,
            asks: None,
            private_to: None,
            appearance: Appearance::default(),
        }
    }

    /// Returns the later message with the news of this one in front. Used while a room is rate limited, so that
    /// the newest board does not queue behind older ones. A later message that mentions nobody, such as an answer to
    /// `board`, keeps the mentions of this one, so that the player to move is notified.
    pub fn merged_into(&self, later: &Message) -> Message {
        let news = self
            .blocks
            .iter()
            .take_while(|block| matches!(block, Block::Text(_)));
        let mentioning = if later.mentions.is_empty() {
            self
        } else {
            later
        };
        Message {
            blocks: news.chain(&later.blocks).cloned().collect(),
            mentions: mentioning.mentions.clone(),
            asks: later.asks.or(self.asks),
            ..later.clone()
        }
    }

    /// Returns the message with another form of boards. Text and wide boards need no file.
    pub fn with_boards(&self, boards: Boards) -> Message {
        let theme = self.appearance.theme;
        Message {
            appearance: Appearance { boards, theme },
            ..self.clone()
        }
    }

    /// Returns the message with a caption for its replay, whose file shows the last `shown` turns.
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

    /// Returns the boards of its picture, from top to bottom; none if it has no picture.
    pub fn pictured(&self) -> Vec<&Diagram> {
        let pictured = self.blocks.iter().filter(|_| self.has_files());
        let diagrams = pictured.filter_map(|block| match block {
            Block::Position(position) => Some(position.diagram.as_ref()),
            _ => None,
        });
        diagrams.collect()
    }

    /// Returns the replay that is sent as a file.
    pub fn replay(&self) -> Option<&Replay> {
        let mut blocks = self.blocks.iter().filter(|_| self.has_files());
        blocks.find_map(|block| match block {
            Block::Replay(replay) => Some(replay),
            _ => None,
        })
    }

    /// Returns whether the message comes with a file.
    pub fn has_file(&self) -> bool {
        !self.pictured().is_empty() || self.replay().is_some()
    }

    /// Returns whether boards and replays are sent as files.
    fn has_files(&self) -> bool {
        self.appearance.boards == Boards::Picture
    }

    /// Returns the message as plain text, for clients and screen readers without HTML and pictures.
    pub fn plain(&self) -> String {
        let texts = self.blocks.iter().filter_map(|block| match block {
            Block::Text(text) => Some(plain_text(text)),
            Block::Board(text) => Some(isolate::plain(text).into_owned()),
            Block::Figures(figures) => Some(isolate::plain(&figures.wide).into_owned()),
            Block::Position(position) => Some(isolate::plain(&position.wide()).into_owned()),
            Block::Replay(_) if self.has_files() => None,
            Block::Replay(replay) => Some(plain_text(&replay.instead)),
        });
        texts.collect::<Vec<_>>().join("\n\n")
    }

    /// Returns the message as HTML with all text escaped; a picture, if there is one, is sent apart and shown
    /// above.
    pub fn html(&self) -> String {
        let is_pictured = !self.pictured().is_empty();
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Text(text) => formatted(text),
            Block::Figures(figures) if is_pictured => match figures.unseen.as_str() {
                "" => String::new(),
                unseen => code_lines(unseen),
            },
            Block::Board(text) => preformatted(text),
            Block::Figures(figures) => match self.appearance.boards {
                Boards::Text => code_lines(&figures.narrow),
                Boards::Picture | Boards::Wide => preformatted(&figures.wide),
            },
            Block::Position(position) => match self.appearance.boards {
                Boards::Picture => String::new(),
                Boards::Text => {
                    code_lines(&draw::board::draw(&position.diagram.scene, Width::Narrow))
                        + &formatted(&position.side_panel)
                }
                Boards::Wide => preformatted(&position.wide()),
            },
            Block::Replay(_) if self.has_files() => String::new(),
            Block::Replay(replay) => formatted(&replay.instead),
        });
        blocks.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message with a board, figures and a replay.
    fn board() -> Message {
        let scene = games::read_position("gipf-basic w b2=b,e2=B B12 B12").expect("a position");
        let position = Position {
            diagram: Box::new(Diagram::still("gipf-basic", scene.scene())),
            side_panel: "Ann: 12\nBob: 12".into(),
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
            starts_clock: None,
            asks: None,
            private_to: None,
            appearance: Appearance::default(),
        }
    }

    #[test]
    fn text_below_a_picture_does_not_repeat_it() {
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
    fn a_text_board_has_unbroken_lines() {
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
    fn a_wide_board_is_the_plain_text_board() {
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

    fn board_of(table: Option<u32>, thread: &str, words: &str) -> Message {
        let live = games::Live::set_up("matrx w - G3T6Z6D6Y6P6 G3T6Z6D6Y6P6", None).unwrap();
        let position = Position {
            diagram: Box::new(Diagram::of(&live, table, &[])),
            side_panel: String::new(),
        };
        Message {
            room: "!r".into(),
            thread: Some(thread.into()),
            reply_to: None,
            asked_by: None,
            mentions: Vec::new(),
            blocks: vec![Block::Text(words.into()), Block::Position(position)],
            table,
            starts_clock: None,
            asks: None,
            private_to: None,
            appearance: Appearance::default(),
        }
    }

    #[test]
    fn a_merged_board_starts_the_later_clock() {
        let of_turn = |actions| Message {
            starts_clock: actions,
            private_to: None,
            ..board_of(Some(1), "$1", "a turn")
        };
        let merged = of_turn(Some(3)).merged_into(&of_turn(Some(4)));
        assert_eq!(merged.starts_clock, Some(4));
        let merged = of_turn(Some(3)).merged_into(&of_turn(None));
        assert_eq!(merged.starts_clock, None);
    }

    #[test]
    fn a_merged_board_mentions_the_player_to_move() {
        let mentioning = |users: &[&str]| Message {
            mentions: users.iter().map(|user| (*user).to_owned()).collect(),
            ..board_of(Some(1), "$1", "a turn")
        };
        let merged = mentioning(&["@ann:x"]).merged_into(&mentioning(&[]));
        assert_eq!(merged.mentions, ["@ann:x"]);
        let merged = mentioning(&["@ann:x"]).merged_into(&mentioning(&["@bob:x"]));
        assert_eq!(merged.mentions, ["@bob:x"]);
    }

    #[test]
    fn text_of_an_overtaken_board_is_kept() {
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
    fn only_pictured_boards_and_replays_have_a_file() {
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
