//! Uploading: a file goes to the homeserver, encrypted if the room is.

use std::{error::Error, io::Cursor, time::Duration};

use matrix_sdk::{EncryptionState, config::RequestConfig};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tables::Message;
use tokio::sync::Semaphore;

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
    /// Puts the file of a message on the homeserver, unless the earlier upload still serves.
    ///
    /// # Errors
    ///
    /// If the homeserver does not take it, or there is none.
    pub async fn upload(&self, message: &Message, known: Option<&str>) -> Result<String, NoUpload> {
        let room = self.room(&message.room).map_err(own)?;
        let encrypted = match room.latest_encryption_state().await {
            Ok(EncryptionState::Encrypted) => true,
            Ok(EncryptionState::NotEncrypted) => false,
            Ok(EncryptionState::Unknown) => return Err(own("is the room encrypted?")),
            Err(error) => return Err(own(Failure::from(error))),
        };
        if let Some(known) = known
            && let Ok(uploaded) = serde_json::from_str::<Uploaded>(known)
            && matches!(uploaded.source, Source::Encrypted { .. }) == encrypted
        {
            return Ok(known.to_owned());
        }
        let Attachment { label, bytes } = drawn(message.clone()).await?;
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

/// Makes the file of a message beside the async threads, one at a time: a whole game keeps a core busy.
async fn drawn(message: Message) -> Result<Attachment, NoUpload> {
    static DRAWING: Semaphore = Semaphore::const_new(1);
    let _turn = DRAWING.acquire().await.map_err(own)?;
    let drawing = tokio::task::spawn_blocking(move || Attachment::of(&message));
    let drawn = drawing.await.map_err(own)?;
    drawn.ok_or_else(|| own("there is none"))
}

/// A failure on our own side.
fn own(reason: impl Into<Box<dyn Error + Send + Sync>>) -> NoUpload {
    NoUpload::Own(Cause::new(reason))
}
