//! Messages of lessons and puzzles.

use games::Seat;
use serde::Serialize;

use crate::{
    day::Day,
    text::messages::{TableId, TimeLeft},
};

/// A message about a lesson.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LessonMessage {
    /// A lesson began.
    Begun { game: &'static str },
    /// Refusal: the position can't be read, or not be played.
    Refused { why: String, example: &'static str },
    /// Refusal: lessons need a direct message.
    NeedsDirect,
    /// End: the player ended it.
    Ended,
    /// End: no more actions fit.
    Full { limit: usize },
}

/// A message about puzzles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PuzzleMessage {
    /// A puzzle was given.
    Begun {
        game: &'static str,
        day: Option<Day>,
    },
    /// Help on playing a puzzle.
    How {
        game: &'static str,
        day: Option<Day>,
    },
    /// Name of the computer on the other side.
    OtherSide,
    /// Name of a side in a posted puzzle.
    Side { game: &'static str, seat: Seat },
    /// The best turn was found.
    Right { turn: Option<String> },
    /// Solution.
    Solution { turn: Option<String> },
    /// Expected line after the best turn (principal variation).
    GoesOn { line: String },
    /// Winning chances of the best action and of the next best.
    Chances { wins: u8, next: u8 },
    /// A turn other than the best was tried.
    Wrong { turn: Option<String> },
    /// A wrong turn ends the game.
    ThenOver { end: WrongEnd },
    /// Reply to a wrong turn.
    ThenAnswer { turn: String },
    /// A wrong turn loses in some turns.
    ThenLost { turns: u32 },
    /// A wrong turn still wins, but later.
    ThenWins { turns: u32 },
    /// Evaluation after a wrong turn.
    ThenStands { side: Balance, pieces: String },
    /// Winning chance after a wrong action.
    ThenChance { wins: u8 },
    /// Value of the best turn.
    Best {
        is: BestIs,
        turns: Option<u32>,
        pieces: Option<String>,
        wins: Option<u8>,
    },
    /// The position was reset for another try.
    Again { day: Option<PuzzleDay> },
    /// A puzzle was closed for another game.
    Left { table: TableId, day: Option<Day> },
    /// A puzzle of a past day was solved.
    DayLate { day: Day },
    /// Beginning of the best turn.
    Hint {
        beginning: Option<String>,
        actions: usize,
        depth: Option<u32>,
    },
    /// The best turn, as any part of it would give it away.
    HintWhole { action: String },
    /// A hint counts as a missed try.
    HintCosts { day: Option<PuzzleDay> },
    /// The actions so far are right.
    HintRight { beginning: Option<String> },
    /// The actions so far are wrong.
    HintWrong,
    /// Statistics: puzzles solved.
    Figures {
        solved: usize,
        now: usize,
        best: usize,
    },
    /// Statistics: streak of puzzles of the day.
    FiguresDay { now: usize, best: usize },
    /// End of a puzzle.
    Over,
    /// Question: give up the puzzle of the day?
    DaySure,
    /// Refusal: there is no puzzle of that game.
    None,
    /// Refusal: another player's puzzle.
    OfAnother { name: String },
    /// Refusal: the puzzle no longer exists.
    Gone,
    /// Refusal: `solution` only works at puzzles.
    SolutionOf,
    /// A puzzle is still open.
    StillOpen {
        table: TableId,
        wish: Option<String>,
    },
    /// Refusal: the thread belongs to another table.
    ThreadTaken { owner: Option<TableId> },
    /// The try of the day is used up.
    DayTried {
        #[serde(flatten)]
        left: TimeLeft,
        end: TryEnd,
        open: bool,
    },
    /// Posted: statistics of the puzzle of a past day.
    DayOver { day: Day, tried: usize, hits: usize },
    /// Posted: instructions for the puzzle of the day.
    DayHow,
}

/// The end of a game after a wrong turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WrongEnd {
    /// The solver has lost.
    Lost,
    /// A draw.
    Drawn,
}

/// The side with the advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Balance {
    /// The solver.
    Ahead,
    /// The other side.
    Behind,
    /// Neither.
    Even,
}

impl Balance {
    /// Returns the balance of a score in hundredths of a piece; below a quarter of a piece it is even.
    pub fn of(score: i32) -> Balance {
        match score {
            -24..=24 => Balance::Even,
            25.. => Balance::Ahead,
            _ => Balance::Behind,
        }
    }
}

/// The kind of value of the best turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BestIs {
    /// A win.
    Wins,
    /// An advantage of the solver.
    Ahead,
    /// A disadvantage of the solver.
    Behind,
    /// An even position.
    Even,
    /// A chance to win.
    Chance,
    /// A loss, but a later one than by other turns.
    Holds,
}

/// The state of the day of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleDay {
    /// The current day.
    Today,
    /// A past day.
    Over,
}

/// The end of a try at the puzzle of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TryEnd {
    /// The best turn was found.
    Hit,
    /// Another turn was tried.
    Missed,
    /// Unknown, since the player was forgotten.
    Forgotten,
}
