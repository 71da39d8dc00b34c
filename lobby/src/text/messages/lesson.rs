//! Messages about lessons.

use serde::Serialize;

/// A message about a lesson.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LessonMessage {
    /// A lesson began.
    Begun { game: &'static str },
    /// Refusal: the position can't be read, or not be played.
    Refused { why: String, example: &'static str },
    /// Refusal: lessons need a direct message.
    NeedsDirect,
    /// End: the player ended it.
    Ended,
    /// End: no more actions fit.
    Full { limit: usize },
}
