//! Messages about permissions and limits, and to admins.

use games::Typed;
use serde::Serialize;

/// A message about permissions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AccessMessage {
    /// Refusal: the writer may not play.
    MayNotPlay,
    /// Refusal: somebody else may not play.
    OtherMayNotPlay { name: String },
    /// Refusal: the writer may not change the room.
    MayNotChangeRoom { what: RoomSetting },
    /// Note: a message cannot be decrypted.
    Unreadable,
}

/// A setting of a whole room.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomSetting {
    /// The daily post of the leaderboard.
    Day,
    /// A setting that persons have, too, such as the appearance of boards.
    Look,
    /// A setting that only rooms have.
    Room,
}

/// A message about an admin command.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AdminMessage {
    /// Refusal: not a room id.
    NoRoomId { room: Typed },
    /// Refusal: not a user id.
    NoUserId { user: Typed },
    /// Refusal: the bot can't leave the room of the request, as it answers there.
    LeaveHere,
    /// Refusal: the games of a room can't move to the other room.
    GamesNotMoved { room: String },
    /// Refusal: games of a direct message can only move to another one with the same person.
    DirectGamesNotMoved { room: String },
    /// Refusal: a direct message takes only the games of its person.
    GamesNotMovedToDirect { room: String, to: String },
    /// Refusal: a room has no open games.
    NoGamesToMove { room: String },
    /// Refusal: admins can't be blocked.
    BlockAdmin { user: String },
    /// Refusal: the user is blocked already.
    BlockedAlready { user: String },
    /// Refusal: the user is not blocked.
    NotBlocked { user: String },
    /// A user was blocked.
    Blocked { user: String },
    /// A user is no longer blocked.
    Unblocked { user: String },
    /// Heading of the list of blocked users.
    BlockedList { count: usize },
    /// Last line of a truncated list.
    AndMore { count: usize },
    /// To other rooms: an admin's announcement.
    Announcement { announced: String },
    /// An announcement was sent to rooms.
    Announced { count: usize },
    /// The bot shuts down.
    ShuttingDown,
    /// To a room that the bot leaves.
    Goodbye { count: usize, runs: usize },
    /// The games of a room moved to another room.
    GamesMoved { from: String, to: String },
    /// The bot has left a room.
    LeftRoom { room: String },
    /// The bot is not in a room.
    NotInRoom { room: String },
    /// The homeserver refused, or was unreachable.
    Failed,
    /// The bot's health.
    Status {
        version: String,
        days: u64,
        hours: u64,
        minutes: u64,
        syncdays: u64,
        synchours: u64,
        syncminutes: u64,
        syncage: u64,
        rooms: usize,
        games: usize,
        challenges: usize,
        blocked: usize,
        commands: u64,
        timed: u8,
        median: u64,
        slow: u64,
        outgoing: usize,
        undecrypted: usize,
        late: u64,
    },
    /// Heading of the list of rooms.
    Rooms { count: usize },
    /// A room in the list.
    RoomLine {
        room: String,
        name: String,
        members: usize,
        tables: usize,
    },
}

/// A refusal at a limit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LimitMessage {
    /// Refusal: the user's rate limit.
    TooFast { seconds: u64 },
    /// Refusal: the room's rate limit.
    RoomTooFast { seconds: u64 },
    /// Note: the bot stays silent until it understands a command.
    QuietUntilCommand,
    /// Refusal: the line exceeds the maximum length in bytes.
    LineTooLong { limit: usize },
    /// Refusal: the user has too many tables.
    OwnTables { limit: usize },
    /// Refusal: the room has too many tables.
    TablesHere { limit: usize },
    /// Refusal: the table numbers are used up.
    TableNumbers,
    /// Refusal: the room has too many open challenges.
    Challenges { limit: usize },
    /// Refusal: the user has too many open challenges.
    OwnChallenges { limit: usize },
    /// Refusal: the room has too many standing offers.
    Seeks { limit: usize },
    /// Refusal: the user has too many standing offers.
    OwnSeeks { limit: usize },
    /// Note: the bot leaves a room with too much state.
    RoomTooLarge { count: usize },
    /// Note: the bot leaves a room at which the homeserver fails.
    RoomBreaksSync { count: usize },
}
