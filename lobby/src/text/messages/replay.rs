//! Messages of replays and their pages, and summaries of finished games.

use games::Seat;
use serde::Serialize;

use crate::{day::Day, text::messages::TableId};

/// A text of the page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PageMessage {
    /// Game and table.
    Title { game: String, table: TableId },
    /// Players, and the result.
    Result {
        game: String,
        players: usize,
        white: String,
        black: String,
        result: String,
    },
    /// Name of the board.
    Board,
    /// Name of the controls.
    Controls,
    /// Button to the first position.
    First,
    /// Button to the previous turn.
    Back,
    /// Button to the next turn.
    Next,
    /// Button to the last turn.
    Last,
    /// Button that starts automatic playback.
    Play,
    /// Button that pauses automatic playback.
    Pause,
    /// Label of the slider.
    Slider,
    /// Button that switches between light and dark.
    Theme,
    /// Heading of the list of turns.
    Turns,
    /// Label of the position before the first turn.
    Start,
    /// Description of the position before the first turn.
    MomentStart { turns: usize },
    /// Description of a turn.
    Moment {
        seat: Seat,
        number: usize,
        action: String,
        turns: usize,
    },
}

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
    /// Refusal: the user has had too many replays within an hour.
    TooMany { count: usize },
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
        lead: Lead,
        led: usize,
        leader: String,
    },
}

/// The winner's lead in captures, which lasted to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Lead {
    /// None.
    Never,
    /// From the largest capture on.
    Then,
    /// Before the winner's largest capture.
    Before,
    /// From another turn on.
    Other,
}
