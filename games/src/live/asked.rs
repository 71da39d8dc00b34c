//! Questions to a game in progress that its position alone cannot answer.

use std::ops::ControlFlow;

use super::Live;
use crate::{
    MAX_LISTED,
    dice::Dice,
    fact::{Arg, Fact, Illegal},
    outcome::SolitaireScore,
    prompt::Prompt,
    scene::Scene,
};

/// Legal actions in canonical notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Possible {
    /// The first of them, at most [`MAX_LISTED`].
    pub actions: Vec<String>,
    /// `true` if there are more.
    pub has_more: bool,
}

impl Live {
    /// Returns the first legal actions that are wanted. Where actions are chains of steps, the predicate gets
    /// prefixes too; see [`Hosted::each_action`](crate::Hosted::each_action).
    ///
    /// ```
    /// use games::Live;
    /// let game = Live::set_up("zertz-basic 1 d1=w,d2=g,d3,d4=b,d5,e4 w4g6b8 - -", None)?;
    /// assert_eq!(game.possible(&|_| true).actions, ["x d1Gd3Bd5"]);
    /// let wanted = "x d1Gd3Bd5";
    /// let found = game.possible(&|action| wanted.starts_with(action));
    /// assert_eq!(found.actions, [wanted]);
    /// assert!(game.possible(&|action| action == wanted).actions.is_empty());
    /// # Ok::<(), games::Illegal>(())
    /// ```
    pub fn possible(&self, is_wanted: &dyn Fn(&str) -> bool) -> Possible {
        self.list(Some(is_wanted))
    }

    /// Returns the first legal actions, unfiltered.
    pub fn first_possible(&self) -> Possible {
        self.list(None)
    }

    /// Lists actions, filtered or not. Without a filter each action is formatted only once.
    fn list(&self, is_wanted: Option<&dyn Fn(&str) -> bool>) -> Possible {
        let mut possible = Possible::default();
        let _ = self.position.each_action(is_wanted, &mut |action| {
            if possible.actions.len() >= MAX_LISTED {
                possible.has_more = true;
                return ControlFlow::Break(());
            }
            possible.actions.push(action);
            ControlFlow::Continue(())
        });
        possible
    }

    /// Returns every legal action in canonical notation. In ZÈRTZ there can be some 100,000; use
    /// [`Live::possible`] where a user waits.
    pub fn legal_actions(&self) -> Vec<String> {
        self.position.legal_actions()
    }

    /// Returns the refusal of an action; `None` if it is legal, or if dice would have to be rolled to tell.
    pub fn refusal(&self, action: &str) -> Option<Fact> {
        let without = (!self.entry.chance).then(Dice::none);
        let played = self.position.play(action, &mut without?);
        played.err().map(|Illegal(fact)| fact)
    }

    /// Returns the legal actions that a text can mean, in canonical form; empty in games of chance.
    pub fn readings(&self, text: &str) -> Vec<String> {
        if self.entry.chance {
            return Vec::new();
        }
        if let Some(refusal) = self.refusal(text) {
            let readings = refusal
                .args
                .into_iter()
                .find(|(name, _)| name == "readings");
            return match readings {
                Some((_, Arg::List(readings))) => readings,
                _ => Vec::new(),
            };
        }
        let mut after = self.clone();
        let played = after.play(text).ok();
        let played = played.and_then(|_| after.record().turns.last()?.last().cloned());
        played.into_iter().collect()
    }

    /// Returns the summary of a finished solitaire; empty before its end.
    pub fn summary(&self) -> Vec<Fact> {
        match self.outcome() {
            Some(_) => self.position.summary(&self.told),
            None => Vec::new(),
        }
    }

    /// Returns the score of a finished solitaire; `None` before its end, in games for two, and if the only action
    /// was giving up.
    pub fn score(&self) -> Option<SolitaireScore> {
        self.outcome()?;
        let mut actions = self.record.turns.iter().flatten().map(String::as_str);
        self.position.score(&mut actions)
    }

    /// Returns the question to the seat to move, without the warnings that the seat was shown at the beginning of
    /// its last turn.
    pub fn prompt(&self) -> Option<Prompt> {
        let mut prompt = self.position.prompt()?;
        prompt.warnings = self.position.warnings();
        if let Some(seat) = self.to_move() {
            let heard = seat.of(&self.warned);
            prompt.warnings.retain(|warning| !heard.contains(warning));
        }
        Some(prompt)
    }

    /// Returns the only answer to the question to which the turn in progress or, in a solitaire, the last action has
    /// led, which hosts give at once. In games for two, the first action of a turn is the player's own, even if there is
    /// only one.
    ///
    /// ```
    /// use games::Live;
    /// let mut game = Live::set_up("gipf-basic w b2=B,b3=B,b4=B,e5=b,h2=b B12 B13", None)?;
    /// assert_eq!(game.forced_answer(), None);
    /// game.play("b5")?;
    /// assert_eq!(game.forced_answer().as_deref(), Some("xb2,b3,b4,b5"));
    /// # Ok::<(), games::Illegal>(())
    /// ```
    pub fn forced_answer(&self) -> Option<String> {
        if self.entry.seats == 2 && !self.is_in_turn() {
            return None;
        }
        let choices = self.prompt()?.choices;
        let [only] = choices.as_slice() else {
            return None;
        };
        let legal = self.first_possible().actions;
        (legal.as_slice() == [only.action.as_str()]).then(|| only.action.clone())
    }

    /// Returns the board with the changes of the last turn, marked.
    pub fn scene(&self) -> Scene {
        self.marked(self.position.scene())
    }

    /// Returns the marked board with the odds of every possible next action.
    pub fn weighed_scene(&self) -> Scene {
        self.marked(self.position.weighed_scene())
    }

    fn marked(&self, scene: Scene) -> Scene {
        let scene = scene.marked_since(&self.before);
        scene.with_changes(self.changes.iter().cloned())
    }
}
