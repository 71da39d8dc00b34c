//! The transposition table of a search: its own, or one shared between threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::transposition_table::{TranspositionTable, TtEntry};

/// Number of shards of a shared table, so that two threads rarely contend for a lock.
const SHARDS: usize = 256;

/// The transposition table of a search.
#[derive(Debug)]
pub(super) enum TableHandle<'a, M> {
    /// A table used by this search alone.
    Own(TranspositionTable<M>),
    /// A table shared by all threads that search the same position.
    Shared(&'a Shared<M>),
}

/// A sharded transposition table behind locks.
#[derive(Debug)]
pub(super) struct Shared<M> {
    parts: Vec<Mutex<TranspositionTable<M>>>,
}

impl<M: Copy> TableHandle<'_, M> {
    /// Looks up a position by its key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<TtEntry<M>> {
        match self {
            TableHandle::Own(table) => table.get(key),
            TableHandle::Shared(shared) => shared.part(key)?.get(key),
        }
    }

    /// Stores an entry.
    #[inline]
    pub(super) fn put(&mut self, new: TtEntry<M>) {
        match self {
            TableHandle::Own(table) => table.put(new),
            TableHandle::Shared(shared) => {
                if let Some(mut part) = shared.part(new.key) {
                    part.put(new);
                }
            }
        }
    }
}

impl<M: Copy> Shared<M> {
    /// Creates a table of at most `bytes`, with at most about one pair per node.
    pub(super) fn new(bytes: usize, nodes: u64) -> Shared<M> {
        let nodes = nodes.div_ceil(SHARDS as u64);
        let part = |_| Mutex::new(TranspositionTable::new(bytes / SHARDS, nodes));
        Shared {
            parts: (0..SHARDS).map(part).collect(),
        }
    }

    /// Returns the locked shard of a key: by its low bits, as the index within a shard uses the
    /// high bits.
    #[inline]
    fn part(&self, key: u64) -> Option<MutexGuard<'_, TranspositionTable<M>>> {
        let part = self.parts.get((key % SHARDS as u64) as usize)?;
        // A poisoned shard is consistent: entries are copied as a whole.
        Some(part.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::transposition_table::Bound, *};

    #[test]
    fn threads_share_their_entries() {
        let shared = Shared::new(1 << 20, 1 << 20);
        let [mut one, other] = [TableHandle::Shared(&shared), TableHandle::Shared(&shared)];
        let keys = || (1..2_000u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for key in keys() {
            one.put(TtEntry {
                key,
                played: Some(key as u8),
                score: 0,
                depth: 1,
                bound: Bound::Exact,
            });
        }
        let known = keys().filter(|key| {
            let known = other.get(*key);
            known.is_some_and(|known| known.played == Some(*key as u8))
        });
        let known = known.count();
        assert!(known > 1_900, "{known}");
    }
}
