//! Messages about forgetting a player.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

use super::TableId;

/// A message about forgetting a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ForgetMessage {
    /// Question: whether to be forgotten, which ends these tables.
    Sure { tables: Option<String> },
    /// Nobody is forgotten.
    Off,
    /// Note to other players: a table ended.
    Left { table: TableId },
    /// Note to other players: tables ended.
    LeftSeveral { tables: String },
    /// The player is forgotten.
    Done,
    /// The name of a forgotten player.
    Somebody,
}

impl Message for ForgetMessage {
    const AREA: &'static str = "forget";
}
