//! Messages to somebody who answers or withdraws what nobody has asked.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::{Message, Seat};
use serde::Serialize;

/// A refusal where nothing waits.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum NothingMessage {
    /// Refusal: nothing is asked here.
    Asked,
    /// Refusal: another player is to move.
    AskedMove { seat: Seat },
    /// Refusal: the writer is to move.
    AskedOwnMove { seat: Seat },
    /// Refusal: the other player is asked.
    AskedOfYou { seat: Seat },
    /// Refusal: the rules ask for one of a few actions.
    AskedChoice { seat: Seat, answers: String },
    /// Refusal: the game is over, and nobody asks for a rematch.
    AskedOver,
    /// Refusal: the writer has no open question.
    ToWithdraw,
    /// Refusal: no numbered question is open.
    ToPick,
}

impl Message for NothingMessage {
    const AREA: &'static str = "nothing";
}
