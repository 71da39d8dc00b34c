//! Messages about what people may do, and what the bot can't read.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

/// A message about access.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AccessMessage {
    /// Refusal: the writer may not play.
    MayNotPlay,
    /// Refusal: somebody else may not play.
    OtherMayNotPlay { name: String },
    /// Refusal: the writer may not change the room.
    MayNotChangeRoom { what: RoomSetting },
    /// Note: a message has no key.
    Unreadable,
}

/// A setting of a whole room.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomSetting {
    /// The table of the day.
    Day,
    /// The look of boards.
    Look,
}

impl Message for AccessMessage {
    const AREA: &'static str = "access";
}
