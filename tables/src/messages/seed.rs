//! Messages about the seeds of runs.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::{Message, Typed};
use serde::Serialize;

use crate::day::Day;

/// A message about the seed of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum SeedMessage {
    /// A seed from a word.
    Word { text: Typed },
    /// Refusal: the word can't be a seed.
    WordUnfit { limit: usize },
    /// The seed of a run of the day, as its hash.
    OfDay { day: Day, hash: String },
    /// A seed, as its hash.
    Promised { hash: String },
    /// The seed after the run.
    Shown { seed: String },
    /// The seed of a run of the day that others can still make.
    Hidden { hours: u64, minutes: u64 },
}

impl Message for SeedMessage {
    const AREA: &'static str = "seed";
}
