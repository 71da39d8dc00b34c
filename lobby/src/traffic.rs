//! Events from the outside world and effects on it, as plain data.

use games::Judged;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::{
    admin::{AdminReport, AdminRequest},
    clocks::RoomAccess,
    job::{
        Analysis, ComputerTurn, Direct, Job, JoinOutcome, LoadFinished, NoDirect, Question,
        RunElsewhere, SearchError, SearchResult, TimedBoard, Upgrade,
    },
    key::Key,
    line::Line,
    members::Members,
    message::Message,
    person::Person,
    players::results::{DuelResult, RunResult},
    tables::Saved,
};

/// The user whom greetings answer, also after upgrades: all who invite the bot count as one.
const INVITERS: &str = "inviters";

/// The user whom posts of the daily leaderboard answer, in all rooms: nobody gets ahead of others by wanting many.
pub(crate) const LEADERBOARDS: &str = "leaderboards";

/// The user whom boards answer that are sent again after a rejection, in all rooms: nobody gets ahead of others by
/// muting the bot in many.
pub(crate) const RESENT_BOARDS: &str = "resent boards";

/// The user whom announcements of admins answer, so that these don't count as answers to an admin.
pub(crate) const ANNOUNCEMENTS: &str = "announcements";

/// The time of a join, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JoinTime {
    /// The time at which the bot asked to join, if it has since it was started.
    pub requested: Option<Timestamp>,
    /// The time that the server through which the bot joined tells.
    pub dated: Option<Timestamp>,
}

/// The time zone in a person's profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileZone {
    /// The name of a zone, which may be unknown.
    Named(String),
    /// The profile names none.
    Missing,
    /// The profile couldn't be read.
    Unread,
}

impl From<Option<String>> for ProfileZone {
    fn from(name: Option<String>) -> Self {
        name.map_or(ProfileZone::Missing, ProfileZone::Named)
    }
}

/// An event from the outside world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A line of chat.
    Line(Line),
    /// A room the bot has joined.
    Joined {
        /// The room id.
        room: String,
        /// The greeting; `None` for a room that the bot has joined as the successor of another one and leaves at once, as
        /// it is not.
        greeting: Option<Greeting>,
        /// The time of the join.
        at: JoinTime,
    },
    /// A room the bot is no longer in: it was removed or banned, or has left.
    Left {
        /// The room id.
        room: String,
    },
    /// A room whose state exceeds the limit.
    RoomTooLarge {
        /// The room id.
        room: String,
    },
    /// A room at which the homeserver fails, so that it can't tell the bot of any.
    RoomBreaksSync {
        /// The room id.
        room: String,
    },
    /// The end of an attempt to leave a room.
    RoomLeft {
        /// The room id.
        room: String,
        /// `true` if the bot is no longer there.
        left: bool,
    },
    /// A scheduled wake-up, on time or late if the program was down.
    Woken {
        /// The rooms that want the leaderboard of the previous day, with their members.
        rooms: Vec<(String, Members)>,
    },
    /// A sync response, after all lines in it.
    Synced(Synced),
    /// A message whose text somebody else has deleted before it arrived.
    Redacted(RedactedMessage),
    /// A message with a board that the homeserver has accepted, so that a player's time starts.
    Delivered(TimedBoard),
    /// A message with a board that the homeserver has rejected for good.
    Rejected(TimedBoard),
    /// A room to which a message for one user alone was not sent, as it is no direct message with them.
    NotDirect {
        /// The room id.
        room: String,
    },
    /// A restart, after a clean stop or a crash.
    Resumed {
        /// The tables for which a computer turn is already queued.
        thinking: Vec<u32>,
        /// The users whose questions the computer player has not answered yet.
        asking: Vec<String>,
        /// Fresh randomness to deal contests and the like after the computer's turns.
        seed: [u8; 32],
    },
    /// The result of finding or opening the direct message for a run.
    DirectOpened(RunElsewhere, Result<Direct, NoDirect>),
    /// The result of a question to the computer player.
    SearchResult(Question, Result<SearchResult, SearchError>),
    /// The actions of the computer's turn in a duel; `None` if it failed.
    Moved(ComputerTurn, Option<Vec<String>>),
    /// The analysis of a finished duel, turn by turn as far as time allowed, or the reason there is none.
    Analysed(Analysis, Result<Vec<Judged>, SearchError>),
    /// A message that cannot be decrypted as its key is missing: a line without its text.
    Unreadable(Line),
    /// Finished games loaded from the store, the newest first; missing ones are left out.
    FinishedLoaded(LoadFinished, Vec<Saved>),
    /// A failure to load finished games.
    FinishedNotLoaded(LoadFinished),
    /// A room upgrade (tombstone) of a room the bot is in.
    Upgraded(Upgrade),
    /// The end of an attempt to join the successor of a room.
    SuccessorJoined(Upgrade, JoinOutcome),
    /// The time zone in a person's profile.
    ProfileRead {
        /// The user id.
        user: String,
        /// The zone.
        zone: ProfileZone,
    },
    /// The result of an admin request.
    Administered(AdminRequest, AdminReport),
}

impl Incoming {
    /// Returns the room of the line that this event is or results from.
    pub(crate) fn room(&self) -> Option<&str> {
        self.line().map(|line| line.room.as_str())
    }

    /// Returns the user who wrote the line that this event is or results from.
    pub(crate) fn sender(&self) -> Option<&str> {
        self.line().map(|line| line.sender.id.as_str())
    }

