//! The questions of puzzles, by theme.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use serde::Serialize;

use crate::message;

/// A question of a puzzle, which names the theme but gives no hint.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Message {
    /// Question: a win, at once (1) or with a later turn of one's own.
    Win { turns: Option<u32> },
    /// Question: the only turn that does not lose soon.
    Escape,
    /// Question: the best capture of a GIPF piece.
    Gipf,
    /// Question: the best capture.
    Capture,
    /// Question: a turn that wins pieces soon.
    Prepare,
    /// Question: the turn that saves most.
    Save,
    /// Question: a capture to force on the opponent.
    Sacrifice,
    /// Question: the best capture of marbles.
    Marbles,
    /// Question: the best step of a run.
    Step,
    /// Question: power-ups to spend or to keep.
    Boost,
}

impl message::Message for Message {
    const AREA: &'static str = "puzzle-ask";
}
