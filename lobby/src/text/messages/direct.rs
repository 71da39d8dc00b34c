//! Messages about runs in direct messages that were requested elsewhere.

use serde::Serialize;

use crate::job::NoDirect;

/// A message about a run in a direct message.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DirectMessage {
    /// A run began in the direct message.
    RunBegun { member: Member, link: String },
    /// Refusal: a run is in progress in the direct message.
    RunIsOn { member: Member, link: String },
    /// Refusal: a duel with the computer is in progress in the direct message.
    DuelIsOn { member: Member, link: String },
    /// A run was moved here, as its room is inaccessible.
    RunGoesOn { player: String },
    /// Refusal: there is no direct message with the player.
    Failed { why: NoDirect },
}

/// Membership of the player in the direct message.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Member {
    /// Joined.
    Joined,
    /// Invited, but not joined.
    Invited,
}
