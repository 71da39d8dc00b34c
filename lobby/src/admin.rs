//! Admin requests that only the outside world can answer or carry out.

pub(crate) mod administer;

use serde::{Deserialize, Serialize};

use crate::line::Line;

/// An admin's line that waits for the outside world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdminRequest {
    /// The line, without the members of the room.
    pub line: Line,
    /// The task to carry out.
    pub task: AdminAction,
}

/// The task of an admin request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdminAction {
    /// Report the bot's health.
    Status,
    /// List the rooms the bot is in.
    Rooms,
    /// Leave the room with this id once its queued messages are sent.
    Leave(String),
    /// Move the games of one room to another.
    MoveGames {
        /// The id of the room the games are in.
        from: String,
        /// The id of the room the games move to, which the bot has to be in.
        to: String,
    },
}

/// The result of an admin request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminReport {
    /// The bot's health.
    Status(Status),
    /// The rooms the bot is in.
    Rooms(Vec<RoomInfo>),
    /// The room was left.
    Left,
    /// The bot is in the room.
    There,
    /// The bot is in no such room.
    NotThere,
    /// A failure; a retry may succeed.
    Failed,
}

/// The bot's health and counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The program's version.
    pub version: String,
    /// Time since the program started, in seconds.
    pub uptime: u64,
    /// Time the homeserver has been answering without a break, in seconds.
    pub synced: u64,
    /// Age of the homeserver's last sync response, in seconds; `None` before the first one.
    pub sync_age: Option<u64>,
    /// The number of rooms the bot is in.
    pub rooms: usize,
    /// The number of lines answered since the start.
    pub commands: u64,
    /// Latency of the newest answers, if there are any.
    pub answers: Option<AnswerTimes>,
    /// The number of messages in the outbox.
    pub outgoing: usize,
    /// The number of events waiting for their keys.
    pub undecrypted: usize,
    /// The number of events since the start that arrived before their key.
    pub decrypt_failures: u64,
}

/// Answer latency: from the arrival of a line until the homeserver has the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerTimes {
    /// Median (50th percentile), in milliseconds.
    pub median: u64,
    /// 99th percentile, in milliseconds.
    pub slow: u64,
}

/// A room the bot is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomInfo {
    /// The room id.
    pub id: String,
    /// The room's name; empty if it has none.
    pub name: String,
    /// The number of members, the bot included.
    pub members: usize,
}

/// Numbers of open tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tables with a game in progress.
    pub games: usize,
    /// Tables with a challenge that waits for an answer.
    pub challenges: usize,
}
