//! Errors that end the process: their exit codes, and advice for the operator.

use std::io;

use crate::{
    exit,
    matrix::SessionError,
    monitoring::listener::ListenError,
    state_folder::StateFolderError,
    store::{BackupError, StoreError},
};

/// An error that ends the process.
pub trait FatalError: std::error::Error {
    /// Returns the exit code.
    fn code(&self) -> u8;

    /// Returns advice for the operator, where the error itself does not say what to do.
    fn advice(&self) -> Option<&'static str>;

    /// Returns the error and the advice, in one line.
    fn line(&self) -> String {
        match self.advice() {
            Some(advice) => format!("{self}; {advice}"),
            None => self.to_string(),
        }
    }
}

/// Advice about a state folder that cannot be written.
const MAKE_ROOM: &str =
    "check whether the disk is full and whether the bot's user owns the state folder";

impl FatalError for io::Error {
    fn code(&self) -> u8 {
        use io::ErrorKind::{
            FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
        };
        match self.kind() {
            // `FileTooLarge` means beyond `ulimit -f`.
            FileTooLarge | PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull => {
                exit::UNWRITABLE
            }
            _ => exit::FAILURE,
        }
    }

    fn advice(&self) -> Option<&'static str> {
        (self.code() == exit::UNWRITABLE).then_some(MAKE_ROOM)
    }
}

impl FatalError for StateFolderError {
    fn code(&self) -> u8 {
        match self {
            Self::InUse(_) => exit::STATE_FOLDER_IN_USE,
            Self::Open(_) | Self::Foreign { .. } | Self::Io { .. } => exit::UNWRITABLE,
        }
    }

    fn advice(&self) -> Option<&'static str> {
        use io::ErrorKind::{AlreadyExists, NotADirectory};
        match self {
            Self::InUse(_) => Some("stop that one first, or set another [state] folder"),
            Self::Open(_) | Self::Foreign { .. } => None,
            Self::Io { source, .. } => match source.kind() {
                AlreadyExists | NotADirectory => {
                    Some("set [state] folder to a folder, or to a path where one can be created")
                }
                _ => Some(MAKE_ROOM),
            },
        }
    }
}

impl FatalError for StoreError {
    fn code(&self) -> u8 {
        match self {
            Self::Damaged(_) => exit::DAMAGED,
            Self::OtherVersion { .. } => exit::OTHER_VERSION,
            Self::Unwritable(_) => exit::UNWRITABLE,
            Self::Database(_) | Self::Json(_) => exit::FAILURE,
        }
    }

    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Damaged(_) => Some("restore a backup: icebreaker restore FILE"),
            Self::OtherVersion { .. } => Some(
                "install that version, or restore a backup of this version: icebreaker restore FILE",
            ),
            Self::Unwritable(_) => Some(MAKE_ROOM),
            Self::Database(_) | Self::Json(_) => None,
        }
    }
}

impl FatalError for SessionError {
    fn code(&self) -> u8 {
        match self {
            Self::Refused(_)
            | Self::SoftLogout(_)
            | Self::Token(_)
            | Self::OtherUser(_)
            | Self::OtherId(_)
            | Self::Damaged { .. } => exit::SESSION_REFUSED,
            Self::AccountInUse(_) | Self::TakenOver(_) => exit::ACCOUNT_IN_USE,
            Self::Keys { .. } => exit::DAMAGED,
            Self::Unwritable(_) => exit::UNWRITABLE,
            Self::Io(error) => error.code(),
            Self::Sdk(_) => exit::FAILURE,
        }
    }

    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Refused(_) | Self::Token(_) => Some(
                "check [matrix] in the configuration; if the session was ended elsewhere, remove \
                 session.json from the state folder to log in as a new device",
            ),
            Self::AccountInUse(_) => Some(
                "stop that one first; after a crash, start again in 3 minutes or log that device out",
            ),
            Self::TakenOver(_) => Some("run only one of them, or use one account for each"),
            Self::Unwritable(_) => Some(MAKE_ROOM),
            Self::Io(error) => error.advice(),
            _ => None,
        }
    }
}

impl FatalError for ListenError {
    fn code(&self) -> u8 {
        exit::FAILURE
    }

    fn advice(&self) -> Option<&'static str> {
        Some("check whether another program uses that address")
    }
}

impl FatalError for BackupError {
    fn code(&self) -> u8 {
        match self {
            Self::Exists(_)
            | Self::Reserved(_)
            | Self::NotText(_)
            | Self::NoFolder(_)
            | Self::Missing(_)
            | Self::Foreign(_)
            | Self::Altered { .. } => exit::USAGE,
            Self::Store { source, .. } => source.code(),
            Self::Io { source, .. } | Self::Start(source) => source.code(),
        }
    }

    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Store {
                source: StoreError::Unwritable(_),
                ..
            } => Some("check whether the disk is full and whether the file is readable"),
            Self::Altered { .. } => Some("restore a file written by icebreaker backup"),
            _ => None,
        }
    }
}
