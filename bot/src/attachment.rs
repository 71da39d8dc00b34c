//! Files that go out with messages: boards as pictures, games as films and pages.

use serde::{Deserialize, Serialize};
use tables::{Message, Theme};

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
        let diagrams = message.pictured();
        let first = diagrams.first()?;
        let name = match first.table {
            Some(table) => format!("{}-t{table}.png", first.game),
            None => format!("{}.png", first.game),
        };
        let picture = pictures::png(&diagrams, theme);
        Some(Attachment {
            label: Label {
                name,
                mimetype: "image/png".to_owned(),
                size: picture.bytes.len(),
                pixels: Some((picture.width, picture.height)),
            },
            bytes: picture.bytes,
        })
    }
}
