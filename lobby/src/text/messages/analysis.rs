//! Messages of the analysis of a finished duel.

use games::Seat;
use serde::Serialize;

use crate::text::messages::TableId;

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
    Doubtful { count: usize },
    /// More possibly costly turns.
    DoubtfulToo { count: usize },
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
