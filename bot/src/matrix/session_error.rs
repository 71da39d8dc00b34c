//! Why there is no session on the homeserver, or no more.

use std::{io, path::PathBuf};

use super::failure::Failure;
use crate::cause::Cause;

/// Why there is no session, or no more.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The homeserver does not accept the password, the token or the session.
    #[error("the homeserver refuses the session: {0}")]
    Refused(#[source] Cause),
    /// The homeserver wants to see the password again. The next session, on the same device, goes
    /// on where this one has ended.
    #[error("the homeserver has let the session expire: {0}")]
    SoftLogout(#[source] Cause),
    /// The state folder holds another account's session.
    #[error("the state folder belongs to {0}; give this account a folder of its own")]
    OtherUser(String),
    /// Another bot plays on the account.
    #[error("another bot plays on this account, as its device {0}")]
    AccountInUse(String),
    /// Another bot has begun to play on the account.
    #[error("another bot has taken over this account, as its device {0}")]
    TakenOver(String),
    /// What is stored of the session cannot be read.
    #[error("{} is damaged; remove it to log in as a new device", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The encryption keys cannot be read.
    #[error(
        "{} is damaged ({source}); move it away to log in as a new device, which the recovery key \
         makes trusted",
        path.display()
    )]
    Keys {
        /// The folder they are in.
        path: PathBuf,
        /// What is wrong.
        source: Cause,
    },
    /// The access token does not fit.
    #[error("the access token cannot be used: {0}")]
    Token(#[source] TokenError),
    /// The state folder cannot be used.
    #[error("the state folder cannot be used: {0}")]
    Io(#[from] io::Error),
    /// What the SDK has to remember, such as keys, cannot be written: most often the disk is full.
    #[error("the folder sdk cannot be written: {0}")]
    Unwritable(#[source] Cause),
    /// Something in the SDK failed.
    #[error("the Matrix SDK failed: {0}")]
    Sdk(#[source] Cause),
}

/// Why an access token cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It has expired.
    #[error("it has expired; set a new one of the device {0}")]
    Expired(String),
    /// The homeserver wants to see a password instead.
    #[error("{0}")]
    SoftLogout(#[source] Cause),
    /// It belongs to another account.
    #[error("it belongs to {0}")]
    OtherUser(String),
    /// It belongs to another device than the state folder.
    #[error(
        "it belongs to the device {device}, the state folder to {known}; remove {} to start anew",
        session.display()
    )]
    OtherDevice {
        /// The token's device.
        device: String,
        /// The one of the state folder.
        known: String,
        /// The file that makes the state folder that device's.
        session: PathBuf,
    },
    /// It belongs to no device.
    #[error("it belongs to no device")]
    NoDevice,
}

/// What a failure that nobody goes on after means for the session.
pub(super) fn failed(failure: Failure) -> SessionError {
    match failure {
        Failure::SessionOver(reason) | Failure::Refused(reason) => SessionError::Refused(reason),
        Failure::SoftLogout(reason) => SessionError::SoftLogout(reason),
        Failure::Unwritable(reason) => SessionError::Unwritable(reason),
        Failure::Unreachable { reason, .. } | Failure::Internal(reason) => {
            SessionError::Sdk(reason)
        }
    }
}

/// What SQLite says of a file that is no longer a database; the SDK hands on nothing but words.
pub(super) fn is_damage(cause: &Cause) -> bool {
    let reason = cause.to_string();
    reason.contains("malformed") || reason.contains("not a database")
}
