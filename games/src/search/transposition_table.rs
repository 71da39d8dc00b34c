//! The transposition table: search results by position key, in bounded memory.

use super::score::Score;

/// The kind of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Exact score.
    Exact,
    /// Lower bound.
    Lower,
    /// Upper bound.
    Upper,
}

/// A transposition-table entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct TtEntry<M> {
    pub(super) key: u64,
    /// The best move, or the one that caused a cutoff.
    pub(super) played: Option<M>,
    /// Score relative to this position, see [`super::score::stored`].
    pub(super) score: Score,
    /// Search depth in turns.
    pub(super) depth: i16,
    pub(super) bound: Bound,
}

/// A bucket of two entries: the first is depth-preferred, the second always replaced.
type Pair<M> = [Option<TtEntry<M>>; 2];

/// Number of pairs at the start: some megabytes, which are cleared in a millisecond or two.
const INITIAL_PAIRS: usize = 1 << 16;

/// A transposition table.
///
/// It starts small and grows when a quarter of the entries is taken: clearing a large table takes
/// longer than some turns are searched.
#[derive(Debug)]
pub(super) struct TranspositionTable<M> {
    pairs: Vec<Pair<M>>,
    /// Maximum number of pairs.
    most: usize,
    /// Number of entries taken.
    taken: usize,
}

impl<M: Copy> TranspositionTable<M> {
    /// Creates a table of at most `bytes`, with no more pairs than nodes.
    pub(super) fn new(bytes: usize, nodes: u64) -> TranspositionTable<M> {
        let fit = bytes / size_of::<Pair<M>>();
        let needed = usize::try_from(nodes).unwrap_or(usize::MAX);
        let most = fit.min(needed);
        // Reserved memory costs no time until it is written to.
        let mut pairs = Vec::with_capacity(most);
        pairs.resize(most.min(INITIAL_PAIRS), [None; 2]);
        TranspositionTable {
            pairs,
            most,
            taken: 0,
        }
    }

    /// Looks up a position by its key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<TtEntry<M>> {
        let pair = self.pairs.get(self.place(key))?;
        let known = pair.iter().flatten().find(|known| known.key == key);
        known.copied()
    }

    /// Stores an entry, replacing another one if the pair is full.
    #[inline]
    pub(super) fn put(&mut self, mut new: TtEntry<M>) {
        let place = self.place(new.key);
        let Some([deep, last]) = self.pairs.get_mut(place) else {
            return;
        };
        for old in [&mut *deep, &mut *last].into_iter().flatten() {
            if old.key == new.key {
                new.played = new.played.or(old.played);
            }
        }
        let into = match deep {
            Some(old) if old.key != new.key && old.depth > new.depth => last,
            _ => deep,
        };
        self.taken += usize::from(into.is_none());
        *into = Some(new);
        if 2 * self.taken >= self.pairs.len() && self.pairs.len() < self.most {
            self.grow();
        }
    }

    /// Grows fourfold, up to the maximum. Entries move to the same or a higher index, so the last
    /// pair goes first.
    fn grow(&mut self) {
        let before = self.pairs.len();
        self.pairs.resize(self.most.min(4 * before), [None; 2]);
        self.taken = 0;
        for place in (0..before).rev() {
            let pair = self.pairs.get_mut(place).map(std::mem::take);
            for known in pair.into_iter().flatten().flatten() {
                let place = self.place(known.key);
                let Some(pair) = self.pairs.get_mut(place) else {
                    continue;
                };
                if let Some(free) = pair.iter_mut().find(|it| it.is_none()) {
                    *free = Some(known);
                    self.taken += 1;
                }
            }
        }
    }

    fn place(&self, key: u64) -> usize {
        let scaled = u128::from(key) * self.pairs.len() as u128;
        (scaled >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(key: u64, depth: i16) -> TtEntry<u8> {
        TtEntry {
            key,
            played: Some(depth as u8),
            score: 0,
            depth,
            bound: Bound::Exact,
        }
    }

    fn depth(table: &TranspositionTable<u8>, key: u64) -> Option<i16> {
        table.get(key).map(|known| known.depth)
    }

    #[test]
    fn a_pair_keeps_its_deepest_and_latest_entries() {
        let mut table = TranspositionTable::new(size_of::<Pair<u8>>(), 100);
        for (key, depth) in [(1, 5), (2, 3), (3, 4)] {
            table.put(known(key, depth));
        }
        let depths = [1, 2, 3].map(|key| depth(&table, key));
        assert_eq!(depths, [Some(5), None, Some(4)]);
    }

    #[test]
    fn a_known_move_survives_an_entry_without_one() {
        let mut table = TranspositionTable::new(1 << 10, 100);
        table.put(known(1, 5));
        table.put(TtEntry {
            played: None,
            ..known(1, 6)
        });
        let found = table.get(1).unwrap();
        assert_eq!((found.depth, found.played), (6, Some(5)));
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_holds() {
        let mut table = TranspositionTable::new(1 << 27, u64::MAX);
        let keys = || {
            (0..4 * INITIAL_PAIRS as u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        };
        for key in keys() {
            table.put(known(key, 1));
        }
        assert!(table.pairs.len() > 2 * INITIAL_PAIRS && table.pairs.len() <= table.most);
        let kept = keys().filter(|key| table.get(*key).is_some()).count();
        let taken = table.pairs.iter().flatten().flatten().count();
        assert_eq!(kept, taken);
        assert_eq!(kept, table.taken);
        assert!(kept > 2 * INITIAL_PAIRS, "{kept}");
    }

    #[test]
    fn a_table_without_room_knows_nothing() {
        let mut table = TranspositionTable::new(0, 100);
        table.put(known(1, 5));
        assert_eq!(depth(&table, 1), None);
    }
}
