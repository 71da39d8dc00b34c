//! Messages about the look of boards.

use serde::Serialize;

use crate::{
    look::{Boards, Theme},
    text::messages::Place,
};

/// A message about the look of boards.
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
