//! Isolated groups of full rings and their claims ("Isolating marbles").

use std::ops::ControlFlow;

use super::{
    event::Event,
    moves::{Move, Placement},
    position::Position,
};
use crate::spots::Spots;

/// The groups of full rings that a placement completes, in the order of their first ring names.
///
/// At most three: a removed ring has at most four neighbours, all in a row, so it leaves at most
/// two groups; the third is the one with the new marble.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Groups {
    groups: [Spots; 3],
    count: usize,
}

impl Groups {
    fn add(&mut self, group: Spots) {
        if let Some(place) = self.groups.get_mut(self.count) {
            *place = group;
            self.count += 1;
        }
    }

    /// Iterates over the groups.
    pub(super) fn iter(&self) -> impl Iterator<Item = Spots> {
        self.groups.into_iter().take(self.count)
    }

    /// Returns whether there are no groups.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The rings of all groups.
    pub(super) fn all(&self) -> Spots {
        let [a, b, c] = self.groups;
        a | b | c
    }

    /// Visits a placement with every combination of claimed groups.
    #[inline]
    pub(super) fn each_claim(
        &self,
        placement: Placement,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_empty() {
            return visit(Move::Place(placement));
        }
        for choice in 0..1_u32 << self.count {
            let chosen = self.iter().enumerate();
            let chosen = chosen.filter(|(number, _)| choice & 1 << number != 0);
            let claimed = chosen.fold(Spots::NONE, |all, (_, group)| all | group);
            visit(Move::Isolate(placement, claimed))?;
        }
        ControlFlow::Continue(())
    }
}

impl Position {
    /// The rings whose removal, after a placement here, may complete a group. A cheap superset: all
    /// rings if the marble has no vacant neighbour, else those next to a marble.
    #[inline]
    pub(super) fn may_complete(&self, at: Spots) -> Spots {
        if at.around().meets(self.vacant()) {
            (self.taken() | at).around()
        } else {
            self.rings
        }
    }

    /// The groups without a vacant ring that a placement completes: the one with the new marble,
    /// and those next to the removed ring. A full board is one group (G.2).
    pub(super) fn completed(&self, at: Spots, off: Spots) -> Groups {
        let mut groups = Groups::default();
        let taken = self.taken() | at;
        let vacant = self.rings - taken - off;
        if vacant.is_empty() {
            groups.add(taken);
            return groups;
        }
        let mut starts = ((off.around() | at) & taken) - vacant.around();
        while let Some(start) = starts.first() {
            let group = Spots::from(start).flood(taken);
            starts -= group;
            if !group.around().meets(vacant) {
                groups.add(group);
            }
        }
        let first = |group: &Spots| group.first();
        if let Some(found) = groups.groups.get_mut(..groups.count) {
            found.sort_unstable_by_key(first);
        }
        groups
    }

    /// The marbles on these rings, by colour.
    pub(super) fn marbles_of(&self, rings: Spots) -> [Spots; 3] {
        self.marbles.map(|marbles| marbles & rings)
    }

    /// Claims rings with their marbles.
    pub(super) fn claim(&mut self, rings: Spots, listener: &mut impl FnMut(Event)) {
        let marbles = self.marbles_of(rings);
        let captured = self.mover.of_mut(&mut self.captured);
        for (count, claimed) in captured.0.iter_mut().zip(marbles) {
            *count = count.saturating_add(claimed.len() as u8);
        }
        self.rings -= rings;
        self.marbles.iter_mut().for_each(|plane| *plane -= rings);
        if !rings.is_empty() {
            listener(Event::Claimed {
                by: self.mover,
                marbles,
            });
        }
    }
}
