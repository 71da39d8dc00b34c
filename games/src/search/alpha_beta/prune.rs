//! What need not be looked at any further.

use super::{At, Search, Stopped};
use crate::{
    outcome::Turn,
    search::{
        evaluate::Evaluate,
        score::{CERTAIN, Score, Window},
    },
};

/// Up to so many turns from the end of the depth, whoever is ahead by [`AHEAD`] for each of them is
/// taken to stay so.
const SHALLOW: i32 = 3;
const AHEAD: Score = 100;

/// Who is behind by more in the last turn of the depth is not helped by any quiet move.
const HOPELESS: Score = 200;

/// So far from the end of the depth it is tried to give the turn away.
const GIVES_AWAY: i32 = 3;

impl<R: Evaluate> Search<'_, R> {
    /// What a position is worth about, where that is enough to know and can be told without its
    /// moves: it is so good that it stays good even if the turn is given away, or without any hope.
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
