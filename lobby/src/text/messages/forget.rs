//! Messages about the deletion of a player's data.

use serde::Serialize;

use crate::text::messages::TableId;

/// A message about the deletion of a player's data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ForgetMessage {
    /// Question: delete the data, which ends these tables?
    Sure { tables: Option<String> },
    /// The deletion was cancelled.
    Off,
    /// Note to other players: a table was ended.
    Left { table: TableId },
    /// Note to other players: tables were ended.
    LeftSeveral { tables: String },
    /// The data was deleted.
    Done,
    /// The placeholder name of a forgotten player.
    Somebody,
}
