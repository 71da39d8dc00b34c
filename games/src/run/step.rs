//! Which steps the rules allow, and what they do. Section and step numbers are those of
//! *Making a run* in the rulebook.

use super::{
    action::{Action, Toward},
    deeds::Deed,
    facts::Event,
    matrix::Tile,
    position::{Challenge, End, Phase, Position, Question},
    refusals::Refusal,
    space::Space,
    structure::Colour,
};
use crate::{dice::Dice, game::Illegal};

impl Position {
    /// Every space that a breaker may step to now: first those next to it, then those further
    /// away that it may challenge all the same (steps 1 and 2).
    pub fn steps(&self, breaker: Colour) -> impl Iterator<Item = Space> {
        let open = self.phase == Phase::Step;
        self.possible_steps(breaker).filter(move |_| open)
    }

    /// The same, were it time for a step.
    fn possible_steps(&self, breaker: Colour) -> impl Iterator<Item = Space> {
        let from = self.place(breaker);
        let near = from.map(Space::around).into_iter().flatten();
        let any = from.is_none().then(Space::all).into_iter().flatten();
        let far = match (from, self.breaker(breaker)) {
            (Some(from), Some(custom)) if custom.steps > 1 => {
                self.structures(|tile| !tile.space.is_next_to(from))
            }
            _ => Vec::new(),
        };
        near.chain(any)
            .chain(far)
            .filter(move |space| self.may_step(breaker, *space).is_ok())
    }

    /// Every step of a breaker, with everything that it may choose for it.
    pub(super) fn step_actions(&self, breaker: Colour) -> impl Iterator<Item = Action> {
        let choice = self.breaker(breaker).and_then(|b| b.choice.as_ref());
        self.steps(breaker).flat_map(move |space| {
            let chosen = choice.map(|choice| Some(choice.word)).filter(|word| {
                let also = Some(space);
                self.base(breaker, *word, also).is_ok()
            });
            let step = move |choice| Action::Step {
                breaker,
                to: Toward::Space(space),
                choice,
            };
            std::iter::once(None).chain(chosen).map(step)
        })
    }

    /// Every structure that a breaker may challenge within a distance, in the order of the spaces.
    pub(super) fn reachable(&self, breaker: Colour, within: u8) -> impl Iterator<Item = Space> {
        let tiles = self.matrix.tiles().iter().map(|tile| tile.space);
        tiles.filter(move |space| self.may_reach(breaker, *space, within).is_ok())
    }

    /// Plays one action in place, tells `log` what happened and returns the action in canonical
    /// form.
    ///
    /// # Errors
    /// Why the rules refuse it; then the position is as it was and no die has been rolled.
    pub fn act(
        &mut self,
        action: Action,
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) -> Result<Action, Illegal> {
        match (self.phase, action) {
            (Phase::Over(_), _) => Err(Refusal::Over.into()),
            (Phase::Step, Action::Quit) => Ok(self.give_up(None)),
            (Phase::Asked(question), Action::Quit) => Ok(self.give_up(Some(question))),
            (Phase::Step, action) => self.turn(action, dice, log),
            (Phase::Asked(Question::Boost(challenge)), action) => {
                self.answer(challenge, action, log)
            }
            (Phase::Asked(Question::Reach { breaker, within }), action) => {
                self.reach(breaker, within, action, dice, log)
            }
        }
    }

    fn give_up(&mut self, instead: Option<Question>) -> Action {
        self.phase = Phase::Over(End::Jacked(instead));
        Action::Quit
    }

    /// A step or an ability.
    fn turn(
        &mut self,
        action: Action,
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) -> Result<Action, Illegal> {
        match action {
            Action::Step {
                breaker,
                to,
                choice,
            } => self.step(breaker, to, choice, dice, log),
            Action::Use { breaker, what, pay } => self.use_ability(breaker, what, pay, dice, log),
            Action::Pass => Err(Refusal::NothingToPass.into()),
            Action::Boost | Action::Hold | Action::Quit => Err(Refusal::NothingAsked.into()),
        }
    }

    /// The answer to a roll.
    fn answer(
        &mut self,
        challenge: Challenge,
        action: Action,
        log: &mut impl FnMut(Event),
    ) -> Result<Action, Illegal> {
        match action {
            Action::Boost => self.boost(challenge, log),
            Action::Hold => self.settle(challenge, log),
            _ => {
                let Challenge { breaker, space, .. } = challenge;
                return Err(Refusal::AnswerFirst { breaker, space }.into());
            }
        }
        Ok(action)
    }

    /// The structure that a breaker challenges from afar, or none.
    fn reach(
        &mut self,
        reaching: Colour,
        within: u8,
        action: Action,
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) -> Result<Action, Illegal> {
        match action {
            Action::Step {
                breaker,
                to,
                choice,
            } if breaker == reaching => {
                let space = self.toward(breaker, to)?;
                self.may_reach(breaker, space, within)?;
                self.go(breaker, space, choice, dice, log)
            }
            Action::Pass => {
                log(Deed::Passed { breaker: reaching }.into());
                self.phase = self.next_phase();
                Ok(action)
            }
            _ => Err(Refusal::ReachFirst { breaker: reaching }.into()),
        }
    }

