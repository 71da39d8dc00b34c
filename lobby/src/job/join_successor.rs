//! The job that joins the successor of an upgraded room, and its outcome.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// An upgraded room and its successor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upgrade {
    /// The id of the old room.
    pub room: String,
    /// The id of the successor.
    pub successor: String,
    /// The user id of the sender of the tombstone.
    pub sender: String,
    /// `true` if the bot was already in the successor when it received the tombstone.
    pub already_joined: bool,
    /// The time the bot began to try to join, once it has.
    pub since: Option<Timestamp>,
}

impl Upgrade {
    /// An upgrade of a room by the sender of its tombstone.
    pub fn new(
        room: impl Into<String>,
        successor: impl Into<String>,
        sender: impl Into<String>,
    ) -> Upgrade {
        Upgrade {
            room: room.into(),
            successor: successor.into(),
            sender: sender.into(),
            already_joined: false,
            since: None,
        }
    }
}

/// The result of an attempt to join the successor of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinOutcome {
    /// The bot has joined the successor.
    Joined,
    /// The bot could not join in time, was refused too often, or is out of the successor again.
    NotLetIn,
    /// The two rooms do not refer to each other.
    NotSuccessor,
    /// The sender of the tombstone is not in the successor, or lacks the power to invite there and to change it.
    NotModerated,
}
