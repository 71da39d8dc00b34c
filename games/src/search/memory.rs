//! Whose table of positions a search has: its own, or one that it shares with others.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::table::{Known, Table};

/// So many parts has a shared table, so that two threads seldom want the same one at the same time.
const PARTS: usize = 256;

/// What a search remembers of positions.
#[derive(Debug)]
pub(super) enum Memory<'a, M> {
    /// Nobody else uses it.
    Own(Table<M>),
    /// All that think about the same position know what one of them has found out.
    Shared(&'a Shared<M>),
}

/// A table for several threads.
#[derive(Debug)]
pub(super) struct Shared<M> {
    parts: Vec<Mutex<Table<M>>>,
}

impl<M: Copy> Memory<'_, M> {
    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known<M>> {
        match self {
            Memory::Own(table) => table.get(key),
            Memory::Shared(shared) => shared.part(key)?.get(key),
        }
    }

    /// Remembers a position.
    #[inline]
    pub(super) fn put(&mut self, new: Known<M>) {
        match self {
            Memory::Own(table) => table.put(new),
            Memory::Shared(shared) => {
                if let Some(mut part) = shared.part(new.key) {
                    part.put(new);
                }
            }
        }
    }
}

impl<M: Copy> Shared<M> {
    /// A table of at most so many bytes, and of no more places than there will be nodes.
    pub(super) fn new(bytes: usize, nodes: u64) -> Shared<M> {
        let nodes = nodes.div_ceil(PARTS as u64);
        let part = |_| Mutex::new(Table::new(bytes / PARTS, nodes));
        Shared {
            parts: (0..PARTS).map(part).collect(),
        }
    }

    /// The part in which a position is. Inside of it the high bits tell the place, so the low ones tell the part.
    #[inline]
    fn part(&self, key: u64) -> Option<MutexGuard<'_, Table<M>>> {
        let part = self.parts.get((key % PARTS as u64) as usize)?;
        // What a failed thread has left behind is whole: entries are copied in one go.
        Some(part.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::table::Bound, *};

    #[test]
    fn what_one_thread_has_found_out_others_know() {
        let shared = Shared::new(1 << 20, 1 << 20);
        let [mut one, other] = [Memory::Shared(&shared), Memory::Shared(&shared)];
        let keys = || (1..2_000u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for key in keys() {
            one.put(Known {
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
