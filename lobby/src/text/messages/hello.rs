//! Greetings of a room that the bot has joined.

use serde::Serialize;

use crate::text::messages::TableId;

/// A greeting.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum HelloMessage {
    /// Greeting of a room.
    Room,
    /// Greeting in a direct message.
    Direct,
    /// Greeting of a rejoined room with games in progress.
    Again { tables: String, first: TableId },
}
