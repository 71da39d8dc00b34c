//! Pruning: reverse futility, futility and null move.

use super::{At, Search, Stopped};
use crate::{
    outcome::Turn,
    search::{
        evaluate::Evaluate,
        score::{CERTAIN, Score, Window},
    },
};

/// Reverse futility pruning (static null move): applies up to `SHALLOW` turns of remaining depth,
/// with a margin of [`AHEAD`] hundredths of a piece for each.
const SHALLOW: i32 = 3;
const AHEAD: Score = 100;

/// Futility margin in hundredths of a piece: with one turn left, a position at least this far below
/// alpha is only searched by quiescence search.
const HOPELESS: Score = 200;

/// Minimum remaining depth of the null move, in turns.
const GIVES_AWAY: i32 = 3;

impl<R: Evaluate> Search<'_, R> {
    /// Returns an approximate score if the position can be pruned without searching its moves.
    ///
    /// Nothing is pruned near certain wins or losses, where a capture is forced, or for levels that
    /// overlook moves.
    pub(super) fn prune(
        &mut self,
        position: &R,
        at: At,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let certain = window.alpha.abs().max(window.beta.abs()) >= CERTAIN;
        if certain || position.is_loud() || self.weakness.overlooks > 0 {
            return Ok(None);
        }
        let value = self.value(position);
        if at.depth <= SHALLOW && value - AHEAD * at.depth >= window.beta {
            return Ok(Some(value));
        }
        if at.depth == 1 && value + HOPELESS <= window.alpha {
            let score = self.quiet(position, At { depth: 0, ..at }, window)?;
            return Ok(Some(score).filter(|score| *score <= window.alpha));
        }
        if at.depth < GIVES_AWAY || value < window.beta || at.given_away {
            return Ok(None);
        }
        let Some(given) = position.given_away() else {
            return Ok(None);
        };
        let after = At {
            given_away: true,
            ..at.after(Turn::Complete).reduced(2 + at.depth / 4)
        };
        let above = Window {
            alpha: window.beta - 1,
            beta: window.beta,
        };
        let score = self.after(position, &given, after, above, None)?;
        Ok(Some(window.beta).filter(|beta| score >= *beta))
    }
}
