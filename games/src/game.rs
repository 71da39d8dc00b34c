//! The [`Game`] trait: the rules of a game with a notation.

use std::{
    fmt::{Debug, Display},
    ops::ControlFlow,
    str::FromStr,
};

use crate::{
    dice::Dice,
    fact::{Fact, Illegal},
    outcome::{Revealed, Turn},
    rules::Rules,
};

/// The result of playing one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<G: Game> {
    /// The position afterwards.
    pub position: G,
    /// The action in canonical notation.
    pub action: G::Action,
    /// The events, in order.
    pub facts: Vec<Fact>,
    /// The state of the turn: over or not.
    pub turn: Turn,
    /// The information that the action revealed: a die roll, something hidden, or nothing.
    pub revealed: Revealed,
}

/// The step made, or the refusal.
pub type Played<G> = Result<Step<G>, Illegal>;

/// The rules of one family of games, as a value: a position. No clock, no input, no output, and no
/// randomness but the [`Dice`] passed in.
///
/// It is [`Rules`] with a notation: actions are parsed into moves or refused, and events become facts.
/// `Display` and `FromStr` are the position text; they are inverses at the start of a turn.
pub trait Game: Rules + Debug + Display + FromStr<Err = Illegal> + Send + Sync + 'static {
    /// One action in notation, independent of a position. `Display` writes the canonical form, `FromStr` parses
    /// that and common looser forms.
    type Action: Clone + Debug + Eq + Display + FromStr<Err = Illegal>;

    /// `true` for games with dice, in which a tree of turns cannot be counted.
    const CHANCE: bool;

    /// Resolves an action to a legal move of this position.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    fn read(&self, action: &Self::Action) -> Result<Self::Move, Illegal>;

    /// Returns a legal move as an action in canonical form, as in records.
    fn write(&self, played: Self::Move) -> Self::Action;

    /// Converts the events of one move to facts, in order.
    fn facts(events: &[Self::Event]) -> Vec<Fact>;

    /// Returns the number of dice that a legal move rolls.
    fn rolls(&self, _played: Self::Move) -> usize {
        0
    }

    /// Returns whether an event revealed something face down.
    fn uncovers(_event: &Self::Event) -> bool {
        false
    }

    /// Returns every action that [`Game::play`] accepts, in canonical form, each once.
    fn legal_actions(&self) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        let _ = self.each_move(|legal| {
            actions.push(self.write(legal));
            ControlFlow::Continue(())
        });
        actions
    }

    /// Plays one action in place and passes its events to the listener. Returns the move and the state of the
    /// turn.
    ///
    /// # Errors
    /// The reason why the rules refuse it; the position and the dice are unchanged.
    fn act(
        &mut self,
        action: &Self::Action,
        dice: &mut Dice,
        listener: &mut impl FnMut(Self::Event),
    ) -> Result<(Self::Move, Turn), Illegal> {
        let played = self.read(action)?;
        dice.check(self.rolls(played))?;
        Ok((played, self.play_unchecked(played, dice, listener)))
    }

    /// Plays one action and returns the position after it, with its facts.
    ///
    /// # Errors
    /// The same as of [`Game::act`].
    fn play(&self, action: &Self::Action, dice: &mut Dice) -> Played<Self> {
        let (mut position, mut events) = (self.clone(), Vec::new());
        let rolled = dice.rolled();
        let (played, turn) = position.act(action, dice, &mut |event| events.push(event))?;
        let revealed = if events.iter().any(Self::uncovers) {
            Revealed::Hidden
        } else if dice.rolled() > rolled {
            Revealed::Die
        } else {
            Revealed::Nothing
        };
        Ok(Step {
            position,
            action: self.write(played),
            facts: Self::facts(&events),
            turn,
            revealed,
        })
    }
}
