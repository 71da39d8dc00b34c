//! The messages of puzzles.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::{Message, Seat};
use serde::Serialize;

use super::{TableId, TimeLeft};
use crate::day::Day;

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
    /// Explanation of what can be typed.
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
    /// Expected course after the best turn.
    GoesOn { line: String },
    /// Chances with the best action and the next best one.
    Chances { wins: u8, next: u8 },
    /// Another turn than the best one was tried.
    Wrong { turn: Option<String> },
    /// A wrong turn ends the game.
    ThenOver { end: WrongEnd },
    /// Answer to a wrong turn.
    ThenAnswer { turn: String },
    /// A wrong turn loses.
    ThenLost { turns: u32 },
    /// A wrong turn wins later.
    ThenWins { turns: u32 },
    /// Balance after a wrong turn.
    ThenStands { side: Balance, pieces: String },
    /// Chance after a wrong action.
    ThenChance { wins: u8 },
    /// Worth of the best turn.
    Best {
        is: BestIs,
        turns: Option<u32>,
        pieces: Option<String>,
        wins: Option<u8>,
    },
    /// The position was put back.
    Again { day: Option<PuzzleDay> },
    /// A puzzle makes way for something else.
    Left { table: TableId, day: Option<Day> },
    /// A puzzle of a day that is over was solved.
    DayLate { day: Day },
    /// Beginning of the best turn.
    Hint {
        beginning: Option<String>,
        actions: usize,
        depth: Option<u32>,
    },
    /// The actions so far are right.
    HintRight { beginning: Option<String> },
    /// The actions so far are wrong.
    HintWrong,
    /// Puzzles solved.
    Figures {
        solved: usize,
        now: usize,
        best: usize,
    },
    /// Puzzles of the day solved.
    FiguresDay { now: usize, best: usize },
    /// End of a puzzle.
    Over,
    /// Question: whether to give up the puzzle of the day.
    DaySure,
    /// Refusal: no puzzle of that game.
    None,
    /// Refusal: another player's puzzle.
    OfAnother { name: String },
    /// Refusal: the puzzle is no longer there.
    Gone,
    /// Refusal: `solution` is about puzzles.
    SolutionOf,
    /// A puzzle is still open.
    StillOpen {
        table: TableId,
        wish: Option<String>,
    },
    /// Refusal: the thread belongs to another table.
    ThreadTaken { owner: Option<TableId> },
    /// The try of the day was made.
    DayTried {
        #[serde(flatten)]
        left: TimeLeft,
        end: TryEnd,
        open: bool,
    },
    /// Posted: tries at the puzzle of a day that is over.
    DayOver { day: Day, tried: usize, hits: usize },
    /// Posted: how to get the puzzle of the day.
    DayHow,
}

impl Message for PuzzleMessage {
    const AREA: &'static str = "puzzle";
}

/// The end of a game after a wrong turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WrongEnd {
    /// The solver has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

/// The side that stands better.
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
    /// The balance at a score in hundredths of a piece.
    pub fn of(score: i32) -> Balance {
        match score {
            -24..=24 => Balance::Even,
            25.. => Balance::Ahead,
            _ => Balance::Behind,
        }
    }
}

/// The result of the best turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BestIs {
    /// It wins.
    Wins,
    /// The solver stands better after it.
    Ahead,
    /// The solver stands worse after it.
    Behind,
    /// Neither side stands better.
    Even,
    /// A chance to win.
    Chance,
    /// It loses later than others.
    Holds,
}

/// The day of a puzzle: over or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleDay {
    /// It is not.
    Today,
    /// It is.
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
    /// The player was forgotten since.
    Forgotten,
}
