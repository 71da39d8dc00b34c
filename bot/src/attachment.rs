//! Files that go out with messages: boards as pictures, games as films and pages.

use games::{Diagram, Record};
use pictures::{Limits, ReplayError, Shown};
use serde::{Deserialize, Serialize};
use tables::{Message, Replay, ReplayForm, Theme, page::PageWords};
use tracing::error;

/// A file, and what clients are told about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// What clients are told.
    pub label: Label,
    /// The file.
    pub bytes: Vec<u8>,
}

/// What clients are told about a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Its MIME type.
    pub mimetype: String,
    /// How many bytes it has.
    pub size: usize,
    /// The width and height of a picture, in pixels.
    pub pixels: Option<(u32, u32)>,
    /// The number of turns that a film or a page shows, the last ones of its game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<usize>,
}

/// The most turns in a film or on a page.
const MAX_TURNS: usize = 300;

/// The most bytes of a film or a page.
const MAX_BYTES: usize = 1_000_000;

impl Attachment {
    /// The file of a message, if it has one and that can be made. A board takes some milliseconds, a film
    /// up to some seconds; before every turn it is asked whether it is cancelled.
    pub fn of(message: &Message, is_cancelled: &dyn Fn() -> bool) -> Option<Attachment> {
        let theme = match message.look.theme {
            Theme::Light => pictures::Theme::Light,
            Theme::Dark => pictures::Theme::Dark,
        };
        match message.replay() {
            Some(replay) => whole_game(replay, theme, is_cancelled),
            None => board(&message.pictured(), theme),
        }
    }

    fn new(name: String, mimetype: &str, pixels: Option<(u32, u32)>, bytes: Vec<u8>) -> Attachment {
        Attachment {
            label: Label {
                name,
                mimetype: mimetype.to_owned(),
                size: bytes.len(),
                pixels,
                turns: None,
            },
            bytes,
        }
    }

    /// The same, of so many turns.
    fn showing(mut self, turns: usize) -> Attachment {
        self.label.turns = Some(turns);
        self
    }
}

fn board(diagrams: &[&Diagram], theme: pictures::Theme) -> Option<Attachment> {
    let first = diagrams.first()?;
    let name = match first.table {
        Some(table) => format!("{}-t{table}.png", first.game),
        None => format!("{}.png", first.game),
    };
    let picture = pictures::png(diagrams, theme);
    let pixels = Some((picture.width, picture.height));
    Some(Attachment::new(name, "image/png", pixels, picture.bytes))
}

fn whole_game(
    replay: &Replay,
    theme: pictures::Theme,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Attachment> {
    let limits = Limits {
        max_turns: MAX_TURNS,
        max_bytes: MAX_BYTES,
        is_cancelled,
    };
    match shown(replay, theme, &limits) {
        Ok(attachment) => Some(attachment),
        Err(ReplayError::Cancelled) => None,
        // It was played through before it was written here.
        Err(reason) => {
            let table = replay.table;
            error!("the game of the table t{table} cannot be shown: {reason}");
            None
        }
    }
}

fn shown(
    replay: &Replay,
    theme: pictures::Theme,
    limits: &Limits<'_>,
) -> Result<Attachment, ReplayError> {
    let record: Record = replay.record.parse()?;
    let game = pictures::Replay {
        record: &record,
        table: Some(replay.table),
        players: &replay.players,
        ended: replay.ended,
    };
    let name = replay.name.clone();
    Ok(match replay.form {
        ReplayForm::Film => {
            let Shown { file, turns } = pictures::film(&game, theme, limits)?;
            let pixels = Some((file.width, file.height));
            Attachment::new(name, "image/gif", pixels, file.bytes).showing(turns)
        }
        ReplayForm::Page => {
            let Shown { file, turns } = page(&game, &PageWords::of(replay), limits)?;
            Attachment::new(name, "text/html", None, file.into_bytes()).showing(turns)
        }
    })
}

fn page(
    game: &pictures::Replay,
    words: &PageWords,
    limits: &Limits<'_>,
) -> Result<Shown<String>, ReplayError> {
    let words = pictures::Words {
        language: words.language,
        title: &words.title,
        result: &words.result,
        board: &words.board,
        controls: &words.controls,
        first: &words.first,
        back: &words.back,
        next: &words.next,
        last: &words.last,
        play: &words.play,
        pause: &words.pause,
        slider: &words.slider,
        theme: &words.theme,
        turns: &words.turns,
        start: &words.start,
        moment: &|diagram, turns| words.moment(diagram, turns),
        position: &|diagram| words.position(diagram),
    };
    pictures::page(game, &words, limits)
}
