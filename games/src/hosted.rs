//! What a host asks a game: how it looks, what is to be said, what can be listed, how it is taught.

use std::ops::ControlFlow;

use crate::{
    action_kind::ActionKind,
    contest::Contest,
    dice::Seed,
    fact::Fact,
    game::Game,
    layout::Layout,
    outcome::Score,
    prompt::{Parts, Prompt, Term},
    scene::{Deed, Scene},
    search::{Advice, GoOn, Orders, Thought, Value, Watch},
    teach::Teaching,
    told::Told,
};

/// The most legal actions of a position that are listed or counted for a host. Only captures of ZÈRTZ can be
/// more, some 100,000; a run with custom breakers has at most some 9,000.
pub const MAX_LISTED: usize = 10_000;

/// A game at a table. The rules of it are its [`Game`]; nothing here changes them.
pub trait Hosted: Game {
    /// An explanation of the board and the notation for newcomers.
    fn legend() -> Fact;

    /// How the game with an id in the CATALOG is taught.
    fn teaching(id: &str) -> &'static Teaching;

    /// How many of the topics about what has to be agreed on, from the first of them on, tell something
    /// about this very game.
    fn agreed_topics(&self) -> usize {
        0
    }

    /// What the game calls by names of its own, to be explained to whoever asks for one of them.
    fn glossary() -> Vec<Term> {
        Vec::new()
    }

    /// Whether there are pieces or marbles in this very game that are called by a capital.
    fn has_piece(&self, _capital: char) -> bool {
        false
    }

    /// The same options for a game in which the players have exchanged sides.
    fn exchanged(options: &str) -> String {
        options.to_owned()
    }

    /// What a player has to know before the first action of this very game, such as which of
    /// several kinds of pieces are in it.
    fn opening(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// What is asked of the seat to move; of nobody once the game is over.
    fn prompt(&self) -> Option<Prompt>;

    /// What threatens while that is asked, as sentences.
    fn warnings(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// What the board looks like.
    fn scene(&self) -> Scene;

    /// The same with the odds of everything that can come next, which takes longer.
    fn weighed_scene(&self) -> Scene {
        self.scene()
    }

    /// The board alone, without the names of its places; the same in all versions of a game. Nothing
    /// beside the board is in it, nor the side to move.
    fn layout(&self) -> Layout;

    /// What stands beside the board, in order: reserves, hand, damage, what lies under a piece.
    fn margin(&self) -> Vec<Fact>;

    /// The part of the margin that no picture shows.
    fn margin_without_picture(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// What kind of action a legal one is, as a heading above all of its kind.
    fn kind(&self, action: &Self::Action) -> Fact;

    /// Returns the kind by which a legal action can be asked for.
    fn action_kind(&self, action: &Self::Action) -> ActionKind;

    /// Whether a legal action comes to the same as many others of its kind, so that one of them shows what
    /// they all are.
    fn is_one_of_many(&self, _action: &Self::Action) -> bool {
        false
    }

    /// What a legal action is put together from, where each part can be chosen by itself.
    fn parts(&self, _action: &Self::Action) -> Option<Parts> {
        None
    }

    /// Shows every legal action that is wanted, in canonical form, each once, in the order of the moves. Where
    /// actions are made of many steps, their beginnings are asked about as well, each an action itself: none
    /// is shown that goes on from an unwanted one.
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

    /// One of the legal actions, to show how they are written.
    fn example(&self) -> Option<Self::Action> {
        let moves = self.first_moves(MAX_LISTED);
        let middle = moves.get(moves.len() / 2);
        middle.map(|played| self.write(*played))
    }

    /// What an action that is legal here costs for good, where players may not expect it.
    fn price(&self, _action: &Self::Action) -> Option<Fact> {
        None
    }

    /// What a legal action, as it is written in records, does to the board, for whoever draws it,
    /// where that cannot be seen from the boards before and after it.
    fn deeds(&self, _action: &Self::Action) -> Vec<Deed> {
        Vec::new()
    }

    /// What has to be decided elsewhere before this game goes on.
    fn contest(&self) -> Option<Contest> {
        None
    }

    /// The action by which whoever plays alone gives up; nothing in games for two, which end otherwise
    /// then, and once the game is over.
    fn give_up(&self) -> Option<Self::Action> {
        None
    }

    /// How the game ended, once it has: the reason with what belongs to it, but for who has won.
    fn ending(&self) -> Option<Fact>;

    /// What is to be said about a game for one that is over, from what it has told; nothing in games for
    /// two.
    fn look_back(&self, _told: &Told) -> Vec<Fact> {
        Vec::new()
    }

    /// What a game for one has come to by its actions; nothing in games for two, and where nothing was
    /// done but giving up.
    fn score(&self, _actions: &[Self::Action]) -> Option<Score> {
        None
    }

    /// What the computer player would do, after as many play-outs as the budget says; the same
    /// seed leads to the same advice, unless it is stopped. Nothing once the game is over, nor in games that
    /// the computer cannot play.
    fn advise(&self, _budget: u32, _seed: Seed, _go_on: &mut GoOn<'_>) -> Option<Advice> {
        None
    }

    /// The turn that the computer would make in a game for two; see [`think`](crate::search::think). Nothing
    /// once the game is over, while it waits for a contest, nor in games that it cannot play so.
    fn think(&self, _orders: &Orders, _watch: &mut Watch<'_>) -> Option<Thought> {
        None
    }

    /// How good the best turn is that leads elsewhere than a legal one; see
    /// [`beside`](crate::search::beside). Nothing where there is nothing to think about.
    fn beside(
        &self,
        _turn: &[Self::Action],
        _orders: &Orders,
        _watch: &mut Watch<'_>,
    ) -> Option<Value> {
        None
    }

    /// Why the first actions of a line, as many as that, are what the computer would do, where it has found
    /// that out before; see [`explain`](crate::search::explain).
    fn explain(&self, _line: &[Self::Action], _turn: usize, _worth: Option<Value>) -> Vec<Fact> {
        Vec::new()
    }

    /// About the chance to win a game for one with a legal action, from as many play-outs, and its standard
    /// error; see [`chance_with`](crate::search::chance_with). Nothing in games that the computer cannot
    /// play so.
    fn chance_with(
        &self,
        _action: &Self::Action,
        _budget: u32,
        _seed: Seed,
        _go_on: &mut GoOn<'_>,
    ) -> Option<(f64, f64)> {
        None
    }
}
