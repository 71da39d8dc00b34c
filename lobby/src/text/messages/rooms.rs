//! Messages about rooms, their members, and how boards look there.

use games::Typed;
use serde::Serialize;

use crate::{
    appearance::{Boards, Theme},
    text::messages::{Place, TableId},
};

/// A message about the appearance of boards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum BoardsMessage {
    /// The form of boards.
    Told {
        change: Changed,
        r#where: Place,
        boards: Boards,
    },
    /// The colours of pictures.
    ThemeTold {
        change: Changed,
        r#where: Place,
        theme: Theme,
    },
}

/// A change of a setting.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Changed {
    /// No change.
    None,
    /// A new value.
    Set,
    /// A reset to the default.
    Reset,
}

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

/// A refusal of a person named in a command.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PersonMessage {
    /// Refusal: nobody here has this name.
    UnknownName { name: Typed, computer: bool },
    /// Refusal: nobody here has this user id.
    UnknownId { id: String },
    /// Refusal: several people here have this name.
    Several {
        name: String,
        ids: String,
        more: usize,
    },
}

/// A message about an upgraded room.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum UpgradedMessage {
    /// Games moved here from the old room.
    Moved { tables: String, first: TableId },
    /// Games stay: the sender of the tombstone may not invite the bot.
    NotInvited,
    /// Games stay: the sender of the tombstone is no moderator of the new room.
    NotModerated,
    /// Games stay: the new room does not refer back to the old one.
    Elsewhere,
    /// Games ended: the bot could not join the new room.
    Ended,
}
