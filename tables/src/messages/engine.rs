//! The messages of the engine protocol.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::{Message, Typed};
use serde::Serialize;

/// A refusal of the engine protocol.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum EngineMessage {
    /// Refusal: no such command.
    UnknownCommand { text: Typed },
    /// Refusal: no such option.
    UnknownOption { text: Typed },
    /// Refusal: something is missing, or out of place.
    BadForm { form: &'static str },
    /// Refusal: no value of this option.
    BadValue { name: String, text: Typed },
    /// Refusal: not a number of this range.
    OutOfRange {
        name: String,
        text: Typed,
        lowest: usize,
        highest: usize,
    },
    /// Refusal: something is left over.
    TooMuch { text: Typed },
    /// Refusal: turns can't be counted in the middle of one.
    PerftInTurn,
    /// Refusal: turns of a game with dice can't be counted.
    PerftChance,
    /// Refusal: nothing can be changed while the engine thinks.
    Thinks,
    /// Refusal: the game is over.
    GameOver,
    /// Refusal: the game waits for a contest.
    Contest,
    /// Refusal: a game for one.
    PlaysDuels,
    /// Refusal: the system gives no thread.
    NoThread { reason: String },
}

impl Message for EngineMessage {
    const AREA: &'static str = "engine";
}
