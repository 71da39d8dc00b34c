//! Messages about the dice of a run.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

/// A message about the check of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum VerifyMessage {
    /// Refusal: the run is on.
    RunOn,
    /// Refusal: the game has no dice.
    NoDice,
    /// The record leads to the end of the run.
    Done {
        seed: String,
        hash: String,
        source: SeedSource,
        count: usize,
    },
    /// The record leads to another end.
    Failed { seed: String, hash: String },
}

/// Where a seed came from.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeedSource {
    /// A word of the player.
    Word,
    /// The bot.
    Fresh,
}

impl Message for VerifyMessage {
    const AREA: &'static str = "verify";
}
