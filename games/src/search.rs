//! The computer player.
//!
//! In games for two it thinks: [`think`] looks ahead by alpha-beta, in any game that implements
//! [`Evaluate`]. In games for one, with chance and with what is hidden, it tries actions in play-outs
//! and names the one that wins most often: [`advise`].
//!
//! A game that wants advice implements [`Searchable`]. The search never looks at what is hidden:
//! before every play-out it has everything hidden dealt anew ([`Searchable::imagine`]) and rolls
//! dice of its own. All actions get the same deals and the same dice (common random numbers), so
//! that luck does not decide between them, and the play-outs go to the promising ones: after each
//! round the worse half is dropped (sequential halving). To compare actions, a play-out need not
//! go on to the end: after a few actions it is as good to ask the game for an estimate, and much
//! less a matter of luck. Only the chance that is told in the end comes from play-outs to the end.
//! The same position, budget and seed lead to the same advice.
//!
//! What wins within a few actions whatever the dice show needs no play-outs: it is looked for first.

mod alpha_beta;
mod evaluate;
mod help;
mod level;
mod memory;
mod message;
mod order;
mod score;
mod sure;
mod table;
mod think;
mod thought;
mod why;

pub use evaluate::{Evaluate, FEATURES, Features};
pub use level::Level;
pub use message::Message;
pub use think::{INTERVAL, Watch, beside, think};
pub use thought::{Orders, Thought, Value};
pub use why::{Gain, Reason, explain};

use sure::sure_win;

use crate::{
    dice::{Dice, Seed},
    fact::Fact,
    game::Game,
};

/// Play-outs for one piece of advice when nothing else is said.
pub const BUDGET: u32 = 2_000;

/// As many actions are enough for a play-out; one that goes on counts as lost.
const LONGEST: usize = 200;

/// After as many actions an estimate takes the place of playing on, when actions are compared.
const HORIZON: usize = 3;

/// Which part of the budget is spent once more on the chance of the best action.
const TOLD: u32 = 4;

/// From fewer play-outs than that nothing is told of a chance.
const ENOUGH: usize = 30;

/// By how many standard errors an action has to be better than what the policy would do.
const CLEARLY: f64 = 1.0;

/// The same where play-outs go on to the end, so that luck weighs much more.
const VERY_CLEARLY: f64 = 2.5;

/// Is asked again and again, every few dozen play-outs at most, whether there may be more.
pub type GoOn<'a> = dyn FnMut() -> bool + 'a;

/// What the computer player would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The action in canonical notation.
    pub action: String,
    /// The estimated chance to win with it, 0 to 1.
    pub wins: f64,
    /// The standard error of that chance.
    pub error: f64,
    /// The next best action and its chance, when there is another one.
    pub runner_up: Option<(String, f64)>,
    /// True if it wins whatever happens.
    pub is_sure: bool,
    /// Why, most important first.
    pub why: Vec<Fact>,
}

/// A game for one, in which play-outs can tell how good an action is.
pub trait Searchable: Game {
    /// Deals everything anew that the player cannot see, as it may be from what can be seen. Two
    /// positions that look the same become the same with the same dice.
    fn imagine(&mut self, dice: &mut Dice);

    /// The legal actions worth looking at, a few dozen at most, first what [`policy`] would do.
    ///
    /// [`policy`]: Searchable::policy
    fn candidates(&self) -> Vec<Self::Action>;

    /// A quick sensible action; `None` when the game is over.
    fn policy(&self) -> Option<Self::Action>;

    /// Plays an action in place and says whether it was legal.
    fn advance(&mut self, action: &Self::Action, dice: &mut Dice) -> bool;

    /// The chance to win, 0 to 1, where it is known without playing on: at the end at the latest.
    fn known_chance(&self) -> Option<f64>;

    /// About the chance to win, where that is good enough to compare actions; nothing where only
    /// playing on can tell.
    fn estimated_chance(&self) -> Option<f64>;

    /// Whether there will be an estimate a few actions on.
    fn can_be_estimated(&self) -> bool;

    /// Why the best of these actions is better than the others. The first one is the best.
    fn reasons(&self, ranking: &[Ranked<Self::Action>]) -> Vec<Fact>;

