//! `Rules` for the run: the legal moves, playing one, and the outcome.

use std::ops::ControlFlow;

use super::{
    action::{Action, Move, Toward},
    event::Event,
    position::{Phase, Position, Question, RunEnd},
    structure::Colour,
};
use crate::{
    dice::Dice,
    game::Game,
    outcome::{Outcome, Reason, Turn},
    rules::{Rules, key_of},
    seat::Seat,
};

impl Rules for Position {
    type Move = Move;
    type Event = Event;

    fn to_move(&self) -> Option<Seat> {
        match self.phase {
            Phase::Step | Phase::Asked(_) => Some(Seat::First),
            Phase::Over(_) => None,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Phase::Over(end) = self.phase else {
            return None;
        };
        let (winner, reason) = match end {
            RunEnd::Won => (Some(Seat::First), Reason::Forts),
            RunEnd::Dead => (None, Reason::BrainDeath),
            RunEnd::Lost if self.target.is_some_and(|most| self.damage > most) => {
                (None, Reason::OverTarget)
            }
            RunEnd::Lost => (None, Reason::NoStep),
            RunEnd::Jacked(_) => (None, Reason::JackedOut),
        };
        Some(Outcome { winner, reason })
    }

    /// Visits every legal move: all steps and uses of abilities, or the answers to a pending
    /// question.
    ///
    /// A use appears once for every argument and payment, thousands at most. `quit` is never visited,
    /// although it is accepted as long as the run is on: giving up belongs to the table.
    fn each_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.phase {
            Phase::Over(_) => ControlFlow::Continue(()),
            Phase::Asked(Question::Boost(_)) => {
                visit(Action::Boost)?;
                visit(Action::Hold)
            }
            Phase::Asked(Question::Reach { breaker, within }) => {
                let mut reach = self.reachable(breaker, within);
                reach.try_for_each(|space| visit(Action::step_to(breaker, space)))?;
                visit(Action::Pass)
            }
            Phase::Step => {
                let steps = Colour::ALL.into_iter().flat_map(|b| self.step_actions(b));
                steps.chain(self.uses()).try_for_each(visit)
            }
        }
    }

    /// Plays a move. A position text can be written after every action, also before an answer, so
    /// each action completes a turn. A missing die counts as 0.
    fn play_unchecked(
        &mut self,
        played: Move,
        dice: &mut Dice,
        listener: &mut impl FnMut(Event),
    ) -> Turn {
        match (played, self.phase) {
            (Action::Quit, Phase::Step) => self.phase = Phase::Over(RunEnd::Jacked(None)),
            (Action::Quit, Phase::Asked(question)) => {
                self.phase = Phase::Over(RunEnd::Jacked(Some(question)));
            }
            (
                Action::Step {
                    breaker,
                    to: Toward::Space(space),
                    choice,
                },
                _,
            ) => self.go(breaker, space, choice, dice, listener),
            (Action::Use { breaker, what, pay }, _) => {
                self.use_ability(breaker, what, pay, dice, listener);
            }
            (Action::Boost, Phase::Asked(Question::Boost(challenge))) => {
                self.boost(challenge, listener);
            }
            (Action::Hold, Phase::Asked(Question::Boost(challenge))) => {
                self.settle(challenge, listener);
            }
            (Action::Pass, Phase::Asked(Question::Reach { breaker, .. })) => {
                listener(Event::Passed { breaker });
                self.phase = self.next_phase();
            }
            // Not legal in this phase.
            (Action::Quit | Action::Boost | Action::Hold | Action::Pass, _)
            | (Action::Step { .. }, _) => {}
        }
        Turn::Complete
    }

    fn key(&self) -> u64 {
        key_of(self)
    }
}

impl Position {
    /// Returns the position after an action, if it is legal and there are enough dice.
    pub(super) fn played(&self, action: &Action, mut dice: Dice) -> Option<Position> {
        let mut after = self.clone();
        after.act(action, &mut dice, &mut |_| {}).ok()?;
        Some(after)
    }

    /// Returns the number of dice that a move rolls.
    pub(super) fn dice_of(&self, played: Move) -> usize {
        match played {
            Action::Step {
                breaker,
                to: Toward::Space(space),
                choice,
            } => {
                let base = self.base(breaker, choice, Some(space));
                base.map_or(0, |base| self.dice_for(breaker, base))
            }
            Action::Use { breaker, what, .. } => {
                let ability = self.ability(breaker, &what);
                usize::from(ability.is_ok_and(|ability| self.rolls_for(ability)))
            }
            _ => 0,
        }
    }
}
