//! What every game is to the rest of the program: positions, actions, facts and refusals.

use std::{
    fmt::{self, Debug, Display},
    hash::Hash,
    str::FromStr,
};

use serde::{Deserialize, Serialize};

use crate::{
    contest::Contest,
    dice::{Dice, Seed},
    scene::{Deed, Scene},
    search::{Advice, Orders, Thought, Watch},
    teach::Teaching,
};

/// A side at a table. In duels the first seat plays White, in a solitaire it is the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Seat {
    /// White, or the runner.
    First,
    /// Black.
    Second,
}

impl Seat {
    /// Both seats, the first one first.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The seat across the board.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for the first seat, 1 for the second.
    pub fn index(self) -> usize {
        match self {
            Seat::First => 0,
            Seat::Second => 1,
        }
    }

    /// What belongs to this seat, of two things in the order of the seats.
    pub fn of<T>(self, [first, second]: &[T; 2]) -> &T {
        match self {
            Seat::First => first,
            Seat::Second => second,
        }
    }

    /// The same, to be changed.
    pub fn of_mut<T>(self, [first, second]: &mut [T; 2]) -> &mut T {
        match self {
            Seat::First => first,
            Seat::Second => second,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winning seat; `None` is a draw between two and a loss for one alone.
    pub winner: Option<Seat>,
    /// Why, as a code for the wording: `gipf-captured`, `no-move`, `brain-death`, …
    pub reason: &'static str,
}

/// One value inside a [`Fact`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// Notation: a spot, a piece, a word of the game. Never a sentence.
    Text(String),
    /// What somebody typed, or wrote into a file: to be shown as it is, whatever it looks like.
    Quoted(String),
    /// Notation of several things, in order; without any it is as good as [`Arg::None`].
    List(Vec<String>),
    /// Nothing, where there could be something.
    None,
    /// A number.
    Number(i64),
    /// A seat.
    Seat(Seat),
}

impl Arg {
    /// What somebody typed.
    pub fn quoted(text: impl Into<String>) -> Arg {
        Arg::Quoted(text.into())
    }

    /// Whether there is nothing.
    pub fn is_none(&self) -> bool {
        match self {
            Arg::List(items) => items.is_empty(),
            other => *other == Arg::None,
        }
    }
}

/// As in logs and in the engine protocol: nothing is a dash, several things are set apart by spaces, a
/// seat is 1 or 2.
impl Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            nothing if nothing.is_none() => f.write_str("-"),
            Arg::Text(text) | Arg::Quoted(text) => f.write_str(text),
            Arg::List(items) => f.write_str(&items.join(" ")),
            Arg::Number(number) => write!(f, "{number}"),
            Arg::Seat(seat) => write!(f, "{}", seat.index() + 1),
            Arg::None => Ok(()),
        }
    }
}

