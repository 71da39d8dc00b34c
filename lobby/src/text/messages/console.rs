//! The messages of the console.

use serde::Serialize;

use crate::text::messages::TableId;

/// A message of the console.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ConsoleMessage {
    /// Prompt in the room.
    Room { name: String },
    /// Prompt in a thread.
    Thread { name: String, table: TableId },
    /// Prompt in a direct message.
    Direct { name: String },
    /// Greeting.
    Hello,
    /// Help on the console's commands.
    Commands,
    /// Refusal: the name of the file is missing.
    Picture,
    /// A game can be written into a file.
    Replay { file: String },
    /// Refusal: no board was shown yet.
    NoPicture,
    /// A file was written.
    PictureWritten { file: String, bytes: usize },
    /// A file can't be written.
    PictureNotWritten { file: String, reason: String },
    /// Refusal: not a name.
    As,
}
