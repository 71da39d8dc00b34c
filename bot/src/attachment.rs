//! Files that go out with messages: boards as pictures, games as films and pages.

use games::{Diagram, Record};
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
}

impl Attachment {
    /// The file of a message, if it has one and that can be made. Takes some milliseconds.
    pub fn of(message: &Message) -> Option<Attachment> {
        let theme = match message.look.theme {
            Theme::Light => pictures::Theme::Light,
            Theme::Dark => pictures::Theme::Dark,
        };
        match message.replay() {
            Some(replay) => whole_game(replay, theme),
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
            },
            bytes,
        }
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

fn whole_game(replay: &Replay, theme: pictures::Theme) -> Option<Attachment> {
    match shown(replay, theme) {
        Ok(attachment) => Some(attachment),
        // It was played through before it was written here.
        Err(reason) => {
            let table = replay.table;
            error!("the game of the table t{table} cannot be shown: {reason}");
            None
        }
    }
}

fn shown(replay: &Replay, theme: pictures::Theme) -> Result<Attachment, games::RecordError> {
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
            let film = pictures::film(&game, theme)?;
            let pixels = Some((film.width, film.height));
            Attachment::new(name, "image/gif", pixels, film.bytes)
        }
        ReplayForm::Page => {
            let page = page(&game, &PageWords::of(replay))?;
            Attachment::new(name, "text/html", None, page.into_bytes())
        }
    })
}

fn page(game: &pictures::Replay, words: &PageWords) -> Result<String, games::RecordError> {
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
    pictures::page(game, &words)
}
