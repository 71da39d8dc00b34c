//! The connection of the outbox to the homeserver.

use std::time::Duration;

use lobby::Message;

use crate::{attachment::Attachment, error_chain::ErrorChain};

/// The part of the client-server API that sends messages.
pub trait Messenger: Clone + Send + Sync + 'static {
    /// Returns whether a file that was uploaded for a room can be sent there as it is.
    fn can_reuse_upload(&self, room: &str, file: &str) -> impl Future<Output = bool> + Send;

    /// Uploads a file for a room and returns the reference to it.
    fn upload(
        &self,
        room: &str,
        file: Attachment,
    ) -> impl Future<Output = Result<String, UploadError>> + Send;

    /// Sends a message, with its file if it is uploaded, and returns the event id. Idempotent by transaction id.
    fn send_message(
        &self,
        message: &Message,
        file: Option<&str>,
        transaction: &str,
    ) -> impl Future<Output = Result<String, SendError>> + Send;

    /// Shows or hides the typing notice in a room, if possible.
    fn show_typing(&self, room: &str, typing: bool) -> impl Future<Output = ()> + Send;
}

/// The reason for which a message was not sent.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SendError {
    /// A permanent refusal.
    #[error("refused: {0}")]
    Refused(#[source] ErrorChain),
    /// An unreachable homeserver or its rate limit.
    #[error("not now: {reason}")]
    Unreachable {
        /// The error.
        #[source]
        reason: ErrorChain,
        /// The minimum delay before the retry, if the homeserver tells one: its rate limit.
        after: Option<Duration>,
    },
    /// A failure on our own side.
    #[error("failed: {0}")]
    Failed(#[source] ErrorChain),
}

/// The reason for which a file was not uploaded.
#[derive(Clone, Debug, thiserror::Error)]
pub enum UploadError {
    /// A refusal by the homeserver.
    #[error("{0}")]
    Server(#[source] ErrorChain),
    /// A failure on our own side.
    #[error("{0}")]
    Own(#[source] ErrorChain),
}
