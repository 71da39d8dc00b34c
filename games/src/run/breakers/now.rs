//! What an ability would do at this moment.

use crate::{
    fact::{Arg, Fact},
    run::{code::Code, position::Position, structure::Colour},
};

/// An ability that can be used now.
#[derive(Clone, Copy, Debug)]
pub(in crate::run) struct Now<'a> {
    pub(in crate::run) run: &'a Position,
    /// The run after the use that is given as an example, its die showing 1.
    pub(in crate::run) after: &'a Position,
    pub(in crate::run) breaker: Colour,
    /// In how many ways it can be used, ways to pay apart.
    pub(in crate::run) ways: usize,
}

/// There are many ways, each with an effect of its own.
pub(super) fn many(now: &Now<'_>) -> Fact {
    Fact::new(Code::NowWays).with("count", now.ways)
}

/// The next challenge is stronger: what its best step gains by that.
pub(super) fn stronger(now: &Now<'_>) -> Fact {
    let bonus = now.after.kept(now.breaker).bonus;
    let fact = Fact::new(Code::NowStronger).with("bonus", bonus);
    gain(now, &[now.breaker], fact)
}

/// The next challenges of several breakers are stronger.
pub(super) fn all_stronger(now: &Now<'_>) -> Fact {
    let more = |breaker: &Colour| now.after.kept(*breaker) != now.run.kept(*breaker);
    let who: Vec<Colour> = Colour::ALL.into_iter().filter(more).collect();
    let names: Vec<String> = who.iter().map(Colour::to_string).collect();
    let kept = |run: &Position| run.kept(now.breaker).bonus;
    let fact = Fact::new(Code::NowAllStronger)
        .with("breakers", names)
        .with("bonus", kept(now.after).saturating_sub(kept(now.run)));
    gain(now, &who, fact)
}

/// The next challenge has a strength of its own.
pub(super) fn set(now: &Now<'_>) -> Fact {
    let strength = now.after.kept(now.breaker).strength.unwrap_or(0);
    let fact = Fact::new(Code::NowSet).with("strength", strength);
    gain(now, &[now.breaker], fact)
}

/// How much can be reached with a die of 1, and with one of 6.
pub(super) fn reach(now: &Now<'_>) -> Fact {
    let reached = |within| now.run.reachable(now.breaker, within).count();
    Fact::new(Code::NowReach)
        .with("near", reached(1))
        .with("far", reached(6))
}

/// The structure under the breaker becomes weaker.
pub(super) fn weaken(now: &Now<'_>) -> Fact {
    let tile = |run: &Position| run.matrix().at(run.place(now.breaker)?).copied();
    let (from, to) = (tile(now.run), tile(now.after));
    let structure = from.map(|tile| tile.structure.to_string());
    Fact::new(Code::NowWeaken)
        .with("structure", structure.unwrap_or_default())
        .with("from", from.map_or(0, |tile| tile.strength()))
        .with("to", to.map_or(0, |tile| tile.strength()))
}

/// Adds the step that gains most: whose, against what (none for a structure to come), and its
/// chance in percent before and after.
fn gain(now: &Now<'_>, breakers: &[Colour], fact: Fact) -> Fact {
    let gains = breakers.iter().flat_map(|breaker| {
        let steps = now.run.telling_steps(*breaker).into_iter();
        steps.filter_map(|(space, odds)| {
            let after = now.after.odds(*breaker, space, None).ok()?;
            let (from, to) = (odds.plain.percent(), after.plain.percent());
            Some((*breaker, odds.structure, space, from, to))
        })
    });
    let best = gains.max_by_key(|(.., from, to)| i64::from(*to) - i64::from(*from));
    let Some((who, structure, space, from, to)) = best else {
        return fact.with("who", Arg::None);
    };
    fact.with("who", who.letter())
        .with("space", space.to_string())
        .with(
            "structure",
            structure.map(|structure| structure.to_string()),
        )
        .with("from", from)
        .with("to", to)
}
