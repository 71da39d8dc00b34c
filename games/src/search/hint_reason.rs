//! A reason for a turn and the gain that it names.

use super::message::Message;
use crate::fact::Fact;

/// A reason for a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintReason {
    /// The message.
    pub fact: Fact,
    /// The gain of the turn.
    pub gain: Option<MaterialGain>,
}

/// A material gain of a turn, most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MaterialGain {
    /// Captured GIPF pieces.
    Gipf,
    /// Captured pieces.
    Pieces,
    /// Pieces saved from capture.
    Saved,
    /// Captured marbles.
    Marbles,
    /// A capture that the opponent is forced to make.
    Forced,
}

impl HintReason {
    /// Creates a reason that is no gain.
    pub(super) fn plain(message: Message) -> HintReason {
        HintReason {
            fact: message.into(),
            gain: None,
        }
    }
}

impl From<HintReason> for Fact {
    fn from(reason: HintReason) -> Fact {
        reason.fact
    }
}
