//! Reasons for the computer's turns.

use super::{marble::Marbles, message::Message, moves::Move, position::Position};
use crate::{dice::Dice, rules::Rules};

impl Position {
    /// Returns the reasons for the first move of a line, see [`crate::search::Evaluate::reasons`].
    pub(super) fn tell_why(&self, line: &[Move]) -> Vec<Message> {
        let mut reasons = Vec::new();
        let Some((played, rest)) = line.split_first() else {
            return reasons;
        };
        let (after, got) = self.gets(*played);
        reasons.extend(some(got).map(|marbles| Message::WhyCaptures { marbles }));
        if Rules::to_move(&after) != Some(self.mover.other()) {
            return reasons;
        }
        let is_placement = !matches!(played, Move::Capture(..));
        if !after.can_capture() {
            if is_placement {
                reasons.push(Message::WhyGivesNothing);
            }
            return reasons;
        }
        if let Some((forced, rest)) = rest.split_first() {
            let (next, got) = after.gets(*forced);
            reasons.extend(some(got).map(|marbles| Message::WhyForces { marbles }));
            if next.mover == self.mover
                && let Some(answer) = rest.first()
            {
                let (_, got) = next.gets(*answer);
                reasons.extend(some(got).map(|marbles| Message::WhyAnswers { marbles }));
            }
        }
        reasons
    }

    /// Returns the position after a legal move and the marbles that the mover gains.
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

/// Returns the marbles unless there are none.
fn some(marbles: Marbles) -> Option<Marbles> {
    (!marbles.is_empty()).then_some(marbles)
}
