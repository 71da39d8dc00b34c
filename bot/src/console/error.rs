//! The reasons for which the console ends early.

use std::io;

use crate::console::journal::JournalError;

/// The reason why the console ends early.
#[derive(Debug, thiserror::Error)]
pub enum ConsoleError {
    /// Reading or writing fails.
    #[error("cannot use the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// The games cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
