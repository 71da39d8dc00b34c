//! File uploads, encrypted if the room is.

use std::{error::Error, io::Cursor, time::Duration};

use matrix_sdk::{EncryptionState, config::RequestConfig};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    attachment::{Attachment, FileLabel},
    error_chain::ErrorChain,
    matrix::{failure::Failure, session::Session},
    outbox::UploadError,
};

/// Timeout of an upload; the outbox waits for less.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(30);

/// A file on the homeserver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Uploaded {
    /// The file's metadata for clients.
    pub label: FileLabel,
    /// The file's location.
    #[serde(flatten)]
    pub source: UploadedSource,
}

/// The location of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum UploadedSource {
    /// An unencrypted file.
    Plain {
        /// The `mxc` URI.
        url: String,
    },
    /// An encrypted file, with the key to decrypt it: an `EncryptedFile`.
    Encrypted {
        /// The `mxc` URI, keys and hashes.
        file: Value,
    },
}

impl Uploaded {
    /// Adds the file to the content of an event, whose text becomes the caption.
    pub(super) fn describe(self, content: &mut Value) {
        let FileLabel {
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
                // Without it, clients fetch the whole picture to find that out (MSC4230).
                "org.matrix.msc4230.is_animated": mimetype == "image/gif",
            }),
            None => json!({ "mimetype": mimetype, "size": size }),
        };
        // Without a caption, clients show the body, which is meant for clients without pictures.
        if content["formatted_body"] == "" {
            content["formatted_body"] = json!(format!("<p>{name}</p>"));
        }
        content["filename"] = json!(name);
        match self.source {
            UploadedSource::Plain { url } => content["url"] = json!(url),
            UploadedSource::Encrypted { file } => content["file"] = file,
        }
    }
}

impl Session {
    /// Returns whether a file that was uploaded for a room can be sent there: it is encrypted if the room is.
    pub async fn can_reuse_upload(&self, room: &str, file: &str) -> bool {
        match (
            serde_json::from_str::<Uploaded>(file),
            self.is_encrypted(room).await,
        ) {
            (Ok(Uploaded { source, .. }), Ok(encrypted)) => {
                matches!(source, UploadedSource::Encrypted { .. }) == encrypted
            }
            _ => false,
        }
    }

    async fn is_encrypted(&self, room: &str) -> Result<bool, UploadError> {
        let room = self.room(room).map_err(own)?;
        match room.latest_encryption_state().await {
            Ok(EncryptionState::Encrypted) => Ok(true),
            Ok(EncryptionState::NotEncrypted) => Ok(false),
            Ok(EncryptionState::Unknown) => Err(own("encryption state of the room unknown")),
            Err(error) => Err(own(Failure::from(error))),
        }
    }

    /// Uploads a file for a room.
    ///
    /// # Errors
    ///
    /// If the homeserver does not take it.
    pub async fn upload(&self, room: &str, file: Attachment) -> Result<String, UploadError> {
        let encrypted = self.is_encrypted(room).await?;
        let Attachment { label, bytes } = file;
        let request = RequestConfig::new().disable_retry().timeout(UPLOAD_TIMEOUT);
        let refused = |error| UploadError::Server(ErrorChain::new(Failure::from(error)));
        let source = if encrypted {
            let mut bytes = Cursor::new(bytes);
            let upload = self.client.upload_encrypted_file(&mut bytes);
            let file = upload.with_request_config(request).await.map_err(refused)?;
            let file = serde_json::to_value(file).map_err(own)?;
            UploadedSource::Encrypted { file }
        } else {
            let kind = uploaded_as(&label.mimetype).parse().map_err(own)?;
            let upload = self.client.media().upload(&kind, bytes, Some(request));
            let url = upload.await.map_err(refused)?.content_uri.to_string();
            UploadedSource::Plain { url }
        };
        serde_json::to_string(&Uploaded { label, source }).map_err(own)
    }
}

/// Returns the content type of an unencrypted upload. Synapse makes animated thumbnails of a GIF before it
/// answers, which takes longer than anybody waits: 9 s for 15 turns. Clients play the file itself, and know
/// its type from the message.
fn uploaded_as(mimetype: &str) -> &str {
    match mimetype {
        "image/gif" => "application/octet-stream",
        mimetype => mimetype,
    }
}

/// Wraps a failure on the bot's own side.
fn own(reason: impl Into<Box<dyn Error + Send + Sync>>) -> UploadError {
    UploadError::Own(ErrorChain::new(reason))
}
