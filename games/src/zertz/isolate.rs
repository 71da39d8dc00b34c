//! Claiming rings that a placement cuts off, all of them full ("Isolating marbles").

use std::ops::ControlFlow;

use super::{
    event::Event,
    moves::{Move, Placement},
    position::Position,
};
use crate::spots::Spots;

/// The groups of full rings that a placement has completed, in the order of their first names.
///
/// A ring that is taken off has at most four neighbours, all in a row, so it leaves at most two
/// groups behind; the third is the one with the new marble.
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

    /// The groups.
    pub(super) fn iter(&self) -> impl Iterator<Item = Spots> {
        self.groups.into_iter().take(self.count)
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The rings of all groups.
    pub(super) fn all(&self) -> Spots {
        let [a, b, c] = self.groups;
        a | b | c
    }

    /// Shows a placement with every choice among the groups.
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
    /// The rings of which one, when it is taken off after a marble was placed here, may complete a
    /// group: all of them where the marble has no vacant neighbour, else those next to a marble.
    #[inline]
    pub(super) fn may_complete(&self, at: Spots) -> Spots {
        match at.around().meets(self.vacant()) {
            true => (self.taken() | at).around(),
            false => self.rings,
        }
    }

    /// The groups of rings without a vacant ring that a placement completes: the one with the new
    /// marble, and those next to the ring that is taken off. When the whole board is full, it is
    /// one group (G.2).
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

    /// The marbles of rings, by their colour.
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
