//! Messages about upgraded rooms.

use serde::Serialize;

use crate::text::messages::TableId;

/// A message about an upgraded room.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum UpgradedMessage {
    /// Games moved here from the old room.
    Moved { tables: String, first: TableId },
    /// Games stay: the sender of the tombstone may not invite the bot.
    NotInvited,
    /// Games stay: the new room does not refer back to the old one.
    Elsewhere,
    /// Games ended: the bot could not join the new room.
    Ended,
}
