//! Positions that have been looked at, by their keys, in so many bytes and no more.

use super::score::Score;

/// What a stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is that.
    Exact,
    /// It is that or more.
    Least,
    /// It is that or less.
    Most,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<M> {
    pub(super) key: u64,
    /// The best move, or one that was good enough.
    pub(super) played: Option<M>,
    /// Counted from this position.
    pub(super) score: Score,
    /// To how many turns it was looked at.
    pub(super) depth: i16,
    pub(super) bound: Bound,
}

/// Two places side by side: the first keeps what was looked at furthest, the second the last.
type Pair<M> = [Option<Known<M>>; 2];

/// The positions.
#[derive(Debug)]
pub(super) struct Table<M> {
    pairs: Vec<Pair<M>>,
}

impl<M: Copy> Table<M> {
    /// A table of at most so many bytes, and of no more places than there will be nodes.
    pub(super) fn new(bytes: usize, nodes: u64) -> Table<M> {
        let fit = bytes / size_of::<Pair<M>>();
        let needed = usize::try_from(nodes).unwrap_or(usize::MAX);
        Table {
            pairs: vec![[None; 2]; fit.min(needed)],
        }
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known<M>> {
        let pair = self.pairs.get(self.place(key))?;
        let known = pair.iter().flatten().find(|known| known.key == key);
        known.copied()
    }

    /// Remembers a position, and forgets another one if there is no room.
    #[inline]
    pub(super) fn put(&mut self, mut new: Known<M>) {
        let place = self.place(new.key);
        let Some([deep, last]) = self.pairs.get_mut(place) else {
            return;
        };
        for old in [&mut *deep, &mut *last].into_iter().flatten() {
            if old.key == new.key {
                new.played = new.played.or(old.played);
            }
        }
        match deep {
            Some(old) if old.key != new.key && old.depth > new.depth => *last = Some(new),
            _ => *deep = Some(new),
        }
    }

    fn place(&self, key: u64) -> usize {
        let scaled = u128::from(key) * self.pairs.len() as u128;
        (scaled >> 64) as usize
    }
}
