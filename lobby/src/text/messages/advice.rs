//! Messages of the computer player: hints, odds, and refusals of both.

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
    /// Question: take the hint, after which the run no longer counts on leaderboards?
    Price,
    /// The offered hint was declined.
    Declined,
    /// Note: with this hint, the run no longer counts on leaderboards.
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
