//! Messages about the effect of an ability in the current position.

use crate::run::{
    message::{Gain, Message, Price},
    odds::Odds,
    position::Position,
    structure::Colour,
};

/// An ability that can be used now.
#[derive(Clone, Copy, Debug)]
pub(in crate::run) struct Now<'a> {
    pub(in crate::run) run: &'a Position,
    /// The position after the example use, with a die of 1.
    pub(in crate::run) after: &'a Position,
    pub(in crate::run) breaker: Colour,
    /// Number of ways to use it, payments apart.
    pub(in crate::run) ways: usize,
}

/// An ability with many uses, each with its own effect.
pub(super) fn many(now: &Now<'_>, price: Price) -> Message {
    Message::NowWays {
        price,
        count: now.ways,
    }
}

/// A bonus for the next challenge, with the gain of the best step.
pub(super) fn stronger(now: &Now<'_>, price: Price) -> Message {
    Message::NowStronger {
        price,
        bonus: now.after.kept(now.breaker).bonus,
        gain: gain(now, &[now.breaker]),
    }
}

/// A bonus for the next challenges of several breakers.
pub(super) fn all_stronger(now: &Now<'_>, price: Price) -> Message {
    let more = |breaker: &Colour| now.after.kept(*breaker) != now.run.kept(*breaker);
    let breakers: Vec<Colour> = Colour::ALL.into_iter().filter(more).collect();
    let kept = |run: &Position| run.kept(now.breaker).bonus;
    Message::NowAllStronger {
        price,
        bonus: kept(now.after).saturating_sub(kept(now.run)),
        gain: gain(now, &breakers),
        breakers,
    }
}

/// A set strength for the next challenge.
pub(super) fn set(now: &Now<'_>, price: Price) -> Message {
    Message::NowSet {
        price,
        strength: now.after.kept(now.breaker).strength.unwrap_or(0),
        gain: gain(now, &[now.breaker]),
    }
}

/// The number of structures within reach of a die of 1 and of 6.
pub(super) fn reach(now: &Now<'_>, price: Price) -> Message {
    let reached = |within| now.run.reachable(now.breaker, within).count();
    Message::NowReach {
        price,
        near: reached(1),
        far: reached(6),
    }
}

/// The lowered strength of the structure under the breaker.
pub(super) fn weaken(now: &Now<'_>, price: Price) -> Message {
    let tile = |run: &Position| run.matrix.at(run.place(now.breaker)?).copied();
    let (from, to) = (tile(now.run), tile(now.after));
    Message::NowWeaken {
        price,
        structure: from.map(|tile| tile.structure),
        from: from.map_or(0, |tile| tile.strength()),
        to: to.map_or(0, |tile| tile.strength()),
    }
}

/// Returns the step that gains most: its breaker, its structure (`None` if new), and its chance in
/// percent before and after.
fn gain(now: &Now<'_>, breakers: &[Colour]) -> Gain {
    let gains = breakers.iter().flat_map(|breaker| {
        let steps = now.run.telling_steps(*breaker).into_iter();
        steps.filter_map(|odds| {
            let after = now.after.odds(*breaker, odds.space, None).ok()?;
            Some((*breaker, odds, after.plain.percent()))
        })
    });
    let gain = |odds: &Odds, to: u8| i16::from(to) - i16::from(odds.plain.percent());
    let best = gains.max_by_key(|(_, odds, to)| gain(odds, *to));
    best.map_or_else(Gain::default, |(breaker, odds, to)| Gain {
        who: Some(breaker),
        space: Some(odds.space),
        structure: odds.structure,
        from: Some(odds.plain.percent()),
        to: Some(to),
    })
}
