//! Search scores: hundredths of a piece, and far above them the distance to a certain win.

use super::thought::Value;
use crate::{outcome::Outcome, seat::Seat};

/// A score for the seat to move.
pub(super) type Score = i32;

/// A bound above every score.
pub(super) const INFINITE: Score = 2_000_000;

/// Score of a game won at the root; each turn until the win takes 1 off.
const WIN: Score = 1_000_000;

/// Least score of a certain win.
pub(super) const CERTAIN_WIN: Score = WIN - 10_000;

/// Maximum of the static evaluation.
pub(super) const MAX_ESTIMATE: Score = 100_000;

/// Returns the score of an outcome for a seat, `turns` from the root, the last one included.
pub(super) fn of_end(outcome: Outcome, seat: Seat, turns: u32) -> Score {
    let won = WIN - turns.min(9_999) as Score;
    match outcome.winner {
        Some(winner) if winner == seat => won,
        Some(_) => -won,
        None => 0,
    }
}

/// Converts a score from root-relative to position-relative, for the transposition table; the
/// position is `turns` from the root.
pub(super) fn stored(score: Score, turns: u32) -> Score {
    match score {
        CERTAIN_WIN.. => score + turns as Score,
        _ if score <= -CERTAIN_WIN => score - turns as Score,
        _ => score,
    }
}

/// Converts a stored score back to root-relative, the reverse of [`stored`].
pub(super) fn recalled(score: Score, turns: u32) -> Score {
    match score {
        CERTAIN_WIN.. => score - turns as Score,
        _ if score <= -CERTAIN_WIN => score + turns as Score,
        _ => score,
    }
}

/// Returns the turns to the end if it is certain.
pub(super) fn turns_to_end(score: Score) -> Option<u32> {
    (score.abs() >= CERTAIN_WIN).then(|| WIN.abs_diff(score.abs()))
}

/// Converts a score to its public form.
pub(super) fn value(score: Score) -> Value {
    let own_turns = turns_to_end(score).map(|turns| turns.max(1).div_ceil(2));
    match own_turns {
        Some(turns) if score > 0 => Value::Wins(turns),
        Some(turns) => Value::Loses(turns),
        None => Value::Score(score.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)),
    }
}

/// Weight of a certain win or loss in a mean, in hundredths of a piece. Its full score would
/// outweigh all other ends.
const MAX_MEAN: Score = 3_000;

/// Returns the weighted mean of scores; if all are certain wins, or all certain losses, the latest
/// of them.
pub(super) fn mean(ends: &[(Score, i32)]) -> Score {
    let scores = || ends.iter().map(|(score, _)| *score);
    match (scores().min(), scores().max()) {
        (Some(least), _) if least >= CERTAIN_WIN => least,
        (_, Some(most)) if most <= -CERTAIN_WIN => most,
        _ => {
            let weighed = ends
                .iter()
                .map(|(score, share)| (*score).clamp(-MAX_MEAN, MAX_MEAN) * share);
            let shares: i32 = ends.iter().map(|(_, share)| share).sum();
            weighed.sum::<Score>() / shares.max(1)
        }
    }
}

/// An alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The full window.
    pub(super) const WHOLE: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Returns the window of the other seat.
    pub(super) fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Returns the null window above alpha.
    pub(super) fn null(self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.alpha + 1,
        }
    }

    /// Returns whether no score lies strictly inside.
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Reason;

    fn end(turns: u32, winner: Option<Seat>) -> Score {
        let reason = Reason::GipfNoMove;
        of_end(Outcome { winner, reason }, Seat::First, turns)
    }

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        let (won, lost) = (Some(Seat::First), Some(Seat::Second));
        let scores = [
            end(1, won),
            end(3, won),
            MAX_ESTIMATE,
            end(9, None),
            end(4, lost),
            end(2, lost),
        ];
        assert!(scores.is_sorted_by(|better, worse| better > worse));
        let values = scores.map(value);
        let [first, second, estimate, drawn, late, soon] = values;
        assert_eq!([first, second], [Value::Wins(1), Value::Wins(2)]);
        assert_eq!(
            [estimate, drawn],
            [Value::Score(MAX_ESTIMATE), Value::Score(0)]
        );
        assert_eq!([late, soon], [Value::Loses(2), Value::Loses(1)]);
    }

    #[test]
    fn a_mean_is_certain_only_of_certain_ends() {
        let (won, later) = (end(1, Some(Seat::First)), end(3, Some(Seat::First)));
        assert_eq!(mean(&[(won, 1), (later, 1)]), later);
        assert_eq!(mean(&[(-won, 1), (-later, 1)]), -later);
        assert_eq!(mean(&[(won, 1), (-500, 1)]), (MAX_MEAN - 500) / 2);
        assert_eq!(
            mean(&[(-won, 15), (300, 21)]),
            (21 * 300 - 15 * MAX_MEAN) / 36
        );
        assert_eq!(mean(&[]), 0);
    }

    #[test]
    fn stored_scores_count_from_their_position() {
        let won = end(7, Some(Seat::First));
        assert_eq!(turns_to_end(stored(won, 4)), Some(3));
        for score in [won, -won, 0, 250, -MAX_ESTIMATE] {
            assert_eq!(recalled(stored(score, 4), 4), score);
        }
    }
}
