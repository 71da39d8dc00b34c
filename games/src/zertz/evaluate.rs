//! Static evaluation and move ordering of ZÈRTZ.

use std::ops::ControlFlow;

use super::{
    marble::{MarbleColour, Marbles},
    message::Message,
    moves::Move,
    position::Position,
    weights,
};
use crate::{
    rules::Rules,
    search::{Evaluate, Features, HintReason, MAX_FEATURES, MaterialGain},
    seat::Seat,
};

impl Evaluate for Position {
    const NODES_PER_SECOND: u64 = 1_500_000;
    const EXTENDS_FORCED: bool = true;
    const QUIESCENCE_TURNS: i32 = 0;
    /// A block of 64 places, one for each ring, for captures and for the placements of each colour.
    const HISTORY_SIZE: usize = 64 * (1 + MarbleColour::ALL.len());

    fn features(&self) -> Features {
        let [first, second] = self.captured.map(|owned| self.owned_as(owned));
        let (mover, other) = match self.mover {
            Seat::First => (first, second),
            Seat::Second => (second, first),
        };
        let mut features = [0; MAX_FEATURES];
        let pairs = features.iter_mut().zip(mover.into_iter().zip(other));
        pairs.for_each(|(feature, (own, enemy))| *feature = own - enemy);
        if let Some(tempo) = features.first_mut() {
            *tempo = 1;
        }
        features
    }

    fn weights(&self) -> &'static Features {
        weights::of(self.variant)
    }

    fn has_forced_capture(&self) -> bool {
        self.can_capture()
    }

    fn each_noisy_move(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.has_forced_capture() {
            self.each_move(visit)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn is_contested(&self) -> bool {
        false
    }

    fn move_ordering_score(&self, played: Move) -> i32 {
        match played {
            Move::Capture(_, jumps) => 1_000 * jumps.len() as i32,
            Move::Isolate(_, claimed) => 2_000 * claimed.len() as i32,
            Move::Place(_) => 0,
        }
    }

    fn history_index(&self, played: Move) -> usize {
        match played {
            Move::Capture(from, _) => from.index(),
            Move::Place(placement) | Move::Isolate(placement, _) => {
                64 * (1 + placement.colour as usize) + placement.at.index()
            }
        }
    }

    fn reasons(&self, line: &[Move], _turn: usize) -> Vec<HintReason> {
        let reasons = self.tell_why(line).into_iter().map(|why| HintReason {
            gain: gain(&why),
            fact: why.into(),
        });
        reasons.collect()
    }
}

/// Returns the gain that a reason names.
fn gain(why: &Message) -> Option<MaterialGain> {
    match why {
        Message::WhyCaptures { .. } => Some(MaterialGain::Marbles),
        Message::WhyForces { .. } | Message::WhyAnswers { .. } => Some(MaterialGain::Forced),
        _ => None,
    }
}

/// Maximum number of missing marbles for which a winning set counts as near.
const MAX_MISSING: usize = 4;

impl Position {
    /// The features of a player's captured marbles.
    fn owned_as(&self, owned: Marbles) -> Features {
        let mut features = [0; MAX_FEATURES];
        let [_, white, grey, black, each, rest @ ..] = &mut features;
        let counts = owned.0.map(i16::from);
        [*white, *grey, *black] = counts;
        for (set, number) in self.variant.winning_sets().into_iter().zip(0..) {
            let pairs = set.0.into_iter().zip(counts);
            let missing = pairs.map(|(needed, count)| (i16::from(needed) - count).max(0));
            let missing: i16 = missing.sum();
            // One to four missing marbles, counted apart for the set of all colours and the others.
            let kind = if number == 0 { 0 } else { MAX_MISSING };
            if let Some(near) = rest.get_mut(kind + missing.max(1) as usize - 1)
                && missing <= MAX_MISSING as i16
            {
                *near += 1;
            }
            if number == 0 {
                *each = missing;
            }
        }
        features
    }
}
