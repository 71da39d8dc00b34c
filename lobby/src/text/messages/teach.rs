//! Messages of the step-by-step rules.

use games::Seat;
use serde::Serialize;

/// A message around the steps of the rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum TeachMessage {
    /// Name of the first player in pictures.
    First,
    /// Name of the second player in pictures.
    Second,
    /// Text between two pictures.
    Another,
    /// An action played in a picture.
    Typed { seat: Seat, action: String },
    /// A step in the overview.
    Step { number: usize, title: String },
    /// Heading of a step.
    Heading {
        number: usize,
        count: usize,
        title: String,
    },
    /// Below the overview: how to read on.
    Overview { first: Option<usize>, last: usize },
    /// Below a step: the next one.
    Next { number: usize, title: String },
    /// Below the last step.
    End { first: Option<usize>, last: usize },
    /// Refusal: no such step.
    NoSuchStep { count: usize },
    /// After a sample turn: how to start a game.
    PlayNext { game: &'static str },
}
