//! The messages of the computer player: advice, and why there is none.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

use super::TableId;

/// A message about hints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum HintMessage {
    /// Advice in a run.
    Run {
        action: String,
        wins: u8,
        margin: u8,
    },
    /// Advice in a duel, or in a run that is won whatever the die shows.
    Duel {
        action: String,
        then: Option<String>,
    },
    /// Question: whether to take the hint at its price.
    Price,
    /// The price was not paid.
    Declined,
    /// The price was paid.
    First,
    /// Limits of advice about custom breakers.
    Custom,
    /// Refusal: two people play this duel.
    BetweenPeople,
    /// Refusal: two people play a duel that has come to this position.
    OfDuelOn,
    /// Refusal: a run without a hint has come to this position.
    OfRunOn,
    /// Refusal: the position belongs to a puzzle.
    OfPuzzle,
    /// Refusal: the run of the day.
    OfDay,
    /// Refusal: the asker plays a game of this family without advice.
    OwnGameOn {
        table: TableId,
        game: Option<&'static str>,
    },
}

impl Message for HintMessage {
    const AREA: &'static str = "hint";
}

/// A message about the chances in a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum OddsMessage {
    /// Chance to win.
    Run { wins: u8, margin: u8 },
    /// Chance to win with custom breakers.
    Custom { wins: u8, margin: u8 },
    /// The run is won whatever the die shows.
    Sure,
    /// Refusal: a duel has no such chances.
    OfDuel,
}

impl Message for OddsMessage {
    const AREA: &'static str = "odds";
}

/// A message about thinking that led to nothing.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ThinkingMessage {
    /// Refusal: nothing was found in time.
    Nothing,
    /// Refusal: the last question of the same user is open.
    Already,
    /// Refusal: too many questions are open.
    Busy,
    /// Refusal: the user has used up the time for thinking.
    OverBudget { seconds: u64 },
    /// Refusal: the game has gone on meanwhile.
    TooLate,
}

impl Message for ThinkingMessage {
    const AREA: &'static str = "thinking";
}
