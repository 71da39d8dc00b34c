//! Refusals of answers and withdrawals without an open request.

use games::Seat;
use serde::Serialize;

/// A refusal of an answer or withdrawal without an open request.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum NothingMessage {
    /// Refusal: no request is open here.
    Asked,
    /// Refusal: another player is to move.
    AskedMove { seat: Seat },
    /// Refusal: the writer is to move.
    AskedOwnMove { seat: Seat },
    /// Refusal: the request is to the other player.
    AskedOfYou { seat: Seat },
    /// Refusal: the rules require one of a few actions.
    AskedChoice { seat: Seat, answers: String },
    /// Refusal: the game is over, and no rematch was requested.
    AskedOver,
    /// Refusal: the user has no open request.
    ToWithdraw,
    /// Refusal: no numbered question is open.
    ToPick,
}
