//! Files that go out with messages: boards as pictures, games as films and pages.

#[cfg(feature = "matrix")]
pub mod drawing;

use games::{Diagram, Record};
use lobby::{Message, Replay, ReplayForm, Theme, page::PageWords};
use pictures::{Limits, ReplayError, Shown};
use serde::{Deserialize, Serialize};
use tracing::error;

/// A file and its metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The metadata.
    pub label: FileLabel,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The metadata of a file, which clients are sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileLabel {
    /// The file name.
    pub name: String,
    /// The MIME type.
    pub mimetype: String,
    /// The size in bytes.
    pub size: usize,
    /// The width and height of a picture, in pixels.
    pub pixels: Option<(u32, u32)>,
    /// The number of turns in a film or on a page: the last ones of its game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<usize>,
}

/// Maximum number of turns in a film or on a page.
const MAX_TURNS: usize = 300;

/// Maximum size of a film or a page, in bytes.
const MAX_BYTES: usize = 1_000_000;

impl Attachment {
    /// Makes the file of a message, if it has one. A board takes some milliseconds, a film up to some
    /// seconds; cancellation is checked before every turn.
    pub fn of(message: &Message, is_cancelled: &dyn Fn() -> bool) -> Option<Attachment> {
        let theme = match message.appearance.theme {
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
            label: FileLabel {
                name,
                mimetype: mimetype.to_owned(),
                size: bytes.len(),
                pixels,
                turns: None,
            },
            bytes,
        }
    }

    /// Sets the number of turns shown.
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
        // Unexpected, since the record was replayed before it was written here.
        Err(reason) => {
            let table = replay.table;
            error!(table = %table, error = %reason, "cannot draw replay");
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
        labels: &words.labels,
        moment: &|diagram, turns| words.moment(diagram, turns),
        position: &|diagram| words.position(diagram),
    };
    pictures::page(game, &words, limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_of_the_page_is_filled() {
        let record = "icebreaker-record: 1\ngame: matrx\nrules: 1\noptions: -\n\nGd7\nGg2\n";
        let replay = Replay {
            record: record.to_owned(),
            table: 1,
            players: vec!["alice".to_owned(), "bob".to_owned()],
            form: ReplayForm::Page,
            name: "matrx-t1.html".to_owned(),
            ended: None,
            result: String::new(),
            instead: String::new(),
        };
        let file = whole_game(&replay, pictures::Theme::Light, &|| false).unwrap();
        let page = String::from_utf8(file.bytes).unwrap();
        for label in ["To the start", "Light or dark", "Start"] {
            assert!(page.contains(label), "{label}");
        }
        assert!(!page.contains("label=\"\""));
    }
}
