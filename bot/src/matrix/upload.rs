//! Uploading: a file goes to the homeserver, encrypted if the room is.

use std::{io::Cursor, time::Duration};

use matrix_sdk::{EncryptionState, config::RequestConfig};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tables::Message;

use super::{failure::Failure, session::Session};
use crate::{
    attachment::{Attachment, Label},
    outbox::SayError,
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
        content["info"] = json!({ "mimetype": mimetype, "size": size });
        if let Some((width, height)) = pixels {
            content["info"]["w"] = json!(width);
            content["info"]["h"] = json!(height);
        }
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
    pub async fn upload(&self, message: &Message, known: Option<&str>) -> Result<String, SayError> {
        let room = self.room(&message.room)?;
        let state = room.latest_encryption_state().await;
        let encrypted = match state.map_err(Failure::from)? {
            EncryptionState::Encrypted => true,
            EncryptionState::NotEncrypted => false,
            EncryptionState::Unknown => {
                let reason = "it is not known whether the room is encrypted".to_owned();
                return Err(SayError::Failed(reason));
            }
        };
        if let Some(known) = known
            && let Ok(uploaded) = serde_json::from_str::<Uploaded>(known)
            && matches!(uploaded.source, Source::Encrypted { .. }) == encrypted
        {
            return Ok(known.to_owned());
        }
        let drawn = message.clone();
        let drawing = tokio::task::spawn_blocking(move || Attachment::of(&drawn));
        let Attachment { label, bytes } = drawing
            .await
            .map_err(|error| SayError::Failed(error.to_string()))?
            .ok_or_else(|| SayError::Failed("there is no file".to_owned()))?;
        let request = RequestConfig::new().disable_retry().timeout(LONGEST);
        let source = if encrypted {
            let mut bytes = Cursor::new(bytes);
            let upload = self.client.upload_encrypted_file(&mut bytes);
            let file = upload.with_request_config(request).await;
            let file = serde_json::to_value(file.map_err(Failure::from)?).map_err(odd)?;
            Source::Encrypted { file }
        } else {
            let kind = label.mimetype.parse().map_err(odd)?;
            let upload = self.client.media().upload(&kind, bytes, Some(request));
            let answer = upload.await.map_err(Failure::from)?;
            Source::Plain {
                url: answer.content_uri.to_string(),
            }
        };
        serde_json::to_string(&Uploaded { label, source }).map_err(odd)
    }
}

/// A failure on our own side.
pub(super) fn odd(error: impl std::error::Error) -> SayError {
    SayError::Failed(error.to_string())
}