    /// Returns the user whom messages about this event answer. All inviters share a turn, so that nobody gets ahead of
    /// others by inviting the bot to many rooms.
    pub(crate) fn asker(&self) -> Option<&str> {
        match self {
            Incoming::Joined { .. } | Incoming::Upgraded(_) | Incoming::SuccessorJoined(..) => {
                Some(INVITERS)
            }
            _ => self.sender(),
        }
    }

    fn line(&self) -> Option<&Line> {
        let line = match self {
            Incoming::Line(line) | Incoming::Unreadable(line) => line,
            Incoming::DirectOpened(request, _) => &request.line,
            Incoming::SearchResult(request, _) => &request.line,
            Incoming::Moved(request, _) => &request.line,
            Incoming::Analysed(request, _) => &request.line,
            Incoming::FinishedLoaded(request, _) | Incoming::FinishedNotLoaded(request) => {
                &request.line
            }
            Incoming::Administered(request, _) => &request.line,
            Incoming::Joined { .. }
            | Incoming::Left { .. }
            | Incoming::RoomTooLarge { .. }
            | Incoming::RoomBreaksSync { .. }
            | Incoming::RoomLeft { .. }
            | Incoming::Woken { .. }
            | Incoming::Synced(_)
            | Incoming::Redacted(_)
            | Incoming::Delivered(_)
            | Incoming::Rejected(_)
            | Incoming::NotDirect { .. }
            | Incoming::Resumed { .. }
            | Incoming::Upgraded(_)
            | Incoming::ProfileRead { .. }
            | Incoming::SuccessorJoined(..) => return None,
        };
        Some(line)
    }
}

/// A sync response that has been read: all events up to its request are known, missed ones included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synced {
    /// The time of the request.
    pub requested: Timestamp,
    /// The rooms of which lines or missed events could not be read.
    pub incomplete_rooms: Vec<String>,
    /// The messages that cannot be decrypted yet.
    pub undecrypted: Vec<UndecryptedFrom>,
    /// The players that were looked up.
    pub players: Vec<PlayerAccess>,
    /// The numbers of the tables of which somebody else has deleted the board that asks for the turn.
    pub deleted_boards: Vec<u32>,
}

/// The kind of room that the bot greets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// A direct message: only one other person is in it.
    Direct,
    /// Any other room.
    Room,
}

/// A message whose text somebody else has deleted before it arrived; it may have been a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedactedMessage {
    /// The room id.
    pub room: String,
    /// The user id of the sender of the message.
    pub sender: String,
    /// The time at which it was sent, as the sender's homeserver tells.
    pub sent: Option<Timestamp>,
}

/// The access of a player to the room of their games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerAccess {
    /// The room id.
    pub room: String,
    /// The user id.
    pub user: String,
    /// The access.
    pub access: RoomAccess,
}

/// Time for which a message waits for its room key; until then it may be the move that a clock waits for.
pub const ROOM_KEY_TIMEOUT: SignedDuration = SignedDuration::from_mins(10);

/// A message that cannot be decrypted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndecryptedFrom {
    /// The room id.
    pub room: String,
    /// The sender.
    pub user: String,
    /// The time at which it was received.
    pub since: Timestamp,
}

/// An effect on the outside world. All effects of one event are carried out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A new or changed table to store.
    Save(Saved),
    /// The result of a finished run to store.
    Result(RunResult),
    /// The result of a finished duel to store.
    Duel(DuelResult),
    /// A table whose duel no longer counts: its result is deleted.
    DropDuel(u32),
    /// A setting to store under a key, as JSON; it replaces the previous one.
    Set(Key, String),
    /// A setting to delete.
    Unset(Key),
    /// A player to forget: delete the results of runs, replace every stored table by
    /// [`Saved::without`](crate::tables::saved::Saved::without), and every result of a duel by [`DuelResult::without`].
    Forget {
        /// The user id.
        player: String,
        /// The placeholder in the player's place.
        somebody: Person,
    },
    /// A message to send.
    SendMessage(Message),
    /// A job to run; its result comes back as an event.
    Job(Job),
    /// A shutdown of the program once all messages are sent.
    Stop,
}

impl Effect {
    /// Returns the effect that stores a setting, as JSON.
    pub(crate) fn set(key: Key, value: &impl Serialize) -> Effect {
        // Every map in a setting has texts as keys, so that this cannot fail.
        let value = serde_json::to_string(value).unwrap_or_default();
        Effect::Set(key, value)
    }
}

impl Job {
    /// Returns the event for a job that cannot be carried out.
    pub fn failed(self) -> Incoming {
        match self {
            Job::OpenDirect(request) => Incoming::DirectOpened(request, Err(NoDirect::Unreachable)),
            Job::Think(request) => Incoming::SearchResult(request, Err(SearchError::Nothing)),
            Job::Move(request) => Incoming::Moved(request, None),
            Job::Analyse(request) => Incoming::Analysed(request, Err(SearchError::Nothing)),
            Job::LoadFinished(request) => Incoming::FinishedNotLoaded(request),
            Job::Administer(request) => Incoming::Administered(request, AdminReport::Failed),
            Job::ReadProfile { user } => {
                let zone = ProfileZone::Unread;
                Incoming::ProfileRead { user, zone }
            }
            Job::LeaveRoom(room) => Incoming::RoomLeft { room, left: false },
            Job::StartClock(board) => Incoming::Delivered(board),
            Job::NoteRejected(board) => Incoming::Rejected(board),
            Job::JoinSuccessor(upgrade) => {
                Incoming::SuccessorJoined(upgrade, JoinOutcome::NotLetIn)
            }
        }
    }
}
