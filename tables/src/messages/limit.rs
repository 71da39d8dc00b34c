//! Messages about limits.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

/// A refusal at a limit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LimitMessage {
    /// Refusal: too many commands of a user.
    TooFast { seconds: u64 },
    /// Refusal: too many commands in a room.
    RoomTooFast { seconds: u64 },
    /// Note: no more answers until a command is understood.
    QuietUntilCommand,
    /// Refusal: the line has too many bytes.
    LineTooLong { limit: usize },
    /// Refusal: too many tables of a user.
    OwnTables { limit: usize },
    /// Refusal: too many tables in a room.
    TablesHere { limit: usize },
    /// Refusal: no table number is left.
    TableNumbers,
    /// Refusal: too many challenges in a room.
    Challenges { limit: usize },
    /// Refusal: too many challenges of a user.
    OwnChallenges { limit: usize },
    /// The bot leaves a room that has too much state.
    RoomTooLarge { count: usize },
}

impl Message for LimitMessage {
    const AREA: &'static str = "limit";
}
