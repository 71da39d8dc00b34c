//! The traits of what a host needs besides the rules: [`HostedPosition`], such as scenes and questions, and
//! [`Hosted`], such as lists and lessons.

use std::{fmt::Debug, ops::ControlFlow};

use crate::{
    action_kind::ActionKind,
    contest::Contest,
    dice::Seed,
    fact::Fact,
    game::Game,
    layout::Layout,
    outcome::SolitaireScore,
    prompt::{Parts, Prompt, Term},
    scene::{BoardChange, Scene},
    search::{Advice, ProgressCallback, SearchLimits, SearchResult, ShouldContinue, Value},
    seen_messages::SeenMessages,
    teach::Teaching,
};

/// Maximum number of legal actions listed or counted for a host. Only captures of ZÈRTZ exceed it, up to
/// some 100,000; a run with custom breakers has at most some 9,000.
pub const MAX_LISTED: usize = 10_000;

/// A position as a host asks about it without naming an action. Object-safe: [`Play`](crate::Play) inherits it.
pub trait HostedPosition: Debug + Send + Sync {
    /// Returns the number of optional topics, from the first on, that apply to the options of this game.
    fn agreed_topics(&self) -> usize {
        0
    }

    /// Returns whether this game has pieces or marbles with this capital letter.
    fn has_piece(&self, _capital: char) -> bool {
        false
    }

    /// Returns facts for a player before the first action of this game, such as which kinds of pieces are in it.
    fn opening(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Returns the question to the seat to move; `None` once the game is over.
    fn prompt(&self) -> Option<Prompt>;

    /// Returns the threats to the seat to move, as sentences.
    fn warnings(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Returns the board as data for renderers.
    fn scene(&self) -> Scene;

    /// Returns the scene with the odds of every possible next action, which takes longer.
    fn weighed_scene(&self) -> Scene {
        self.scene()
    }

    /// Returns the board in a form that compares equal under its symmetries and across the versions of a game,
    /// without names of places. The side panel and the side to move are not part of it.
    fn layout(&self) -> Layout;

    /// Returns the side panel, in order: reserves, hand, damage, covered pieces.
    fn side_panel(&self) -> Vec<Fact>;

    /// Returns the part of the side panel that pictures omit.
    fn side_panel_without_picture(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Returns whether the mover has to reply to an action that the other side has announced.
    fn awaits_reply(&self) -> bool {
        false
    }

    /// Returns the contest for which the game waits.
    fn contest(&self) -> Option<Contest> {
        None
    }

    /// Returns the action by which the player of a solitaire gives up; `None` in games for two, which have
    /// resignation, and once the game is over.
    fn give_up(&self) -> Option<String> {
        None
    }

    /// Returns the message for the end of the game, with the reason but without the winner; `None` until it is
    /// over.
    fn ending(&self) -> Option<Fact>;

    /// Returns the summary of a finished solitaire, from its counted events; empty in games for two.
    fn summary(&self, _told: &SeenMessages) -> Vec<Fact> {
        Vec::new()
    }

    /// Returns advice from Monte Carlo rollouts; `budget` is their number. Deterministic for the same seed
    /// unless stopped. `None` once the game is over, and in games without such a player.
    fn advise(
        &self,
        _budget: u32,
        _seed: Seed,
        _should_continue: &mut ShouldContinue<'_>,
    ) -> Option<Advice> {
        None
    }

    /// Searches for the best turn by alpha-beta in a game for two; see [`think`](crate::search::think). `None`
    /// once the game is over, while it waits for a contest, and in games without such a player.
    fn think(
        &self,
        _limits: &SearchLimits,
        _on_progress: &mut ProgressCallback<'_>,
    ) -> Option<SearchResult> {
        None
    }
}

/// A game that a host can offer, with its actions. The rules are its [`Game`]; nothing here changes them.
pub trait Hosted: Game + HostedPosition {
    /// Returns the explanation of the board and the notation for newcomers.
    fn legend() -> Fact;

    /// Returns the lessons of the game with an id of the CATALOG.
    fn teaching(id: &str) -> &'static Teaching;

    /// Returns the terms of the game with their explanations.
    fn glossary() -> Vec<Term> {
        Vec::new()
    }

    /// Returns the options with the sides of the players exchanged.
    fn exchanged(options: &str) -> String {
        options.to_owned()
    }

    /// Returns the kind by which a legal action can be filtered, and the heading above actions like it.
    fn kind(&self, action: &Self::Action) -> (ActionKind, Fact);

    /// Returns whether a legal action is equivalent to many others of its kind, so that one of them can stand for
    /// all.
    fn is_one_of_many(&self, _action: &Self::Action) -> bool {
        false
    }

    /// Returns the parts of a legal action where each part can be chosen independently.
    fn parts(&self, _action: &Self::Action) -> Option<Parts> {
        None
    }

    /// Visits every wanted legal action in canonical form, each once, in the order of the moves. Where actions
    /// are chains of steps, the predicate prunes: it gets prefixes too, each an action itself, and no extension
    /// of an unwanted prefix is visited.
    fn each_action(
        &self,
        is_wanted: &dyn Fn(&Self::Action) -> bool,
        visit: &mut dyn FnMut(Self::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_move(|legal| {
            let action = self.write(legal);
            if is_wanted(&action) {
                visit(action)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Returns one of the legal actions as an example of the notation.
    fn example(&self) -> Option<Self::Action>;

    /// Returns one of the legal actions as an example after a refusal, of the kind that was tried where there is one;
    /// `None` if the refusal names an action or the rule from which one follows.
    fn example_after(&self, _refused: &Fact) -> Option<Self::Action> {
        None
    }

    /// Returns the permanent cost of a legal action, where players may not expect it.
    fn price(&self, _action: &Self::Action) -> Option<Fact> {
        None
    }

    /// Returns the changes of the board by a legal action in canonical form, for renderers, where the boards
    /// before and after it don't show them.
    fn changes(&self, _action: &Self::Action) -> Vec<BoardChange> {
        Vec::new()
    }

    /// Returns the message about a part of a played action that the typed one left out because the rules allow only
    /// one; `None` if it left out none, or what is told of the action names it.
    fn completed(&self, _typed: &Self::Action, _played: &Self::Action) -> Option<Fact> {
        None
    }

    /// Returns the score of a solitaire from its actions; `None` in games for two, and if the only action was
    /// giving up.
    fn score(&self, _actions: &[Self::Action]) -> Option<SolitaireScore> {
        None
    }

    /// Returns the value of the best alternative to a legal turn, one that leads to another position; see
    /// [`second_best_value`](crate::search::second_best_value). `None` if there is nothing to search.
    fn second_best_value(
        &self,
        _turn: &[Self::Action],
        _limits: &SearchLimits,
        _on_progress: &mut ProgressCallback<'_>,
    ) -> Option<Value> {
        None
    }

    /// Returns reasons why the first `turn` actions of a line are the computer's choice, from an earlier search;
    /// see [`explain`](crate::search::explain).
    fn explain(&self, _line: &[Self::Action], _turn: usize, _worth: Option<Value>) -> Vec<Fact> {
        Vec::new()
    }

    /// Returns the estimated chance to win a solitaire with a legal action, and its standard error, from `budget`
    /// rollouts; see [`chance_with`](crate::search::chance_with). `None` in games without such a player.
    fn chance_with(
        &self,
        _action: &Self::Action,
        _budget: u32,
        _seed: Seed,
        _should_continue: &mut ShouldContinue<'_>,
    ) -> Option<(f64, f64)> {
        None
    }
}
