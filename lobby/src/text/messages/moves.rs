//! Messages in lists of legal actions.

use serde::Serialize;

/// A message about legal actions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum MovesMessage {
    /// Heading: all actions.
    Found { count: usize },
    /// Heading: the first of more actions than are enumerated.
    FoundMany { count: usize },
    /// Heading: the matching actions among the first.
    FoundAmong { count: usize, seen: usize },
    /// Heading: a question that has to be answered first.
    AnswerFirst,
    /// Example of an action composed from parts.
    AnyExample { example: String },
    /// Note: further actions are not listed.
    More { count: usize, example: String },
    /// Note: actions beyond the enumerated ones are not listed.
    ManyMore { example: String },
    /// No action matches.
    NoneLike { filter: String, count: usize },
    /// None of the first actions matches.
    NoneLikeMany {
        filter: String,
        count: usize,
        example: String,
    },
}
