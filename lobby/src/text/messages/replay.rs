//! Messages of replays, and summaries of finished games.

use serde::Serialize;

use crate::day::Day;

/// A message about the file of a replay.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ReplayMessage {
    /// Caption of a whole game.
    Whole { form: &'static str, turns: usize },
    /// Caption of the last turns.
    Last {
        form: &'static str,
        turns: usize,
        shown: usize,
    },
    /// Date of the end.
    Ended { date: Day },
    /// The file can't be sent.
    Instead { form: &'static str },
}

/// A summary of a finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LookBackMessage {
    /// Length and captures of a duel.
    Duel {
        game: &'static str,
        turns: usize,
        white: String,
        black: String,
        by_white: usize,
        by_black: usize,
        most: usize,
        taker: String,
        tipped: usize,
    },
}
