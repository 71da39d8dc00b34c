//! Messages about limits.

use serde::Serialize;

/// A refusal at a limit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LimitMessage {
    /// Refusal: the user's rate limit.
    TooFast { seconds: u64 },
    /// Refusal: the room's rate limit.
    RoomTooFast { seconds: u64 },
    /// Note: the bot stays silent until it understands a command.
    QuietUntilCommand,
    /// Refusal: the line exceeds the maximum length in bytes.
    LineTooLong { limit: usize },
    /// Refusal: the user has too many tables.
    OwnTables { limit: usize },
    /// Refusal: the room has too many tables.
    TablesHere { limit: usize },
    /// Refusal: the table numbers are used up.
    TableNumbers,
    /// Refusal: the room has too many open challenges.
    Challenges { limit: usize },
    /// Refusal: the user has too many open challenges.
    OwnChallenges { limit: usize },
    /// Note: the bot leaves a room with too much state.
    RoomTooLarge { count: usize },
}
