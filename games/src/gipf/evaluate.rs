//! The static evaluation of positions, and the move ordering, for alpha-beta search.

use std::ops::{ControlFlow, Range};

use super::{
    message::Message,
    moves::Move,
    piece::PieceKind,
    position::{Phase, Position},
    spot::CENTRE,
    weights,
};
use crate::{
    contest::Means,
    rules::Rules,
    search::{Evaluate, Features, HintReason, MAX_FEATURES, MaterialGain},
    seat::Seat,
    spots::{STEPS, Spots},
};

impl Evaluate for Position {
    const NODES_PER_SECOND: u64 = 1_500_000;
    const EXTENDS_FORCED: bool = false;
    const QUIESCENCE_TURNS: i32 = 1;
    const HISTORY_SIZE: usize = 1024;

    fn features(&self) -> Features {
        let [mover, other] = [self.mover, self.mover.other()].map(|seat| self.features_of(seat));
        let mut features = [0; MAX_FEATURES];
        let pairs = features.iter_mut().zip(mover.into_iter().zip(other));
        pairs.for_each(|(feature, (own, enemy))| *feature = own - enemy);
        features[TEMPO] = 1;
        if Rules::to_move(self) == Some(self.mover) {
            features
        } else {
            // The other seat is asked in the middle of a turn.
            features.map(|feature| -feature)
        }
    }

    fn weights(&self) -> &'static Features {
        weights::of(self.variant)
    }

    fn has_forced_capture(&self) -> bool {
        matches!(self.phase, Phase::Rows(_))
    }

    fn each_noisy_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.phase {
            Phase::Rows(_) => self.each_move(visit),
            Phase::Move => self.each_move(|played| {
                if self.makes_row(played) {
                    visit(played)
                } else {
                    ControlFlow::Continue(())
                }
            }),
            _ => ControlFlow::Continue(()),
        }
    }

    fn is_contested(&self) -> bool {
        matches!(self.phase, Phase::Contested { .. })
    }

    fn share(&self, played: Move) -> i32 {
        match (self.challenges.by.means(), played) {
            // Of the 36 rolls of two dice, 15 are higher for the challenger; a tie is a loss.
            (Means::Die, Move::Neutralised) => 15,
            (Means::Die, Move::Upheld) => 21,
            _ => 1,
        }
    }

    fn move_ordering_score(&self, played: Move) -> i32 {
        match played {
            Move::Row(taken) => {
                let enemies = taken & self.planes.of(self.mover.other());
                1_000 * enemies.len() as i32
            }
            Move::Enter { .. } | Move::Extra(_) if self.makes_row(played) => 20_000,
            _ => 0,
        }
    }

    fn history_index(&self, played: Move) -> usize {
        match played {
            Move::Enter { kind, push } => (kind as usize) * 64 + push.number(),
            Move::Extra(push) => PieceKind::ALL.len() * 64 + push.number(),
            Move::Use { to, .. } => 512 + to.index(),
            Move::Row(taken) => 576 + taken.first().map_or(0, |spot| spot.index()),
            Move::GiveUp => 640,
            Move::Leave => 641,
            Move::Allow => 642,
            Move::Neutralise => 643,
            Move::Neutralised => 644,
            Move::Upheld => 645,
        }
    }

    fn null_move(&self) -> Option<Position> {
        self.without_turn()
    }

    fn reasons(&self, line: &[Move], turn: usize) -> Vec<HintReason> {
        let reasons = self.tell_why(line, turn).into_iter().map(|why| HintReason {
            gain: gain(&why),
            fact: why.into(),
        });
        reasons.collect()
    }
}

/// Returns the gain behind a reason, if any.
fn gain(why: &Message) -> Option<MaterialGain> {
    match why {
        Message::WhyTakesGipf { .. } => Some(MaterialGain::Gipf),
        Message::WhyTakes { .. } => Some(MaterialGain::Pieces),
        Message::WhySaves { .. } | Message::WhySavesGipf { .. } => Some(MaterialGain::Saved),
        _ => None,
    }
}

/// The index of the feature for the side to move (tempo).
const TEMPO: usize = 0;

/// The features that count pieces in the middle.
const IN_THE_MIDDLE: Range<usize> = 6..8;

/// The features that count pieces in line with each other.
const IN_LINE: Range<usize> = 8..11;

/// The centre and its neighbours.
const CENTRAL: Spots = {
    let centre = Spots::from_bits(1 << CENTRE.bit());
    Spots::from_bits(centre.bits() | centre.around().bits())
};

