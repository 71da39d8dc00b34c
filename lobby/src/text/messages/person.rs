//! Messages about people named in a command.

use games::Typed;
use serde::Serialize;

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
