//! Uploading: a file goes to the homeserver, encrypted if the room is.

use std::{error::Error, io::Cursor, time::Duration};

use matrix_sdk::{EncryptionState, config::RequestConfig};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{failure::Failure, session::Session};
use crate::{
    attachment::{Attachment, Label},
    cause::Cause,
    outbox::NoUpload,
};

/// How long the homeserver may take; the outbox asks for less.
const LONGEST: Duration = Duration::from_secs(30);

/// A file that the homeserver has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Uploaded {
    /// What clients are told about it.
    pub label: Label,
    /// Where it is.
    #[serde(flatten)]
    pub source: Source,
}

/// Where a file is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Source {
    /// As it is.
    Plain {
        /// Its `mxc` address.
        url: String,
    },
    /// Encrypted, with what is needed to decrypt it: an `EncryptedFile`.
    Encrypted {
        /// Its address and keys.
        file: Value,
    },
}

impl Uploaded {
    /// Adds the file to the content of an event, to which its text becomes the caption.
    pub(super) fn describe(self, content: &mut Value) {
        let Label {
            name,
            mimetype,
            size,
            pixels,
            turns: _,
        } = self.label;
        content["msgtype"] = json!(match pixels {
            Some(_) => "m.image",
            None => "m.file",
        });
        content["info"] = match pixels {
            Some((width, height)) => json!({
                "mimetype": mimetype,
                "size": size,
                "w": width,
                "h": height,
                // Otherwise clients fetch the whole picture to find that out (Matrix proposal 4230).
                "org.matrix.msc4230.is_animated": mimetype == "image/gif",
            }),
            None => json!({ "mimetype": mimetype, "size": size }),
        };
        // Without a caption of their own clients show what is meant for those without pictures.
        if content["formatted_body"] == "" {
            content["formatted_body"] = json!(format!("<p>{name}</p>"));
        }
        content["filename"] = json!(name);
        match self.source {
            Source::Plain { url } => content["url"] = json!(url),
            Source::Encrypted { file } => content["file"] = file,
        }
    }
}

impl Session {
    /// Returns whether a file that was uploaded for a room can be sent there: it is encrypted if the room is.
    pub async fn serves(&self, room: &str, file: &str) -> bool {
        match (
            serde_json::from_str::<Uploaded>(file),
            self.is_encrypted(room).await,
        ) {
            (Ok(Uploaded { source, .. }), Ok(encrypted)) => {
                matches!(source, Source::Encrypted { .. }) == encrypted
            }
            _ => false,
        }
    }

    async fn is_encrypted(&self, room: &str) -> Result<bool, NoUpload> {
        let room = self.room(room).map_err(own)?;
        match room.latest_encryption_state().await {
            Ok(EncryptionState::Encrypted) => Ok(true),
            Ok(EncryptionState::NotEncrypted) => Ok(false),
            Ok(EncryptionState::Unknown) => Err(own("is the room encrypted?")),
            Err(error) => Err(own(Failure::from(error))),
        }
    }

    /// Puts a file for a room on the homeserver.
    ///
    /// # Errors
    ///
    /// If the homeserver does not take it.
    pub async fn upload(&self, room: &str, file: Attachment) -> Result<String, NoUpload> {
        let encrypted = self.is_encrypted(room).await?;
        let Attachment { label, bytes } = file;
        let request = RequestConfig::new().disable_retry().timeout(LONGEST);
        let refused = |error| NoUpload::Server(Cause::new(Failure::from(error)));
        let source = if encrypted {
            let mut bytes = Cursor::new(bytes);
            let upload = self.client.upload_encrypted_file(&mut bytes);
            let file = upload.with_request_config(request).await.map_err(refused)?;
            let file = serde_json::to_value(file).map_err(own)?;
            Source::Encrypted { file }
        } else {
            let kind = uploaded_as(&label.mimetype).parse().map_err(own)?;
            let upload = self.client.media().upload(&kind, bytes, Some(request));
            let url = upload.await.map_err(refused)?.content_uri.to_string();
            Source::Plain { url }
        };
        serde_json::to_string(&Uploaded { label, source }).map_err(own)
    }
}

/// As what a file is uploaded where it is not encrypted. Synapse makes moving thumbnails of a film before
/// it answers, which takes longer than anybody waits: 9 s for 15 turns. Clients play the file itself, and
/// know from the message what it is.
fn uploaded_as(mimetype: &str) -> &str {
    match mimetype {
        "image/gif" => "application/octet-stream",
        mimetype => mimetype,
    }
}

/// A failure on our own side.
fn own(reason: impl Into<Box<dyn Error + Send + Sync>>) -> NoUpload {
    NoUpload::Own(Cause::new(reason))
}
