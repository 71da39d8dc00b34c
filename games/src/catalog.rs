//! The catalog of all games, and `Play`, the object-safe interface to any of them.

use std::ops::ControlFlow;

use crate::{
    action_kind::ActionKind,
    common::{Common, StartError},
    dice::{Dice, Seed},
    fact::{Fact, Illegal},
    game::Game,
    gipf::{self, Variant},
    hosted::{Hosted, HostedPosition},
    outcome::{Outcome, Revealed, SolitaireScore, Turn},
    perft::perft,
    prompt::{Parts, Term},
    rules::Rules,
    run,
    scene::BoardChange,
    search::{ProgressCallback, SearchLimits, ShouldContinue, Value},
    seat::Seat,
    teach::Teaching,
    zertz,
};

/// All games. A new game is one more line here.
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

/// A position of any game, or the refusal of its text.
pub type AnyPosition = Result<Box<dyn Play>, Illegal>;

/// The first position of any game, or the error of its options.
pub type AnyStart = Result<Box<dyn Play>, StartError>;

/// One game of the [`CATALOG`].
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The game's id: typed by players, and the first word of position texts.
    pub id: &'static str,
    /// The number of players, 1 or 2.
    pub seats: usize,
    /// The version of its rules; records of other versions are refused.
    pub rules: u32,
    /// `true` if the deal or dice need a seed.
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
    /// The default game.
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

    /// Returns the game with this id, case-insensitively.
    pub fn find(id: &str) -> Option<&'static Entry> {
        CATALOG
            .iter()
            .find(|entry| entry.id.eq_ignore_ascii_case(id))
    }

    /// Returns the game by its id or an alias: `gipf` and `zertz` for the usual version, `matrix` for the run,
    /// as the piecepack rules call it.
    pub fn named(name: &str) -> Option<&'static Entry> {
        let id = match name.to_lowercase().as_str() {
            "gipf" => "gipf-standard",
            "zertz" | "zèrtz" => "zertz-basic",
            "matrix" => "run",
            _ => name,
        };
        Entry::find(id)
    }

    /// Returns whether a text is notation of this game.
    pub fn reads(&self, text: &str) -> bool {
        (self.reads)(text)
    }

    /// Returns the options with the sides of the players exchanged.
    pub fn exchanged(&self, options: &str) -> String {
        (self.exchanged)(options)
    }

    /// Returns the lessons of the game.
    pub fn teaching(&self) -> &'static Teaching {
        (self.teaching)(self.id)
    }

    /// Returns the explanation of its board and notation for newcomers.
    pub fn legend(&self) -> Fact {
        (self.legend)()
    }

    /// Returns the terms of the game with their explanations.
    pub fn glossary(&self) -> Vec<Term> {
        (self.glossary)()
    }

    /// Returns a position text of this game as an example of the notation.
    pub fn example_position(&self) -> &'static str {
        self.teaching().first_turn.position
    }

    /// Returns the first position. Options are `-` for none, or those the game defines; a game with chance is
    /// dealt with the dice.
    ///
    /// # Errors
    /// If the game does not accept the options.
    pub fn start(&self, options: &str, dice: &mut Dice) -> AnyStart {
        (self.start)(options, dice)
    }
}

/// Parses a position text of any game.
///
/// # Errors
/// [`Common::UnknownGame`] if the first word is no id, else the refusal of the game.
pub fn read_position(text: &str) -> AnyPosition {
    let id = text.split_whitespace().next().unwrap_or_default();
    match Entry::find(id) {
        Some(entry) => (entry.read)(text),
        None => Err(unknown_game(id)),
    }
}

/// Returns the refusal of a game that is not in the CATALOG.
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

