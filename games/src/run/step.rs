//! Which steps the rules allow, and what they do. Section and step numbers are those of
//! *Making a run* in the rulebook.

use super::{
    action::{Action, Toward},
    facts::Event,
    matrix::Tile,
    position::{End, Phase, Position},
    refusals::Refusal,
    space::Space,
    structure::Colour,
};
use crate::{dice::Dice, game::Illegal};

impl Position {
    /// Every space that a breaker may step to now, by name (steps 1 and 2).
    pub fn steps(&self, breaker: Colour) -> impl Iterator<Item = Space> {
        let from = self.place(breaker);
        let near = from.map(Space::around).into_iter().flatten();
        let far = from.is_none().then(Space::all).into_iter().flatten();
        let open = self.phase == Phase::Step;
        near.chain(far)
            .filter(move |space| open && self.may_step(breaker, *space).is_ok())
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
            (Phase::Step, Action::Step { breaker, to }) => self.step(breaker, to, dice, log),
            (Phase::Step, Action::Boost | Action::Hold) => Err(Refusal::NothingAsked.into()),
            (Phase::Asked(challenge), Action::Boost) => {
                self.boost(challenge, log);
                Ok(action)
            }
            (Phase::Asked(challenge), Action::Hold) => {
                self.settle(challenge, log);
                Ok(action)
            }
            (Phase::Asked(challenge), Action::Step { .. }) => Err(Refusal::AnswerFirst {
                breaker: challenge.breaker,
                space: challenge.space,
            }
            .into()),
            (Phase::Step, Action::Quit) => {
                self.phase = Phase::Over(End::Jacked(None));
                Ok(action)
            }
            (Phase::Asked(challenge), Action::Quit) => {
                self.phase = Phase::Over(End::Jacked(Some(challenge)));
                Ok(action)
            }
        }
    }

    /// How the run has ended now that an action has been carried out (steps 6 and 7): brain death
    /// before a missed target, that before a win, and a run without any step left is lost.
    pub(super) fn verdict(&self) -> Option<End> {
        let home = |fort: &Tile| self.place(fort.structure.colour) == Some(fort.space);
        let forts = self.matrix.tiles().iter().filter(|t| t.structure.is_fort());
        if self.damage >= super::BRAIN_DEATH {
            Some(End::Dead)
        } else if self.target.is_some_and(|target| self.damage > target) {
            Some(End::Lost)
        } else if forts.filter(|fort| home(fort)).count() == Colour::ALL.len() {
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
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) -> Result<Action, Illegal> {
        let space = match to {
            Toward::Space(space) => space,
            Toward::Way(way) => {
                let from = self.place(breaker);
                let from = from.ok_or(Refusal::OutsideWay { breaker })?;
                let there = from.next(way);
                there.ok_or(Refusal::Edge { breaker, from, way })?
            }
        };
        self.may_step(breaker, space)?;
        // The last thing that can be refused; only now does anything change.
        let die = dice.roll()?;
        let structure = match self.matrix.at(space) {
            Some(tile) => tile.structure,
            None => self.install(space, log)?,
        };
        self.challenge(breaker, space, structure, die, log);
        let to = Toward::Space(space);
        Ok(Action::Step { breaker, to })
    }

    /// Whether a breaker may step to a space, were it time for a step.
    fn may_step(&self, breaker: Colour, space: Space) -> Result<(), Refusal> {
        if let Some(from) = self.place(breaker) {
            if from == space {
                return Err(Refusal::SameSpace { breaker, space });
            }
            if !from.is_next_to(space) {
                return Err(Refusal::NotNextTo {
                    breaker,
                    from,
                    space,
                });
            }
        }
        if let Some(by) = self.breaker_on(space) {
            return Err(Refusal::Occupied { breaker, space, by });
        }
        if self.matrix.at(space).is_some() {
            return Ok(());
        }
        self.may_install(space)
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
    fn install(
        &mut self,
        space: Space,
        log: &mut impl FnMut(Event),
    ) -> Result<super::Structure, Refusal> {
        let structure = self.stack.draw().ok_or(Refusal::StackEmpty { space })?;
        let token = self.bank.take(structure.colour, 1);
        self.matrix.install(Tile {
            space,
            structure,
            token,
        });
        log(Event::Installed {
            space,
            structure,
            token,
        });
        Ok(structure)
    }

    fn is_stuck(&self) -> bool {
        let can = |breaker: Colour| match self.place(breaker) {
            Some(from) => from
                .around()
                .any(|space| self.may_step(breaker, space).is_ok()),
            None => Space::all().any(|space| self.may_step(breaker, space).is_ok()),
        };
        !Colour::ALL.into_iter().any(can)
    }
}
