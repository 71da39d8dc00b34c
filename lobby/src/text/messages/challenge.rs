//! Messages about challenges and the duels that they become.

use games::Typed;
use serde::Serialize;

use crate::{clocks::TimeControl, terms::Side, text::messages::TableId};

/// A message about a challenge.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ChallengeMessage {
    /// A challenge to a user by name.
    Made {
        table: TableId,
        from: String,
        to: String,
        game: String,
        side: Side,
    },
    /// A challenge to anyone.
    MadeAnyone {
        table: TableId,
        from: String,
        game: String,
        side: Side,
    },
    /// A challenge to a user by name, shortly after another one was withdrawn.
    MadeInstead {
        table: TableId,
        from: String,
        to: String,
        game: String,
        side: Side,
    },
    /// A challenge to anyone, shortly after another one was withdrawn.
    MadeAnyoneInstead {
        table: TableId,
        from: String,
        game: String,
        side: Side,
    },
    /// The clock of the game.
    Clock { control: String, strict: bool },
    /// Refusal: a clock in a game against the computer.
    NoClockWithComputer,
    /// A standing offer to anyone.
    Sought {
        table: TableId,
        from: String,
        game: String,
        side: Side,
        until: String,
    },
    /// Refusal: a word of the challenge is not understood.
    TooMuch { extra: Typed, form: &'static str },
    /// Refusal: there is no opponent in a direct message.
    NeedsRoom,
    /// Refusal: challenger and opponent are the same person.
    Yourself,
    /// Note: the game gets another thread than the one of the challenge.
    Moved { owner: Option<TableId> },
    /// Note: the game gets another thread, as `accept` here answers a rematch.
    BesideRematch { owner: Option<TableId> },
    /// Refusal: the thread belongs to another table.
    AcceptInRoom {
        owner: Option<TableId>,
        table: TableId,
    },
    /// Refusal: `accept` in this thread answers a rematch.
    AcceptBesideRematch {
        owner: Option<TableId>,
        table: TableId,
    },
    /// Refusal: a game for one player.
    NotADuel { game: &'static str },
    /// Refusal: the game has no such option.
    UnknownOption,
    /// The challenge was declined.
    Declined {
        name: String,
        from: String,
        table: TableId,
    },
    /// The challenge was withdrawn.
    Withdrawn { table: TableId },
    /// Refusal: the writer's own challenge.
    Own,
    /// Refusal: a challenge to anyone can't be declined.
    DeclineAnyone,
    /// Refusal: a challenge to somebody else.
    ToAnother { name: String },
    /// Refusal: only the challenger can withdraw it.
    OfAnother,
    /// Refusal: the challenger has not followed the room's upgrade yet.
    NotFollowed { from: String },
    /// Refusal: the challenger has left.
    Gone {
        from: String,
        table: TableId,
        again: String,
    },
    /// Refusal: nobody answered in time.
    Lapsed {
        from: String,
        table: TableId,
        again: String,
    },
}

impl ChallengeMessage {
    /// Returns the message that names a clock.
    pub fn clock(control: TimeControl, strict: bool) -> ChallengeMessage {
        ChallengeMessage::Clock {
            control: control.to_string(),
            strict,
        }
    }
}

/// A message about standing offers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum SeekMessage {
    /// Heading: the standing offers in a room.
    Here,
    /// No standing offer in a room.
    NoneHere,
    /// Below the standing offers in a room.
    Accept { example: TableId },
    /// Heading: the sender's own standing offers, in a direct message.
    Own,
    /// The sender has no standing offer.
    NoneOwn,
    /// A standing offer, with a link if it is in another room.
    Offer {
        table: TableId,
        game: String,
        from: String,
        side: Side,
        clock: Option<String>,
        strict: bool,
        options: Option<String>,
        until: String,
        link: Option<String>,
    },
    /// Refusal: a standing offer needs a room.
    NeedsRoom,
    /// A standing offer was withdrawn.
    Withdrawn { table: TableId },
    /// Refusal: the sender has no standing offer in this room.
    NothingToWithdraw,
    /// Refusal: that table is no standing offer of the sender.
    NotYours { table: TableId },
}

/// A message about a duel.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DuelMessage {
    /// A duel began.
    Begun {
        table: TableId,
        game: &'static str,
        white: String,
        black: String,
    },
}
