//! How many puzzles there may be of a kind, so that they are spread over themes and depths.

use std::collections::{BTreeMap, BTreeSet};

use games::Puzzle;

/// What has been found so far.
pub struct Found {
    wanted: usize,
    /// Of ten puzzles, so many may be of one kind.
    of_ten: usize,
    /// The only kind that is wanted.
    only: Option<&'static str>,
    positions: BTreeSet<String>,
    /// How many of each kind.
    kinds: BTreeMap<&'static str, usize>,
    /// How many of them are seen at once.
    plain: usize,
}

impl Found {
    /// Nothing yet, of so many, of which so many in ten may be of one kind, or which are all of one kind.
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

    /// Whether there are as many as are wanted.
    pub fn is_complete(&self) -> bool {
        self.positions.len() >= self.wanted
    }

    /// How many are still to be found.
    pub fn left(&self) -> usize {
        self.wanted.saturating_sub(self.positions.len())
    }

    /// Whether one more of a kind is wanted.
    pub fn wants(&self, kind: &str) -> bool {
        let is_asked_for = self.only.is_none_or(|only| only == kind);
        is_asked_for && self.kinds.get(kind).copied().unwrap_or(0) * 10 < self.wanted * self.of_ten
    }

    /// Takes a puzzle, and prints it, unless it is there already, or one of too many that are seen at
    /// once: at most two in five. Whether it was taken.
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
