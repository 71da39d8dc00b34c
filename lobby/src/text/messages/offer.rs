//! Messages about offers from one player to the other.

use serde::Serialize;

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
    /// Refusal: the opponent has left.
    OpponentLeft { other: String },
}

/// An offer of a player to the other one.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// A rematch.
    Rematch,
}
