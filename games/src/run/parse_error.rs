//! Errors of notation: text that is no action, space or piece.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use serde::Serialize;

use crate::{
    hex::Coord,
    message::{Message, Typed},
};

/// The reason why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ParseError {
    /// Refusal: not an action, a space or a piece.
    Unreadable { text: Typed },
    /// Refusal: the table has no such space.
    OffTable { space: Coord },
}

impl Message for ParseError {
    const AREA: &'static str = "run";
}

impl ParseError {
    /// Returns the error of a text that is no action, space or piece.
    pub(super) fn unreadable(text: &str) -> ParseError {
        ParseError::Unreadable {
            text: Typed::shortened(text),
        }
    }
}
