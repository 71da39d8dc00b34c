//! Search limits and search results.

use super::{hint_reason::HintReason, level::Level};
use crate::dice::Seed;

/// The limits of a search. Deterministic: the same limits in the same position give the same turn,
/// unless the search is stopped or has several threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The playing strength.
    pub level: Level,
    /// Maximum depth in turns of both seats; 1 is the own turn. Quiescence search goes beyond it.
    /// `None`: the limit of the level; levels 3 to 6 have none.
    pub depth: Option<u32>,
    /// Node limit, in positions. `None`: the limit of the level.
    pub nodes: Option<u64>,
    /// Maximum size of the transposition table, in bytes.
    pub hash: usize,
    /// Number of search threads, at least 1. With more than one the result depends on timing.
    pub threads: usize,
    /// Seed of the moves that a weak level overlooks and of its errors.
    pub seed: Seed,
}

impl SearchLimits {
    /// Default size of the transposition table in bytes: 64 MiB.
    pub const DEFAULT_HASH_BYTES: usize = 64 << 20;

    /// Creates limits that are all those of the level.
    pub const fn new(level: Level, seed: Seed) -> SearchLimits {
        SearchLimits {
            level,
            depth: None,
            nodes: None,
            hash: SearchLimits::DEFAULT_HASH_BYTES,
            threads: 1,
            seed,
        }
    }
}

/// The value of a position for the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The lead, in hundredths of a basic piece of GIPF or of a white marble.
    Score(i32),
    /// A win in this number of own turns; 1 is the current turn.
    Wins(u32),
    /// A loss in this number of own turns, or with the answer to the last of them.
    Loses(u32),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The actions of the whole turn in record notation: until another seat moves, the game is over
    /// or it waits for a contest.
    pub turn: Vec<String>,
    /// The value for the seat to move if it plays this turn.
    pub value: Value,
    /// Completed search depth in turns, see [`SearchLimits::depth`].
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// The principal variation: this turn and the expected continuation.
    pub line: Vec<String>,
    /// Reasons, most important first; empty until the search ends.
    pub why: Vec<HintReason>,
}
