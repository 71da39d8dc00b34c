//! Messages about answers to questions.

use games::Seat;
use serde::Serialize;

/// A message about an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AnswerMessage {
    /// Refusal: the other player's draw offer comes first.
    DrawFirst { seat: Seat },
    /// Refusal: the other player's takeback comes first.
    TakebackFirst { seat: Seat },
    /// Refusal: several questions are open.
    Which { answers: String },
    /// A numbered answer.
    Choice {
        number: usize,
        action: String,
        what: String,
    },
    /// Refusal: no answer has this number.
    NoSuchChoice { count: usize },
}