/// A position of any game, behind an object-safe interface; actions are strings in notation.
pub trait Play: HostedPosition {
    /// Returns the seat to move, or `None` once there is an outcome.
    fn to_move(&self) -> Option<Seat>;
    /// Returns the outcome once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the legal actions in canonical notation.
    fn legal_actions(&self) -> Vec<String>;
    /// Visits every wanted legal action; see [`Hosted::each_action`].
    fn each_action(
        &self,
        is_wanted: Option<&dyn Fn(&str) -> bool>,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    /// Returns whether a text is a legal action in canonical notation.
    fn is_canonical(&self, action: &str) -> bool;
    /// Plays one action in any notation that can be parsed.
    ///
    /// # Errors
    /// The reason why it cannot be parsed or is illegal; the position and the dice are unchanged.
    fn play(&self, action: &str, dice: &mut Dice) -> Result<PlayStep, Illegal>;
    /// Returns the kind of an action and the heading above actions like it; see [`Hosted::kind`].
    fn kind(&self, action: &str) -> Option<(ActionKind, Fact)>;
    /// Returns a legal action as an example of the notation.
    fn example(&self) -> Option<String>;
    /// Returns a legal action as an example after a refusal; see [`Hosted::example_after`].
    fn example_after(&self, refused: &Fact) -> Option<String>;
    /// Returns whether a text is notation of this game, legal or not.
    fn reads(&self, text: &str) -> bool;
    /// Returns whether an action is equivalent to many others; see [`Hosted::is_one_of_many`].
    fn is_one_of_many(&self, action: &str) -> bool;
    /// Returns the independent parts of an action; see [`Hosted::parts`].
    fn parts(&self, action: &str) -> Option<Parts>;
    /// Returns the permanent cost of an action, or `None` if it is illegal; see [`Hosted::price`].
    fn price(&self, action: &str) -> Option<Fact>;
    /// Returns the score of a solitaire; see [`Hosted::score`].
    fn score(&self, actions: &mut dyn Iterator<Item = &str>) -> Option<SolitaireScore>;
    /// Returns the value of the best alternative to a turn; see [`Hosted::second_best_value`].
    fn second_best_value(
        &self,
        turn: &[String],
        limits: &SearchLimits,
        on_progress: &mut ProgressCallback<'_>,
    ) -> Option<Value>;
    /// Returns reasons for a turn of the computer; see [`Hosted::explain`].
    fn explain(&self, line: &[String], turn: usize, worth: Option<Value>) -> Vec<Fact>;
    /// Returns the estimated chance to win with an action, and its standard error; see [`Hosted::chance_with`].
    fn chance_with(
        &self,
        action: &str,
        budget: u32,
        seed: Seed,
        should_continue: &mut ShouldContinue<'_>,
    ) -> Option<(f64, f64)>;
    /// Returns the position text; it is complete only at the start of a turn.
    fn text(&self) -> String;
    /// Counts turns by perft; `None` for games with dice.
    fn perft(&self, depth: u32) -> Option<u64>;
    /// Clones the position.
    fn copy(&self) -> Box<dyn Play>;
}

impl Clone for Box<dyn Play> {
    fn clone(&self) -> Self {
        self.as_ref().copy()
    }
}

/// The result of playing one action.
#[derive(Debug)]
pub struct PlayStep {
    /// The position afterwards.
    pub position: Box<dyn Play>,
    /// The action in canonical notation.
    pub action: String,
    /// The events, in order.
    pub facts: Vec<Fact>,
    /// The changes of the board, for renderers.
    pub changes: Vec<BoardChange>,
    /// The state of the turn: over or not.
    pub turn: Turn,
    /// The information that the action revealed: a die roll, something hidden, or nothing.
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
        let typed = action.parse()?;
        let step = Game::play(self, &typed, dice)?;
        let changes = self.changes(&step.action);
        let completed = self.completed(&typed, &step.action);
        Ok(PlayStep {
            changes,
            position: Box::new(step.position),
            action: step.action.to_string(),
            facts: step.facts.into_iter().chain(completed).collect(),
            turn: step.turn,
            revealed: step.revealed,
        })
    }

    fn kind(&self, action: &str) -> Option<(ActionKind, Fact)> {
        Some(Hosted::kind(self, &action.parse().ok()?))
    }

    fn example(&self) -> Option<String> {
        Hosted::example(self).map(|action| action.to_string())
    }

    fn example_after(&self, refused: &Fact) -> Option<String> {
        Hosted::example_after(self, refused).map(|action| action.to_string())
    }

    fn reads(&self, text: &str) -> bool {
        text.parse::<G::Action>().is_ok()
    }

    fn is_one_of_many(&self, action: &str) -> bool {
        let action = action.parse();
        action.is_ok_and(|action| Hosted::is_one_of_many(self, &action))
    }

    fn parts(&self, action: &str) -> Option<Parts> {
        Hosted::parts(self, &action.parse().ok()?)
    }

    fn price(&self, action: &str) -> Option<Fact> {
        Hosted::price(self, &action.parse().ok()?)
    }

    fn score(&self, actions: &mut dyn Iterator<Item = &str>) -> Option<SolitaireScore> {
        let actions: Result<Vec<G::Action>, Illegal> = actions.map(str::parse).collect();
        Hosted::score(self, &actions.ok()?)
    }

    fn second_best_value(
        &self,
        turn: &[String],
        limits: &SearchLimits,
        on_progress: &mut ProgressCallback<'_>,
    ) -> Option<Value> {
        Hosted::second_best_value(self, &read_all::<G>(turn)?, limits, on_progress)
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
        should_continue: &mut ShouldContinue<'_>,
    ) -> Option<(f64, f64)> {
        Hosted::chance_with(self, &action.parse().ok()?, budget, seed, should_continue)
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

/// Parses actions; `None` if any of them cannot be parsed.
fn read_all<G: Game>(actions: &[String]) -> Option<Vec<G::Action>> {
    let actions = actions.iter().map(|action| action.parse().ok());
    actions.collect()
}
