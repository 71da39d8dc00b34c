//! What every game is to the rest of the program: positions, actions, facts and refusals.

use std::{
    fmt::{self, Debug, Display},
    ops::ControlFlow,
    str::FromStr,
};

use serde::{Deserialize, Serialize};

use crate::{dice::Dice, rules::Rules};

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
    /// Notation: a spot, a piece, a list of them. Never a sentence.
    Text(String),
    /// A number.
    Number(i64),
    /// A seat.
    Seat(Seat),
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
    pub fn new(code: impl Into<&'static str>) -> Fact {
        Fact {
            code: code.into(),
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
            match value {
                Arg::Text(text) => write!(f, " {name}={text}")?,
                Arg::Number(number) => write!(f, " {name}={number}")?,
                Arg::Seat(seat) => write!(f, " {name}={}", seat.index() + 1)?,
            }
        }
        Ok(())
    }
}

/// Why an action was refused, or could not be read. A refused action has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Illegal(pub Fact);

impl Illegal {
    /// A refusal without arguments.
    pub fn new(code: impl Into<&'static str>) -> Illegal {
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
