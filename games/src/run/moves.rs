//! Steps: the spaces to which breakers can go.

use super::{
    action::{Action, Toward},
    position::{Phase, Position},
    space::Space,
    structure::Colour,
};

/// A move: an action in canonical form, with the name of the space, and with tokens only where the
/// price leaves a choice.
pub type Move = Action;

impl Position {
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
}
