//! Messages about contests, which decide whether a challenged jump happens.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

use super::TableId;
use crate::terms::Report;

/// A message about a contest.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ContestMessage {
    /// A game that decides a jump began.
    Begun {
        waiting: TableId,
        table: TableId,
        game: &'static str,
        white: String,
        black: String,
    },
    /// Heading of two boards: of the game that decided, and of the one that goes on.
    Boards { table: TableId, waiting: TableId },
    /// A coin decided.
    Coin { side: CoinSide, challenger: String },
    /// Dice decided.
    Die {
        challenger: String,
        own: u8,
        jumper: String,
        other: u8,
    },
    /// Refusal: the game waits for a contest, at a table if another game decides it.
    Waits {
        by: &'static str,
        table: Option<TableId>,
    },
    /// The game that decides began anew.
    Anew,
    /// The game that decides ended without a winner.
    Void { table: TableId },
    /// Both players report the same.
    Agreed,
    /// The players report different ends.
    Disagreed { name: String, other: String },
    /// A player reports how a contest ended.
    Reported {
        name: String,
        other: String,
        said: Report,
        answer: Report,
    },
    /// Refusal: the players settle nothing here.
    NothingToReport,
}

/// A side of a coin.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CoinSide {
    /// The challenger wins.
    Heads,
    /// The challenger does not win.
    Tails,
}

impl Message for ContestMessage {
    const AREA: &'static str = "contest";
}