    /// What is to be said of an action besides that it is sure to win.
    fn reasons_of_sure(&self, action: &Self::Action) -> Vec<Fact>;
}

/// An action and what its play-outs came to.
#[derive(Clone, Debug)]
pub struct Ranked<A> {
    /// The action.
    pub action: A,
    /// The chance to win in every play-out; the same place is the same deal for all actions.
    chances: Vec<f64>,
}

impl<A> Ranked<A> {
    fn new(action: A) -> Ranked<A> {
        Ranked {
            action,
            chances: Vec::new(),
        }
    }

    /// The mean chance to win, 0 without any play-out.
    pub fn wins(&self) -> f64 {
        mean(self.chances.iter().copied()).0
    }

    /// By how much it is better than another action with the same deals, and the standard error.
    pub fn ahead_of<B>(&self, other: &Ranked<B>) -> (f64, f64) {
        let pairs = self.chances.iter().zip(&other.chances);
        mean(pairs.map(|(one, other)| one - other))
    }
}

/// Mean and standard error.
fn mean(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut sum, mut squares) = (0u32, 0.0, 0.0);
    for number in numbers {
        count += 1;
        sum += number;
        squares += number * number;
    }
    let count = f64::from(count.max(1));
    let mean = sum / count;
    let variance = (squares / count - mean * mean).max(0.0);
    (mean, (variance / count).sqrt())
}

/// The advice for a position, from as many play-outs, or from as many as may be; `None` when the game is over,
/// or there were too few of them to tell a chance.
pub fn advise<G: Searchable>(
    position: &G,
    budget: u32,
    seed: Seed,
    go_on: &mut GoOn<'_>,
) -> Option<Advice> {
    let mut stopped = false;
    let mut go_on = || {
        stopped = stopped || !go_on();
        !stopped
    };
    if let Some((action, actions)) = sure_win(position, &mut go_on) {
        return Some(certain(position, action, actions));
    }
    let ranking = rank(position, budget, seed, &mut go_on);
    let best = ranking.first()?;
    let deals = (0..(budget / TOLD).max(1)).take_while(|_| go_on());
    let told = deals.map(|number| {
        let deal = seed.derive(budget.wrapping_add(number));
        play_out(position, &best.action, deal, LONGEST)
    });
    let mut told: Vec<f64> = told.collect();
    if stopped && told.len() < ENOUGH {
        // What it was compared by is less sure, and better than nothing.
        told.clone_from(&best.chances);
    }
    if stopped && told.len() < ENOUGH {
        return None;
    }
    let (wins, error) = mean(told.into_iter());
    let behind = |next: &Ranked<G::Action>| best.ahead_of(next).0.max(0.0);
    Some(Advice {
        action: best.action.to_string(),
        wins,
        error,
        runner_up: ranking
            .get(1)
            .map(|next| (next.action.to_string(), (wins - behind(next)).max(0.0))),
        is_sure: false,
        why: position.reasons(&ranking),
    })
}

/// The advice where an action wins, with so many in all, whatever happens.
fn certain<G: Searchable>(position: &G, action: G::Action, actions: u32) -> Advice {
    let mut why = vec![Fact::from(Message::Sure { actions })];
    why.extend(position.reasons_of_sure(&action));
    Advice {
        action: action.to_string(),
        wins: 1.0,
        error: 0.0,
        runner_up: None,
        is_sure: true,
        why,
    }
}

/// About the chance to win with an action, and its standard error, from as many play-outs, which end as soon
/// as it can be estimated. The same seed gives all actions of a position the same deals and dice, so that they
/// can be compared. `None` if it was stopped before there were enough of them.
pub fn chance_with<G: Searchable>(
    position: &G,
    action: &G::Action,
    budget: u32,
    seed: Seed,
    go_on: &mut GoOn<'_>,
) -> Option<(f64, f64)> {
    let wanted = budget.max(1);
    let deals = (0..wanted).take_while(|_| go_on());
    let chances: Vec<f64> = deals
        .map(|number| play_out(position, action, seed.derive(number), HORIZON))
        .collect();
    let enough = chances.len() >= ENOUGH.min(wanted as usize);
    enough.then(|| mean(chances.into_iter()))
}

