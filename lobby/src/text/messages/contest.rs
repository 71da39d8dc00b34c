//! Messages about contests, which decide a challenged jump.

use serde::Serialize;

use crate::{terms::ContestResult, text::messages::TableId};

/// A message about a contest.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ContestMessage {
    /// A game began that decides a jump.
    Begun {
        waiting: TableId,
        table: TableId,
        game: &'static str,
        white: String,
        black: String,
    },
    /// Heading of two boards: of the game that decided, and of the game that continues.
    Boards { table: TableId, waiting: TableId },
    /// Result of a coin flip.
    Coin { side: CoinSide, challenger: String },
    /// Result of dice.
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
    /// The deciding game was started anew.
    Anew,
    /// The deciding game ended without a winner.
    Void { table: TableId },
    /// Both players reported the same result.
    Agreed,
    /// The players reported different results.
    Disagreed { name: String, other: String },
    /// A player reported the result of a contest.
    Reported {
        name: String,
        other: String,
        said: ContestResult,
        answer: ContestResult,
    },
    /// Refusal: no result is left to the players here.
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
