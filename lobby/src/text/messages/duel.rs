//! Messages about duels.

use serde::Serialize;

use crate::text::messages::TableId;

/// A message about a duel.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DuelMessage {
    /// A duel began.
    Begun {
        table: TableId,
        game: &'static str,
        white: String,
        black: String,
    },
}
