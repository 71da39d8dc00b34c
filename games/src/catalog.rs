//! Every game there is, and one face for all of them.

use std::{fmt::Debug, ops::ControlFlow};

use crate::{
    action_kind::ActionKind,
    common::{Common, StartError},
    contest::Contest,
    dice::{Dice, Seed},
    fact::{Fact, Illegal},
    game::Game,
    gipf::{self, Variant},
    hosted::Hosted,
    layout::Layout,
    outcome::{Outcome, Revealed, Score, Turn},
    perft::perft,
    prompt::{Parts, Prompt, Term},
    rules::Rules,
    run,
    scene::{Deed, Scene},
    search::{Advice, GoOn, Orders, Thought, Value, Watch},
    seat::Seat,
    teach::Teaching,
    told::Told,
    zertz,
};

/// Every game, one line each. Adding a game adds one line here.
pub const CATALOG: &[Entry] = &[
    Entry::of::<gipf::Position>("matrx", 2, |o, _| boxed(gipf::start(Variant::Matrx, o))),
    Entry::of::<gipf::Position>("matrx-classic", 2, |o, _| {
        boxed(gipf::start(Variant::MatrxClassic, o))
    }),
    Entry::of::<gipf::Position>("gipf-basic", 2, |o, _| {
        boxed(gipf::start(Variant::GipfBasic, o))
    }),
    Entry::of::<gipf::Position>("gipf-standard", 2, |o, _| {
        boxed(gipf::start(Variant::GipfStandard, o))
    }),
    Entry::of::<gipf::Position>("gipf-tournament", 2, |o, _| {
        boxed(gipf::start(Variant::GipfTournament, o))
    }),
    Entry::of::<zertz::Position>("zertz-basic", 2, |o, _| {
        boxed(zertz::start(zertz::Variant::Basic, o))
    }),
    Entry::of::<zertz::Position>("zertz-tournament", 2, |o, _| {
        boxed(zertz::start(zertz::Variant::Tournament, o))
    }),
    Entry::of::<run::Position>("run", 1, |options, dice| {
        boxed(run::start(options, dice).map_err(StartError::from))
    }),
];

/// A position of any game, or why there is none.
pub type AnyPosition = Result<Box<dyn Play>, Illegal>;

/// The first position of any game, or why there is none.
pub type AnyStart = Result<Box<dyn Play>, StartError>;

/// One game of the [`CATALOG`].
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its id: what players type, and the first word of position texts.
    pub id: &'static str,
    /// How many play.
    pub seats: usize,
    /// The version of its rules; records of other versions are refused.
    pub rules: u32,
    /// Whether deal or dice need a seed.
    pub chance: bool,
    start: fn(&str, &mut Dice) -> AnyStart,
    read: fn(&str) -> AnyPosition,
    reads: fn(&str) -> bool,
    exchanged: fn(&str) -> String,
    legend: fn() -> Fact,
    teaching: fn(&str) -> &'static Teaching,
    glossary: fn() -> Vec<Term>,
}

impl Entry {
    /// The game that is meant where nobody says which.
    pub const FIRST: &'static Entry = &CATALOG[0];

    const fn of<G: Hosted>(
        id: &'static str,
        seats: usize,
        start: fn(&str, &mut Dice) -> AnyStart,
    ) -> Entry {
        Entry {
            id,
            seats,
            rules: 1,
            chance: G::CHANCE,
            start,
            read: |text| boxed(text.parse::<G>()),
            reads: |text| text.parse::<G::Action>().is_ok(),
            exchanged: G::exchanged,
            legend: G::legend,
            teaching: G::teaching,
            glossary: G::glossary,
        }
    }

