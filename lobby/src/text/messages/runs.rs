//! Messages about runs and their seeds.

use games::Typed;
use serde::Serialize;

use crate::{day::Day, job::NoDirect, text::messages::TableId};

/// A message about a run in a direct message.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DirectMessage {
    /// A run began in the direct message.
    RunBegun { member: Member, link: String },
    /// Refusal: a run is in progress in the direct message.
    RunIsOn { member: Member, link: String },
    /// Refusal: a duel with the computer is in progress in the direct message.
    DuelIsOn { member: Member, link: String },
    /// A run was moved here, as its room is inaccessible.
    RunGoesOn { player: String },
    /// Refusal: there is no direct message with the player.
    Failed { why: NoDirect },
}

/// Membership of the player in the direct message.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Member {
    /// Joined.
    Joined,
    /// Invited, but not joined.
    Invited,
}

/// A message about a record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ExportMessage {
    /// Refusal: the run is in progress.
    RunOn,
    /// Heading: the record of a table.
    Done { table: TableId },
}

/// A message about the seed of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum SeedMessage {
    /// A seed derived from a word.
    Word { text: Typed },
    /// Refusal: the word can't be a seed.
    WordUnfit { limit: usize },
    /// Commitment (hash) to the seed of a run of the day.
    OfDay { day: Day, hash: String },
    /// Commitment (hash) to a seed.
    Promised { hash: String },
}

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
