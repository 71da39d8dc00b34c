//! The reasons for advice in a run.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use serde::Serialize;

use super::{
    breaker_name::NamedBreaker,
    power_ups::PowerUps,
    space::Space,
    structure::{Colour, Structure},
};
use crate::message::Message;

/// A reason for an action or an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Hint {
    /// Reason for an action: it may win the run.
    WinsRun,
    /// Reason for an action: its chance, and the one with tokens if that differs.
    Chance {
        breaker: Colour,
        space: Space,
        structure: Structure,
        percent: u8,
        boosted: Option<u8>,
    },
    /// Reason for an action: its chance against a new structure, a fort with this chance.
    ChanceNew {
        breaker: Colour,
        space: Space,
        fort: i64,
        percent: u8,
        boosted: Option<u8>,
    },
    /// Reason for an action: the fort is the breaker's own.
    OwnFort {
        breaker: Colour,
        structure: Structure,
    },
    /// Reason for an action: the fort of the breaker may appear.
    FindsOwn { breaker: Colour },
    /// Reason for an action: these breakers wait outside.
    Waiting { breakers: Vec<Colour> },
    /// Reason for an answer: a boost, and the tokens that are left.
    Boost { tokens: PowerUps, left: PowerUps },
    /// Reason for an answer: tokens saved, and those in hand.
    Hold { tokens: PowerUps, left: PowerUps },
    /// Reason for an action: an ability and its price.
    Ability {
        #[serde(flatten)]
        acting: NamedBreaker,
        damage: u8,
        tokens: PowerUps,
    },
    /// Reason for an answer: nothing within reach is worth it.
    Pass { breaker: Colour },
    /// Reason for an action: the next best is worse by this many percentage points.
    Lead { action: String, points: i64 },
    /// Reason for an action: the next best is as good.
    Even { action: String, points: i64 },
    /// Reason for an action: the only one.
    Alone,
}

impl Message for Hint {
    const AREA: &'static str = "run-hint";
}
