//! Pruning: reverse futility, futility and null move.

use super::{Node, Search, Stopped};
use crate::{
    outcome::Turn,
    search::{
        evaluate::Evaluate,
        score::{CERTAIN_WIN, Score, Window},
    },
};

/// Reverse futility pruning (static null move): applies up to `FUTILITY_MAX_DEPTH` turns of remaining depth,
/// with a margin of [`REVERSE_FUTILITY_MARGIN`] hundredths of a piece for each.
const FUTILITY_MAX_DEPTH: i32 = 3;
const REVERSE_FUTILITY_MARGIN: Score = 100;

/// Futility margin in hundredths of a piece: with one turn left, a position at least this far below
/// alpha is only searched by quiescence search.
const FUTILITY_MARGIN: Score = 200;

/// Minimum remaining depth of the null move, in turns.
const NULL_MOVE_MIN_DEPTH: i32 = 3;

impl<R: Evaluate> Search<'_, R> {
    /// Returns an approximate score if the position can be pruned without searching its moves.
    ///
    /// Nothing is pruned near certain wins or losses, where a capture is forced, or for levels that
    /// overlook moves.
    pub(super) fn prune(
        &mut self,
        position: &R,
        at: Node,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let certain = window.alpha.abs().max(window.beta.abs()) >= CERTAIN_WIN;
        if certain || position.has_forced_capture() || self.weakness.overlooks > 0 {
            return Ok(None);
        }
        let value = self.value(position);
        if at.depth <= FUTILITY_MAX_DEPTH
            && value - REVERSE_FUTILITY_MARGIN * at.depth >= window.beta
        {
            return Ok(Some(value));
        }
        if at.depth == 1 && value + FUTILITY_MARGIN <= window.alpha {
            let score = self.quiescence(position, Node { depth: 0, ..at }, window)?;
            return Ok(Some(score).filter(|score| *score <= window.alpha));
        }
        if at.depth < NULL_MOVE_MIN_DEPTH || value < window.beta || at.null_move {
            return Ok(None);
        }
        let Some(given) = position.null_move() else {
            return Ok(None);
        };
        let after = Node {
            null_move: true,
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
