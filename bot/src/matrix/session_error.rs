//! Why there is no session on the homeserver, or no more.

use std::{io, path::PathBuf};

use super::failure::Failure;

/// Why there is no session, or no more.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The homeserver does not accept the password, the token or the session.
    #[error("the homeserver refuses the session: {0}")]
    Refused(String),
    /// The homeserver wants to see the password again. The next session, on the same device, goes
    /// on where this one has ended.
    #[error("the homeserver has let the session expire: {0}")]
    SoftLogout(String),
    /// The state folder holds another account's session.
    #[error("the state folder belongs to {0}; give this account a folder of its own")]
    OtherUser(String),
    /// What is stored of the session cannot be read.
    #[error("{} is damaged; remove it to log in as a new device", .0.display())]
    Damaged(PathBuf),
    /// The encryption keys cannot be read.
    #[error(
        "{} is damaged ({reason}); move it away to log in as a new device, which the recovery key \
         makes trusted",
        path.display()
    )]
    Keys {
        /// The folder they are in.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The access token does not fit.
    #[error("the access token cannot be used: {0}")]
    Token(String),
    /// The state folder cannot be used.
    #[error("the state folder cannot be used: {0}")]
    Io(#[from] io::Error),
    /// What the SDK has to remember, such as keys, cannot be written: most often the disk is full.
    #[error("the folder sdk cannot be written: {0}")]
    Unwritable(String),
    /// Something in the SDK failed.
    #[error("the Matrix SDK failed: {0}")]
    Sdk(String),
}

/// An error while the session starts.
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
pub(super) fn is_damage(reason: &str) -> bool {
    reason.contains("malformed") || reason.contains("not a database")
}
