//! Computer players of the run: the reference player, which searches, and simpler ones for
//! comparison.

mod candidates;
mod policy;
mod reasons;
mod strategies;
mod timing;
mod ways;
mod win_estimate;

pub use strategies::{Finished, PLAYERS, Player};

use win_estimate::WinEstimate;

use super::{
    action::Action,
    hint::Hint,
    position::{Phase, Position, RunEnd},
};
use crate::{
    dice::Dice,
    fact::Fact,
    game::Game,
    search::{RankedAction, Searchable},
};

impl Searchable for Position {
    fn determinize(&mut self, dice: &mut Dice) {
        self.stack.determinize(dice);
    }

    fn candidates(&self) -> Vec<Action> {
        self.worth_looking_at()
    }

    fn policy(&self) -> Option<Action> {
        self.quick_action()
    }

    fn advance(&mut self, action: &Action, dice: &mut Dice) -> bool {
        self.act(action, dice, &mut |_| {}).is_ok()
    }

    /// Returns the chance at the end, and for plain breakers once nothing but fort challenges is left.
    fn known_chance(&self) -> Option<f64> {
        match self.phase {
            Phase::Over(RunEnd::Won) => Some(1.0),
            Phase::Over(_) => Some(0.0),
            Phase::Asked(_) => None,
            Phase::Step if self.is_custom() => None,
            Phase::Step => {
                let outlook = WinEstimate::of(self);
                let direct = outlook.hidden() == 0 && outlook.parts.iter().all(|p| p.way == 0.0);
                let done = direct && self.one_more(&outlook).is_none();
                done.then(|| f64::from(outlook.wins()))
            }
        }
    }

    fn estimated_chance(&self) -> Option<f64> {
        let knows = self.phase == Phase::Step && self.can_be_estimated();
        knows.then(|| f64::from(WinEstimate::of(self).wins()))
    }

    /// Returns `true` for plain breakers only, which the outlook models.
    fn can_be_estimated(&self) -> bool {
        !self.is_custom()
    }

    fn reasons(&self, ranking: &[RankedAction<Action>]) -> Vec<Fact> {
        let why = reasons::why(self, ranking).into_iter();
        why.map(Fact::from).collect()
    }

    fn reasons_of_sure(&self, action: &Action) -> Vec<Fact> {
        let mut why = self.why(*action);
        // A possible win says less than the sure one, and saved tokens are irrelevant then.
        why.retain(|hint| !matches!(hint, Hint::WinsRun | Hint::Boost { .. } | Hint::Hold { .. }));
        why.into_iter().map(Fact::from).collect()
    }
}
