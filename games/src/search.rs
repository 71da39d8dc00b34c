//! The computer player.
//!
//! In games for two, [`think`] searches by alpha-beta (negamax with a transposition table), in any game
//! that implements [`Evaluate`]. In games for one, with chance and hidden information, [`advise`] compares
//! actions by Monte Carlo rollouts.
//!
//! A game for Monte Carlo search implements [`Searchable`]. The search never uses hidden information:
//! before every rollout it deals everything hidden anew (determinization, [`Searchable::determinize`]) and
//! rolls dice of its own. All actions get the same deals and the same dice (common random numbers), so that
//! luck does not decide between them, and the budget goes to the promising ones: after each round the worse
//! half is dropped (sequential halving). To compare actions, a rollout stops after a few actions at an
//! estimate of the game, which has much less variance than playing on; only the reported chance comes from
//! rollouts to the end. The same position, budget and seed lead to the same advice.
//!
//! A win within a few actions whatever the dice show needs no rollouts: it is searched first.

mod alpha_beta;
mod evaluate;
mod forced_win;
mod hint_reason;
mod level;
mod message;
mod order;
mod score;
mod shared_budget;
mod shared_table;
mod think;
mod thought;
mod transposition_table;
mod why;

pub use alpha_beta::NODES_PER_REPORT;
pub use evaluate::{Evaluate, Features, MAX_FEATURES};
pub use hint_reason::{HintReason, MaterialGain};
pub use level::Level;
pub use message::Message;
pub use think::{ProgressCallback, second_best_value, think};
pub use thought::{SearchLimits, SearchResult, Value};
pub use why::explain;

use forced_win::forced_win;

use crate::{
    dice::{Dice, Seed},
    fact::Fact,
    game::Game,
};

/// Default number of rollouts for one piece of advice.
pub const DEFAULT_ROLLOUTS: u32 = 2_000;

/// Maximum number of actions of a rollout; a longer one counts as lost.
const MAX_ROLLOUT_ACTIONS: usize = 200;

/// Number of actions after which an estimate replaces playing on, when actions are compared.
const ROLLOUT_DEPTH: usize = 3;

/// Divisor of the budget: this part is spent in addition on the chance of the best action.
const FINAL_SHARE: u32 = 4;

/// Minimum number of rollouts of a reported chance.
const MIN_ROLLOUTS: usize = 30;

/// Standard errors by which an action must beat that of the policy.
const MIN_LEAD: f64 = 1.0;

/// The same bound where rollouts go on to the end, which have a higher variance.
const MIN_LEAD_TO_THE_END: f64 = 2.5;

/// A callback that returns whether the search may go on, called every few dozen rollouts or more often.
pub type ShouldContinue<'a> = dyn FnMut() -> bool + 'a;

/// The advice of the computer player.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The action in canonical notation.
    pub action: String,
    /// The estimated chance to win with it, 0 to 1.
    pub wins: f64,
    /// The standard error of that chance.
    pub error: f64,
    /// The second best action and its chance, if there is one.
    pub runner_up: Option<(String, f64)>,
    /// `true` if the action wins whatever happens.
    pub is_sure: bool,
    /// The reasons, most important first.
    pub why: Vec<Fact>,
}

/// A game for one that Monte Carlo search can play.
pub trait Searchable: Game {
    /// Determinization: deals everything anew that the player cannot see, consistent with what can be seen. Two
    /// positions that look the same become the same with the same dice.
    fn determinize(&mut self, dice: &mut Dice);

    /// Returns the legal actions worth searching, a few dozen at most, that of the [`policy`] first.
    ///
    /// [`policy`]: Searchable::policy
    fn candidates(&self) -> Vec<Self::Action>;

    /// Returns a fast, sensible action (the rollout policy); `None` once the game is over.
    fn policy(&self) -> Option<Self::Action>;

    /// Plays an action in place and returns whether it was legal.
    fn advance(&mut self, action: &Self::Action, dice: &mut Dice) -> bool;

    /// Returns the chance to win, 0 to 1, where it is known exactly: at the end at the latest.
    fn known_chance(&self) -> Option<f64>;

    /// Returns an estimate of the chance to win, good enough to compare actions; `None` where there is none.
    fn estimated_chance(&self) -> Option<f64>;

    /// Returns whether there will be an estimate a few actions on.
    fn can_be_estimated(&self) -> bool;

    /// Returns the reasons why the first of these actions, the best, is better than the others.
    fn reasons(&self, ranking: &[RankedAction<Self::Action>]) -> Vec<Fact>;

    /// Returns further reasons for an action that is a sure win.
    fn reasons_of_sure(&self, action: &Self::Action) -> Vec<Fact>;
}

/// An action with the results of its rollouts.
#[derive(Clone, Debug)]
pub struct RankedAction<A> {
    /// The action.
    pub action: A,
    /// The chance to win in every rollout; equal indexes are the same deal for all actions.
    chances: Vec<f64>,
}

impl<A> RankedAction<A> {
    fn new(action: A) -> RankedAction<A> {
        RankedAction {
            action,
            chances: Vec::new(),
        }
    }

    /// Returns the mean chance to win, 0 without any rollout.
    pub fn wins(&self) -> f64 {
        mean(self.chances.iter().copied()).0
    }

    /// Returns the lead over another action in the same deals (paired difference), and its standard error.
    pub fn ahead_of<B>(&self, other: &RankedAction<B>) -> (f64, f64) {
        let pairs = self.chances.iter().zip(&other.chances);
        mean(pairs.map(|(one, other)| one - other))
    }
}

