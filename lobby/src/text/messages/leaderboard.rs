//! Messages of leaderboards.

use serde::Serialize;

/// A message of a leaderboard.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LeaderboardMessage {
    /// Heading of the leaderboard of runs.
    Runs { kind: RunKind, r#where: Scope },
    /// Columns of the leaderboard of runs.
    Columns,
    /// Below it: the meaning of the columns.
    Foot,
    /// Heading of the leaderboard of duels.
    Duels { r#where: Scope },
    /// Heading of the leaderboard of duels of a game.
    DuelsOf { game: String, r#where: Scope },
    /// Columns of the leaderboard of duels.
    DuelsColumns,
    /// Below it: the meaning of the columns.
    DuelsFoot,
    /// No finished run of the kind.
    Empty { kind: RunKind, r#where: Scope },
    /// No finished duel or run.
    EmptyUsual { r#where: Scope },
    /// No finished duel of the game.
    EmptyGame { game: String, r#where: Scope },
}

/// The kind of runs on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RunKind {
    /// Runs with plain breakers.
    Basic,
    /// Runs with custom breakers.
    Custom,
}

/// The players on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The members of the room.
    Here,
    /// All players.
    All,
}
