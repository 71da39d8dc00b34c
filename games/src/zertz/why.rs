//! Why a turn of the computer player is good.

use super::{marble::Marbles, moves::Move, position::Position};
use crate::{dice::Dice, fact::Fact, rules::Rules, search::why::Code};

impl Position {
    /// See [`crate::search::Evaluate::reasons`].
    pub(super) fn tell_why(&self, line: &[Move]) -> Vec<Fact> {
        let mut reasons = Vec::new();
        let Some((played, rest)) = line.split_first() else {
            return reasons;
        };
        let (after, got) = self.gets(*played);
        reasons.extend(of_marbles(Code::Marbles, got));
        if Rules::to_move(&after) != Some(self.mover.other()) {
            return reasons;
        }
        let is_placement = !matches!(played, Move::Capture(..));
        if !after.can_capture() {
            if is_placement {
                reasons.push(Fact::new(Code::GivesNothing));
            }
            return reasons;
        }
        if let Some((forced, rest)) = rest.split_first() {
            let (next, got) = after.gets(*forced);
            reasons.extend(of_marbles(Code::Forces, got));
            if next.mover == self.mover
                && let Some(answer) = rest.first()
            {
                reasons.extend(of_marbles(Code::Answers, next.gets(*answer).1));
            }
        }
        reasons
    }

    /// The position after a legal move, and the marbles that the mover gets by it.
    pub(super) fn gets(&self, played: Move) -> (Position, Marbles) {
        let mut after = *self;
        after.play_unchecked(played, &mut Dice::none(), &mut |_| {});
        let (before, now) = (
            *self.mover.of(&self.captured),
            *self.mover.of(&after.captured),
        );
        let mut counts = now.0;
        for (count, before) in counts.iter_mut().zip(before.0) {
            *count = count.saturating_sub(before);
        }
        (after, Marbles(counts))
    }
}

/// A fact about marbles, unless there are none.
fn of_marbles(code: Code, marbles: Marbles) -> Option<Fact> {
    (!marbles.is_empty()).then(|| Fact::new(code).with("marbles", marbles.as_marbles()))
}
