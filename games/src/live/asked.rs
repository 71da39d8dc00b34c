//! Queries of a game in progress, most of them delegated to its position.

use std::ops::ControlFlow;

use super::Live;
use crate::{
    MAX_LISTED,
    action_kind::ActionKind,
    contest::Contest,
    dice::{Dice, Seed},
    fact::{Fact, Illegal},
    outcome::SolitaireScore,
    prompt::{Parts, Prompt},
    scene::Scene,
    search::{Advice, GoOn, SearchLimits, SearchResult, Value, Watch},
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
    /// Returns whether a text is notation of this game, legal or not.
    pub fn reads(&self, text: &str) -> bool {
        self.position.reads(text)
    }

    /// Returns a legal action as an example of the notation.
    pub fn example(&self) -> Option<String> {
        self.position.example()
    }

    /// Returns the heading of an action's kind; see [`Hosted::kind`](crate::Hosted::kind).
    pub fn kind(&self, action: &str) -> Option<Fact> {
        self.position.kind(action)
    }

    /// Returns the kind by which an action can be filtered.
    pub fn action_kind(&self, action: &str) -> Option<ActionKind> {
        self.position.action_kind(action)
    }

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

    /// Returns facts for a player before the first action of this game.
    pub fn opening(&self) -> Vec<Fact> {
        self.position.opening()
    }

    /// Returns the contest for which the game waits.
    pub fn contest(&self) -> Option<Contest> {
        self.position.contest()
    }

    /// Returns the action by which the player of a solitaire gives up; `None` in games for two.
    pub fn give_up(&self) -> Option<String> {
        self.position.give_up()
    }

    /// Returns whether an action is equivalent to many others of its kind.
    pub fn is_one_of_many(&self, action: &str) -> bool {
        self.position.is_one_of_many(action)
    }

    /// Returns the parts of an action where each part can be chosen independently.
    pub fn parts(&self, action: &str) -> Option<Parts> {
        self.position.parts(action)
    }

    /// Returns the refusal of an action; `None` if it is legal, or if dice would have to be rolled to tell.
    pub fn refusal(&self, action: &str) -> Option<Fact> {
        let without = (!self.entry.chance).then(Dice::none);
        let played = self.position.play(action, &mut without?);
        played.err().map(|Illegal(fact)| fact)
    }

    /// Returns the message for the end of the game, with the reason but without the winner; `None` until it is
    /// over.
    pub fn ending(&self) -> Option<Fact> {
        self.position.ending()
    }

    /// Returns the permanent cost of an action, where players may not expect it; `None` if it is illegal.
    pub fn price(&self, action: &str) -> Option<Fact> {
        self.position.price(action)
    }

    /// Returns the summary of a finished solitaire; empty before its end.
    pub fn look_back(&self) -> Vec<Fact> {
        match self.outcome() {
            Some(_) => self.position.look_back(&self.told),
            None => Vec::new(),
        }
    }

    /// Returns the number of optional topics that apply to this game; see
    /// [`Hosted::agreed_topics`](crate::Hosted::agreed_topics).
    pub fn agreed_topics(&self) -> usize {
        self.position.agreed_topics()
    }

    /// Returns whether this game has pieces or marbles with this capital letter.
    pub fn has_piece(&self, capital: char) -> bool {
        self.position.has_piece(capital)
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

    /// Returns advice from Monte Carlo play-outs; see [`Hosted::advise`](crate::Hosted::advise). It uses no more
    /// information than the players have: neither hidden things nor future dice.
    pub fn advise(&self, budget: u32, seed: Seed, go_on: &mut GoOn<'_>) -> Option<Advice> {
        self.position.advise(budget, seed, go_on)
    }

    /// Searches for the best turn, or the rest of it, in a game for two; see
    /// [`Hosted::think`](crate::Hosted::think).
    pub fn think(&self, orders: &SearchLimits, watch: &mut Watch<'_>) -> Option<SearchResult> {
        self.position.think(orders, watch)
    }

    /// Returns the value of the best alternative to a legal turn in a game for two; see
    /// [`Hosted::beside`](crate::Hosted::beside).
    pub fn beside(
        &self,
        turn: &[String],
        orders: &SearchLimits,
        watch: &mut Watch<'_>,
    ) -> Option<Value> {
        self.position.beside(turn, orders, watch)
    }

    /// Returns reasons why the first `turn` actions of a line are the computer's choice; see
    /// [`Hosted::explain`](crate::Hosted::explain).
    pub fn explain(&self, line: &[String], turn: usize, worth: Option<Value>) -> Vec<Fact> {
        self.position.explain(line, turn, worth)
    }

    /// Returns the estimated chance to win a solitaire with an action, and its standard error; see
    /// [`Hosted::chance_with`](crate::Hosted::chance_with).
    pub fn chance_with(
        &self,
        action: &str,
        budget: u32,
        seed: Seed,
        go_on: &mut GoOn<'_>,
    ) -> Option<(f64, f64)> {
        self.position.chance_with(action, budget, seed, go_on)
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

    /// Returns the side panel; see [`Hosted::side_panel`](crate::Hosted::side_panel).
    pub fn side_panel(&self) -> Vec<Fact> {
        self.position.side_panel()
    }

    /// Returns the part of the side panel that pictures omit; see
    /// [`Hosted::side_panel_without_picture`](crate::Hosted::side_panel_without_picture).
    pub fn side_panel_without_picture(&self) -> Vec<Fact> {
        self.position.side_panel_without_picture()
    }
}