impl<T: Into<Arg>> From<Option<T>> for Arg {
    fn from(something: Option<T>) -> Arg {
        something.map_or(Arg::None, Into::into)
    }
}
impl From<Vec<String>> for Arg {
    fn from(items: Vec<String>) -> Arg {
        Arg::List(items)
    }
}
impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::Text(text.to_owned())
    }
}
impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text)
    }
}
impl From<char> for Arg {
    fn from(letter: char) -> Arg {
        Arg::Text(letter.to_string())
    }
}
impl From<Seat> for Arg {
    fn from(seat: Seat) -> Arg {
        Arg::Seat(seat)
    }
}
macro_rules! number {
    ($($t:ty),*) => {$(
        impl From<$t> for Arg {
            fn from(number: $t) -> Arg {
                Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}
number!(u8, u32, i32, i64, u64, usize);

/// Something that happened or is so, as a code with arguments. Sentences are made elsewhere, so
/// the rules need no language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// A stable name such as `line-full`; the key of the sentence.
    pub code: &'static str,
    /// Named arguments, in the order in which they were given.
    pub args: Vec<(&'static str, Arg)>,
}

impl Fact {
    /// A fact without arguments.
    pub fn new(code: &'static str) -> Fact {
        Fact {
            code,
            args: Vec::new(),
        }
    }

    /// The same fact with one more argument.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Fact {
        self.args.push((name, value.into()));
        self
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)?;
        for (name, value) in &self.args {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

/// Why an action was refused, or could not be read. A refused action has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Illegal(pub Fact);

impl Illegal {
    /// A refusal without arguments.
    pub fn new(code: &'static str) -> Illegal {
        Illegal(Fact::new(code))
    }

    /// The same refusal with one more argument.
    pub fn with(self, name: &'static str, value: impl Into<Arg>) -> Illegal {
        Illegal(self.0.with(name, value))
    }

    /// The code alone.
    pub fn code(&self) -> &'static str {
        self.0.code
    }
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl std::error::Error for Illegal {}

/// What the seat to move is asked, and the answers when they are few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The question.
    pub ask: Fact,
    /// Every possible answer when there are only a few of them, else nothing.
    pub choices: Vec<Choice>,
    /// What helps to decide, as figures.
    pub figures: Vec<Figures>,
    /// What helps to decide, as sentences.
    pub notes: Vec<Fact>,
    /// Whether the question is one of yes, the first answer, or no, the second.
    pub is_yes_or_no: bool,
}

impl Prompt {
    /// A question without figures and notes.
    pub fn new(ask: Fact, choices: Vec<Choice>) -> Prompt {
        Prompt {
            ask,
            choices,
            figures: Vec::new(),
            notes: Vec::new(),
            is_yes_or_no: false,
        }
    }

    /// The same question, to which the first answer is yes and the second one no.
    pub fn yes_or_no(self) -> Prompt {
        Prompt {
            is_yes_or_no: true,
            ..self
        }
    }

    /// Every fact in it but those of the choices.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        let figures = self.figures.iter().flat_map(Figures::facts);
        std::iter::once(&self.ask).chain(figures).chain(&self.notes)
    }
}

/// Figures in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// What they are.
    pub title: Fact,
    /// What each row holds, in order; the first of them says what the row is about. Nothing when
    /// the rows explain themselves.
    pub head: Vec<Fact>,
    /// The rows.
    pub rows: Vec<Vec<Fact>>,
}

impl Figures {
    fn facts(&self) -> impl Iterator<Item = &Fact> {
        let cells = self.rows.iter().flatten();
        std::iter::once(&self.title).chain(&self.head).chain(cells)
    }
}

/// What a game for one has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// How much damage was taken.
    pub damage: u8,
    /// How many steps were made; nothing else that can be done is counted.
    pub steps: u32,
}

/// What an action is put together from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What each part is, as a heading above all that can be chosen.
    pub heads: Vec<Fact>,
    /// The parts, as they are written.
    pub parts: Vec<String>,
}

/// Something with a name of its own in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// How it is written.
    pub name: String,
    /// What it is.
    pub about: Fact,
}

/// One of a few answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action in canonical notation.
    pub action: String,
    /// What it does.
    pub what: Fact,
}

/// Whether an action ended its player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The same player goes on.
    GoesOn,
    /// The turn, and perhaps the game, is over.
    Complete,
    /// The player could not finish the turn, which ends the game.
    BrokenOff,
}

