//! Messages about takebacks in duels.

use serde::Serialize;

/// A message about a takeback.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum TakebackMessage {
    /// A takeback was requested.
    Asked {
        what: Part,
        actions: String,
        name: String,
        other: String,
    },
    /// A takeback was requested after which a challenged jump is decided anew.
    AskedChallenge {
        actions: String,
        name: String,
        other: String,
    },
    /// The takeback was declined.
    Declined { name: String },
    /// A move declined the takeback implicitly.
    Lapsed,
    /// Refusal: a coin flip has decided a jump.
    Coin,
    /// Refusal: dice have decided a jump.
    Die,
    /// Refusal: the player has not moved.
    Nothing,
    /// Actions were taken back.
    Done { actions: String },
}

/// The part of a game that a takeback undoes.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The last turn.
    Turn,
    /// The last turn, and actions of the other player.
    TurnAndMore,
    /// The last action.
    Action,
    /// The last action, and actions of the other player.
    ActionAndMore,
}
