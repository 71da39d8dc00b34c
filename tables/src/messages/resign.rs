//! Messages about giving a game up.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::{Message, Seat};
use serde::Serialize;

use super::TableId;

/// A message about giving a game up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ResignMessage {
    /// Question: whether to give a duel up.
    Sure {
        game: &'static str,
        table: TableId,
        again: String,
    },
    /// Question: whether to give a run up.
    SureRun,
    /// A player goes on.
    Off { seat: Seat },
}

impl Message for ResignMessage {
    const AREA: &'static str = "resign";
}
