//! Messages shared by all families of games.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use std::fmt;

use serde::Serialize;

use crate::{
    fact::Illegal,
    message::{Message, Typed},
};

/// A refusal that any game can return.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Common {
    /// Refusal: an unknown game.
    UnknownGame { text: Typed, games: String },
    /// Refusal: an unknown option.
    UnknownOption { text: Typed },
    /// Refusal: an invalid part of a position text.
    BadPosition { part: PositionPart, text: Typed },
    /// Refusal: a position in which the game is over.
    PositionOver,
    /// Refusal: a missing seed.
    NoSeed,
    /// Refusal: no die left to roll.
    NoDie,
}

/// A part of a position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PositionPart {
    /// The game.
    Game,
    /// The side to move.
    Side,
    /// A spot with what lies on it.
    Board,
    /// The pieces on a spot.
    Pile,
    /// The name of a spot.
    Spot,
    /// The name of a ring.
    Ring,
    /// A ring with its marble.
    Marble,
    /// The order of spots or rings.
    Order,
    /// The pieces in reserve.
    Reserve,
    /// Numbers of marbles.
    Count,
    /// The sides that may still enter GIPF pieces.
    Flags,
    /// The way in which jumps are challenged.
    Challenges,
    /// The number of parts.
    Fields,
}

impl PositionPart {
    /// Returns the refusal of a position text with a mistake in this part.
    pub(crate) fn refuse(self, text: &str) -> Illegal {
        let text = text.into();
        Common::BadPosition { part: self, text }.into()
    }
}

impl Message for Common {
    const AREA: &'static str = "common";
}

/// An error of starting a game with some options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// An unknown option.
    UnknownOption {
        /// The option as it was typed.
        text: Typed,
    },
    /// A refusal of the game: the options don't fit it or each other.
    Refused(Illegal),
}

impl<M: Message> From<M> for StartError {
    fn from(message: M) -> StartError {
        StartError::Refused(message.into())
    }
}

impl From<Illegal> for StartError {
    fn from(refusal: Illegal) -> StartError {
        StartError::Refused(refusal)
    }
}

impl From<StartError> for Illegal {
    fn from(error: StartError) -> Illegal {
        match error {
            StartError::UnknownOption { text } => Common::UnknownOption { text }.into(),
            StartError::Refused(refusal) => refusal,
        }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Illegal::from(self.clone()), f)
    }
}

impl std::error::Error for StartError {}
