//! Steps: their legality, their listing and their effect.
//!
//! Section and step numbers are those of *Making a run* in the rulebook.

use super::{
    action::{Action, Toward},
    event::Event,
    matrix::Tile,
    position::{Phase, Position, Question, RunEnd},
    refusal::Refusal,
    space::Space,
    structure::Colour,
};
use crate::dice::Dice;

impl Position {
    /// Steps 1 and 2: installs a structure on an empty space and challenges what lies there.
    pub(super) fn go(
        &mut self,
        breaker: Colour,
        space: Space,
        choice: Option<&'static str>,
        dice: &mut Dice,
        log: &mut impl FnMut(Event),
    ) {
        let Ok(before) = self.base(breaker, choice, Some(space)) else {
            return;
        };
        let rolls = self.roll(breaker, before, dice);
        if !self.matrix.has(space) {
            self.install(space, log);
        }
        // The new structure counts for the strength as well.
        let base = match self.breaker(breaker) {
            Some(_) => self.base(breaker, choice, None).unwrap_or(before),
            None => before,
        };
        self.challenge(breaker, space, base, rolls, log);
    }

    /// Checks whether a breaker may challenge on a space: within its reach if that is asked, else
    /// by a step.
    pub(super) fn may_go(&self, breaker: Colour, space: Space) -> Result<(), Refusal> {
        match self.phase {
            Phase::Asked(Question::Reach { within, .. }) => self.may_reach(breaker, space, within),
            _ => self.may_step(breaker, space),
        }
    }

    /// Checks whether a breaker may step to a space, whatever the phase.
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

    /// Checks whether a breaker may challenge a structure within a distance.
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

    /// Returns the spaces that a breaker may step to now: first the adjacent ones, then distant
    /// structures it may challenge (steps 1 and 2).
    pub fn steps(&self, breaker: Colour) -> impl Iterator<Item = Space> {
        let open = self.phase == Phase::Step;
        self.possible_steps(breaker).filter(move |_| open)
    }

    /// Returns the spaces that a breaker could step to, in any phase.
    pub(super) fn possible_steps(&self, breaker: Colour) -> impl Iterator<Item = Space> {
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

    /// Returns every step of a breaker, with and without its choice word.
    pub(super) fn step_actions(&self, breaker: Colour) -> impl Iterator<Item = Action> {
        let steps = self.steps(breaker);
        steps.flat_map(move |space| self.with_choice(breaker, space))
    }

    /// Returns the step of a breaker to a space, and the same with its choice word if that is
    /// possible.
    pub(super) fn with_choice(
        &self,
        breaker: Colour,
        space: Space,
    ) -> impl Iterator<Item = Action> + use<> {
        let choice = self.choice(breaker).map(|choice| choice.word);
        let choice = choice.filter(|word| self.base(breaker, Some(word), Some(space)).is_ok());
        let chosen = choice.map(|word| Action::Step {
            breaker,
            to: Toward::Space(space),
            choice: Some(word),
        });
        std::iter::once(Action::step_to(breaker, space)).chain(chosen)
    }

    /// Returns the structures that a breaker may challenge within a distance, sorted by space.
    pub(super) fn reachable(&self, breaker: Colour, within: u8) -> impl Iterator<Item = Space> {
        let tiles = self.matrix.tiles().iter().map(|tile| tile.space);
        tiles.filter(move |space| self.may_reach(breaker, *space, within).is_ok())
    }

    /// Checks whether the next structure may be installed on an empty space (step 2).
    pub(super) fn may_install(&self, space: Space) -> Result<(), Refusal> {
        if self.stack.is_empty() {
            return Err(Refusal::StackEmpty { space });
        }
        match self.matrix.crowded_by(space) {
            Some(of) => Err(Refusal::TooCrowded { space, of }),
            None => Ok(()),
        }
    }

    /// Installs the top of the stack on an empty space, with a token if the bank has one (step 2).
    fn install(&mut self, space: Space, log: &mut impl FnMut(Event)) {
        let Some(structure) = self.stack.draw() else {
            return;
        };
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
            colour: structure.colour,
            kind: structure.into(),
            strength: structure.strength(),
            token: token.into(),
        });
    }

    /// Returns the space of a colour's fort.
    pub(super) fn fort_of(&self, colour: Colour) -> Option<Space> {
        let mut forts = self.matrix.tiles().iter().filter(|t| t.structure.is_fort());
        forts
            .find(|fort| fort.structure.colour == colour)
            .map(|fort| fort.space)
    }

    /// Returns whether a breaker is on the fort of its colour.
    pub(super) fn is_home(&self, breaker: Colour) -> bool {
        let tile = self.place(breaker).and_then(|space| self.matrix.at(space));
        let structure = tile.map(|tile| tile.structure);
        structure.is_some_and(|on| on.is_fort() && on.colour == breaker)
    }

    /// Returns the end of the run, if any, after an action (steps 6 and 7). Brain death comes
    /// before a missed target, that before a win; a run without a possible action is lost.
    pub(super) fn verdict(&self) -> Option<RunEnd> {
        let fatal = self.end_by_damage(0);
        fatal.or_else(|| {
            if Colour::ALL.into_iter().all(|breaker| self.is_home(breaker)) {
                Some(RunEnd::Won)
            } else {
                self.is_stuck().then_some(RunEnd::Lost)
            }
        })
    }

    /// Returns the end that more damage would bring: brain death or a missed target.
    pub(super) fn end_by_damage(&self, more: u8) -> Option<RunEnd> {
        let damage = self.damage.saturating_add(more);
        if damage >= super::BRAIN_DEATH {
            Some(RunEnd::Dead)
        } else {
            let missed = self.target.is_some_and(|target| damage > target);
            missed.then_some(RunEnd::Lost)
        }
    }

    /// Returns whether neither a step nor an ability is possible.
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
