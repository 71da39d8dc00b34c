//! What admins ask for that only the outside world can tell or do.

use serde::{Deserialize, Serialize};

use crate::line::Line;

/// A line of an admin that waits for the outside world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdminWish {
    /// The line, without the members of the room.
    pub line: Line,
    /// What is asked for.
    pub task: AdminTask,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdminTask {
    /// How the bot is.
    Status,
    /// The rooms it is in.
    Rooms,
    /// That it leaves the room with this id, once what is to be said there is sent.
    Leave(String),
    /// That the games of one room go on in another one.
    MoveGames {
        /// The id of the room where they are.
        from: String,
        /// The id of the room where they go on, in which the bot has to be.
        to: String,
    },
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminReport {
    /// How the bot is.
    Status(Status),
    /// The rooms it is in.
    Rooms(Vec<RoomInfo>),
    /// It has left the room.
    Left,
    /// It is in the room.
    There,
    /// It is in no such room.
    NotThere,
    /// It could not be done now.
    Failed,
}

/// How the bot is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The program's version.
    pub version: String,
    /// For how long the program has been running, in seconds.
    pub uptime: u64,
    /// For how long the homeserver has been answering without a break, in seconds.
    pub synced: u64,
    /// Since when it has answered last, in seconds, if it ever has.
    pub sync_age: Option<u64>,
    /// How many rooms the bot is in.
    pub rooms: usize,
    /// How many lines got an answer since the start.
    pub commands: u64,
    /// How long the newest answers took, if there are any.
    pub answers: Option<AnswerTimes>,
    /// How many messages wait to be sent.
    pub outgoing: usize,
    /// How many events wait for their keys.
    pub undecrypted: usize,
    /// Of how many events the key was not there when they came, since the start.
    pub decrypt_failures: u64,
}

/// How long answers take: from the arrival of the line until the homeserver has the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerTimes {
    /// Half of them take longer, in milliseconds.
    pub median: u64,
    /// One in a hundred takes longer, in milliseconds.
    pub slow: u64,
}

/// A room the bot is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomInfo {
    /// Its id.
    pub id: String,
    /// Its name, if it has one.
    pub name: String,
    /// How many are in it, the bot among them.
    pub members: usize,
}

/// How many tables are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those at which a game is played.
    pub games: usize,
    /// Those at which a challenge waits for its answer.
    pub challenges: usize,
}
