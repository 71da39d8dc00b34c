//! Errors that prevent or end the session on the homeserver.

use std::{io, path::PathBuf};

use crate::{error_chain::ErrorChain, matrix::failure::Failure};

/// An error that prevents or ends the session.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The homeserver does not accept the password, the token or the session.
    #[error("the homeserver rejected the session: {0}")]
    Refused(#[source] ErrorChain),
    /// A soft logout: the homeserver asks for the password again. The next session continues on the same
    /// device.
    #[error("session expired: {0}")]
    SoftLogout(#[source] ErrorChain),
    /// The state folder holds another account's session.
    #[error("the state folder belongs to {0}; set another [state] folder for this account")]
    OtherUser(String),
    /// The homeserver knows the account by another id.
    #[error("the homeserver logged in {0}; set [matrix] user to that")]
    OtherId(String),
    /// Another bot plays on the account.
    #[error("another bot uses this account, as device {0}")]
    AccountInUse(String),
    /// Another bot has begun to play on the account.
    #[error("another bot has taken over this account, as device {0}")]
    TakenOver(String),
    /// The stored session cannot be read.
    #[error("{} is damaged; remove it to log in as a new device", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The parse error.
        source: serde_json::Error,
    },
    /// The encryption keys cannot be read.
    #[error(
        "{} is damaged ({source}); move it away to log in as a new device, and verify that with \
         recovery_key",
        path.display()
    )]
    Keys {
        /// The folder they are in.
        path: PathBuf,
        /// The underlying error.
        source: ErrorChain,
    },
    /// The access token does not fit.
    #[error("cannot use the access token: {0}")]
    Token(#[source] TokenError),
    /// The state folder cannot be used.
    #[error("cannot use the state folder: {0}")]
    Io(#[from] io::Error),
    /// The SDK's store, with keys for example, cannot be written: most often the disk is full.
    #[error("cannot write the folder sdk: {0}")]
    Unwritable(#[source] ErrorChain),
    /// Another failure of the SDK.
    #[error("Matrix SDK error: {0}")]
    Sdk(#[source] ErrorChain),
}

/// A reason to reject an access token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// An expired token.
    #[error("it has expired; set a new token of device {0}")]
    Expired(String),
    /// A soft logout: the homeserver asks for a password instead.
    #[error("{0}")]
    SoftLogout(#[source] ErrorChain),
    /// A token of another account.
    #[error("it belongs to {0}")]
    OtherUser(String),
    /// A token of another device than the state folder's.
    #[error(
        "it belongs to device {device}, the state folder to {known}; remove {} to start over",
        session.display()
    )]
    OtherDevice {
        /// The token's device.
        device: String,
        /// The state folder's device.
        known: String,
        /// The file that binds the state folder to that device.
        session: PathBuf,
    },
    /// A token of a device that already has encryption keys, which the state folder lacks.
    #[error(
        "device {0} already has encryption keys, of another client or of a lost state folder; set the token of a new \
         login"
    )]
    UsedDevice(String),
    /// A token without a device.
    #[error("it has no device")]
    NoDevice,
}

/// Converts a failure that is not retried into a session error.
pub(in crate::matrix) fn failed(failure: Failure) -> SessionError {
    match failure {
        Failure::SessionOver(reason) | Failure::Refused(reason) => SessionError::Refused(reason),
        Failure::SoftLogout(reason) => SessionError::SoftLogout(reason),
        Failure::Unwritable(reason) => SessionError::Unwritable(reason),
        Failure::Unreachable { reason, .. } | Failure::Internal(reason) => {
            SessionError::Sdk(reason)
        }
    }
}

/// Returns whether an SQLite error says that a file is no longer a database. The SDK passes on the text of
/// the error only, so the text is matched.
pub(in crate::matrix) fn is_damage(cause: &ErrorChain) -> bool {
    let reason = cause.to_string();
    reason.contains("malformed") || reason.contains("not a database")
}
