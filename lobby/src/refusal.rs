//! Answers to commands: effects, or a refusal with its reason.

use games::{Fact, Live};

use crate::traffic::Effect;

/// The result of a command: effects, or a refusal.
pub type Answer = Result<Vec<Effect>, Refusal>;

/// A refusal of a command.
#[derive(Debug)]
pub struct Refusal {
    /// The reason, in words.
    pub reason: Fact,
    /// The cause, if callers decide on it.
    pub cause: Option<Cause>,
    /// The table it concerns.
    pub table: Option<u32>,
    /// An action that would be accepted.
    pub example: Option<String>,
}

/// The cause of a refusal, for callers that decide on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No matching table.
    NoTable,
    /// A run in progress in the direct message.
    RunIsOn,
    /// A duel with the computer in progress in the direct message.
    DuelIsOn,
}

impl Refusal {
    /// Adds the cause.
    pub fn because(self, cause: Cause) -> Refusal {
        Refusal {
            cause: Some(cause),
            ..self
        }
    }

    /// Adds the table.
    pub fn at(self, table: u32) -> Refusal {
        Refusal {
            table: Some(table),
            ..self
        }
    }

    /// Adds the example that the rules of a game give after the reason.
    pub fn with_example_of(self, live: &Live) -> Refusal {
        let example = live.position().example_after(&self.reason);
        Refusal { example, ..self }
    }
}

impl<F: Into<Fact>> From<F> for Refusal {
    fn from(reason: F) -> Refusal {
        Refusal {
            reason: reason.into(),
            cause: None,
            table: None,
            example: None,
        }
    }
}

/// Refuses a command for a reason.
///
/// # Errors
/// Always.
pub fn refuse<T>(reason: impl Into<Fact>) -> Result<T, Refusal> {
    Err(reason.into().into())
}
