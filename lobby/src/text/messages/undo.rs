//! Messages about takebacks in games of one player.

use serde::Serialize;

/// A message about a takeback in a game of one player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum UndoMessage {
    /// Note: the run no longer counts, as odds were requested.
    AfterOdds,
    /// Refusal: a die was rolled for the action.
    Die { action: String },
    /// Refusal: the action revealed a structure.
    Revealed { action: String },
}
