//! Which moves there are.

use std::ops::ControlFlow;

use super::{
    action::{Action, Toward},
    position::{Phase, Position, Question},
    space::Space,
    structure::Colour,
};

/// A move is an action in canonical form: with the name of the space, and with the tokens that are
/// paid just where there is a choice of them.
pub type Move = Action;

impl Position {
    /// Shows every legal move: every step and every use of an ability, or the answers while a question
    /// waits for one. A use is shown once for every way to name spaces or breakers and to pay, which
    /// are thousands at most. `quit` is never shown, although it is accepted as long as the run is on:
    /// giving up is a matter of the table.
    pub(super) fn each_legal(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.phase {
            Phase::Over(_) => ControlFlow::Continue(()),
            Phase::Asked(Question::Boost(_)) => {
                visit(Action::Boost)?;
                visit(Action::Hold)
            }
            Phase::Asked(Question::Reach { breaker, within }) => {
                let step = |space| Action::Step {
                    breaker,
                    to: Toward::Space(space),
                    choice: None,
                };
                let mut reach = self.reachable(breaker, within).map(step);
                reach.try_for_each(&mut visit)?;
                visit(Action::Pass)
            }
            Phase::Step => {
                let steps = Colour::ALL.into_iter().flat_map(|b| self.step_actions(b));
                steps.chain(self.uses()).try_for_each(visit)
            }
        }
    }

    /// Every space that a breaker may step to now: first those next to it, then those further
    /// away that it may challenge all the same (steps 1 and 2).
    pub fn steps(&self, breaker: Colour) -> impl Iterator<Item = Space> {
        let open = self.phase == Phase::Step;
        self.possible_steps(breaker).filter(move |_| open)
    }

    /// The same, were it time for a step.
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
}