    /// The game with this id, in any case.
    pub fn find(id: &str) -> Option<&'static Entry> {
        CATALOG
            .iter()
            .find(|entry| entry.id.eq_ignore_ascii_case(id))
    }

    /// The game that somebody means: by its id, `gipf` and `zertz` for the usual version, or `matrix`,
    /// as the run is called in the piecepack rules.
    pub fn named(name: &str) -> Option<&'static Entry> {
        let id = match name.to_lowercase().as_str() {
            "gipf" => "gipf-standard",
            "zertz" | "zèrtz" => "zertz-basic",
            "matrix" => "run",
            _ => name,
        };
        Entry::find(id)
    }

    /// Whether a text is notation of an action of this game.
    pub fn reads(&self, text: &str) -> bool {
        (self.reads)(text)
    }

    /// The same options for a game in which the players have exchanged sides.
    pub fn exchanged(&self, options: &str) -> String {
        (self.exchanged)(options)
    }

    /// How it is taught.
    pub fn teaching(&self) -> &'static Teaching {
        (self.teaching)(self.id)
    }

    /// An explanation of its board and notation for newcomers.
    pub fn legend(&self) -> Fact {
        (self.legend)()
    }

    /// What it calls by names of its own.
    pub fn glossary(&self) -> Vec<Term> {
        (self.glossary)()
    }

    /// A position text of this game, to show how they are written.
    pub fn example_position(&self) -> &'static str {
        self.teaching().first_turn.position
    }

    /// The first position. Options are `-` or what the game itself defines; a game with chance
    /// is dealt with the dice.
    ///
    /// # Errors
    /// The options are not of this game.
    pub fn start(&self, options: &str, dice: &mut Dice) -> AnyStart {
        (self.start)(options, dice)
    }
}

/// Reads a position text of any game.
///
/// # Errors
/// [`Common::UnknownGame`] for the first word, else what the game says.
pub fn read_position(text: &str) -> AnyPosition {
    let id = text.split_whitespace().next().unwrap_or_default();
    match Entry::find(id) {
        Some(entry) => (entry.read)(text),
        None => Err(unknown_game(id)),
    }
}

/// The refusal of a game that is not in the CATALOG.
pub fn unknown_game(id: &str) -> Illegal {
    let known: Vec<&str> = CATALOG.iter().map(|entry| entry.id).collect();
    let refusal = Common::UnknownGame {
        text: id.into(),
        games: known.join(", "),
    };
    refusal.into()
}

fn boxed<G: Hosted, E>(position: Result<G, E>) -> Result<Box<dyn Play>, E> {
    Ok(Box::new(position?))
}

