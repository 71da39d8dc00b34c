//! Messages about commands that can't be parsed.

use games::Typed;
use serde::Serialize;

/// A refusal of a command.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum CommandMessage {
    /// Refusal: no such command.
    Unknown { word: Typed, near: Option<String> },
    /// Refusal: a surplus word.
    TooMuch { extra: Typed, form: &'static str },
    /// Refusal: a missing word.
    TooLittle { form: &'static str },
    /// Refusal: only the computer has levels.
    LevelOfPerson,
}