/// The ring of spots around those.
const MIDDLE: Spots = Spots::from_bits(CENTRAL.around().bits() & !CENTRAL.bits());

/// Entries left below which a player is in danger of losing the last one.
const FEW_ENTRIES: i16 = 4;

impl Position {
    /// Returns the features of a player.
    #[inline]
    fn features_of(&self, seat: Seat) -> Features {
        let own = self.planes.of(seat);
        let stacks = own & self.planes.stacks();
        let reserve = self.reserve(seat);
        let basic = self.planes.topped_by(PieceKind::Basic);
        let count = |spots: Spots| spots.len() as i16;
        let gipfs = i16::from(self.gipfs_left(seat));
        let matrx = self.variant.is_matrx();
        let basics = i16::from(reserve.count(PieceKind::Basic));
        let waiting = i16::from(reserve.count_all());
        // In GIPF, potentials enter only on basic pieces.
        let (pieces, entries, rest) = if matrx {
            let pairs = PieceKind::ALL.map(|kind| i16::from(reserve.count(kind) / 2));
            let pairs = pairs.iter().sum::<i16>();
            (waiting, pairs, pairs)
        } else {
            (basics, basics, waiting - basics)
        };
        let lines = LineCounts::of(own, self.area().spots);
        let potentials = stacks - basic;
        let tamsks = self.planes.topped_by(PieceKind::Tamsk);
        let zertz = self.planes.topped_by(PieceKind::Zertz);
        let yinsh = self.planes.topped_by(PieceKind::Yinsh);
        [
            0,
            pieces,
            count(own - stacks),
            count(stacks),
            gipfs,
            (FEW_ENTRIES - entries).max(0),
            count(own & CENTRAL),
            count(own & MIDDLE),
            lines.pairs,
            lines.threes,
            lines.broken,
            i16::from(gipfs == 1),
            count(potentials & tamsks),
            count(potentials & zertz),
            count(potentials & yinsh),
            rest,
        ]
    }

    /// Returns the value of the placement of a player's pieces, in the middle and in line, in hundredths of a
    /// piece.
    pub(super) fn places_of(&self, seat: Seat) -> Places {
        let (has, weights) = (self.features_of(seat), self.weights());
        let worth = |features: Range<usize>| {
            let counted = has.iter().zip(weights).take(features.end);
            let worth = counted.map(|(count, weight)| i32::from(*count) * i32::from(*weight));
            worth.skip(features.start).sum()
        };
        Places {
            middle: worth(IN_THE_MIDDLE),
            lines: worth(IN_LINE),
        }
    }

    /// Returns the lead of a seat in spots held in and around the centre.
    pub(super) fn middle_of(&self, seat: Seat) -> i32 {
        let held = |seat| (self.planes.of(seat) & CENTRAL).len() as i32;
        held(seat) - held(seat.other())
    }

    /// Returns whether the mover has a row after an entry.
    #[inline]
    fn makes_row(&self, played: Move) -> bool {
        let (Move::Enter { push, .. } | Move::Extra(push)) = played else {
            return false;
        };
        let path = push.path();
        let Some(shift) = path.shift(self.planes.occupied()) else {
            return false;
        };
        let own = self.planes.of(self.mover);
        let moved = own & shift.moved;
        let moved_on = Spots::from_bits(moved.bits().rotate_left(path.rotation));
        ((own ^ moved) | moved_on | path.rest.into()).has_four()
    }
}

/// The value of a placement, in hundredths of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) middle: i32,
    pub(super) lines: i32,
}

/// The numbers of line patterns of one player, along all three lines.
struct LineCounts {
    /// Two adjacent pieces.
    pairs: i16,
    /// Three adjacent pieces.
    threes: i16,
    /// Three pieces of four spots, with an empty spot between them.
    broken: i16,
}

impl LineCounts {
    #[inline]
    fn of(own: Spots, area: Spots) -> LineCounts {
        let mut lines = LineCounts {
            pairs: 0,
            threes: 0,
            broken: 0,
        };
        let (own, gaps) = (own.bits(), (area - own).bits());
        for step in STEPS {
            let two = own & own >> step;
            let apart = own & gaps >> step & own >> (2 * step);
            lines.pairs += two.count_ones() as i16;
            lines.threes += (two & own >> (2 * step)).count_ones() as i16;
            let left = two & gaps >> (2 * step) & own >> (3 * step);
            let right = apart & own >> (3 * step);
            lines.broken += (left.count_ones() + right.count_ones()) as i16;
        }
        lines
    }
}
