//! Messages of the computer player: hints, odds, analysis.

use games::Seat;
use serde::Serialize;

use crate::text::messages::TableId;

/// A message about hints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum HintMessage {
    /// Hint in a run.
    Run {
        action: String,
        wins: u8,
        margin: u8,
    },
    /// Hint in a duel, or in a run that is won whatever the die shows.
    Duel {
        action: String,
        then: Option<String>,
    },
    /// Question: take the hint, after which a win no longer counts on leaderboards?
    Price,
    /// The offered hint was declined.
    Declined,
    /// Note: with this hint, a win no longer counts on leaderboards.
    First,
    /// Limits of hints about custom breakers.
    Custom,
    /// Refusal: two people play this duel.
    BetweenPeople,
    /// Refusal: two people are playing a duel that has reached this position.
    OfDuelOn,
    /// Refusal: a run without a hint has reached this position.
    OfRunOn,
    /// Refusal: the position belongs to a puzzle.
    OfPuzzle,
    /// Refusal: it is the run of the day.
    OfDay,
    /// Refusal: the asker is playing a game of this family without hints.
    OwnGameOn {
        table: TableId,
        game: Option<&'static str>,
    },
}

/// A message about the winning chance in a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum OddsMessage {
    /// Winning chance.
    Run { wins: u8, margin: u8 },
    /// Winning chance with custom breakers.
    Custom { wins: u8, margin: u8 },
    /// The run is won whatever the die shows.
    Sure,
    /// Refusal: a duel has no odds.
    OfDuel,
    /// Refusal: a puzzle has no odds.
    OfPuzzle,
}

/// A refusal of the computer player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ThinkingMessage {
    /// Refusal: nothing was found in time (timeout).
    Nothing,
    /// Refusal: the user's previous question is unanswered.
    Already,
    /// Refusal: the queue of questions is full.
    Busy,
    /// Refusal: the user's thinking budget is used up.
    OverBudget { seconds: u64 },
    /// Refusal: the game has changed in the meantime.
    TooLate,
}

/// A message of an analysis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AnalysisMessage {
    /// Heading of the value chart.
    Heading {
        table: TableId,
        turns: usize,
        all: usize,
        whole: bool,
        white: String,
        black: String,
    },
    /// Scale of the value chart, in lines of at most 22 columns.
    Scale,
    /// Heading of the costliest turns.
    Most { count: usize },
    /// A costly turn.
    Tipped {
        number: usize,
        seat: Seat,
        turn: Option<String>,
        best: Option<String>,
    },
    /// No costly turns.
    Even,
    /// Possibly costly turns.
    Doubtful { count: usize, turns: String },
    /// More possibly costly turns.
    DoubtfulToo { count: usize, turns: String },
}

/// A refusal of an analysis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AnalyseMessage {
    /// Refusal: the game is in progress.
    WhileOn,
    /// Refusal: a run.
    Run,
    /// Refusal: nothing was played.
    Nothing,
    /// Refusal: a puzzle.
    Puzzle,
    /// Refusal: the game began with the position of a puzzle.
    OfPuzzle,
}

/// A message about a duel with the computer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ComputerMessage {
    /// Name of the computer player.
    Name { level: u8 },
    /// A duel with the computer began.
    Begun { level: u8, highest: u8 },
    /// Somebody's first duel with the computer began.
    First { level: u8, highest: u8 },
    /// A duel goes on at its level, with the way to play at another.
    LevelKept {
        level: u8,
        wanted: &'static str,
        game: &'static str,
    },
    /// The way to play at a level.
    LevelChoice { wanted: &'static str },
    /// The computer is to move.
    Thinks { seat: Seat },
    /// Refusal: the thread belongs to another table.
    ThreadTaken { owner: Option<TableId> },
}