/// Returns the mean and the standard error.
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

/// Returns the advice for a position from `budget` rollouts, or fewer if stopped. `None` once the game is
/// over, or if there were too few rollouts to report a chance.
pub fn advise<G: Searchable>(
    position: &G,
    budget: u32,
    seed: Seed,
    should_continue: &mut ShouldContinue<'_>,
) -> Option<Advice> {
    let mut stopped = false;
    let mut should_continue = || {
        stopped = stopped || !should_continue();
        !stopped
    };
    if let Some((action, actions)) = forced_win(position, &mut should_continue) {
        return Some(certain(position, action, actions));
    }
    let ranking = rank(position, budget, seed, &mut should_continue);
    let best = ranking.first()?;
    let deals = (0..(budget / FINAL_SHARE).max(1)).take_while(|_| should_continue());
    let told = deals.map(|number| {
        let deal = seed.derive(budget.wrapping_add(number));
        rollout(position, &best.action, deal, MAX_ROLLOUT_ACTIONS)
    });
    let mut told: Vec<f64> = told.collect();
    if stopped && told.len() < MIN_ROLLOUTS {
        // The estimates of the comparison are less reliable, but better than none.
        told.clone_from(&best.chances);
    }
    if stopped && told.len() < MIN_ROLLOUTS {
        return None;
    }
    let (wins, error) = mean(told.into_iter());
    let behind = |next: &RankedAction<G::Action>| best.ahead_of(next).0.max(0.0);
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

/// Returns the advice for an action that surely wins, with this number of actions in all.
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

/// Estimates the chance to win with an action, and its standard error, from `budget` rollouts, which stop
/// as soon as there is an estimate. The same seed gives all actions of a position the same deals and dice,
/// so that they can be compared. `None` if stopped before there were enough rollouts.
pub fn chance_with<G: Searchable>(
    position: &G,
    action: &G::Action,
    budget: u32,
    seed: Seed,
    should_continue: &mut ShouldContinue<'_>,
) -> Option<(f64, f64)> {
    let wanted = budget.max(1);
    let deals = (0..wanted).take_while(|_| should_continue());
    let chances: Vec<f64> = deals
        .map(|number| rollout(position, action, seed.derive(number), ROLLOUT_DEPTH))
        .collect();
    let enough = chances.len() >= MIN_ROLLOUTS.min(wanted as usize);
    enough.then(|| mean(chances.into_iter()))
}

/// Returns the best action from `budget` rollouts. A single candidate is returned without search.
pub fn choose<G: Searchable>(position: &G, budget: u32, seed: Seed) -> Option<G::Action> {
    let mut candidates = position.candidates();
    if candidates.len() < 2 {
        return candidates.pop();
    }
    let ranking = rank(position, budget, seed, &mut || true);
    ranking.into_iter().next().map(|best| best.action)
}

/// Ranks the candidates by sequential halving, best first: every round spends the same share of the budget
/// on half as many actions as the one before. The first candidate, that of the policy, stays in every
/// round: only a clearly better one replaces it. Whenever the search is stopped, compared actions have had
/// the same deals.
fn rank<G: Searchable>(
    position: &G,
    budget: u32,
    seed: Seed,
    should_continue: &mut ShouldContinue<'_>,
) -> Vec<RankedAction<G::Action>> {
    let candidates = position.candidates();
    let mut ranking: Vec<_> = candidates.into_iter().map(RankedAction::new).collect();
    let mut alive = ranking.len();
    // Halving down to two gives the second best as many rollouts as the best.
    let rounds = alive.max(2).next_power_of_two().ilog2();
    let mut deals = 0;
    for _ in 0..rounds {
        let tries = (budget / rounds / alive.max(1) as u32).max(1);
        for number in deals..deals + tries {
            if !should_continue() {
                break;
            }
            let deal = seed.derive(number);
            for ranked in ranking.iter_mut().take(alive) {
                let chance = rollout(position, &ranked.action, deal, ROLLOUT_DEPTH);
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
        let clearly = if position.can_be_estimated() {
            MIN_LEAD
        } else {
            MIN_LEAD_TO_THE_END
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

/// Runs one rollout after an action and returns 1 for a win, 0 for a loss, or the chance where that is
/// known, or can be estimated after `horizon` actions.
fn rollout<G: Searchable>(position: &G, first: &G::Action, seed: Seed, horizon: usize) -> f64 {
    let mut dice = Dice::from_seed(seed);
    let mut imagined = position.clone();
    imagined.determinize(&mut dice);
    let mut next = Some(first.clone());
    for actions in 1..=MAX_ROLLOUT_ACTIONS {
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
    fn a_mean_of_chances_has_a_standard_error() {
        assert_eq!(mean([0.0, 1.0, 1.0, 0.0].into_iter()), (0.5, 0.25));
        assert_eq!(mean([0.5, 0.5].into_iter()), (0.5, 0.0));
        assert_eq!(mean(std::iter::empty()), (0.0, 0.0));
        let ranked = |chances: &[f64]| RankedAction {
            action: (),
            chances: chances.to_vec(),
        };
        let one = ranked(&[1.0, 0.5, 0.75, 0.75]);
        assert_eq!(one.wins(), 0.75);
        assert_eq!(one.ahead_of(&ranked(&[0.5, 0.0, 0.25, 0.25])), (0.5, 0.0));
    }
}
