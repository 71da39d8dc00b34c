//! The messages of the computer player about turns of any game.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use serde::Serialize;

use crate::message::{self, Typed};

/// A message of the computer player: a refusal, or a reason for a turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Message {
    /// Refusal: the computer has no such level.
    NoSuchLevel {
        text: Typed,
        lowest: u8,
        highest: u8,
    },
    /// Reason for a turn: no other turn is possible.
    OnlyTurn,
    /// Reason for a turn: it wins, at once (1) or with a later turn of its player.
    Wins { turns: u32 },
    /// Reason for a turn: every turn loses, and this one delays the loss longest.
    Loses { turns: u32 },
    /// Reason for a turn without any other: the expected answer.
    Expects { answer: String },
    /// Reason for an action: it wins a run whatever the die shows.
    Sure { actions: u32 },
    /// Balance after a turn: its player is ahead, by pieces as in `1.4`.
    Ahead { pieces: String },
    /// Balance after a turn: the opponent is ahead.
    Behind { pieces: String },
    /// Balance after a turn: neither player is ahead.
    Even,
}

impl message::Message for Message {
    const AREA: &'static str = "search";
}