/// The best action from as many play-outs. Nothing is searched where only one is worth looking at.
pub fn choose<G: Searchable>(position: &G, budget: u32, seed: Seed) -> Option<G::Action> {
    let mut candidates = position.candidates();
    if candidates.len() < 2 {
        return candidates.pop();
    }
    let ranking = rank(position, budget, seed, &mut || true);
    ranking.into_iter().next().map(|best| best.action)
}

/// The candidates, best first, by sequential halving: every round spends the same share of the
/// budget, on half as many actions as the one before. The first candidate, which is what the
/// policy would do, stays in every round: only what is clearly better takes its place. All that are
/// compared have had the same deals, whenever it was stopped.
fn rank<G: Searchable>(
    position: &G,
    budget: u32,
    seed: Seed,
    go_on: &mut GoOn<'_>,
) -> Vec<Ranked<G::Action>> {
    let candidates = position.candidates();
    let mut ranking: Vec<_> = candidates.into_iter().map(Ranked::new).collect();
    let mut alive = ranking.len();
    // Halving down to two leaves the second best with as many play-outs as the best.
    let rounds = alive.max(2).next_power_of_two().ilog2();
    let mut deals = 0;
    for _ in 0..rounds {
        let tries = (budget / rounds / alive.max(1) as u32).max(1);
        for number in deals..deals + tries {
            if !go_on() {
                break;
            }
            let deal = seed.derive(number);
            for ranked in ranking.iter_mut().take(alive) {
                let chance = play_out(position, &ranked.action, deal, HORIZON);
                ranked.chances.push(chance);
            }
        }
        deals += tries;
        if alive > 2
            && let [_, others @ ..] = ranking.split_at_mut(alive).0
        {
            others.sort_by(|one, other| other.wins().total_cmp(&one.wins()));
            alive = alive.div_ceil(2).max(2);
        }
    }
    if let [usual, rest @ ..] = &mut ranking[..] {
        rest.sort_by(|one, other| other.wins().total_cmp(&one.wins()));
        rest.sort_by_key(|one| std::cmp::Reverse(one.chances.len()));
        let clearly = match position.can_be_estimated() {
            true => CLEARLY,
            false => VERY_CLEARLY,
        };
        let better = rest.iter().position(|one| {
            let (ahead, error) = one.ahead_of(usual);
            ahead > clearly * error
        });
        if let Some(place) = better {
            ranking.split_at_mut(place + 2).0.rotate_right(1);
        }
    }
    ranking
}

/// One play-out after an action: 1 when it was won, 0 when not, or the chance where that is known,
/// or where it can be estimated after as many actions.
fn play_out<G: Searchable>(position: &G, first: &G::Action, seed: Seed, horizon: usize) -> f64 {
    let mut dice = Dice::from_seed(seed);
    let mut imagined = position.clone();
    imagined.imagine(&mut dice);
    let mut next = Some(first.clone());
    for actions in 1..=LONGEST {
        let played = next.is_some_and(|action| imagined.advance(&action, &mut dice));
        if !played {
            return 0.0;
        }
        let known = imagined.known_chance();
        let estimated = || {
            (actions >= horizon)
                .then(|| imagined.estimated_chance())
                .flatten()
        };
        if let Some(chance) = known.or_else(estimated) {
            return chance;
        }
        next = imagined.policy();
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_chances_is_told_with_its_standard_error() {
        assert_eq!(mean([0.0, 1.0, 1.0, 0.0].into_iter()), (0.5, 0.25));
        assert_eq!(mean([0.5, 0.5].into_iter()), (0.5, 0.0));
        assert_eq!(mean(std::iter::empty()), (0.0, 0.0));
        let ranked = |chances: &[f64]| Ranked {
            action: (),
            chances: chances.to_vec(),
        };
        let one = ranked(&[1.0, 0.5, 0.75, 0.75]);
        assert_eq!(one.wins(), 0.75);
        assert_eq!(one.ahead_of(&ranked(&[0.5, 0.0, 0.25, 0.25])), (0.5, 0.0));
    }
}
