//! What a game that is being played is asked: most of it is passed on to its position.

use std::ops::ControlFlow;

use super::Live;
use crate::{
    MAX_LISTED,
    action_kind::ActionKind,
    contest::Contest,
    dice::{Dice, Seed},
    fact::{Fact, Illegal},
    outcome::Score,
    prompt::{Parts, Prompt},
    scene::Scene,
    search::{Advice, GoOn, Orders, Thought, Value, Watch},
};

/// Possible actions in canonical notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Possible {
    /// The first of them, at most [`MAX_LISTED`].
    pub actions: Vec<String>,
    /// There are more.
    pub has_more: bool,
}

impl Live {
    /// Whether a text is notation of this game, allowed or not.
    pub fn reads(&self, text: &str) -> bool {
        self.position.reads(text)
    }

    /// One possible action, to show how they are written.
    pub fn example(&self) -> Option<String> {
        self.position.example()
    }

    /// What kind of action this is, see [`Hosted::kind`](crate::Hosted::kind).
    pub fn kind(&self, action: &str) -> Option<Fact> {
        self.position.kind(action)
    }

    /// Returns the kind by which an action can be asked for.
    pub fn action_kind(&self, action: &str) -> Option<ActionKind> {
        self.position.action_kind(action)
    }

    /// The first possible actions that are wanted. Where actions are made of many steps, beginnings of them are
    /// asked about as well, see [`Hosted::each_action`](crate::Hosted::each_action).
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

    /// The first possible actions, whichever they are.
    pub fn first_possible(&self) -> Possible {
        self.list(None)
    }

    /// Lists wanted actions, or any: what nobody asks about is written once only.
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

    /// Every possible action in canonical notation. Of ZÈRTZ there can be some 100,000: for whoever waits there
    /// is [`Live::possible`].
    pub fn legal_actions(&self) -> Vec<String> {
        self.position.legal_actions()
    }

    /// What a player has to know before the first action of this very game.
    pub fn opening(&self) -> Vec<Fact> {
        self.position.opening()
    }

    /// What has to be decided elsewhere before this game goes on.
    pub fn contest(&self) -> Option<Contest> {
        self.position.contest()
    }

    /// The action by which whoever plays alone gives up now; nothing in games for two.
    pub fn give_up(&self) -> Option<String> {
        self.position.give_up()
    }

    /// Whether an action comes to the same as many others of its kind.
    pub fn is_one_of_many(&self, action: &str) -> bool {
        self.position.is_one_of_many(action)
    }

    /// What an action is put together from, where each part can be chosen by itself.
    pub fn parts(&self, action: &str) -> Option<Parts> {
        self.position.parts(action)
    }

    /// Why an action is refused; nothing if it is legal, or if dice would have to be rolled to see.
    pub fn refusal(&self, action: &str) -> Option<Fact> {
        let without = (!self.entry.chance).then(Dice::none);
        let played = self.position.play(action, &mut without?);
        played.err().map(|Illegal(fact)| fact)
    }

    /// How the game ended, once it has: the reason with what belongs to it, but for who has won.
    pub fn ending(&self) -> Option<Fact> {
        self.position.ending()
    }

    /// What an action costs for good, where players may not expect it; nothing if it is not legal.
    pub fn price(&self, action: &str) -> Option<Fact> {
        self.position.price(action)
    }

    /// What is to be said about a game for one that is over; nothing while it is on.
    pub fn look_back(&self) -> Vec<Fact> {
        match self.outcome() {
            Some(_) => self.position.look_back(&self.told),
            None => Vec::new(),
        }
    }

    /// How many topics about what had to be agreed on tell something about this game, see
    /// [`Hosted::agreed_topics`](crate::Hosted::agreed_topics).
    pub fn agreed_topics(&self) -> usize {
        self.position.agreed_topics()
    }

    /// Whether there are pieces or marbles in this game that are called by a capital.
    pub fn has_piece(&self, capital: char) -> bool {
        self.position.has_piece(capital)
    }

    /// What a game for one has come to; nothing while it is on, in games for two, and where nothing
    /// was done but giving up.
    pub fn score(&self) -> Option<Score> {
        self.outcome()?;
        let mut actions = self.record.turns.iter().flatten().map(String::as_str);
        self.position.score(&mut actions)
    }

    /// What is asked of the seat to move.
    ///
    /// Of warnings those are left out that the same seat has heard at the beginning of its
    /// last turn.
    pub fn prompt(&self) -> Option<Prompt> {
        let mut prompt = self.position.prompt()?;
        prompt.warnings = self.position.warnings();
        if let Some(seat) = self.to_move() {
            let heard = seat.of(&self.warned);
            prompt.warnings.retain(|warning| !heard.contains(warning));
        }
        Some(prompt)
    }

    /// What the computer player would do now, see [`Hosted::advise`](crate::Hosted::advise). It knows
    /// no more than the players: neither what is hidden nor the dice to come.
    pub fn advise(&self, budget: u32, seed: Seed, go_on: &mut GoOn<'_>) -> Option<Advice> {
        self.position.advise(budget, seed, go_on)
    }

    /// The turn, or the rest of it, that the computer would make now in a game for two; see
    /// [`Hosted::think`](crate::Hosted::think).
    pub fn think(&self, orders: &Orders, watch: &mut Watch<'_>) -> Option<Thought> {
        self.position.think(orders, watch)
    }

    /// How good the best turn is that leads elsewhere than this legal one, in a game for two; see
    /// [`Hosted::beside`](crate::Hosted::beside).
    pub fn beside(&self, turn: &[String], orders: &Orders, watch: &mut Watch<'_>) -> Option<Value> {
        self.position.beside(turn, orders, watch)
    }

    /// Why the first actions of a line, as many as that, are what the computer would do now; see
    /// [`Hosted::explain`](crate::Hosted::explain).
    pub fn explain(&self, line: &[String], turn: usize, worth: Option<Value>) -> Vec<Fact> {
        self.position.explain(line, turn, worth)
    }

    /// About the chance to win a game for one with an action, and its standard error; see
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

    /// The board, with a mark on everything that the last turn changed, and what it did.
    pub fn scene(&self) -> Scene {
        self.marked(self.position.scene())
    }

    /// The same with the odds of everything that can come next.
    pub fn weighed_scene(&self) -> Scene {
        self.marked(self.position.weighed_scene())
    }

    fn marked(&self, scene: Scene) -> Scene {
        let scene = scene.marked_since(&self.before);
        scene.with_deeds(self.deeds.iter().cloned())
    }

    /// What stands beside the board, see [`Hosted::margin`](crate::Hosted::margin).
    pub fn margin(&self) -> Vec<Fact> {
        self.position.margin()
    }

    /// The part of it that no picture shows, see
    /// [`Hosted::margin_without_picture`](crate::Hosted::margin_without_picture).
    pub fn margin_without_picture(&self) -> Vec<Fact> {
        self.position.margin_without_picture()
    }
}
