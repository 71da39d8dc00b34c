//! Messages of lists of possible actions.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use games::Message;
use serde::Serialize;

/// A message about possible actions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum MovesMessage {
    /// Heading: all actions.
    Found { count: usize },
    /// Heading: the first of more actions than are counted.
    FoundMany { count: usize },
    /// Heading: the actions that fit, among the first.
    FoundAmong { count: usize, seen: usize },
    /// Heading: a question that comes first.
    AnswerFirst,
    /// Example of an action put together from parts.
    AnyExample { example: String },
    /// Note: more actions are not listed.
    More { count: usize, example: String },
    /// Note: more actions than are counted are not listed.
    ManyMore { example: String },
    /// No action fits.
    NoneLike { filter: String, count: usize },
    /// None of the first actions fits.
    NoneLikeMany {
        filter: String,
        count: usize,
        example: String,
    },
}

impl Message for MovesMessage {
    const AREA: &'static str = "moves";
}
