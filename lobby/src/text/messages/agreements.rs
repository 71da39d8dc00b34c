//! Messages about requests between players and what they agree on.

use games::Seat;
use serde::Serialize;

use crate::{
    terms::{ContestResult, Pending},
    text::messages::TableId,
};

/// A message about an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AnswerMessage {
    /// Refusal: the other player's draw offer comes first.
    DrawFirst { seat: Seat },
    /// Refusal: the other player's takeback comes first.
    TakebackFirst { seat: Seat },
    /// Refusal: the other player's pause comes first.
    PauseFirst { seat: Seat },
    /// Refusal: several questions are open.
    Which { answers: String },
    /// The user's confirmations were cancelled.
    Cancelled,
    /// The same; other questions are still open.
    CancelledExcept { answers: String },
    /// The answer may be meant for a request that another user has closed.
    RequestClosed { answers: String },
    /// The answer was sent before the question.
    TooEarly { answers: String },
    /// A numbered answer.
    Choice {
        number: usize,
        action: String,
        what: String,
    },
    /// Question after an ambiguous action: its readings follow.
    WhichReading,
    /// A numbered reading of an ambiguous action.
    Reading { number: usize, action: String },
    /// The only answer to a question, to clear a row or to pass in a run, was given at once.
    OnlyAnswer { action: String, seats: usize },
    /// An action that is possible instead of a refused one.
    ForExample { example: String },
    /// Refusal: no answer has this number.
    NoSuchChoice { count: usize },
}

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

/// A message about a draw.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DrawMessage {
    /// A draw was offered.
    Offered { name: String, other: String },
    /// A draw was offered while the game waits for a contest.
    OfferedWaiting {
        name: String,
        other: String,
        table: TableId,
    },
    /// The other player isn't in the room, but may return.
    Absent { other: String, until: String },
    /// A move declined the draw implicitly.
    Lapsed,
    /// The draw was declined.
    Declined { name: String },
    /// Refusal: a run has no draw.
    Alone,
    /// Refusal: the computer accepts no draws.
    Computer,
    /// Refusal: a lesson has no draw.
    Lesson,
    /// Refusal: a puzzle has no draw.
    Puzzle,
}

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

/// A message about an offer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum OfferMessage {
    /// Refusal: the player's own offer is still open.
    AskedAlready,
    /// The offer was withdrawn.
    Withdrawn {
        what: Offer,
        name: String,
        other: String,
    },
    /// Question: the other player has replaced the request that was accepted.
    Replaced { what: Offer, seat: Seat },
    /// Question: the asker has closed another request, which the sender may have accepted.
    NumberRequired {
        what: Offer,
        asker: String,
        table: TableId,
    },
    /// Refusal: the opponent has left.
    OpponentLeft { other: String },
}

/// An offer of a player to the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// A pause of the clock.
    Pause,
    /// A rematch.
    Rematch,
}

impl From<Pending> for Offer {
    fn from(pending: Pending) -> Self {
        match pending {
            Pending::Draw(_) => Offer::Draw,
            Pending::Takeback(_) => Offer::Takeback,
            Pending::Pause(_) => Offer::Pause,
        }
    }
}

/// A message about a rematch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum RematchMessage {
    /// A rematch was requested.
    Asked {
        game: &'static str,
        table: TableId,
        name: String,
        other: String,
    },
    /// Refusal: the player has already requested one.
    AskedAlready,
    /// Refusal: the thread has a newer table.
    OnAlready { table: TableId },
    /// The rematch was declined.
    Declined { name: String },
    /// Refusal: the game is in progress.
    TooEarly,
    /// Refusal: runs have no rematch.
    Run,
    /// Refusal: lessons have no rematch.
    Lesson,
    /// Refusal: puzzles have no rematch.
    Puzzle,
    /// Refusal: contests have no rematch.
    Contest,
    /// Refusal: the user did not play here.
    NotSeated,
    /// Refusal: the user has no finished game here.
    NotFound,
    /// Refusal: the opponent was forgotten.
    Gone,
    /// Refusal: the opponent has left.
    Left,
}

/// A message about giving up a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ResignMessage {
    /// Question: resign a duel?
    Sure {
        game: &'static str,
        table: TableId,
        again: String,
    },
    /// Question: give up a run?
    SureRun,
    /// The player chose to play on.
    Off { seat: Seat },
}

/// A message about a takeback.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum TakebackMessage {
    /// A takeback was requested.
    Asked {
        what: Part,
        actions: String,
        name: String,
        other: String,
    },
    /// A takeback was requested after which a challenged jump is decided anew.
    AskedChallenge {
        actions: String,
        name: String,
        other: String,
    },
    /// The takeback was declined.
    Declined { name: String },
    /// A move declined the takeback implicitly.
    Lapsed,
    /// Refusal: a coin flip has decided a jump.
    Coin,
    /// Refusal: dice have decided a jump.
    Die,
    /// Refusal: the player has not moved.
    Nothing,
    /// Actions were taken back.
    Done { actions: String },
}

/// The part of a game that a takeback undoes.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The last turn.
    Turn,
    /// The last turn, and actions of the other player.
    TurnAndMore,
    /// The last action.
    Action,
    /// The last action, and actions of the other player.
    ActionAndMore,
}

/// A message about a takeback in a game of one player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum UndoMessage {
    /// Note: a win no longer counts, as odds were requested.
    AfterOdds,
    /// Question: a win would no longer count, as a spectator has requested odds.
    OddsOfOther { actions: String },
    /// Refusal: a die was rolled for the action.
    Die { action: String },
    /// Refusal: the action revealed a structure.
    Revealed { action: String },
}
