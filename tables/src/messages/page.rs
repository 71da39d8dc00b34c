//! The words of the page of a whole game.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::{Message, Seat};
use serde::Serialize;

use super::TableId;

/// Words of the page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PageMessage {
    /// Game and table.
    Title { game: String, table: TableId },
    /// Players, and the end.
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
    /// Button to the start.
    First,
    /// Button one turn back.
    Back,
    /// Button one turn on.
    Next,
    /// Button to the last turn.
    Last,
    /// Button that starts the film.
    Play,
    /// Button that stops the film.
    Pause,
    /// Name of the slider.
    Slider,
    /// Button between light and dark.
    Theme,
    /// Heading of the turns.
    Turns,
    /// Name of the start.
    Start,
    /// The start.
    MomentStart { turns: usize },
    /// A turn.
    Moment {
        seat: Seat,
        number: usize,
        action: String,
        turns: usize,
    },
}

impl Message for PageMessage {
    const AREA: &'static str = "page";
}
