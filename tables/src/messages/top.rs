//! The messages of the lists of the best players.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

/// A message about the best players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum TopMessage {
    /// Heading of runs.
    Runs { kind: RunKind, r#where: Scope },
    /// Columns of runs.
    Columns,
    /// Below runs: the meaning of the columns.
    Foot,
    /// Heading of duels.
    Duels { r#where: Scope },
    /// Heading of duels of a game.
    DuelsOf { game: String, r#where: Scope },
    /// Columns of duels.
    DuelsColumns,
    /// Below duels: the meaning of the columns.
    DuelsFoot,
    /// Nobody has finished such a run.
    Empty { kind: RunKind, r#where: Scope },
    /// Nobody has finished a duel or a run.
    EmptyUsual { r#where: Scope },
    /// Nobody has finished a duel of the game.
    EmptyGame { game: String, r#where: Scope },
}

impl Message for TopMessage {
    const AREA: &'static str = "top";
}

/// The runs that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RunKind {
    /// Those with plain breakers.
    Basic,
    /// Those with custom ones.
    Custom,
}

/// The players that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The members of the room.
    Here,
    /// Everybody.
    All,
}
