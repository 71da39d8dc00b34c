//! Messages about the seeds of runs.

use games::Typed;
use serde::Serialize;

use crate::day::Day;

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
    /// The seed, revealed after the run.
    Shown { seed: String },
    /// The seed of a run of the day stays secret, as others can still play it.
    Hidden { hours: u64, minutes: u64 },
}
