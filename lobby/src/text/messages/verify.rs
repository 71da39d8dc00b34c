//! Messages about the verification of a run.

use serde::Serialize;

/// A message about the verification of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum VerifyMessage {
    /// Refusal: the run is in progress.
    RunOn,
    /// Refusal: the game has no dice.
    NoDice,
    /// The record reproduces the run.
    Done {
        seed: String,
        hash: String,
        source: SeedSource,
        count: usize,
    },
    /// The record does not reproduce the run.
    Failed { seed: String, hash: String },
}

/// The source of a seed.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeedSource {
    /// A word chosen by the player.
    Word,
    /// Fresh randomness of the bot.
    Fresh,
}
