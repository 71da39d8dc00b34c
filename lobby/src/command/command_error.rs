//! The reasons a line is no command.

use crate::command::non_empty;

/// The reason a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// An unknown first word; the line may be a move.
    Unknown {
        /// The table it was addressed to.
        table: Option<u32>,
        /// The text without the table's number.
        text: String,
    },
    /// A missing or surplus word.
    Form {
        /// The command's name.
        name: &'static str,
        /// The surplus text, if there is any.
        extra: Option<String>,
    },
    /// An unknown game.
    Game {
        /// The text in its place.
        text: String,
    },
    /// A target that is no number from 0 to 9.
    Target {
        /// The text in its place.
        text: String,
    },
    /// An unknown level of the computer.
    Level {
        /// The text in its place.
        text: String,
    },
    /// A text that is no value of a setting.
    Setting {
        /// The name of the setting.
        setting: &'static str,
        /// The text in the value's place.
        text: String,
    },
    /// A text that names no setting.
    UnknownSetting {
        /// The text in the name's place.
        text: String,
    },
    /// A text that is no clock.
    Clock {
        /// The text in its place.
        text: String,
    },
    /// A level for a human opponent.
    LevelOfPerson,
    /// A seed word that cannot be shown exactly as it is used.
    Seed,
}

impl CommandError {
    /// Returns the error of a command with surplus text; without any, a word is missing.
    pub(super) fn form(name: &'static str, extra: &str) -> CommandError {
        let extra = non_empty(extra);
        CommandError::Form { name, extra }
    }

    /// Returns the number of the table the line was addressed to.
    pub(super) fn table(&self) -> Option<u32> {
        match self {
            CommandError::Unknown { table, .. } => *table,
            _ => None,
        }
    }
}
