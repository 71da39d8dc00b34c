//! Quotas of puzzles by kind, so that they are spread over themes and depths.

use std::collections::{BTreeMap, BTreeSet};

use games::Puzzle;

/// The puzzles found so far.
pub struct Found {
    wanted: usize,
    /// Maximum share of one kind, in tenths.
    of_ten: usize,
    /// The only wanted kind, if one is given.
    only: Option<&'static str>,
    positions: BTreeSet<String>,
    /// Counts by kind.
    kinds: BTreeMap<&'static str, usize>,
    /// Number of puzzles solved at depth 1.
    plain: usize,
}

impl Found {
    /// Creates an empty collection for a number of puzzles, with a maximum share of one kind in
    /// tenths, or with only one kind.
    pub fn none_of(wanted: usize, of_ten: usize, only: Option<&'static str>) -> Found {
        Found {
            wanted,
            of_ten,
            only,
            positions: BTreeSet::new(),
            kinds: BTreeMap::new(),
            plain: 0,
        }
    }

    /// Returns whether the collection is complete.
    pub fn is_complete(&self) -> bool {
        self.positions.len() >= self.wanted
    }

    /// Returns the number of puzzles still to find.
    pub fn left(&self) -> usize {
        self.wanted.saturating_sub(self.positions.len())
    }

    /// Returns whether one more of a kind is wanted.
    pub fn wants(&self, kind: &str) -> bool {
        let is_asked_for = self.only.is_none_or(|only| only == kind);
        is_asked_for && self.kinds.get(kind).copied().unwrap_or(0) * 10 < self.wanted * self.of_ten
    }

    /// Adds a puzzle and prints it, unless it is a duplicate or beyond a quota; at most two in five
    /// may have depth 1. Returns whether it was added.
    pub fn take(&mut self, puzzle: &Puzzle, kind: &'static str) -> bool {
        let is_plain = puzzle.depth == 1;
        let too_many = is_plain && self.plain * 5 >= self.wanted * 2;
        if too_many || !self.wants(kind) || !self.positions.insert(puzzle.position.clone()) {
            return false;
        }
        self.plain += usize::from(is_plain);
        *self.kinds.entry(kind).or_default() += 1;
        println!("{puzzle}");
        true
    }
}