/// A position of any game; actions are notation.
pub trait Play: Debug + Send + Sync {
    /// Whose turn it is, or `None` once there is an outcome.
    fn to_move(&self) -> Option<Seat>;
    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Every possible action in canonical notation.
    fn legal_actions(&self) -> Vec<String>;
    /// Shows every possible action that is wanted; see [`Hosted::each_action`].
    fn each_action(
        &self,
        is_wanted: Option<&dyn Fn(&str) -> bool>,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    /// Returns whether a text is a possible action in canonical notation.
    fn is_canonical(&self, action: &str) -> bool;
    /// Plays one action in any notation that can be read.
    ///
    /// # Errors
    /// Why it cannot be read or is not allowed; nothing has changed then.
    fn play(&self, action: &str, dice: &mut Dice) -> Result<PlayStep, Illegal>;
    /// What kind of action this is; see [`Hosted::kind`].
    fn kind(&self, action: &str) -> Option<Fact>;
    /// Returns the kind by which an action can be asked for.
    fn action_kind(&self, action: &str) -> Option<ActionKind>;
    /// One of the possible actions, to show how they are written.
    fn example(&self) -> Option<String>;
    /// Whether a text is notation of this game, allowed or not.
    fn reads(&self, text: &str) -> bool;
    /// What a player has to know before the first action of this very game.
    fn opening(&self) -> Vec<Fact>;
    /// What has to be decided elsewhere before this game goes on.
    fn contest(&self) -> Option<Contest>;
    /// What is asked of the seat to move.
    fn prompt(&self) -> Option<Prompt>;
    /// What threatens while that is asked; see [`Hosted::warnings`].
    fn warnings(&self) -> Vec<Fact>;
    /// What the board looks like.
    fn scene(&self) -> Scene;
    /// The same with odds; see [`Hosted::weighed_scene`].
    fn weighed_scene(&self) -> Scene;
    /// The board without names; see [`Hosted::layout`].
    fn layout(&self) -> Layout;
    /// The action by which whoever plays alone gives up; see [`Hosted::give_up`].
    fn give_up(&self) -> Option<String>;
    /// Whether an action comes to the same as many others; see [`Hosted::is_one_of_many`].
    fn is_one_of_many(&self, action: &str) -> bool;
    /// What an action is put together from; see [`Hosted::parts`].
    fn parts(&self, action: &str) -> Option<Parts>;
    /// How the game ended; see [`Hosted::ending`].
    fn ending(&self) -> Option<Fact>;
    /// What an action costs for good; see [`Hosted::price`]. Nothing if it is not legal.
    fn price(&self, action: &str) -> Option<Fact>;
    /// What is to be said about a game for one that is over; see [`Hosted::look_back`].
    fn look_back(&self, told: &Told) -> Vec<Fact>;
    /// How many topics are about what was agreed on; see [`Hosted::agreed_topics`].
    fn agreed_topics(&self) -> usize;
    /// Whether there are pieces that are called by a capital; see [`Hosted::has_piece`].
    fn has_piece(&self, capital: char) -> bool;
    /// What a game for one has come to by its actions; see [`Hosted::score`].
    fn score(&self, actions: &mut dyn Iterator<Item = &str>) -> Option<Score>;
    /// What stands beside the board; see [`Hosted::margin`].
    fn margin(&self) -> Vec<Fact>;
    /// The part of it that no picture shows; see [`Hosted::margin_without_picture`].
    fn margin_without_picture(&self) -> Vec<Fact>;
    /// What the computer player would do; see [`Hosted::advise`].
    fn advise(&self, budget: u32, seed: Seed, go_on: &mut GoOn<'_>) -> Option<Advice>;
    /// The turn that the computer would make; see [`Hosted::think`].
    fn think(&self, orders: &Orders, watch: &mut Watch<'_>) -> Option<Thought>;
    /// How good the best turn is that leads elsewhere; see [`Hosted::beside`].
    fn beside(&self, turn: &[String], orders: &Orders, watch: &mut Watch<'_>) -> Option<Value>;
    /// Why a turn is what the computer would do; see [`Hosted::explain`].
    fn explain(&self, line: &[String], turn: usize, worth: Option<Value>) -> Vec<Fact>;
    /// About the chance to win with an action; see [`Hosted::chance_with`].
    fn chance_with(
        &self,
        action: &str,
        budget: u32,
        seed: Seed,
        go_on: &mut GoOn<'_>,
    ) -> Option<(f64, f64)>;
    /// The position text; whole only at the start of a turn.
    fn text(&self) -> String;
    /// Turn perft; `None` for games with dice.
    fn perft(&self, depth: u32) -> Option<u64>;
    /// The same position once more.
    fn copy(&self) -> Box<dyn Play>;
}

/// What one action led to.
#[derive(Debug)]
pub struct PlayStep {
    /// The position afterwards.
    pub position: Box<dyn Play>,
    /// The action in canonical notation.
    pub action: String,
    /// What happened, in order.
    pub facts: Vec<Fact>,
    /// What it did to the board.
    pub deeds: Vec<Deed>,
    /// Whether the turn is over.
    pub turn: Turn,
    /// What it brought to light.
    pub revealed: Revealed,
}

impl<G: Hosted> Play for G {
    fn to_move(&self) -> Option<Seat> {
        Rules::to_move(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Rules::outcome(self)
    }

    fn legal_actions(&self) -> Vec<String> {
        Game::legal_actions(self)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn each_action(
        &self,
        is_wanted: Option<&dyn Fn(&str) -> bool>,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let is_wanted = |action: &G::Action| is_wanted.is_none_or(|it| it(&action.to_string()));
        Hosted::each_action(self, &is_wanted, &mut |action| visit(action.to_string()))
    }

    fn is_canonical(&self, action: &str) -> bool {
        let read = action.parse().and_then(|action| self.read(&action));
        read.is_ok_and(|played| self.write(played).to_string() == action)
    }

    fn play(&self, action: &str, dice: &mut Dice) -> Result<PlayStep, Illegal> {
        let step = Game::play(self, &action.parse()?, dice)?;
        let deeds = self.deeds(&step.action);
        Ok(PlayStep {
            deeds,
            position: Box::new(step.position),
            action: step.action.to_string(),
            facts: step.facts,
            turn: step.turn,
            revealed: step.revealed,
        })
    }

    fn kind(&self, action: &str) -> Option<Fact> {
        Some(Hosted::kind(self, &action.parse().ok()?))
    }

    fn action_kind(&self, action: &str) -> Option<ActionKind> {
        Some(Hosted::action_kind(self, &action.parse().ok()?))
    }

    fn example(&self) -> Option<String> {
        Hosted::example(self).map(|action| action.to_string())
    }

    fn reads(&self, text: &str) -> bool {
        text.parse::<G::Action>().is_ok()
    }

    fn opening(&self) -> Vec<Fact> {
        Hosted::opening(self)
    }

    fn contest(&self) -> Option<Contest> {
        Hosted::contest(self)
    }

    fn give_up(&self) -> Option<String> {
        Hosted::give_up(self).map(|action| action.to_string())
    }

    fn is_one_of_many(&self, action: &str) -> bool {
        let action = action.parse();
        action.is_ok_and(|action| Hosted::is_one_of_many(self, &action))
    }

    fn parts(&self, action: &str) -> Option<Parts> {
        Hosted::parts(self, &action.parse().ok()?)
    }

    fn ending(&self) -> Option<Fact> {
        Hosted::ending(self)
    }

    fn price(&self, action: &str) -> Option<Fact> {
        Hosted::price(self, &action.parse().ok()?)
    }

    fn look_back(&self, told: &Told) -> Vec<Fact> {
        Hosted::look_back(self, told)
    }

    fn agreed_topics(&self) -> usize {
        Hosted::agreed_topics(self)
    }

    fn has_piece(&self, capital: char) -> bool {
        Hosted::has_piece(self, capital)
    }

    fn score(&self, actions: &mut dyn Iterator<Item = &str>) -> Option<Score> {
        let actions: Result<Vec<G::Action>, Illegal> = actions.map(str::parse).collect();
        Hosted::score(self, &actions.ok()?)
    }

    fn prompt(&self) -> Option<Prompt> {
        Hosted::prompt(self)
    }

    fn warnings(&self) -> Vec<Fact> {
        Hosted::warnings(self)
    }

    fn scene(&self) -> Scene {
        Hosted::scene(self)
    }

    fn weighed_scene(&self) -> Scene {
        Hosted::weighed_scene(self)
    }

    fn layout(&self) -> Layout {
        Hosted::layout(self)
    }

    fn margin(&self) -> Vec<Fact> {
        Hosted::margin(self)
    }

    fn margin_without_picture(&self) -> Vec<Fact> {
        Hosted::margin_without_picture(self)
    }

    fn advise(&self, budget: u32, seed: Seed, go_on: &mut GoOn<'_>) -> Option<Advice> {
        Hosted::advise(self, budget, seed, go_on)
    }

    fn think(&self, orders: &Orders, watch: &mut Watch<'_>) -> Option<Thought> {
        Hosted::think(self, orders, watch)
    }

    fn beside(&self, turn: &[String], orders: &Orders, watch: &mut Watch<'_>) -> Option<Value> {
        Hosted::beside(self, &read_all::<G>(turn)?, orders, watch)
    }

    fn explain(&self, line: &[String], turn: usize, worth: Option<Value>) -> Vec<Fact> {
        let line = read_all::<G>(line);
        line.map_or_else(Vec::new, |line| Hosted::explain(self, &line, turn, worth))
    }

    fn chance_with(
        &self,
        action: &str,
        budget: u32,
        seed: Seed,
        go_on: &mut GoOn<'_>,
    ) -> Option<(f64, f64)> {
        Hosted::chance_with(self, &action.parse().ok()?, budget, seed, go_on)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        (!G::CHANCE).then(|| perft(self, depth))
    }

    fn copy(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}

/// Actions from their notation; nothing if one of them cannot be read.
fn read_all<G: Game>(actions: &[String]) -> Option<Vec<G::Action>> {
    let actions = actions.iter().map(|action| action.parse().ok());
    actions.collect()
}