    /// How the run has ended now that an action has been carried out (steps 6 and 7): brain death
    /// before a missed target, that before a win, and a run with nothing left to do is lost.
    pub(super) fn verdict(&self) -> Option<End> {
        let home = |breaker: Colour| {
            let tile = self.place(breaker).and_then(|space| self.matrix.at(space));
            let structure = tile.map(|tile| tile.structure);
            structure.is_some_and(|on| on.is_fort() && on.colour == breaker)
        };
        if self.damage >= super::BRAIN_DEATH {
            Some(End::Dead)
        } else if self.target.is_some_and(|target| self.damage > target) {
            Some(End::Lost)
        } else if Colour::ALL.into_iter().all(home) {
            Some(End::Won)
        } else if self.is_stuck() {
            Some(End::Lost)
        } else {
            None
        }
    }

    /// Steps 1 and 2: chooses the space, installs a structure on it when it is empty, and
    /// challenges what lies there.
    fn step(
        &mut self,
        breaker: Colour,
        to: Toward,
        choice: Option<&'static str>,
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) -> Result<Action, Illegal> {
        let space = self.toward(breaker, to)?;
        self.may_step(breaker, space)?;
        self.go(breaker, space, choice, dice, log)
    }

    /// The space to which a step leads.
    fn toward(&self, breaker: Colour, to: Toward) -> Result<Space, Refusal> {
        match to {
            Toward::Space(space) => Ok(space),
            Toward::Way(way) => {
                let from = self.place(breaker);
                let from = from.ok_or(Refusal::OutsideWay { breaker })?;
                from.next(way).ok_or(Refusal::Edge { breaker, from, way })
            }
        }
    }

    /// A challenge of a space that has been found to be possible.
    fn go(
        &mut self,
        breaker: Colour,
        space: Space,
        choice: Option<&'static str>,
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) -> Result<Action, Illegal> {
        let before = self.base(breaker, choice, Some(space))?;
        // The last thing that can be refused; only now does anything change.
        let rolls = self.roll(breaker, before, dice)?;
        if !self.matrix.has(space) {
            self.install(space, log)?;
        }
        // The structure that has just been installed counts as well.
        let base = match self.breaker(breaker) {
            Some(_) => self.base(breaker, choice, None).unwrap_or(before),
            None => before,
        };
        self.challenge(breaker, space, base, rolls, log);
        Ok(Action::Step {
            breaker,
            to: Toward::Space(space),
            choice,
        })
    }

    /// Whether a breaker may step to a space, were it time for a step.
    pub(super) fn may_step(&self, breaker: Colour, space: Space) -> Result<(), Refusal> {
        if let Some(from) = self.place(breaker) {
            if from == space {
                return Err(Refusal::SameSpace { breaker, space });
            }
            if !from.is_next_to(space) {
                return match self.breaker(breaker) {
                    Some(custom) if custom.steps > 1 && self.matrix.has(space) => {
                        self.may_reach(breaker, space, custom.steps)
                    }
                    _ => Err(Refusal::NotNextTo {
                        breaker,
                        from,
                        space,
                    }),
                };
            }
        }
        if let Some(by) = self.breaker_on(space) {
            return Err(Refusal::Occupied { breaker, space, by });
        }
        if self.matrix.has(space) {
            return Ok(());
        }
        self.may_install(space)
    }

    /// Whether a breaker may challenge a structure within a distance.
    pub(super) fn may_reach(
        &self,
        breaker: Colour,
        space: Space,
        within: u8,
    ) -> Result<(), Refusal> {
        if self.place(breaker) == Some(space) {
            return Err(Refusal::SameSpace { breaker, space });
        }
        if let Some(by) = self.breaker_on(space) {
            return Err(Refusal::Occupied { breaker, space, by });
        }
        if !self.matrix.has(space) {
            return Err(Refusal::NoStructure { space });
        }
        match self.view(breaker).distance(space) {
            None => Err(Refusal::NoPath { breaker, space }),
            Some(distance) if distance > within => Err(Refusal::TooFar {
                breaker,
                space,
                distance,
                within,
            }),
            Some(_) => Ok(()),
        }
    }

    /// Whether the next structure may be installed on an empty space (step 2).
    pub(super) fn may_install(&self, space: Space) -> Result<(), Refusal> {
        if self.stack.is_empty() {
            return Err(Refusal::StackEmpty { space });
        }
        match self.matrix.crowded_by(space) {
            Some(of) => Err(Refusal::TooCrowded { space, of }),
            None => Ok(()),
        }
    }

    /// Lays the top of the stack on an empty space, with a token when the bank has one (step 2).
    fn install(&mut self, space: Space, log: &mut impl FnMut(Event)) -> Result<(), Refusal> {
        let structure = self.stack.draw().ok_or(Refusal::StackEmpty { space })?;
        let token = self.bank.take(structure.colour, 1);
        self.matrix.install(Tile {
            space,
            structure,
            token,
            lowered: 0,
        });
        log(Event::Installed {
            space,
            structure,
            token,
        });
        Ok(())
    }

    /// Whether neither a step nor an ability is possible.
    fn is_stuck(&self) -> bool {
        let can = |breaker| {
            let near = |space| self.may_step(breaker, space).is_ok();
            match self.place(breaker) {
                Some(from) if from.around().any(near) => true,
                None => Space::all().any(near),
                Some(_) => self.is_custom() && self.possible_steps(breaker).next().is_some(),
            }
        };
        !Colour::ALL.into_iter().any(can) && self.users().next().is_none()
    }
}
