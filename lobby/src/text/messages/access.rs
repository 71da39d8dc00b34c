//! Messages about permissions and undecryptable messages.

use serde::Serialize;

/// A message about permissions.
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
    /// Note: a message cannot be decrypted.
    Unreadable,
}

/// A setting of a whole room.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomSetting {
    /// The daily post of the leaderboard.
    Day,
    /// The look of boards.
    Look,
}