/// What an action brought to light that nobody could know before. Only an action that revealed
/// nothing can be taken back by a player alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Revealed {
    /// Nothing: whoever knew the position knew what would happen.
    Nothing,
    /// A die was rolled.
    Die,
    /// Something that lay face down was shown.
    Hidden,
}

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
/// `Display` and `FromStr` are the position text; they are inverses at the start of a turn.
pub trait Game:
    Clone + Debug + Eq + Hash + Display + FromStr<Err = Illegal> + Send + Sync + 'static
{
    /// One action in notation, independent of a position. `Display` writes the canonical form,
    /// `FromStr` reads that and the usual looser habits.
    type Action: Clone + Debug + Eq + Display + FromStr<Err = Illegal>;

    /// The code of what a newcomer has to know about the board and the notation.
    const LEGEND: &'static str;

    /// Whether dice are rolled (then a tree of turns cannot be counted).
    const CHANCE: bool;

    /// Whose turn it is, or `None` once there is an outcome.
    fn to_move(&self) -> Option<Seat>;
    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Every action that [`Game::play`] accepts, in canonical form, each once.
    fn legal_actions(&self) -> Vec<Self::Action>;
    /// Plays one action.
    ///
    /// # Errors
    /// The reason why the rules refuse it; nothing has changed then, the dice included.
    fn play(&self, action: &Self::Action, dice: &mut Dice) -> Played<Self>;
    /// What a legal action, as it is written in records, does to the board, for whoever draws it,
    /// where that cannot be seen from the boards before and after it.
    fn deeds(&self, _action: &Self::Action) -> Vec<Deed> {
        Vec::new()
    }
    /// What kind of action a legal one is, as a heading above all of its kind.
    fn kind(&self, action: &Self::Action) -> Fact;
    /// How the game with an id in the CATALOG is taught.
    fn teaching(id: &str) -> &'static Teaching;
    /// One of the legal actions, to show how they are written.
    fn example(&self) -> Option<Self::Action> {
        let actions = self.legal_actions();
        actions.get(actions.len() / 2).cloned()
    }
    /// What a player has to know before the first action of this very game, such as which of
    /// several kinds of pieces are in it.
    fn opening(&self) -> Vec<Fact> {
        Vec::new()
    }
    /// The same options for a game in which the players have exchanged sides.
    fn exchanged(options: &str) -> String {
        options.to_owned()
    }
    /// What has to be decided elsewhere before this game goes on.
    fn contest(&self) -> Option<Contest> {
        None
    }
    /// How many positions there are after so many whole turns; see [`perft`](crate::perft::perft). Nothing
    /// for games with dice.
    fn perft(&self, _depth: u32) -> Option<u64> {
        None
    }
    /// What is asked of the seat to move; of nobody once the game is over.
    fn prompt(&self) -> Option<Prompt>;
    /// What the board looks like.
    fn scene(&self) -> Scene;
    /// The same with the odds of everything that can come next, which takes longer.
    fn weighed_scene(&self) -> Scene {
        self.scene()
    }
    /// What stands beside the board, in order: reserves, hand, damage, what lies under a piece.
    fn margin(&self) -> Vec<Fact>;
    /// The action by which whoever plays alone gives up; nothing in games for two, which end otherwise
    /// then, and once the game is over.
    fn give_up(&self) -> Option<Self::Action> {
        None
    }
    /// What a legal action is put together from, where each part can be chosen by itself.
    fn parts(&self, _action: &Self::Action) -> Option<Parts> {
        None
    }
    /// How the game ended, once it has: the reason with what belongs to it, but for who has won.
    fn ending(&self) -> Option<Fact> {
        self.outcome().map(|outcome| Fact::new(outcome.reason))
    }
    /// What an action that is legal here costs for good, where players may not expect it.
    fn price(&self, _action: &Self::Action) -> Option<Fact> {
        None
    }
    /// What a game for one has come to by its actions; nothing in games for two, and where nothing was
    /// done but giving up.
    fn score(&self, _actions: &[Self::Action]) -> Option<Score> {
        None
    }
    /// What the game calls by names of its own, to be explained to whoever asks for one of them.
    fn glossary() -> Vec<Term> {
        Vec::new()
    }
    /// What the computer player would do, after as many play-outs as the budget says; the same
    /// seed leads to the same advice. Nothing once the game is over, nor in games that the
    /// computer cannot play.
    fn advise(&self, _budget: u32, _seed: Seed) -> Option<Advice> {
        None
    }
    /// The turn that the computer would make in a game for two; see [`think`](crate::search::think). Nothing
    /// once the game is over, while it waits for a contest, nor in games that it cannot play so.
    fn think(&self, _orders: &Orders, _watch: &mut Watch<'_>) -> Option<Thought> {
        None
    }
}
