//! The rollout policy: a quick player with simple rules.
//!
//! - One breaker at a time (the installer) moves inside and installs structures; the others stay outside,
//!   from where they can enter their forts at once when these have come.
//! - The installer is always a breaker with a hidden fort, so that it is adjacent when the fort appears.
//! - Forts are challenged when all of them have been found, or when the tokens in hand make it
//!   so likely to succeed that waiting gains nothing.
//! - Boost or hold is decided by the [`WinEstimate`](super::win_estimate::WinEstimate).

use super::{
    timing::{after, worth_challenging},
    win_estimate::{Model, WinEstimate},
};
use crate::{
    dice::Dice,
    rules::Rules,
    run::{
        action::{Action, What},
        breakers::{Base, Form},
        position::{Challenge, Phase, Position, Question},
        structure::{Colour, Structure},
    },
};

/// Difference of chances that counts as equal.
const CHANCE_TOLERANCE: f32 = 3e-3;

impl Position {
    /// Returns the policy's action; `None` if the run is over.
    pub(super) fn quick_action(&self) -> Option<Action> {
        match self.phase {
            Phase::Over(_) => None,
            Phase::Asked(Question::Boost(challenge)) => {
                let boosts = self.should_boost(challenge);
                Some(if boosts { Action::Boost } else { Action::Hold })
            }
            Phase::Asked(Question::Reach { breaker, within }) => {
                let fort = self.fort_of(breaker);
                let fort = fort.filter(|space| self.may_reach(breaker, *space, within).is_ok());
                Some(fort.map_or(Action::Pass, |space| Action::step_to(breaker, space)))
            }
            Phase::Step => self.quick_step(),
        }
    }

    fn quick_step(&self) -> Option<Action> {
        let outlook = WinEstimate::of(self);
        let all_out = outlook.hidden() == 0;
        let ready = |breaker: &Colour| {
            self.can_challenge_fort(*breaker) && (all_out || worth_challenging(&outlook, *breaker))
        };
        if let Some(breaker) = Colour::ALL.into_iter().find(ready) {
            let more = all_out.then(|| self.one_more(&outlook)).flatten();
            return more.or_else(|| self.toward_fort(breaker, &outlook));
        }
        let install = || self.next_installation();
        let walk = || self.walk();
        let trapped = self
            .installer()
            .is_some_and(|breaker| self.room_for(breaker).is_none());
        let next = if all_out || trapped {
            walk().or_else(install)
        } else {
            install().or_else(walk)
        };
        next.or_else(|| self.first_moves(1).pop())
    }

    /// Returns the strength model of a breaker against its fort from its current place.
    pub(super) fn model(&self, breaker: Colour) -> Model {
        let kept = self.kept(breaker);
        let more = i8::try_from(kept.bonus).unwrap_or(i8::MAX);
        match self.base(breaker, None, None) {
            Ok(Base::Die(base)) => Model::Die(base.saturating_add(more)),
            Ok(Base::Fixed(base) | Base::Set(base)) => {
                Model::Fixed(base.saturating_add(kept.bonus))
            }
            Ok(Base::Sum) | Err(_) => Model::Die(0),
        }
    }

    /// Returns the step onto the own fort, or an ability before it that is worth its price.
    fn toward_fort(&self, breaker: Colour, outlook: &WinEstimate) -> Option<Action> {
        let fort = self.fort_of(breaker)?;
        Some(
            self.preparation(breaker, outlook)
                .unwrap_or(Action::step_to(breaker, fort)),
        )
    }

    /// Returns an ability that improves the chance to win despite its price.
    fn preparation(&self, breaker: Colour, outlook: &WinEstimate) -> Option<Action> {
        let abilities = self.breaker(breaker)?.abilities.iter();
        let mut plain = abilities.filter(|a| a.form == Form::Plain && !a.rolls);
        let ability = plain.next()?;
        let action = Action::Use {
            breaker,
            what: What::Nothing,
            pay: None,
        };
        if i16::from(outlook.spare) < i16::from(ability.damage) {
            return None;
        }
        let after = self.played(&action, Dice::none())?;
        (WinEstimate::of(&after).wins() > outlook.wins()).then_some(action)
    }

    /// Returns whether to spend tokens on a challenge.
    fn should_boost(&self, challenge: Challenge) -> bool {
        let Some(boosting) = self.boosting(challenge) else {
            return false;
        };
        let outlook = WinEstimate::of(self);
        let boosted = after(&outlook, self, challenge, Some(&boosting.tokens));
        let held = after(&outlook, self, challenge, None);
        let helps =
            !challenge.structure.is_fort() || challenge.structure.colour == challenge.breaker;
        let (boosted, held) = (boosted.wins(), held.wins());
        boosted > held + CHANCE_TOLERANCE || (helps && boosted > held - CHANCE_TOLERANCE)
    }

    /// Returns the step that installs the next structure.
    fn next_installation(&self) -> Option<Action> {
        if self.stack.is_empty() {
            return None;
        }
        let install = |breaker| Some(Action::step_to(breaker, self.room_for(breaker)?));
        self.installer().and_then(install).or_else(|| {
            let mut order = Colour::ALL.map(|breaker| (self.reluctance(breaker), breaker));
            order.sort_unstable();
            order.into_iter().find_map(|(_, breaker)| install(breaker))
        })
    }

    /// Sort key of breakers for installing, best first: a breaker inside with its fort still
    /// hidden.
    fn reluctance(&self, breaker: Colour) -> (u8, i8, usize) {
        let weakness = match self.model(breaker) {
            Model::Die(more) => -more,
            Model::Fixed(strength) => 4 - strength.min(10) as i8,
        };
        let inside = self.place(breaker).is_some();
        let class = match self.fort_of(breaker) {
            None if inside => 0,
            None => 1,
            Some(_) if self.is_home(breaker) => 5,
            Some(_) if !inside => 4,
            Some(_) if self.can_challenge_fort(breaker) => 3,
            Some(_) => 2,
        };
        let own = |structure: &Structure| structure.colour == breaker;
        let others = self.stack.downwards().filter(|structure| !own(structure));
        (class, weakness, others.count())
    }
}
