//! Permutations of things over their places, written `k=r r=k`.

use std::fmt;

/// A permutation of at most four things, as pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal<T>([Option<(T, T)>; 4]);

impl<T: Copy + Ord> Deal<T> {
    /// Creates a permutation from pairs, unless there are more than four. The thing on the left
    /// goes to the place of the one on the right.
    pub fn of(pairs: impl IntoIterator<Item = (T, T)>) -> Option<Deal<T>> {
        let mut list = [None; 4];
        let mut pairs = pairs.into_iter();
        for (slot, pair) in list.iter_mut().zip(&mut pairs) {
            *slot = Some(pair);
        }
        pairs.next().is_none().then_some(Deal(list))
    }

    /// Iterates over the pairs in the order given.
    pub fn pairs(&self) -> impl Iterator<Item = (T, T)> {
        self.0.into_iter().flatten()
    }

    /// Returns whether both sides name the same things, each once.
    pub fn is_balanced(&self) -> bool {
        let mut left: Vec<T> = self.pairs().map(|(what, _)| what).collect();
        let mut right: Vec<T> = self.pairs().map(|(_, whose)| whose).collect();
        left.sort_unstable();
        right.sort_unstable();
        left == right && left.is_sorted_by(|one, next| one < next)
    }

    /// Returns the permutation sorted and without fixed points.
    pub(super) fn canonical(&self) -> Deal<T> {
        let mut pairs: Vec<(T, T)> = self.pairs().filter(|(what, whose)| what != whose).collect();
        pairs.sort_unstable();
        Deal::of(pairs).unwrap_or(*self)
    }

    /// Returns all permutations that move something, in canonical form, for at most four things.
    pub(super) fn all(things: &[T]) -> Vec<Deal<T>> {
        let mut deals = Vec::new();
        let mut order = things.to_vec();
        permute(&mut order, 0, &mut |order| {
            let pairs = things.iter().copied().zip(order.iter().copied());
            deals.extend(Deal::of(pairs).map(|deal| deal.canonical()));
        });
        deals.retain(|deal| deal.pairs().next().is_some());
        deals
    }
}

/// Calls back with every order of the elements from an index on.
fn permute<T: Copy>(order: &mut [T], from: usize, call: &mut impl FnMut(&[T])) {
    if from >= order.len() {
        return call(order);
    }
    for place in from..order.len() {
        order.swap(from, place);
        permute(order, from + 1, call);
        order.swap(from, place);
    }
}

impl<T: Copy + Ord + fmt::Display> fmt::Display for Deal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (what, whose)) in self.pairs().enumerate() {
            let gap = if place > 0 { " " } else { "" };
            write!(f, "{gap}{what}={whose}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deal_is_listed_once_in_canonical_form() {
        let mut deals = Deal::all(&['b', 'g', 'k', 'r']);
        assert_eq!(deals.len(), 23);
        assert!(deals.iter().all(|deal| deal.canonical() == *deal));
        deals.dedup();
        assert_eq!(deals.len(), 23);
        assert_eq!(Deal::<char>::all(&[]).len(), 0);
    }

    #[test]
    fn the_same_things_stand_left_and_right() {
        let check = |pairs: &[(char, char)], balanced: bool| {
            let deal = Deal::of(pairs.iter().copied()).unwrap();
            assert_eq!(deal.is_balanced(), balanced, "{deal}");
        };
        check(&[('k', 'r'), ('r', 'k')], true);
        check(&[('k', 'r')], false);
        check(&[('k', 'r'), ('k', 'r')], false);
        check(&[], true);
    }
}
