//! What every game is to the rest of the program: a notation for its rules.

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

/// What one action led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<G: Game> {
    /// The position afterwards.
    pub position: G,
    /// The action as it is written in records.
    pub action: G::Action,
    /// What happened, in order.
    pub facts: Vec<Fact>,
    /// Whether the turn is over.
    pub turn: Turn,
    /// What it brought to light.
    pub revealed: Revealed,
}

/// A refusal or the step that was made.
pub type Played<G> = Result<Step<G>, Illegal>;

/// The rules of one family of games, as a value: a position. No clock, no input, no output, and
/// no randomness but the [`Dice`] that are handed in.
///
/// It is [`Rules`] with a notation: what is written is read into a move, or refused, and what happens
/// is told as facts. `Display` and `FromStr` are the position text; they are inverses at the start of a
/// turn.
pub trait Game: Rules + Debug + Display + FromStr<Err = Illegal> + Send + Sync + 'static {
    /// One action in notation, independent of a position. `Display` writes the canonical form,
    /// `FromStr` reads that and the usual looser habits.
    type Action: Clone + Debug + Eq + Display + FromStr<Err = Illegal>;

    /// Whether dice are rolled (then a tree of turns cannot be counted).
    const CHANCE: bool;

    /// The move that an action is here.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    fn read(&self, action: &Self::Action) -> Result<Self::Move, Illegal>;

    /// A legal move as it is written in records, in canonical form.
    fn write(&self, played: Self::Move) -> Self::Action;

    /// What is told of everything that a move did, in order.
    fn facts(events: &[Self::Event]) -> Vec<Fact>;

    /// How many dice a legal move rolls.
    fn rolls(&self, _played: Self::Move) -> usize {
        0
    }

    /// Whether something that lay face down was shown by what happened.
    fn uncovers(_event: &Self::Event) -> bool {
        false
    }

    /// Every action that [`Game::play`] accepts, in canonical form, each once.
    fn legal_actions(&self) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        let _ = self.each_move(|legal| {
            actions.push(self.write(legal));
            ControlFlow::Continue(())
        });
        actions
    }

    /// Plays one action in place and tells the listener what happens. Returns the move that the
    /// action was, and whether the turn is over.
    ///
    /// # Errors
    /// The reason why the rules refuse it; nothing has changed then, the dice included.
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

    /// Plays one action.
    ///
    /// # Errors
    /// As of [`Game::act`].
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
